"""STRIDED_SLICE: begins and ends that were the first or last row of a moving axis."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TypeAlias

from circle_resizer.generalize.context import Context
from circle_resizer.generalize.cuts import Cut
from circle_resizer.generalize.ops.slicing import part, pick_only_row, start, stop
from circle_resizer.generalize.partial_vectors import change_entries, known_entries
from circle_resizer.generalize.registry import generalizes
from circle_resizer.inference.masks import on
from circle_resizer.schema.options import StridedSliceOptions
from circle_resizer.symbolic.dim import Dim, Sym

Ends: TypeAlias = "tuple[Dim | None, Dim | None]"


@generalizes("STRIDED_SLICE")
def strided_slice(ctx: Context) -> None:
    """Each begin and end of a moving axis that no mask leaves out."""
    shape, opt, strides = ctx.shape(0), ctx.site.opt, ctx.specialised(3)
    if shape is None or strides is None or not isinstance(opt, StridedSliceOptions):
        return
    find = counted_part if opt.offset else bounded_part
    begin, end = (known_entries(ctx, k, len(strides)) for k in (1, 2))
    first, last = list[Dim | None](begin), list[Dim | None](end)
    for entry, axis in sliced_axes(opt, len(strides), len(shape)):
        size, extent = shape[axis], ctx.sizes.stored(shape[axis])
        if isinstance(size, Sym) and extent is not None:
            cut = Cut(entry, axis, size, extent, strides[entry])
            first[entry], last[entry] = find(ctx, opt, cut, begin[entry], end[entry])
    change_entries(ctx, 1, first)
    change_entries(ctx, 2, last)


def bounded_part(
    ctx: Context, opt: StridedSliceOptions, cut: Cut, low: int | None, high: int | None
) -> Ends:  # fmt: skip
    """(begin, end) of one axis; ``None`` for a computed one."""
    cut = replace(cut, from_last=begins_last(opt, cut, low))
    if on(opt.shrink_axis_mask, cut.entry):
        return picked_row(ctx, cut, low), high
    last = None if on(opt.end_mask, cut.entry) else high
    first: Dim | None = low
    if low is not None and not on(opt.begin_mask, cut.entry):
        first = start(ctx, cut, low, is_last=last == cut.extent)
    if last is None:
        return first, high
    from_first = low == 0 or on(opt.begin_mask, cut.entry)
    return first, stop(ctx, cut, last, from_first=from_first)


def begins_last(opt: StridedSliceOptions, cut: Cut, low: int | None) -> bool:
    """Whether a slice that runs backward begins at the last row."""
    if on(opt.begin_mask, cut.entry):
        return True
    return low is not None and (low == -1 or low >= cut.extent - 1)


def picked_row(ctx: Context, cut: Cut, low: int | None) -> Dim | None:
    """The index of a single row, whose axis is dropped."""
    if low is None:
        return None
    if cut.extent == 1:
        pick_only_row(ctx, cut.axis, low, cut.size)
    return start(ctx, cut, low, is_last=True)


def counted_part(
    ctx: Context, opt: StridedSliceOptions, cut: Cut, low: int | None, count: int | None
) -> Ends:  # fmt: skip
    """(begin, end) of one axis with ``offset``: the end counts from the begin, as in SLICE."""
    if on(opt.end_mask, cut.entry):
        return low, count
    if cut.stride != 1 or on(opt.shrink_axis_mask, cut.entry):
        ctx.conflict(
            f"axis {cut.axis} is cut in steps of {cut.stride} and becomes "
            f"{ctx.sizes.wanted(cut.size)}; export the network at that size"
        )
        return low, count
    if on(opt.begin_mask, cut.entry):
        return low, part(ctx, cut, 0, count)[1]
    return part(ctx, cut, low, count)


def sliced_axes(opt: StridedSliceOptions, count: int, rank: int) -> Iterator[tuple[int, int]]:
    """(entry, axis of the operand) of every entry that cuts an axis."""
    axis = 0
    for entry in range(count):
        if on(opt.new_axis_mask, entry):
            continue
        if on(opt.ellipsis_mask, entry):
            later = sum(not on(opt.new_axis_mask, j) for j in range(entry + 1, count))
            axis = rank - later
            continue
        if axis < rank:
            yield entry, axis
        axis += 1
