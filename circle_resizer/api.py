"""The one use case: a model and new input shapes make a new model and a report."""

from __future__ import annotations

import gc
import os
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TypeAlias

from circle_resizer.arguments import heuristics, named, results_given, shapes_given
from circle_resizer.edits.check_result import check_inputs, check_names, check_twins, check_used
from circle_resizer.edits.fold_shapes import fold as fold_constants
from circle_resizer.edits.plan import Planner
from circle_resizer.edits.report import Report, dims_of, record_change, report_of
from circle_resizer.error_boundary import plainly
from circle_resizer.errors import ArgumentError, RefusedError, ResizeError, refused
from circle_resizer.exports import Source, first_of, opened
from circle_resizer.file.model import Model
from circle_resizer.file.rewrite import Rewrite, Written
from circle_resizer.file.save import Output
from circle_resizer.generalize.confirm import confirm, started
from circle_resizer.generalize.context import Settings
from circle_resizer.generalize.linked_inputs import companions
from circle_resizer.generalize.rank_change import changes_rank, unproven
from circle_resizer.generalize.search import decide
from circle_resizer.inference.request import requested
from circle_resizer.inference.value import shown
from circle_resizer.inference.verify import computed, inferred, prove, record_of, stale
from circle_resizer.witnesses.base import Plan, plans
from circle_resizer.witnesses.compare import differences
from circle_resizer.witnesses.witness import Witness

Shapes: TypeAlias = "list[tuple[int, ...]] | dict[str, tuple[int, ...]]"


class Result:
    """A resized model: ``data``, ``save(path)``, and the ``report`` on how it came about."""

    def __init__(self, output: Output, report: Report) -> None:
        self._output, self.report = output, report

    @property
    def data(self) -> bytes:
        """The bytes of the new model."""
        with plainly():
            return self._output.data()

    def save(self, path: str | os.PathLike[str], *, sync: bool = True) -> None:
        """Write the new model; the file appears whole or not at all.

        With ``sync`` it survives a loss of power from then on; without, the disk takes its time.
        """
        if not isinstance(path, (str, os.PathLike)):
            raise ArgumentError(f"a model is saved under a path, not {type(path).__name__}")
        with plainly():
            self._output.save(Path(os.fsdecode(path)), sync=sync)

    @property
    def inputs_before(self) -> list[tuple[int, ...]]:
        """Input shapes of the stored model, -1 for unknown."""
        return self.report.inputs_before

    @property
    def inputs_after(self) -> list[tuple[int, ...]]:
        """Input shapes of the new model."""
        return self.report.inputs_after

    @property
    def outputs_before(self) -> list[tuple[int, ...]]:
        """Output shapes of the stored model."""
        return self.report.outputs_before

    @property
    def outputs_after(self) -> list[tuple[int, ...]]:
        """Output shapes of the new model."""
        return self.report.outputs_after


@plainly()
def resize(
    model: Source,
    input_shapes: Sequence[Sequence[int]] | Mapping[str, Sequence[int]],
    *,
    strict: bool = False,
    constants: Mapping[str, object] | None = None,
    output_shapes: Mapping[str, Sequence[int]] | None = None,
    cut_tables: bool = False,
    global_pool: bool = False,
    assume: Collection[str] = (),
    also: Sequence[Source] = (),
    fold: bool | None = None,
    mend: bool = False,
) -> Result:
    """Give a model new input shapes and make everything else follow.

    ``model`` is the bytes of a circle or tflite file, or its path; ``input_shapes`` holds a shape
    for every input (-1: unknown), or for some of them by name. ``strict`` refuses whatever would
    have to be assumed. ``constants`` gives new data (arrays or ``.npy`` paths) for constants tied
    to a size, ``output_shapes`` the results of operators without a rule, by tensor name. ``fold``
    turns shape arithmetic whose result is known into constants; left open, that is done for
    RESHAPE targets of a file with unknown sizes that has none left. ``assume`` names heuristics
    that are off otherwise: a refusal says which one would answer it. A request equal to the stored
    shapes gives the same bytes; with ``mend`` recorded shapes that contradict inference are set
    right and reported. ``also`` holds other exports of the same network at other sizes: they
    decide what one file cannot say, such as whether 8 of 16 rows are a half.
    Raises ``ResizeError``, for arguments of a wrong type one that is a ``TypeError`` as well: a
    request that cannot be met changes nothing. Threads may share a ``Model``: one at a time.
    """
    found = model if isinstance(model, Model) else Model.open(model)
    shapes, given = shapes_given(input_shapes), named("constants", constants)
    results = results_given(output_shapes)
    settings = Settings(strict, cut_tables, global_pool, given, results, heuristics(assume))
    others = opened(also)
    with found.lock:
        return answered(found, shapes, settings, fold, others, mend=mend)


@plainly()
def compare(model: Source, other: Source) -> list[str]:
    """Where a model differs from an export of the same network at the same sizes.

    One line for each difference in structure, shapes, attributes or constants (up to rounding).
    """
    (one, _), (two, label) = opened([model, other])
    return differences(one, two, label)


def answered(
    found: Model, shapes: Shapes, settings: Settings,
    fold: bool | None,  # noqa: FBT001  (None: left open)
    also: Sequence[tuple[Model, str]] = (), *, mend: bool,
) -> Result:  # fmt: skip
    """``resize`` of arguments that make sense as such, for a model nobody else works with."""
    if found.file is not None:
        found.file.check()
    found.visits = found.flat.read = 0
    wanted = requested(found, shapes)
    check_twins(found, wanted)
    check_names(found, {**settings.constants, **settings.output_shapes})
    if wanted == found.input_shapes:
        check_used(settings, set())
        return mended(found) if mend else unchanged(found)
    if not also:
        return resized(found, wanted, settings, fold)

    def start(plan: Plan) -> Result:
        return resized(plan.model, plan.wanted, settings, fold, plan.witnesses)

    return first_of(plans(found, also, wanted), start)


@contextmanager
def paused_collector() -> Iterator[None]:
    """Thousands of small objects and no cycles: the collector would walk them over and over."""
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()


@paused_collector()
def resized(
    model: Model, wanted: Sequence[tuple[int, ...]], settings: Settings,
    fold: bool | None,  # noqa: FBT001  (None: left open)
    witnesses: Sequence[Witness] = (),
) -> Result:  # fmt: skip
    """``resize`` of a checked request: by symbols, or by plain numbers where those fall short."""
    for numeric in (False, True):
        try:
            written, report = carried_out(model, wanted, settings, fold, witnesses, numeric=numeric)
        except RefusedError as error:
            raise with_companions(error, companions(model, wanted, settings)) from error
        check_inputs(model, wanted, report)
        output = output_of(model, written)
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
    ledger, shapes = started(model, wanted, witnesses)
    inference = decide(model, shapes, ledger, settings, numeric=numeric)
    if witnesses:
        confirm(model, ledger, settings)
        if ledger.blockers:
            raise refused(ledger.causes(model.subgraphs))
    check_used(settings, ledger.used)
    if changes_rank(model, wanted) and (blockers := unproven(inference)):
        raise refused(blockers)
    rewrite = Planner(model, ledger).plan(inference)
    report = report_of(model, ledger, inference)
    if fold is not False and (fold or made_static(report)):
        report.changes += fold_constants(rewrite, inference, targets_only=not fold)
    return rewrite.written(), report


def output_of(model: Model, written: Written) -> Output:
    """What ``written`` makes of the model's bytes."""
    return Output(model.flat, model.file, written, prove)


def unchanged(model: Model) -> Result:
    """Nothing is asked to change, and nothing does: the same bytes."""
    return Result(output_of(model, Rewrite(model).written()), Report.unchanged(model))


def mended(model: Model) -> Result:
    """Nothing is asked to change: only records that contradict inference are set right."""
    rewrite, report = Rewrite(model), Report.unchanged(model)
    try:
        inference = inferred(model)
    except ResizeError:
        return Result(output_of(model, rewrite.written()), report)
    wrong = stale(inference)
    for graph, tensor, value in computed(inference) if wrong else ():
        rewrite.set_shape(graph.index, tensor.index, *record_of(value))
    if wrong:
        graph, frame = model.subgraphs[0], inference.frames[0]
        values = [inference.value(graph, frame, i) for i in graph.outputs]
        report.outputs_after = [dims_of(value) for value in values]
    report.changes += [record_change(*each) for each in wrong]
    return Result(output_of(model, rewrite.written()), report)


def made_static(report: Report) -> bool:
    """Whether a file with unknown sizes has none left, as a compiler for static shapes wants."""
    before, after = report.inputs_before, [*report.inputs_after, *report.outputs_after]
    return any(-1 in dims for dims in before) and not any(-1 in dims for dims in after)
