"""Constants that count along an axis: indices, lengths and limits."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from circle_resizer.generalize.constant_axes import given, tables, tie
from circle_resizer.generalize.context import Job
from circle_resizer.generalize.ops.slicing import refuse_only_row
from circle_resizer.generalize.registry import LONE, repair
from circle_resizer.inference.value import Shape
from circle_resizer.refusals import wording
from circle_resizer.schema.options import GatherOptions, ReverseSequenceOptions
from circle_resizer.symbolic.dim import Dim
from circle_resizer.tables.compare import assumed
from circle_resizer.tables.index_maps import index_map

if TYPE_CHECKING:
    import numpy.typing as npt

    Array = npt.NDArray[Any]


@repair("GATHER")
def gather(job: Job) -> None:
    """Indices that list a whole axis go on listing it; the first row stays the first."""
    shape, opt, indices = job.shape(0), job.site.opt, frozen_array(job, 1)
    if not shape or indices is None or not isinstance(opt, GatherOptions):
        return
    axis = opt.axis % len(shape)
    stored = job.sizes.stored(shape[axis])
    follow_batches(job, shape[: opt.batch_dims], indices)
    if job.sizes.moves(shape[axis]) and stored is not None and indices.size and not given(job, 1):
        follow_axis(job, indices, axis, shape[axis])


def follow_axis(job: Job, indices: Array, axis: int, size: Dim) -> None:
    """Indices along an axis that changes."""
    listed = sorted(set(indices.reshape(-1).tolist()))
    if job.is_bare and reaches_out(job, indices, size):
        job.blocked(two_readings(job, listed[-8:], axis, size))
    elif job.is_bare:
        job.keep(1, listed[:8], LONE)
    elif not follow_rows(job, indices, size) and (listed != [0] or job.sizes.stored(size) == 1):
        job.blocked(two_readings(job, listed[:8], axis, size))


def follow_batches(job: Job, sizes: Shape, indices: Array) -> None:
    """Indices of their own for every batch are those of one batch, or go on by their rule."""
    for axis, size in enumerate(sizes):
        if job.sizes.moves(size) and job.sizes.stored(size) == indices.shape[axis]:
            tie(job, 1, axis, size)


def follow_rows(job: Job, indices: Array, size: Dim) -> bool:
    """Let row numbers follow the axis they list: in order, padded, turned round, in frames."""
    stored, new = job.sizes.stored(size), job.sizes.wanted_int(size)
    if stored is None or new is None:
        return False
    long = [axis for axis, extent in enumerate(indices.shape) if extent > 1]
    numbers = indices.reshape([indices.shape[axis] for axis in long])
    found = index_map(numbers, stored, new) if 1 <= len(long) <= 2 else None
    drawn = found.table(new) if found is not None else None
    if found is None or drawn is None:
        return False
    put_rows(job, {long[0]: found.count(size)}, found.rule, drawn)
    return True


def put_rows(job: Job, extents: dict[int, Dim], rule: str, drawn: Array) -> None:
    """Put drawn row numbers in place of the stored ones."""
    index = job.site.op.inputs[1]
    stored = job.site.graph.tensors[index].shape or ()
    shape = [-1 if axis in extents else n for axis, n in enumerate(stored)]
    dtype = tables(job).dtype(index)
    job.regrow(1, extents, assumed(rule, lambda: drawn.reshape(shape).astype(dtype)))
    for axis, size in extents.items():
        job.replace_shape(1, axis, size)


def reaches_out(job: Job, rows: Array, size: Dim) -> bool:
    """Whether rows are picked that an axis of the wanted size does not have."""
    wanted = job.sizes.wanted_int(size)
    return wanted is not None and bool(rows.size) and int(rows.max()) >= wanted


def two_readings(job: Job, rows: list[int], axis: int, size: Dim, operand: int = 1) -> str:
    """Rows picked by constants out of an axis that changes."""
    name = job.site.graph.tensors[job.site.op.inputs[operand]].name
    return (
        f"the constant '{name}' picks rows {rows} of axis {axis}, {job.sizes.stored(size)} -> "
        f"{job.sizes.wanted(size)}: they may stay or move with the axis; give new ones with "
        f"{wording.constant(name)}"
    )


@repair("GATHER_ND")
def gather_nd(job: Job) -> None:
    """Coordinates that covered all of an axis still do; those of its first row stay."""
    shape, grid = job.shape(0), frozen_array(job, 1)
    if shape is not None and grid is None:
        refuse_only_row(job, shape)
    if shape is None or grid is None or grid.ndim < 2:
        return
    if not any(map(job.sizes.moves, shape[: grid.shape[-1]])) or given(job, 1):
        return
    if job.is_bare:
        keep_grid(job, shape, grid)
    else:
        follow_grid(job, shape, grid)


def follow_grid(job: Job, shape: Shape, grid: Array) -> None:
    """Coordinates that count along resized axes are counted anew."""
    counted = coordinates(job, shape, grid)
    wanted = {axis: job.sizes.wanted_int(shape[column]) for column, axis in counted.items()}
    numbers = {axis: n for axis, n in wanted.items() if n is not None}
    if not counted or len(numbers) < len(wanted) or not repeats(grid, counted):
        return
    extents = {axis: shape[column] for column, axis in counted.items()}
    rule = "grid of coordinates over the axis"
    job.regrow(1, extents, assumed(rule, lambda: regrid(grid, numbers, counted)))
    for axis, size in extents.items():
        job.replace_shape(1, axis, size)


def keep_grid(job: Job, shape: Shape, grid: Array) -> None:
    """Coordinates stay, if each is still there."""
    for column, size in enumerate(shape[: grid.shape[-1]]):
        if reaches_out(job, grid[..., column], size):
            rows = sorted(set(grid[..., column].reshape(-1).tolist()))[-8:]
            job.blocked(two_readings(job, rows, column, size))
            return
    job.keep(1, sorted(set(grid.reshape(-1).tolist()))[:8], LONE)


def coordinates(job: Job, shape: Shape, grid: Array) -> dict[int, int]:
    """By column of the coordinates that counts along an axis that changes, the grid's axis."""
    counted: dict[int, int] = {}
    for column, size in enumerate(shape[: grid.shape[-1]]):
        stored = job.sizes.stored(size)
        if not job.sizes.moves(size) or stored is None:
            continue
        axis = counting_axis(grid[..., column], stored, set(counted.values()))
        if axis is not None:
            counted[column] = axis
        elif grid[..., column].any() or stored == 1:
            rows = sorted(set(grid[..., column].reshape(-1).tolist()))[:8]
            job.blocked(two_readings(job, rows, column, size))
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


def frozen_array(job: Job, operand: int) -> Array | None:
    """The contents of a constant operand, however many they are."""
    value = job.operand(operand)
    if value is None or not value.constant:
        return None
    return tables(job).array(job.site.op.inputs[operand])


@repair("REVERSE_SEQUENCE")
def reverse_sequence(job: Job) -> None:
    """Lengths that were all of the sequence stay all of it; one length per row of the batch."""
    shape, opt, lengths = job.shape(0), job.site.opt, frozen_array(job, 1)
    if shape is None or lengths is None or not isinstance(opt, ReverseSequenceOptions):
        return
    time, batch = shape[opt.seq_dim % len(shape)], shape[opt.batch_dim % len(shape)]
    if not job.sizes.changes(time):
        if job.sizes.changes(batch):
            tie(job, 1, 0, batch)
    elif not given(job, 1):
        follow_sequence(job, lengths, opt.seq_dim, time, batch)


def follow_sequence(job: Job, lengths: Array, axis: int, time: Dim, batch: Dim) -> None:
    """Lengths equal to the whole sequence are its new length, once for each batch."""
    stored, extent, rows = job.sizes.stored(time), *map(job.sizes.wanted_int, (time, batch))
    if stored is None or extent is None or rows is None or (lengths != stored).any():
        job.blocked(two_readings(job, lengths.tolist()[:8], axis, time))
        return
    rule = "lengths are all of the sequence"
    job.regrow(1, {0: batch}, assumed(rule, lambda: full(lengths, rows, extent)))
    job.replace_shape(1, 0, batch)


def full(lengths: Array, rows: int, extent: int) -> Array:
    """``rows`` times ``extent``."""
    import numpy as np  # noqa: PLC0415  (only where indices have to follow)

    return np.full((rows,), extent, lengths.dtype)
