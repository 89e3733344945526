"""The one use case: a model and new input shapes make a new model and a report."""

from __future__ import annotations

import gc
import os
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import TypeAlias

from circle_resizer.arguments import asked_for, heuristics, named, results_given
from circle_resizer.edits.check_result import check_inputs, check_names, check_used
from circle_resizer.edits.entries import Decided, check_others, joined
from circle_resizer.edits.fold_shapes import fold as fold_constants
from circle_resizer.edits.plan import planned
from circle_resizer.edits.report import Report, dims_of, record_change, report_of, together
from circle_resizer.edits.requests import is_stored, requests_of
from circle_resizer.error_boundary import plainly
from circle_resizer.errors import ArgumentError, RefusedError, ResizeError, refused
from circle_resizer.file.flatbuffer_bytes import Bytes
from circle_resizer.file.model import Model
from circle_resizer.file.rewrite import Rewrite, Written
from circle_resizer.file.save import Output
from circle_resizer.generalize.context import Settings
from circle_resizer.generalize.linked_inputs import companions
from circle_resizer.generalize.rank_change import changes_rank, unproven
from circle_resizer.generalize.search import decide
from circle_resizer.generalize.store import Ledger
from circle_resizer.inference.engine import Inference
from circle_resizer.inference.request import Request, symbolic_inputs
from circle_resizer.inference.value import shown
from circle_resizer.inference.verify import computed, inferred, prove, record_of, stale
from circle_resizer.symbolic.bindings import Sizes

Source: TypeAlias = "Bytes | str | os.PathLike[str] | Model"
Asked: TypeAlias = "Sequence[Sequence[int]] | Mapping[str, Sequence[int]]"
"""A shape for every input of a graph, or for some by name."""


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
    input_shapes: Asked | Sequence[Asked],
    *,
    signature: str | Sequence[str] | None = None,
    strict: bool = False,
    constants: Mapping[str, object] | None = None,
    output_shapes: Mapping[str, Sequence[int]] | None = None,
    cut_tables: bool = False,
    global_pool: bool = False,
    assume: Collection[str] = (),
    fold: bool | None = None,
) -> Result:
    """Give a model new input shapes and make everything else follow.

    ``model`` is the bytes of a circle or tflite file, or its path; ``input_shapes`` holds a shape
    for every input (-1: unknown), or for some of them by name. ``signature`` names the graph to
    resize, else it is the first; with a list of keys ``input_shapes`` is a list as long.
    ``strict`` refuses whatever would have to be assumed. ``constants`` gives new data (arrays or
    ``.npy`` paths) for constants tied to a size, ``output_shapes`` the results of operators
    without a rule, by tensor name. ``fold`` turns shape arithmetic whose result is known into
    constants; left open, that is done for RESHAPE targets of a file with unknown sizes that has
    none left. ``assume`` names heuristics that are off otherwise: a refusal says which one would
    answer it.
    Raises ``ResizeError``, for arguments of a wrong type one that is a ``TypeError`` as well: a
    request that cannot be met changes nothing. Threads may share a ``Model``: one at a time.
    """
    found = model if isinstance(model, Model) else Model.open(model)
    keys, shapes = asked_for(signature, input_shapes)
    settings = Settings(
        strict, cut_tables, global_pool, named("constants", constants),
        results_given(output_shapes), heuristics(assume),
    )  # fmt: skip
    with found.lock:
        try:
            return answered(found, requests_of(found, keys, shapes), settings, fold)
        finally:
            found.entry = 0


def answered(
    found: Model, requests: Sequence[Request], settings: Settings,
    fold: bool | None,  # noqa: FBT001  (None: left open)
) -> Result:  # fmt: skip
    """``resize`` of requests that fit the model, which nobody else works with."""
    check_names(found, {**settings.constants, **settings.output_shapes})
    if all(map(partial(is_stored, found), requests)):
        check_used(settings, set())
        return refreshed(found, requests)
    return resized(found, requests, settings, fold)


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
    model: Model, requests: Sequence[Request], settings: Settings,
    fold: bool | None,  # noqa: FBT001  (None: left open)
) -> Result:  # fmt: skip
    """``resize`` of checked requests: by symbols, or by plain numbers where those fall short."""
    for numeric in (False, True):
        decided = [decided_for(model, each, settings, numeric=numeric) for each in requests]
        check_used(settings, {name for each in decided for name in each.ledger.used})
        written, report = carried_out(model, decided, fold)
        output = output_of(model, written, requests)
        model.forget()
        if numeric or output.proves_in_place():
            break
    if settings.strict and report.assumptions:
        raise refused([f"strict: {line}" for line in report.assumptions])
    return Result(output, report)


def decided_for(model: Model, request: Request, settings: Settings, *, numeric: bool) -> Decided:
    """What one request makes; ``numeric`` checks every rule with plain numbers beforehand."""
    model.entry = request.entry
    ledger = Ledger(Sizes())
    try:
        shapes = symbolic_inputs(model, request.wanted, ledger.sizes)
        inference = decide(model, lambda: shapes, ledger, settings, numeric=numeric)
        if changes_rank(model, request.wanted) and (blockers := unproven(inference)):
            raise refused(blockers)
    except RefusedError as error:
        raise with_companions(error, companions(model, request.wanted, settings)) from error
    return Decided(request, ledger, inference)


def with_companions(error: RefusedError, others: Mapping[str, tuple[int, ...]]) -> RefusedError:
    """A refusal that says what to ask for instead, if other inputs are all that is missing."""
    if not others:
        return error
    shapes = " and ".join(f"'{name}' {shown(shape)}" for name, shape in others.items())
    return RefusedError(f"{error}\ninputs have to move together: ask for {shapes} as well")


def carried_out(
    model: Model,
    decided: Sequence[Decided],
    fold: bool | None,  # noqa: FBT001  (None: left open)
) -> tuple[Written, Report]:
    """Plan and report."""
    whole = joined(model, decided)
    notes = check_others(model, decided, whole)
    rewrite = planned(model, [each.ledger for each in decided], whole)
    reports = [report_of(model, each.ledger, each.inference) for each in decided]
    for each, report in zip(decided, reports, strict=True):
        check_inputs(model.subgraphs[each.request.entry], each.request.wanted, report)
    report = together(reports)
    report.notes += notes
    if fold is not False and (fold or made_static(report)):
        report.changes += fold_constants(rewrite, whole, targets_only=not fold)
    return rewrite.written(), report


def output_of(model: Model, written: Written, requests: Sequence[Request]) -> Output:
    """What ``written`` makes of the model's bytes."""
    entries = [request.entry for request in requests]
    return Output(model.flat, model.file, written, partial(prove, entries=entries))


def refreshed(model: Model, requests: Sequence[Request]) -> Result:
    """Nothing is asked to change: only records that contradict inference are set right."""
    rewrite, reports = Rewrite(model), []
    for request in requests:
        model.entry = request.entry
        reports.append(Report.unchanged(model))
        with suppress(ResizeError):
            set_right(rewrite, inferred(model), reports[-1])
    return Result(output_of(model, rewrite.written(), requests), together(reports))


def set_right(rewrite: Rewrite, inference: Inference, report: Report) -> None:
    """Make the records of one graph what inference says, if one contradicts it."""
    wrong = stale(inference)
    for graph, tensor, value in computed(inference) if wrong else ():
        rewrite.set_shape(graph.index, tensor.index, *record_of(value))
    if wrong:
        graph, frame = inference.model.main, inference.frames[inference.entry]
        values = [inference.value(graph, frame, i) for i in graph.outputs]
        report.outputs_after = [dims_of(value) for value in values]
    report.changes += [record_change(*each) for each in wrong]


def made_static(report: Report) -> bool:
    """Whether a file with unknown sizes has none left, as a compiler for static shapes wants."""
    before, after = report.inputs_before, [*report.inputs_after, *report.outputs_after]
    return any(-1 in dims for dims in before) and not any(-1 in dims for dims in after)
