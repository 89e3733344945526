"""Pooling windows that hold the stored size of their map."""

from __future__ import annotations

from circle_resizer.generalize.context import Context
from circle_resizer.generalize.registry import generalizes
from circle_resizer.inference.value import Shape
from circle_resizer.refusals import wording
from circle_resizer.schema.options import Pool2DOptions
from circle_resizer.schema.types import Padding

SMALL_WINDOW, MAX_BINS = 3, 8
"""Windows up to 3 x 3 halve maps; larger ones side by side are bins that somebody counted."""


@generalizes("AVERAGE_POOL_2D", "MAX_POOL_2D", "L2_POOL_2D")
def pooling(ctx: Context) -> None:
    """A window as large as the stored map is global pooling in disguise."""
    shape, opt = ctx.shape(0), ctx.site.opt
    if shape is None or len(shape) != 4 or not isinstance(opt, Pool2DOptions):
        return
    window = (opt.filter_height, opt.filter_width)
    covers = [
        ctx.sizes.changes(size) and ctx.sizes.stored(size) == extent
        for size, extent in zip(shape[1:3], window, strict=True)
    ]
    if not any(covers):
        refuse_bins(ctx, shape, opt)
    elif ctx.settings.global_pool and opt.padding == Padding.VALID:
        ctx.site.answers = [(shape[0], 1, 1, shape[3])]
        ctx.set_number("filter_height", shape[1])
        ctx.set_number("filter_width", shape[2])
    else:
        wanted = [ctx.sizes.wanted(d) for d in shape[1:3]]
        ctx.conflict(
            f"its window {list(window)} covers the whole stored map, which becomes {wanted}: "
            f"global pooling in disguise; widen it with {wording.flag('global_pool')}"
        )


def refuse_bins(ctx: Context, shape: Shape, opt: Pool2DOptions) -> None:
    """Windows side by side that may have been computed from a number of bins: adaptive pooling."""
    window, strides = (opt.filter_height, opt.filter_width), (opt.stride_h, opt.stride_w)
    stored = [ctx.sizes.stored(d) for d in shape[1:3]]
    moves = [ctx.sizes.changes(d) for d in shape[1:3]]
    if any(
        moved and is_bin(n, w, s)
        for n, w, s, moved in zip(stored, window, strides, moves, strict=True)
    ):
        ctx.conflict(
            f"its windows {list(window)} divide the stored map {stored} into "
            f"{[(n or 0) // w for n, w in zip(stored, window, strict=True)]} bins; at another size "
            "there may have to be as many bins, or windows as large"
        )


def is_bin(extent: int | None, window: int, stride: int) -> bool:
    """Whether an axis is divided into a few large windows that do not overlap."""
    if extent is None or extent % window:
        return False
    return window == stride > SMALL_WINDOW and extent // window <= MAX_BINS
