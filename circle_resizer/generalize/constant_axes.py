"""Data tied to a size: a constant whose axis meets a size that changes (design §5)."""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from typing import TypeAlias

from circle_resizer.file.model import Tensor
from circle_resizer.generalize import second_tables
from circle_resizer.generalize.batch_rows import row_of_each
from circle_resizer.generalize.context import Job
from circle_resizer.generalize.joined_sizes import pieces_of
from circle_resizer.inference.graph_paths import Paths
from circle_resizer.inference.stored_values import WHOLE
from circle_resizer.inference.value import Value
from circle_resizer.refusals import wording
from circle_resizer.symbolic.dim import Dim, atoms_of, factors_of
from circle_resizer.tables.constant import given_array, given_data
from circle_resizer.tables.constant_results import constant_results
from circle_resizer.tables.fit import Extension, extension
from circle_resizer.tables.grown_results import Tables

Pairs: TypeAlias = "list[tuple[int, int]]"
INDEX_WAY = {
    "CONCATENATION", "PACK", "RESHAPE", "CAST", "EXPAND_DIMS", "SQUEEZE", "ADD", "MUL",
    "TRANSPOSE", "BROADCAST_TO", "TILE",
}  # fmt: skip
"""Operators by which indices are put together."""


def tie(job: Job, operand: int, axis: int, size: Dim) -> None:
    """A constant's axis has to become ``size``; ``settle_ties`` decides about all axes at once."""
    job.pending.setdefault(operand, {})[axis] = size
    job.replace_shape(operand, axis, size)
    value = job.operands[operand]
    if value is not None:
        job.operands[operand] = replace(value, constant=True)


def is_computed(job: Job, operand: int) -> bool:
    """Whether operators make an operand of constants alone."""
    index = job.site.op.inputs[operand]
    return index in constant_results(job.engine.model, job.site.graph)


def settle_ties(job: Job) -> None:
    """Rebuild the tied constants of this operator, or say why their data cannot follow."""
    for operand, tied in job.pending.items():
        tensor = job.site.graph.tensors[job.site.op.inputs[operand]]
        shape = tensor.shape or ()
        extents = {**literal_axes(job, operand), **tied}
        pairs = {a: factor_sizes(job, d, shape[a]) for a, d in extents.items()}
        found = second_tables.decided(job, operand, extents, pairs)
        found = found or grown(job, tensor, extents, pairs)
        if found is None or counts_rows(job, tensor, pairs):
            found = row_of_each(job, operand, extents, tables(job).array(tensor.index))
        if found is None:
            of_map = is_map(job, extents, pairs)
            way = way_out(job, extents, shape, of_map=of_map)
            job.blocked(refusal(tensor.name, shape, extents, job) + way)
            continue
        job.regrow(operand, extents, found)


def grown(
    job: Job, tensor: Tensor, extents: Mapping[int, Dim], pairs: Mapping[int, Pairs | None]
) -> Extension | None:
    """A constant with other extents; one whose size is not decided keeps its own if it has to."""
    factors = {axis: found for axis, found in pairs.items() if found is not None}
    if len(factors) == len(pairs):
        parts = [(a, pieces) for a, d in extents.items() if (pieces := joined_from(job, d))]
        cut = job.settings.cut_tables and not is_map(job, extents, pairs)
        return tables(job).extended(tensor.index, factors, cut=cut, parts=parts)
    if is_specific(job, tensor.index, extents):
        for axis, size in extents.items():
            job.store.equations.pin(size, (tensor.shape or ())[axis])
    return None


def joined_from(job: Job, size: Dim) -> list[Pairs]:
    """(old, new) of the factors of each size that a size is the sum of, in order of the data."""
    sizes = pieces_of(job, size)
    pairs = [factor_sizes(job, d, job.sizes.stored(d) or 0) for d in sizes]
    found = [p for p in pairs if p is not None]
    return found if len(sizes) > 1 and len(found) == len(sizes) else []


def literal_axes(job: Job, operand: int) -> dict[int, Dim]:
    """Axes of a computed operand that follow a size already, as literals of an operator do."""
    value = job.operand(operand)
    shape = value.shape if value is not None else None
    return {axis: size for axis, size in enumerate(shape or ()) if job.sizes.changes(size)}


def tables(job: Job) -> Tables:
    """The constants of the graph at hand."""
    sizes = job.sizes.moving_numbers()
    graph, given = job.site.graph, job.settings.constants
    return Tables(job.engine.model, graph, given, sizes, job.store.used)


def counts_rows(job: Job, tensor: Tensor, pairs: Mapping[int, Pairs | None]) -> bool:
    """Whether whole numbers of a single row pick rows later: [0] may have begun to count."""
    if tensor.type not in WHOLE or tensor.name in job.settings.constants:
        return False
    begins = any(old == 1 != new for found in pairs.values() for old, new in found or ())
    return begins and picks_rows(job)


def picks_rows(job: Job) -> bool:
    """Whether an operator's result becomes the indices of a GATHER, GATHER_ND or SCATTER_ND."""
    paths = Paths(job.site.graph)
    for op in paths.reached(job.site.op, INDEX_WAY, forward=True):
        if op.kind in {"GATHER_ND", "GATHER"} and paths.is_fed(op.inputs[0]):
            return True
        if op.kind == "SCATTER_ND":
            return True
    return False


def given(job: Job, operand: int) -> bool:
    """Take the user's data for a constant, of whatever extents, if there are any."""
    value, index = job.operand(operand), job.site.op.inputs[operand]
    tensor, array = job.site.graph.tensors[index], tables(job).array(index)
    source = job.settings.constants.get(tensor.name)
    if source is None or value is None or array is None:
        return False
    new = given_array(tensor.name, source, (None,) * array.ndim, array.dtype)
    job.store.used.add(tensor.name)
    job.regrow(operand, dict(enumerate(new.shape)), given_data(new))
    job.operands[operand] = Value(value.name, new.shape, None, value.type, constant=True)
    return True


def is_specific(job: Job, index: int, axes: Collection[int]) -> bool:
    """Whether no rule in the data says how they would go on."""
    array = tables(job).array(index)
    return array is None or extension(array, {a: array.shape[a] + 1 for a in axes}) is None


def factor_sizes(job: Job, size: Dim, stored: int) -> Pairs | None:
    """(old, new) of the factors an axis was merged from; of itself where they do not tell."""
    new = job.sizes.wanted_int(size)
    if new is None:
        return None
    pairs = [(job.sizes.stored(f), job.sizes.wanted_int(f)) for f in factors_of(size)]
    found = [(a, b) for a, b in pairs if a is not None and b is not None]
    exact = math.prod(a for a, _ in found) == stored and math.prod(b for _, b in found) == new
    return found if exact and len(found) == len(pairs) else [(stored, new)]


def refusal(name: str, shape: tuple[int, ...], extents: dict[int, Dim], job: Job) -> str:
    """Tensor, axis, old and new extent, and what to give instead."""
    changes = [f"axis {a} {shape[a]} -> {job.sizes.wanted(d)}" for a, d in extents.items()]
    return (
        f"the data of constant '{name}' is tied to the stored size ({', '.join(changes)}) and no "
        f"rule in it says how to go on; give new data with {wording.constant(name)}"
    )


def way_out(job: Job, extents: Mapping[int, Dim], shape: Sequence[int], *, of_map: bool) -> str:
    """What else helps a table that gets shorter."""
    wanted = {axis: job.sizes.wanted_int(size) for axis, size in extents.items()}
    if any(new is None or new >= shape[axis] for axis, new in wanted.items()):
        return ""
    if of_map:
        return f" ({wording.flag('cut_tables')} cannot know whether the first rows or the centre)"
    return f" or cut it with {wording.flag('cut_tables')}"


def is_map(job: Job, extents: Mapping[int, Dim], pairs: Mapping[int, Pairs | None]) -> bool:
    """Whether a table has a row for each place of a map: learned ones are cut at their centre."""
    names = [atoms_of(size) for size in extents.values() if job.sizes.changes(size)]
    merged = any(sum(old > 1 for old, _ in found) > 1 for found in pairs.values() if found)
    return merged or len(set().union(*names)) > 1
