"""STABLEHLO operators at indices: slice sizes in the attributes that were a whole axis."""

from __future__ import annotations

from collections.abc import Collection

from circle_resizer.generalize.context import Context
from circle_resizer.generalize.registry import generalizes
from circle_resizer.inference.value import Value
from circle_resizer.schema.options import StablehloDynamicSliceOptions, StablehloGatherOptions
from circle_resizer.symbolic.dim import Dim


@generalizes("STABLEHLO_DYNAMIC_SLICE")
def dynamic_slice(ctx: Context) -> None:
    """Slices as long as their axis stay that, such as all batches of row ``i`` of [T,B,3]."""
    opt, starts = ctx.site.opt, ctx.operands[1:]
    if isinstance(opt, StablehloDynamicSliceOptions):
        picked = [axis for axis, start in enumerate(starts) if not is_zero(start)]
        follow_whole_axes(ctx, opt.slice_sizes, picked)


@generalizes("STABLEHLO_GATHER")
def gather(ctx: Context) -> None:
    """Slices as long as their axis stay that; rows are picked from a collapsed axis."""
    opt = ctx.site.opt
    if isinstance(opt, StablehloGatherOptions):
        follow_whole_axes(ctx, opt.slice_sizes, opt.collapsed_slice_dims)


def is_zero(start: Value | None) -> bool:
    """Whether a slice is known to begin at the first row."""
    return start is not None and start.ints() == (0,)


def follow_whole_axes(ctx: Context, old: tuple[int, ...], picked: Collection[int]) -> None:
    """Let slice sizes follow the axes that they span.

    ``picked``: axes on which the position is computed. A slice of the only row of such an axis is
    all rows or a single one, and the file does not say which.
    """
    sizes = list[Dim](old)
    for axis, size in enumerate(ctx.shape(0) or ()):
        if not ctx.sizes.moves(size) or axis >= len(sizes) or sizes[axis] != ctx.sizes.stored(size):
            continue
        if sizes[axis] == 1 and axis in picked:
            ctx.conflict(
                f"the only row of axis {axis} is picked, which becomes {ctx.sizes.wanted(size)}: "
                f"that may be all rows or a single one; export the network at sizes above 1"
            )
        sizes[axis] = size
    if sizes != list(old):
        ctx.set_option("slice_sizes", sizes)
