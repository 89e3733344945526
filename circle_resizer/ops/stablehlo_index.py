"""STABLEHLO operators that read or write at indices."""

from collections.abc import Sequence

from circle_resizer.errors import RuleError
from circle_resizer.inference.rules import Answer, rule
from circle_resizer.inference.value import Shape, Sizes, Value, shown
from circle_resizer.schema.options import (
    StablehloDynamicSliceOptions,
    StablehloGatherOptions,
    StablehloScatterOptions,
)
from circle_resizer.symbolic.dim import Dim, differ, never_exceeds


@rule("STABLEHLO_DYNAMIC_SLICE")
def dynamic_slice(x: Value, *starts: Value, opt: StablehloDynamicSliceOptions) -> Sizes:
    """The sizes of the options, at one scalar start for each axis."""
    sizes = x.dims(len(opt.slice_sizes))
    if len(starts) != len(sizes):
        raise RuleError(f"{len(starts)} starts for rank {len(sizes)} of '{x.name}'")
    fits(opt.slice_sizes, sizes)
    return opt.slice_sizes


@rule("STABLEHLO_DYNAMIC_UPDATE_SLICE")
def dynamic_update_slice(x: Value, update: Value, *_starts: Value) -> Sizes | None:
    """X with a part replaced."""
    if x.shape is not None:
        fits(update.dims(len(x.shape)), x.shape)
    return x.shape


@rule("STABLEHLO_GATHER")
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


@rule("STABLEHLO_SCATTER", many=True)
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
