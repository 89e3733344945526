"""STABLEHLO operators that read or write parts."""

from collections.abc import Sequence

from circle_resizer.errors import RuleError
from circle_resizer.inference.axis_kinds import (
    Axes,
    AxisKind,
    Target,
    placed,
    stays,
    whole,
)
from circle_resizer.inference.rules import Answer, rule
from circle_resizer.inference.value import Shape, Sizes, Value, shown
from circle_resizer.ops.slicing import update_axes
from circle_resizer.schema.options import (
    StablehloDynamicSliceOptions,
    StablehloGatherOptions,
    StablehloScatterOptions,
    StablehloSliceOptions,
)
from circle_resizer.symbolic.dim import Dim, ceil_div, differ, never_exceeds


def slice_axes(x: Value, *, opt: StablehloSliceOptions) -> Axes:
    """An axis that is taken whole stays."""
    cuts = zip(opt.start_indices, opt.limit_indices, opt.strides, strict=True)
    counts = [limit if (start, stride) == (0, 1) else None for start, limit, stride in cuts]
    sizes = enumerate(zip(counts, x.dims(len(counts)), strict=True))
    return stays(0, x, {i: whole(count, size) for i, (count, size) in sizes})


@rule("STABLEHLO_SLICE", axes=slice_axes)
def slice_(x: Value, *, opt: StablehloSliceOptions) -> Sizes:
    """x[start:limit:stride] along every axis."""
    starts, limits, strides = opt.start_indices, opt.limit_indices, opt.strides
    sizes = x.dims(len(starts))
    for axis, (start, limit, stride) in enumerate(zip(starts, limits, strides, strict=True)):
        past = isinstance(sizes[axis], int) and not never_exceeds(limit, sizes[axis])
        inverted = isinstance(limit, int) and not 0 <= start <= limit
        if inverted or past or stride < 1:
            raise RuleError(
                f"slice {start}:{limit}:{stride} does not fit {sizes[axis]} of axis {axis}"
            )
    return [ceil_div(b - a, step) for a, b, step in zip(starts, limits, strides, strict=True)]


def dynamic_slice_axes(x: Value, *_starts: Value, opt: StablehloDynamicSliceOptions) -> Axes:
    """An axis that is taken whole stays: its start is moved to 0."""
    sizes = enumerate(zip(opt.slice_sizes, x.dims(len(opt.slice_sizes)), strict=True))
    return stays(0, x, {i: whole(count, size) for i, (count, size) in sizes})


@rule("STABLEHLO_DYNAMIC_SLICE", axes=dynamic_slice_axes)
def dynamic_slice(x: Value, *starts: Value, opt: StablehloDynamicSliceOptions) -> Sizes:
    """The sizes of the options, at one scalar start for each axis."""
    sizes = x.dims(len(opt.slice_sizes))
    if len(starts) != len(sizes):
        raise RuleError(f"{len(starts)} starts for rank {len(sizes)} of '{x.name}'")
    fits(opt.slice_sizes, sizes)
    return opt.slice_sizes


@rule("STABLEHLO_DYNAMIC_UPDATE_SLICE", axes=update_axes)
def dynamic_update_slice(x: Value, update: Value, *_starts: Value) -> Sizes | None:
    """X with a part replaced."""
    if x.shape is not None:
        fits(update.dims(len(x.shape)), x.shape)
    return x.shape


def gather_axes(x: Value, indices: Value, *, opt: StablehloGatherOptions) -> Axes:
    """A slice for each index vector; an axis that slices take whole stays."""
    if x.shape is None or indices.shape is None:
        return {}
    offsets, targets = iter(sorted(opt.offset_dims)), list[Target]()
    for axis, (count, size) in enumerate(zip(opt.slice_sizes, x.shape, strict=True)):
        gone = axis in opt.collapsed_slice_dims
        kind = AxisKind.GATHERED if gone else whole(count, size)
        targets.append(kind if gone else (kind, next(offsets)))
    rank = len(indices.shape) - (opt.index_vector_dim < len(indices.shape)) + len(opt.offset_dims)
    free = iter([axis for axis in range(rank) if axis not in opt.offset_dims])
    vectors: list[Target] = [
        AxisKind.REDUCED if axis == opt.index_vector_dim else next(free)
        for axis in range(len(indices.shape))
    ]
    return placed(0, targets) | placed(1, vectors)


@rule("STABLEHLO_GATHER", axes=gather_axes)
def gather(x: Value, indices: Value, *, opt: StablehloGatherOptions) -> Sizes | None:
    """Slices of x: offset_dims hold the axes of a slice, all others those of the indices.

    (TFLite stablehlo_gather.cc, Prepare)
    """
    fits(opt.slice_sizes, x.dims(len(opt.slice_sizes)))
    if indices.shape is None:
        return None
    batch = list(places(indices, opt.index_vector_dim))
    kept = [n for axis, n in enumerate(opt.slice_sizes) if axis not in opt.collapsed_slice_dims]
    if len(kept) != len(opt.offset_dims):
        raise RuleError(f"{len(kept)} sizes of a slice for offset_dims {list(opt.offset_dims)}")
    rank = len(batch) + len(kept)
    return [kept.pop(0) if axis in opt.offset_dims else batch.pop(0) for axis in range(rank)]


def scatter_axes(*operands: Value) -> Axes:
    """Windows are written to positions."""
    found: Axes = {}
    for k, x in enumerate(operands):
        found |= placed(k, [AxisKind.SCATTERED] * len(x.shape or ()))
    return found


@rule("STABLEHLO_SCATTER", axes=scatter_axes, many=True)
def scatter(*operands: Value, opt: StablehloScatterOptions) -> list[Answer]:
    """Inputs, indices, updates -> the inputs (TFLite stablehlo_scatter.cc, Prepare)."""
    count = len(operands) // 2
    indices = operands[count]
    if indices.shape is not None:
        wanted = places(indices, opt.index_vector_dim)
        for update in operands[count + 1 :]:
            windows = opt.update_window_dims
            found = [n for i, n in enumerate(update.shape or ()) if i not in windows]
            if update.shape and (len(found) != len(wanted) or any(map(differ, found, wanted))):
                raise RuleError(
                    f"'{update.name}' has {shown(found)} updates for {shown(wanted)} indices"
                )
    return [x.shape for x in operands[:count]]


def places(indices: Value, vector_axis: int) -> Shape:
    """The sizes of all axes but the one that holds an index vector."""
    shape = indices.shape or ()
    return (*shape[:vector_axis], *shape[vector_axis + 1 :])


def fits(part: Sequence[Dim], whole: Sequence[Dim]) -> None:
    """No size of the part may exceed the whole's."""
    for axis, (size, limit) in enumerate(zip(part, whole, strict=True)):
        known = isinstance(size, int) and isinstance(limit, int)
        if known and not never_exceeds(size, limit):
            raise RuleError(f"{size} of axis {axis} exceed the {limit} there are")
