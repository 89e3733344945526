"""The one use case: a model and new input shapes make a new model and a report."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import TypeAlias

from circle_resizer.edits import exports
from circle_resizer.edits.account import made_static, report_of, together
from circle_resizer.edits.check_result import check_inputs, check_names, check_twins, check_used
from circle_resizer.edits.entries import Decided, check_others, joined
from circle_resizer.edits.fold_shapes import fold as fold_constants
from circle_resizer.edits.mend import set_right
from circle_resizer.edits.plan import planned
from circle_resizer.edits.report import Report
from circle_resizer.edits.result import Result
from circle_resizer.error_boundary import plainly
from circle_resizer.errors import InputError, RefusedError, ResizeError, refused
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
from circle_resizer.inference.verify import inferred, prove
from circle_resizer.request.arguments import heuristics, named, results_given
from circle_resizer.session.asking import (
    Part,
    Request,
    loose_tensors,
    parts_of,
    requests_given,
    with_followers,
)
from circle_resizer.session.running import Source, asked_signature, one_run, opened
from circle_resizer.witnesses.base import Labelled, Plan, plans
from circle_resizer.witnesses.compare import differences
from circle_resizer.witnesses.witness import Witness

Shape: TypeAlias = "Sequence[int | str | None]"
Shapes: TypeAlias = "Sequence[Shape] | Mapping[str, Shape]"


@plainly()
def resize(
    model: Source,
    input_shapes: Shapes | Sequence[Shapes | None] | None = None,
    *,
    signature: str | Sequence[str] | None = None,
    batch: int | None = None,
    dims: Mapping[str, int] | None = None,
    strict: bool = False, cut_tables: bool = False, global_pool: bool = False,
    constants: Mapping[str, object] | None = None,
    output_shapes: Mapping[str, Sequence[int]] | None = None,
    assume: Collection[str] = (),
    also: Sequence[exports.Source] = (),
    fold: bool | None = None,
    mend: bool = True,
) -> Result:  # fmt: skip
    """Give a model new input shapes and make everything else follow.

    ``model`` is bytes, a path or, for many targets, what ``open`` answers. ``input_shapes`` has a
    shape for every input, or for some by name; -1: unknown, ``None``: as it is, or a name of
    ``dims``, which also takes names of ``open(model).axes``. ``batch``: rows of every input.
    ``signature`` names the graph, else the first; a list of keys takes a list of input shapes.
    ``strict`` refuses assumptions; ``constants`` (arrays, ``.npy`` paths), ``output_shapes``,
    ``cut_tables``, ``global_pool``, ``assume``, ``also`` (exports at other sizes) and ``fold``:
    docs/python.md.
    Stored shapes change no byte, but ``mend`` corrects wrong records. Raises ``ResizeError``.
    """
    found = opened(model)
    asked = requests_given(asked_signature(model, signature), input_shapes, batch, dims)
    given, results = named("constants", constants), results_given(output_shapes)
    settings = Settings(strict, cut_tables, global_pool, given, results, heuristics(assume))
    with one_run(found):
        return answered(found, asked, settings, fold, exports.opened(also), mend=mend)


@plainly()
def compare(model: exports.Source, other: exports.Source) -> list[str]:
    """List the differences between a model and an export of its network at its sizes.

    One line for each difference in structure, shapes, attributes or constants (up to rounding).
    """
    (one, _), (two, label) = exports.opened([model, other])
    return differences(one, two, label)


def answered(
    found: Model, asked: tuple[list[str] | None, list[Request]], settings: Settings,
    fold: bool | None,  # noqa: FBT001  (None: left open)
    also: Sequence[Labelled], *, mend: bool,
) -> Result:  # fmt: skip
    """``resize`` of arguments that make sense as such, for a model nobody else works with."""
    check_names(found, {**settings.constants, **settings.output_shapes})
    parts = parts_of(found, *asked, settings)
    if also and any(part.entry for part in parts):
        raise InputError("other exports decide about the first graph of a file alone")
    same = []
    for part in parts:
        found.entry = part.entry
        check_twins(found, part.shapes)
        same.append(part.shapes == found.input_shapes)
    if all(same):
        check_used(settings, set())
        return unchanged(found, parts, mend=mend)
    return resized(found, parts, settings, fold, also)


def resized(
    model: Model, parts: Sequence[Part], settings: Settings,
    fold: bool | None,  # noqa: FBT001  (None: left open)
    also: Sequence[Labelled],
) -> Result:  # fmt: skip
    """``resize`` of a checked request; inputs that were not mentioned may have to follow."""
    notes = [
        f"input '{tensor.name}' stays: {shown(tensor.dims)}"
        for part in parts
        if not part.wanted.axes
        for tensor in loose_tensors(model, part)
    ]
    try:
        return best(model, parts, settings, fold, also).noting(notes)
    except RefusedError as error:
        parts, notes = followed(model, parts, settings, error)
    return best(model, parts, settings, fold, also).noting(notes)


def best(
    model: Model, parts: Sequence[Part], settings: Settings,
    fold: bool | None,  # noqa: FBT001  (None: left open)
    also: Sequence[Labelled],
) -> Result:  # fmt: skip
    """A result for these shapes, from the export that is best to start from."""
    if not also:
        return made(model, parts, settings, fold)

    def start(plan: Plan) -> Result:
        part = replace(parts[0], shapes=list(plan.wanted))
        return made(plan.model, [part], settings, fold, plan.witnesses)

    return exports.first_of(plans(model, also, parts[0].shapes), start)


def followed(
    model: Model, parts: Sequence[Part], settings: Settings, error: RefusedError
) -> tuple[list[Part], list[str]]:
    """Parts in which inputs that nothing was asked of follow; the error where that is no help."""
    new, notes = list(parts), list[str]()
    for k, part in enumerate(parts):
        model.entry = part.entry
        others = companions(model, part.wanted.base, settings)
        if not others.keys() <= {tensor.name for tensor in loose_tensors(model, part)}:
            raise with_companions(error, others) from error
        if others:
            new[k], more = with_followers(model, part, others)
            notes += more
    if not notes:
        raise error
    return new, notes


def made(
    model: Model, parts: Sequence[Part], settings: Settings,
    fold: bool | None,  # noqa: FBT001  (None: left open)
    witnesses: Sequence[Witness] = (),
) -> Result:  # fmt: skip
    """A result for these shapes: by symbols, or by plain numbers where those fall short."""
    for numeric in (False, True):
        decided = [decided_for(model, p, settings, witnesses, numeric=numeric) for p in parts]
        check_used(settings, {name for each in decided for name in each.store.used})
        new, report = carried_out(model, parts, decided, fold, strict=settings.strict)
        output = output_of(model, new, parts)
        model.forget()
        if numeric or output.proves_in_place():
            break
    return Result(output, report)


def decided_for(
    model: Model, part: Part, settings: Settings, witnesses: Sequence[Witness] = (),
    *, numeric: bool,
) -> Decided:  # fmt: skip
    """What one graph becomes; ``numeric`` checks every rule with plain numbers beforehand."""
    model.entry = part.entry
    store, shapes = started(model, part.shapes, witnesses)
    inference = decide(model, shapes, store, settings, numeric=numeric)
    if witnesses:
        confirm(model, store, settings)
        if store.conflicts:
            raise refused(store.causes(model.subgraphs))
    if changes_rank(model, part.shapes) and (conflicts := unproven(inference)):
        raise refused(conflicts)
    return Decided(part.entry, part.key, store, inference)


def with_companions(error: RefusedError, others: Mapping[str, tuple[int, ...]]) -> RefusedError:
    """A refusal that says what to ask for instead, if other inputs are all that is missing."""
    if not others:
        return error
    shapes = " and ".join(f"'{name}' {shown(shape)}" for name, shape in others.items())
    return RefusedError(f"{error}\ninputs have to move together: ask for {shapes} as well")


def carried_out(
    model: Model, parts: Sequence[Part], decided: Sequence[Decided],
    fold: bool | None,  # noqa: FBT001  (None: left open)
    *, strict: bool,
) -> tuple[Written, Report]:  # fmt: skip
    """Report, and plan what the report says; ``strict`` refuses before anything large is made."""
    whole = joined(model, decided)
    notes = check_others(model, decided, whole)
    reports = []
    for part, each in zip(parts, decided, strict=True):
        model.entry = part.entry
        reports.append(report_of(model, each.store, each.inference))
        check_inputs(model.main, part.shapes, reports[-1])
    report = together(reports)
    report.notes += notes
    if strict and report.assumptions:
        raise refused([f"strict: {line}" for line in report.assumptions])
    rewrite = planned(model, [each.store for each in decided], whole)
    if fold is not False and (fold or made_static(report)):
        report.changes += fold_constants(rewrite, whole, targets_only=not fold)
    return written(rewrite), report


def output_of(model: Model, new: Written, parts: Sequence[Part]) -> Output:
    """The output that writes the model's bytes with all changes."""
    entries = [part.entry for part in parts]
    return Output(model.flat, model.file, new, partial(prove, entries=entries))


def unchanged(model: Model, parts: Sequence[Part], *, mend: bool) -> Result:
    """Nothing is asked to change: at most records that contradict inference are set right."""
    rewrite, reports = Rewrite(model), []
    for part in parts:
        model.entry = part.entry
        reports.append(Report.unchanged(model))
        with suppress(ResizeError):
            if mend:
                set_right(rewrite, inferred(model), reports[-1])
    return Result(output_of(model, written(rewrite), parts), together(reports))
