"""The one use case: a model and new input shapes make a new model and a report."""

from __future__ import annotations

import gc
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import TypeAlias

from circle_resizer.asking import Request, Wanted, wanted_of
from circle_resizer.edits.account import dims_of, record_change, report_of
from circle_resizer.edits.check_result import check_inputs, check_names, check_twins, check_used
from circle_resizer.edits.exports import Source, first_of, opened
from circle_resizer.edits.fold_shapes import fold as fold_constants
from circle_resizer.edits.plan import Planner
from circle_resizer.edits.report import Report
from circle_resizer.edits.result import Result
from circle_resizer.error_boundary import plainly
from circle_resizer.errors import RefusedError, ResizeError, UnsupportedError, refused
from circle_resizer.file.model import Model
from circle_resizer.file.rewrite import Rewrite
from circle_resizer.file.save import Output
from circle_resizer.file.written import Written, written
from circle_resizer.generalize.confirm import confirm, started
from circle_resizer.generalize.context import Settings
from circle_resizer.generalize.linked_inputs import companions
from circle_resizer.generalize.rank_change import changes_rank, unproven
from circle_resizer.generalize.search import decide
from circle_resizer.inference.value import shown
from circle_resizer.inference.verify import computed, inferred, prove, record_of, stale
from circle_resizer.request.arguments import (
    batch_given,
    dims_given,
    heuristics,
    named,
    results_given,
    shapes_given,
)
from circle_resizer.witnesses.base import Labelled, Plan, plans
from circle_resizer.witnesses.compare import differences
from circle_resizer.witnesses.witness import Witness

Shape: TypeAlias = "Sequence[int | str | None]"


@plainly()
def resize(
    model: Source,
    input_shapes: Sequence[Shape] | Mapping[str, Shape] | None = None,
    *,
    batch: int | None = None,
    dims: Mapping[str, int] | None = None,
    strict: bool = False,
    constants: Mapping[str, object] | None = None,
    output_shapes: Mapping[str, Sequence[int]] | None = None,
    cut_tables: bool = False,
    global_pool: bool = False,
    assume: Collection[str] = (),
    also: Sequence[Source] = (),
    fold: bool | None = None,
    mend: bool = True,
) -> Result:
    """Give a model new input shapes and make everything else follow.

    ``model`` is bytes or a path. ``input_shapes`` has a shape for every input, or for some by name;
    -1 is a size known only at run time, ``None`` keeps an axis, a name is a size of ``dims`` or of
    ``open(model).axes``. ``batch`` is the number of rows of every input. ``strict`` refuses what
    would be assumed. ``constants`` (arrays, ``.npy`` paths), ``output_shapes``, ``cut_tables``,
    ``global_pool``, ``assume`` and ``also`` (exports at other sizes) say what the file does not;
    ``fold`` computes constant shape arithmetic. A request equal to the stored shapes changes no
    byte, except that ``mend`` corrects recorded shapes that contradict inference. Raises
    ``ResizeError``. Threads may share a ``Model``.
    """
    found = model if isinstance(model, Model) else Model.open(model)
    request = Request(shapes_given(input_shapes), batch_given(batch), dims_given(dims or {}))
    given, results = named("constants", constants), results_given(output_shapes)
    settings = Settings(strict, cut_tables, global_pool, given, results, heuristics(assume))
    return answered(found, request, settings, fold, opened(also), mend=mend)


@plainly()
def compare(model: Source, other: Source) -> list[str]:
    """List the differences between a model and an export of its network at its sizes.

    One line for each difference in structure, shapes, attributes or constants (up to rounding).
    """
    (one, _), (two, label) = opened([model, other])
    return differences(one, two, label)


def answered(
    found: Model, request: Request, settings: Settings,
    fold: bool | None,  # noqa: FBT001  (None: left open)
    also: Sequence[Labelled] = (), *, mend: bool,
) -> Result:  # fmt: skip
    """``resize`` of arguments that make sense as such: one run at a time."""
    with found.lock, paused_collector(), advice():
        if found.file is not None:
            found.file.check()
        found.visits = found.flat.read = 0
        check_names(found, {**settings.constants, **settings.output_shapes})
        wanted = wanted_of(found, request, settings)
        check_twins(found, wanted.shapes)
        if wanted.shapes == found.input_shapes:
            check_used(settings, set())
            return mended(found) if mend else unchanged(found)
        return resized(found, wanted, settings, fold, also)


@contextmanager
def advice() -> Iterator[None]:
    """A refusal says what to do."""
    try:
        yield
    except (RefusedError, UnsupportedError) as error:
        raise error.advised() from error


@contextmanager
def paused_collector() -> Iterator[None]:
    """No garbage collection: thousands of small objects, and no cycles among them."""
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()


def resized(
    model: Model, wanted: Wanted, settings: Settings,
    fold: bool | None,  # noqa: FBT001  (None: left open)
    also: Sequence[Labelled] = (),
) -> Result:  # fmt: skip
    """``resize`` of a checked request; inputs that were not mentioned may have to follow."""
    graph = model.subgraphs[0]
    loose = [graph.tensors[graph.inputs[k]] for k in sorted(wanted.loose)]
    notes = [f"input '{t.name}' stays: {shown(t.dims)}" for t in loose] if not wanted.axes else []
    try:
        return best(model, wanted.shapes, settings, fold, also).noting(notes)
    except RefusedError as error:
        others, names = companions(model, wanted.base, settings), {t.name for t in loose}
        if not others or not others.keys() <= names:
            raise with_companions(error, others) from error
    pairs = zip(graph.inputs, wanted.base, strict=True)
    notes = [f"input '{name}' follows: {shown(shape)}" for name, shape in others.items()]
    base = [others.get(graph.tensors[i].name, shape) for i, shape in pairs]
    return best(model, wanted.with_batch(base), settings, fold, also).noting(notes)


def best(
    model: Model, wanted: Sequence[tuple[int, ...]], settings: Settings,
    fold: bool | None,  # noqa: FBT001  (None: left open)
    also: Sequence[Labelled],
) -> Result:  # fmt: skip
    """A result for these shapes, from the export that is best to start from."""
    if not also:
        return made(model, wanted, settings, fold)

    def start(plan: Plan) -> Result:
        return made(plan.model, plan.wanted, settings, fold, plan.witnesses)

    return first_of(plans(model, also, wanted), start)


def made(
    model: Model, wanted: Sequence[tuple[int, ...]], settings: Settings,
    fold: bool | None,  # noqa: FBT001  (None: left open)
    witnesses: Sequence[Witness] = (),
) -> Result:  # fmt: skip
    """A result for these shapes: by symbols, or by plain numbers where those fall short."""
    for numeric in (False, True):
        new, report = carried_out(model, wanted, settings, fold, witnesses, numeric=numeric)
        check_inputs(model, wanted, report)
        output = output_of(model, new)
        model.forget()
        if numeric or output.proves_in_place():
            break
    if settings.strict and report.assumptions:
        raise refused([f"strict: {line}" for line in report.assumptions])
    return Result(output, report)


def with_companions(error: RefusedError, others: Mapping[str, tuple[int, ...]]) -> RefusedError:
    """A refusal that says what to ask for instead, if other inputs are all that is missing."""
    if not others:
        return error
    shapes = " and ".join(f"'{name}' {shown(shape)}" for name, shape in others.items())
    return RefusedError(f"{error}\ninputs have to move together: ask for {shapes} as well")


def carried_out(
    model: Model, wanted: Sequence[tuple[int, ...]], settings: Settings, fold: bool | None,  # noqa: FBT001  (None: left open)
    witnesses: Sequence[Witness] = (), *, numeric: bool,
) -> tuple[Written, Report]:  # fmt: skip
    """Decide, plan and report; ``numeric`` checks every rule with plain numbers beforehand."""
    store, shapes = started(model, wanted, witnesses)
    inference = decide(model, shapes, store, settings, numeric=numeric)
    if witnesses:
        confirm(model, store, settings)
        if store.conflicts:
            raise refused(store.causes(model.subgraphs))
    check_used(settings, store.used)
    if changes_rank(model, wanted) and (conflicts := unproven(inference)):
        raise refused(conflicts)
    rewrite = Planner(model, store).plan(inference)
    report = report_of(model, store, inference)
    if fold is not False and (fold or made_static(report)):
        report.changes += fold_constants(rewrite, inference, targets_only=not fold)
    return written(rewrite), report


def output_of(model: Model, new: Written) -> Output:
    """The output that writes the model's bytes with all changes."""
    return Output(model.flat, model.file, new, prove)


def unchanged(model: Model) -> Result:
    """Nothing is asked to change, and nothing does: the bytes stay."""
    return Result(output_of(model, written(Rewrite(model))), Report.unchanged(model))


def mended(model: Model) -> Result:
    """Nothing is asked to change: only records that contradict inference are set right."""
    rewrite, report = Rewrite(model), Report.unchanged(model)
    try:
        inference = inferred(model)
    except ResizeError:
        return Result(output_of(model, written(rewrite)), report)
    wrong = stale(inference)
    for graph, tensor, value in computed(inference) if wrong else ():
        rewrite.set_shape(graph.index, tensor.index, *record_of(value))
    if wrong:
        graph, frame = model.subgraphs[0], inference.frames[0]
        values = [inference.value(graph, frame, i) for i in graph.outputs]
        report.outputs_after = [dims_of(value) for value in values]
    report.changes += [record_change(*each) for each in wrong]
    return Result(output_of(model, written(rewrite)), report)


def made_static(report: Report) -> bool:
    """Whether a file with unknown sizes has none left, as a compiler for static shapes wants."""
    before, after = report.inputs_before, [*report.inputs_after, *report.outputs_after]
    return any(-1 in dims for dims in before) and not any(-1 in dims for dims in after)
