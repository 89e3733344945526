"""STABLEHLO_SLICE: limits in the attributes that were the extent of a resized axis."""

from __future__ import annotations

from circle_resizer.generalize.context import Context
from circle_resizer.generalize.ops.slicing import WHOLE, cuts_nothing
from circle_resizer.generalize.registry import generalizes
from circle_resizer.schema.options import StablehloSliceOptions
from circle_resizer.symbolic.dim import Dim


@generalizes("STABLEHLO_SLICE")
def slice_(ctx: Context) -> None:
    """An axis that was read as a whole still is; a cut inside a resized axis is ambiguous."""
    shape, opt = ctx.shape(0), ctx.site.opt
    if shape is None or not isinstance(opt, StablehloSliceOptions):
        return
    limits = list[Dim](opt.limit_indices)
    for axis, (size, start) in enumerate(zip(shape, opt.start_indices, strict=False)):
        if not ctx.sizes.moves(size):
            continue
        if start == 0 and limits[axis] == ctx.sizes.stored(size) and opt.strides[axis] == 1:
            limits[axis] = size
        else:
            ctx.conflict(
                f"rows {start} to {limits[axis]} are cut out of axis {axis}, "
                f"{ctx.sizes.stored(size)} -> {ctx.sizes.wanted(size)}: they may stay or move with "
                f"the axis; export the network at that size"
            )
    if limits != list(opt.limit_indices):
        ctx.set_option("limit_indices", limits)
        rows = [n for n, size in zip(opt.limit_indices, limits, strict=True) if n != size]
        if cuts_nothing(ctx) and max(rows) > 1:
            ctx.assume(WHOLE)
