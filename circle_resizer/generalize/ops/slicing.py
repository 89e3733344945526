"""SLICE and DYNAMIC_UPDATE_SLICE: ends and sizes that were the extent of a resized axis."""

from __future__ import annotations

from circle_resizer.generalize.context import Context
from circle_resizer.generalize.cuts import CUT, Cut, inside
from circle_resizer.generalize.operand_axes import is_fixed
from circle_resizer.generalize.ops.broadcast import settle
from circle_resizer.generalize.partial_vectors import change_entries, known_entries
from circle_resizer.generalize.registry import generalizes
from circle_resizer.inference.value import Shape
from circle_resizer.schema.options import StridedSliceOptions
from circle_resizer.symbolic.dim import Dim, Sym, factors_of

WHOLE = "a slice of all rows stays one"
LAST = "last row stays last"
CROP = "the padding of a transposed convolution is cut off at both ends"


def pick_only_row(ctx: Context, axis: int, index: int, size: Dim) -> None:
    """The one row of an axis was picked; it will have more."""
    if not ctx.sizes.changes(size):
        return
    if index == -1:
        ctx.prefer_other(LAST)
        return
    ctx.conflict(
        f"row {index} is picked from axis {axis}, the only one there was; the axis becomes "
        f"{ctx.sizes.wanted(size)}, and the others would be lost"
    )


def refuse_only_row(ctx: Context, shape: Shape) -> None:
    """Block a constant coordinate beside computed ones, ``(0, i)``, on an axis that was 1."""
    indices = ctx.operand(1)
    elements = (indices.elements if indices is not None else None) or ()
    depth = indices.shape[-1] if indices is not None and indices.shape else 0
    for entry, row in enumerate(elements):
        axis = entry % depth if isinstance(depth, int) else 0
        if isinstance(row, int) and ctx.sizes.stored(shape[axis]) == 1:
            pick_only_row(ctx, axis, row, shape[axis])


def start(ctx: Context, cut: Cut, low: int, *, is_last: bool) -> Dim:
    """A begin, or the index of a row that is picked; ``is_last``: nothing lies behind that row."""
    if cut.stride < 0:
        return start_backward(ctx, cut, low)
    if low == -cut.extent:  # the first row counted from the end, or so many rows from the end
        return inside(ctx, 1, cut, low)
    if low <= 0 or low < cut.stride or low > cut.extent:
        return low
    if is_last and low == cut.extent - 1:
        candidates: list[Dim] = [cut.size - 1, low] if cut.extent > 2 else []
        return ctx.free(1, cut.entry, low, candidates, LAST)
    return inside(ctx, 1, cut, low)


def start_backward(ctx: Context, cut: Cut, low: int) -> Dim:
    """The begin of a slice with a negative stride: its last row stays the last."""
    if low == cut.extent - 1:
        return ctx.free(1, cut.entry, low, [cut.size - 1], LAST)
    return low if low >= cut.extent or -cut.extent < low < 0 else inside(ctx, 1, cut, low)


def stop(ctx: Context, cut: Cut, high: int, *, from_first: bool) -> Dim:
    """An end: the extent of the axis stays that, a cut inside stays where it is.

    Example: of [2,1,3], a slice to row 1 took all rows, or the first or last one of the only row.
    """
    if cut.stride < 0:
        return stop_backward(ctx, cut, high)
    if high == cut.extent:
        may_be_row = high == 1 and cut.axis and ctx.sizes.changes(cut.size) and cuts_nothing(ctx)
        if may_be_row:
            return ctx.free(2, cut.entry, high, [], CUT)
        return whole_end(ctx, cut) if from_first else cut.size
    if high > cut.extent or high <= 0:
        return high
    return inside(ctx, 2, cut, high)


def whole_end(ctx: Context, cut: Cut) -> Dim:
    """The end of a slice that took all rows: the extent, or a number that is equal to it.

    ``x[:, :16]`` of 16 rows takes all of them, and of 24 it may mean the first 16. Where the
    operator cuts another axis it has to name an end of this one too, which is its extent. Nor is
    there a choice where a batch of 1 is all that changes: it is no number of rows.
    """
    units = any(ctx.sizes.stored(f) == 1 for f in factors_of(cut.size) if isinstance(f, Sym))
    if units or not ctx.sizes.moves(cut.size) or not (cuts_nothing(ctx) or masked(ctx)):
        return cut.size
    return ctx.free(2, cut.entry, cut.extent, [cut.size, cut.extent], WHOLE)


def masked(ctx: Context) -> bool:
    """Whether a mask, or a size of -1, leaves out the ends of other axes: one named was meant."""
    opt = ctx.site.opt
    if isinstance(opt, StridedSliceOptions):
        return bool(opt.end_mask)
    return ctx.site.kind == "SLICE" and -1 in (ctx.specialised(2) or ())


def stop_backward(ctx: Context, cut: Cut, high: int) -> Dim:
    """The end of a slice with a negative stride: one before the first row stays that."""
    if high == -cut.extent - 1 and (cut.from_last or not ctx.is_bare):
        return -1 * cut.size - 1
    return high if high == 0 or (high < 0 and high != -cut.extent) else inside(ctx, 2, cut, high)


def cuts_nothing(ctx: Context) -> bool:
    """Whether the operator leaves the stored shape as it is."""
    before, after = ctx.original(ctx.site.op.inputs[0]), ctx.original(ctx.site.op.outputs[0])
    return before is not None and after is not None and before.shape == after.shape


def crops(ctx: Context, axis: int, low: int, high: int) -> bool:
    """Whether as many rows are cut off at both ends of what a transposed convolution made."""
    graph = ctx.site.graph
    op = graph.producers.get(ctx.site.op.inputs[0])
    if op is None or op.kind != "TRANSPOSE_CONV" or axis not in {1, 2}:
        return False
    kernel = graph.tensors[op.inputs[1]].shape or ()
    return 0 < low == high and len(kernel) > axis and low < kernel[axis]


@generalizes("SLICE")
def slice_(ctx: Context) -> None:
    """A size that reached the end still does."""
    shape = ctx.shape(0)
    if shape is None:
        return
    begin, size = (known_entries(ctx, k, len(shape)) for k in (1, 2))
    first, sizes = list[Dim | None](begin), list[Dim | None](size)
    for axis, extent in enumerate(shape):
        stored = ctx.sizes.stored(extent)
        if isinstance(extent, Sym) and stored is not None:
            cut = Cut(axis, axis, extent, stored)
            first[axis], sizes[axis] = part(ctx, cut, begin[axis], size[axis])
    change_entries(ctx, 1, first)
    change_entries(ctx, 2, sizes)


def part(
    ctx: Context, cut: Cut, low: int | None, count: int | None
) -> tuple[Dim | None, Dim | None]:
    """(begin, size) of a slice of one axis; ``None`` for a computed one."""
    if low is None:
        return None, window(ctx, cut, count)
    if count is not None and crops(ctx, cut.axis, low, cut.extent - low - count):
        end = ctx.free(2, cut.entry, low + count, [cut.size - low], CROP)
        return low, end - low
    first = start(ctx, cut, low, is_last=count is not None and low + count == cut.extent)
    if count is None or count == -1:
        return first, count
    return first, stop(ctx, cut, low + count, from_first=low == 0) - first


def window(ctx: Context, cut: Cut, count: int | None) -> Dim | None:
    """How many rows are read from a computed position on.

    As many as there were leave no position but 0: all rows are read, as they go on to be. Of one
    row among one, either all of them or a single one was meant.
    """
    if count != cut.extent:
        return count
    candidates: list[Dim] = [cut.size, count] if count > 1 else []
    return ctx.free(2, cut.entry, count, candidates, WHOLE if candidates else CUT)


@generalizes("DYNAMIC_UPDATE_SLICE", "STABLEHLO_DYNAMIC_UPDATE_SLICE")
def dynamic_update_slice(ctx: Context) -> None:
    """An update goes on to be written over every batch, and a constant over every row it was.

    A prompt that was as long as its cache may have another length than that.
    """
    x, update = ctx.shape(0), ctx.shape(1)
    if x is None or update is None or len(x) != len(update):
        return
    for axis, (size, count) in enumerate(zip(x, update, strict=True)):
        was_whole = ctx.sizes.stored(size) == ctx.sizes.stored(count)
        if not was_whole or not ctx.sizes.changes(size) or ctx.sizes.is_inner(size):
            continue
        if ctx.sizes.stored(size) == 1 or is_fixed(ctx, (1, axis)):
            settle(ctx, [(0, axis), (1, axis)], ones_too=True)
