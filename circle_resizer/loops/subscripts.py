"""Positions at which operators read and write: the indices of GATHER, the begin of SLICE ..."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from circle_resizer.file.model import Operator
from circle_resizer.generalize.ops.strided_slice import sliced_axes
from circle_resizer.inference.engine import Frame
from circle_resizer.inference.masks import on
from circle_resizer.inference.value import Element, Shape, Value
from circle_resizer.schema.options import (
    GatherOptions,
    StablehloDynamicSliceOptions,
    StridedSliceOptions,
)
from circle_resizer.symbolic.dim import Sym


@dataclass(frozen=True, slots=True)
class Subscript:
    """A position on one axis at which an operator reads or writes: an entry of an operand."""

    op: Operator
    operand: int
    entry: int
    axis: int
    index: Element
    reach: int = 0
    """Rows beyond the first."""
    is_open: bool = False
    """All rows from there to the end."""


def accessed(op: Operator, values: Sequence[Value | None], frame: Frame) -> Value | None:
    """The tensor that an operator reads or writes by position."""
    if op.kind == "EMBEDDING_LOOKUP":
        return values[1]
    if op.kind == "SCATTER_ND":
        return frame[op.outputs[0]]
    return values[0] if values else None


def subscripts(op: Operator, values: Sequence[Value | None], rank: int) -> Iterator[Subscript]:
    """The positions at which an operator accesses what ``accessed`` answers, of that rank."""
    find = FINDERS.get(op.kind)
    return iter(()) if find is None else find(op, values, rank)


def gathered(op: Operator, values: Sequence[Value | None], rank: int) -> Iterator[Subscript]:
    """GATHER: rows of one axis."""
    axis = op.options(GatherOptions).axis % max(rank, 1)
    return rows(op, 1, values, lambda _: axis)


def embedded(op: Operator, values: Sequence[Value | None], _: int) -> Iterator[Subscript]:
    """EMBEDDING_LOOKUP: rows of the first axis."""
    return rows(op, 0, values, lambda _: 0)


def coordinates(op: Operator, values: Sequence[Value | None], rank: int) -> Iterator[Subscript]:
    """GATHER_ND and SCATTER_ND: an index for each of the first axes."""
    operand = 1 if op.kind == "GATHER_ND" else 0
    indices = values[operand]
    depth = indices.shape[-1] if indices is not None and indices.shape else None
    if isinstance(depth, int) and 0 < depth <= rank:
        yield from rows(op, operand, values, lambda entry: entry % depth)


def rows(
    op: Operator, operand: int, values: Sequence[Value | None], axis_of: Callable[[int], int]
) -> Iterator[Subscript]:
    """Single rows picked by an operand's entries."""
    value = values[operand]
    for entry, element in enumerate((value.elements if value is not None else None) or ()):
        yield Subscript(op, operand, entry, axis_of(entry), element)


def part(op: Operator, values: Sequence[Value | None], _: int) -> Iterator[Subscript]:
    """SLICE: from a row on, as many as it says, or all."""
    begin, size = (entries(values, k) for k in (1, 2))
    for axis, (first, count) in enumerate(zip(begin, size, strict=False)):
        if count == -1:
            yield Subscript(op, 1, axis, axis, first, is_open=True)
        elif isinstance(count, int):
            yield Subscript(op, 1, axis, axis, first, count - 1)
        elif isinstance(first, (int, Sym)) and isinstance(count, Sym):
            yield Subscript(op, 2, axis, axis, first + count - 1)


def strided(op: Operator, values: Sequence[Value | None], rank: int) -> Iterator[Subscript]:
    """STRIDED_SLICE: a begin and an end, each of which may be left out."""
    opt = op.options(StridedSliceOptions)
    begin, end = (entries(values, k) for k in (1, 2))
    for entry, axis in sliced_axes(opt, min(len(begin), len(end)), rank):
        first = 0 if on(opt.begin_mask, entry) else begin[entry]
        last = end[entry]
        gap = last - first if isinstance(first, (int, Sym)) and isinstance(last, (int, Sym)) else 1
        if on(opt.shrink_axis_mask, entry):
            yield Subscript(op, 1, entry, axis, begin[entry])
        elif on(opt.end_mask, entry):
            yield Subscript(op, 1, entry, axis, first, is_open=True)
        elif isinstance(gap, int):
            yield Subscript(op, 1, entry, axis, first, gap - 1)
        else:
            yield Subscript(op, 1, entry, axis, first)
            yield Subscript(op, 2, entry, axis, last - 1)


def written(op: Operator, values: Sequence[Value | None], _: int) -> Iterator[Subscript]:
    """DYNAMIC_UPDATE_SLICE: as many rows as the update has."""
    update = values[1]
    for axis, first in enumerate(entries(values, 2)):
        count = update.shape[axis] if update is not None and update.shape else 1
        yield Subscript(op, 2, axis, axis, first, count - 1 if isinstance(count, int) else 0)


def dynamic(op: Operator, values: Sequence[Value | None], rank: int) -> Iterator[Subscript]:
    """STABLEHLO_DYNAMIC_SLICE and its UPDATE: a scalar start for each axis."""
    reads = op.kind == "STABLEHLO_DYNAMIC_SLICE"
    update = None if reads else values[1]
    counts: Shape = op.options(StablehloDynamicSliceOptions).slice_sizes if reads else ()
    counts = (update.shape or ()) if update is not None else counts
    for axis in range(min(rank, len(counts))):
        operand = axis + (1 if reads else 2)
        count = counts[axis]
        for first in entries(values, operand)[:1]:
            reach = count - 1 if isinstance(count, int) else 0
            yield Subscript(op, operand, 0, axis, first, reach)


def entries(values: Sequence[Value | None], operand: int) -> tuple[Element, ...]:
    """The elements of an operand, as far as they are known."""
    value = values[operand] if operand < len(values) else None
    return (value.elements if value is not None else None) or ()


FINDERS: dict[str, Callable[[Operator, Sequence[Value | None], int], Iterator[Subscript]]] = {
    "DYNAMIC_UPDATE_SLICE": written,
    "EMBEDDING_LOOKUP": embedded,
    "GATHER": gathered,
    "GATHER_ND": coordinates,
    "SCATTER_ND": coordinates,
    "SLICE": part,
    "STABLEHLO_DYNAMIC_SLICE": dynamic,
    "STABLEHLO_DYNAMIC_UPDATE_SLICE": dynamic,
    "STRIDED_SLICE": strided,
}
