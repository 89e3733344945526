"""Constants that count along an axis: indices, lengths and limits."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from circle_resizer.generalize.constant_axes import depend, given, tables
from circle_resizer.generalize.context import Context
from circle_resizer.generalize.ops.slicing import refuse_only_row
from circle_resizer.generalize.registry import LONE, generalizes
from circle_resizer.inference.value import Shape
from circle_resizer.refusals import wording
from circle_resizer.schema.options import GatherOptions, ReverseSequenceOptions
from circle_resizer.symbolic.dim import Dim
from circle_resizer.tables.compare import assumed
from circle_resizer.tables.index_maps import index_map

if TYPE_CHECKING:
    import numpy.typing as npt

    Array = npt.NDArray[Any]


@generalizes("GATHER")
def gather(ctx: Context) -> None:
    """Indices that list a whole axis go on listing it; the first row stays the first."""
    shape, opt, indices = ctx.shape(0), ctx.site.opt, specialised_array(ctx, 1)
    if not shape or indices is None or not isinstance(opt, GatherOptions):
        return
    axis = opt.axis % len(shape)
    stored = ctx.sizes.stored(shape[axis])
    follow_batches(ctx, shape[: opt.batch_dims], indices)
    if ctx.sizes.moves(shape[axis]) and stored is not None and indices.size and not given(ctx, 1):
        follow_axis(ctx, indices, axis, shape[axis])


def follow_axis(ctx: Context, indices: Array, axis: int, size: Dim) -> None:
    """Indices along an axis that changes."""
    listed = sorted(set(indices.reshape(-1).tolist()))
    if ctx.is_bare and reaches_out(ctx, indices, size):
        ctx.conflict(two_interpretations(ctx, listed[-8:], axis, size))
    elif ctx.is_bare:
        ctx.keep(1, listed[:8], LONE)
    elif not follow_rows(ctx, indices, size) and (listed != [0] or ctx.sizes.stored(size) == 1):
        ctx.conflict(two_interpretations(ctx, listed[:8], axis, size))


def follow_batches(ctx: Context, sizes: Shape, indices: Array) -> None:
    """Indices of their own for every batch are those of one batch, or go on by their rule."""
    for axis, size in enumerate(sizes):
        if ctx.sizes.moves(size) and ctx.sizes.stored(size) == indices.shape[axis]:
            depend(ctx, 1, axis, size)


def follow_rows(ctx: Context, indices: Array, size: Dim) -> bool:
    """Let row numbers follow the axis they list: in order, padded, turned round, in frames."""
    stored, new = ctx.sizes.stored(size), ctx.sizes.wanted_int(size)
    if stored is None or new is None:
        return False
    long = [axis for axis, extent in enumerate(indices.shape) if extent > 1]
    numbers = indices.reshape([indices.shape[axis] for axis in long])
    found = index_map(numbers, stored, new) if 1 <= len(long) <= 2 else None
    drawn = found.table(new) if found is not None else None
    if found is None or drawn is None:
        return False
    put_rows(ctx, {long[0]: found.count(size)}, found.rule, drawn)
    return True


def put_rows(ctx: Context, extents: dict[int, Dim], rule: str, drawn: Array) -> None:
    """Put drawn row numbers in place of the stored ones."""
    index = ctx.site.op.inputs[1]
    stored = ctx.site.graph.tensors[index].shape or ()
    shape = [-1 if axis in extents else n for axis, n in enumerate(stored)]
    dtype = tables(ctx).dtype(index)
    ctx.regrow(1, extents, assumed(rule, lambda: drawn.reshape(shape).astype(dtype)))
    for axis, size in extents.items():
        ctx.replace_shape(1, axis, size)


def reaches_out(ctx: Context, rows: Array, size: Dim) -> bool:
    """Whether rows are picked that an axis of the wanted size does not have."""
    wanted = ctx.sizes.wanted_int(size)
    return wanted is not None and bool(rows.size) and int(rows.max()) >= wanted


def two_interpretations(
    ctx: Context, rows: list[int], axis: int, size: Dim, operand: int = 1
) -> str:
    """Rows picked by constants out of an axis that changes."""
    name = ctx.site.graph.tensors[ctx.site.op.inputs[operand]].name
    return (
        f"the constant '{name}' picks rows {rows} of axis {axis}, {ctx.sizes.stored(size)} -> "
        f"{ctx.sizes.wanted(size)}: they may stay or move with the axis; give new ones with "
        f"{wording.constant(name)}"
    )


@generalizes("GATHER_ND")
def gather_nd(ctx: Context) -> None:
    """Coordinates that covered all of an axis still do; those of its first row stay."""
    shape, grid = ctx.shape(0), specialised_array(ctx, 1)
    if shape is not None and grid is None:
        refuse_only_row(ctx, shape)
    if shape is None or grid is None or grid.ndim < 2:
        return
    if not any(map(ctx.sizes.moves, shape[: grid.shape[-1]])) or given(ctx, 1):
        return
    if ctx.is_bare:
        keep_grid(ctx, shape, grid)
    else:
        follow_grid(ctx, shape, grid)


def follow_grid(ctx: Context, shape: Shape, grid: Array) -> None:
    """Coordinates that count along resized axes are counted anew."""
    counted = coordinates(ctx, shape, grid)
    wanted = {axis: ctx.sizes.wanted_int(shape[column]) for column, axis in counted.items()}
    numbers = {axis: n for axis, n in wanted.items() if n is not None}
    if not counted or len(numbers) < len(wanted) or not repeats(grid, counted):
        return
    extents = {axis: shape[column] for column, axis in counted.items()}
    rule = "grid of coordinates over the axis"
    ctx.regrow(1, extents, assumed(rule, lambda: regrid(grid, numbers, counted)))
    for axis, size in extents.items():
        ctx.replace_shape(1, axis, size)


def keep_grid(ctx: Context, shape: Shape, grid: Array) -> None:
    """Coordinates stay, if each is still there."""
    for column, size in enumerate(shape[: grid.shape[-1]]):
        if reaches_out(ctx, grid[..., column], size):
            rows = sorted(set(grid[..., column].reshape(-1).tolist()))[-8:]
            ctx.conflict(two_interpretations(ctx, rows, column, size))
            return
    ctx.keep(1, sorted(set(grid.reshape(-1).tolist()))[:8], LONE)


def coordinates(ctx: Context, shape: Shape, grid: Array) -> dict[int, int]:
    """By column of the coordinates that counts along an axis that changes, the grid's axis."""
    counted: dict[int, int] = {}
    for column, size in enumerate(shape[: grid.shape[-1]]):
        stored = ctx.sizes.stored(size)
        if not ctx.sizes.moves(size) or stored is None:
            continue
        axis = counting_axis(grid[..., column], stored, set(counted.values()))
        if axis is not None:
            counted[column] = axis
        elif grid[..., column].any() or stored == 1:
            rows = sorted(set(grid[..., column].reshape(-1).tolist()))[:8]
            ctx.conflict(two_interpretations(ctx, rows, column, size))
            return {}
    return counted


def counting_axis(column: Array, extent: int, taken: set[int]) -> int | None:
    """The axis of a grid along which a coordinate counts 0, 1, .. extent - 1."""
    import numpy as np  # noqa: PLC0415  (only where a grid has to follow)

    for axis, size in enumerate(column.shape):
        if size != extent or axis in taken:
            continue
        shape = [1] * column.ndim
        shape[axis] = size
        if (column == np.arange(size).reshape(shape)).all():
            return axis
    return None


def repeats(grid: Array, counted: dict[int, int]) -> bool:
    """Whether along the axes that follow, the other coordinates stay as they are."""
    for axis in counted.values():
        for column in range(grid.shape[-1]):
            values = grid[..., column]
            if counted.get(column) != axis and (values != values.take([0], axis=axis)).any():
                return False
    return True


def regrid(grid: Array, extents: dict[int, int], counted: dict[int, int]) -> Array:
    """The grid with other extents."""
    import numpy as np  # noqa: PLC0415  (only where indices have to follow)

    new = grid
    for axis, extent in extents.items():
        new = np.repeat(new.take([0], axis=axis), extent, axis=axis)
    for column, axis in counted.items():
        shape = [1] * (grid.ndim - 1)
        shape[axis] = extents[axis]
        new[..., column] = np.arange(extents[axis]).reshape(shape)
    return np.ascontiguousarray(new, dtype=grid.dtype)


def specialised_array(ctx: Context, operand: int) -> Array | None:
    """The contents of a constant operand, however many they are."""
    value = ctx.operand(operand)
    if value is None or not value.constant:
        return None
    return tables(ctx).array(ctx.site.op.inputs[operand])


@generalizes("REVERSE_SEQUENCE")
def reverse_sequence(ctx: Context) -> None:
    """Lengths that were all of the sequence stay all of it; one length per row of the batch."""
    shape, opt, lengths = ctx.shape(0), ctx.site.opt, specialised_array(ctx, 1)
    if shape is None or lengths is None or not isinstance(opt, ReverseSequenceOptions):
        return
    time, batch = shape[opt.seq_dim % len(shape)], shape[opt.batch_dim % len(shape)]
    if not ctx.sizes.changes(time):
        if ctx.sizes.changes(batch):
            depend(ctx, 1, 0, batch)
    elif not given(ctx, 1):
        follow_sequence(ctx, lengths, opt.seq_dim, time, batch)


def follow_sequence(ctx: Context, lengths: Array, axis: int, time: Dim, batch: Dim) -> None:
    """Lengths equal to the whole sequence are its new length, once for each batch."""
    stored, extent, rows = ctx.sizes.stored(time), *map(ctx.sizes.wanted_int, (time, batch))
    if stored is None or extent is None or rows is None or (lengths != stored).any():
        ctx.conflict(two_interpretations(ctx, lengths.tolist()[:8], axis, time))
        return
    rule = "lengths are all of the sequence"
    ctx.regrow(1, {0: batch}, assumed(rule, lambda: full(lengths, rows, extent)))
    ctx.replace_shape(1, 0, batch)


def full(lengths: Array, rows: int, extent: int) -> Array:
    """``rows`` times ``extent``."""
    import numpy as np  # noqa: PLC0415  (only where indices have to follow)

    return np.full((rows,), extent, lengths.dtype)
