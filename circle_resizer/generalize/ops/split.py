"""SPLIT and SPLIT_V: pieces of an axis."""

from __future__ import annotations

from circle_resizer.generalize.context import Context
from circle_resizer.generalize.registry import generalizes
from circle_resizer.schema.options import SplitOptions
from circle_resizer.symbolic.dim import Dim


@generalizes("SPLIT")
def split(ctx: Context) -> None:
    """Equal pieces grow with the axis; where each was a single row there may have to be more."""
    axis, shape, opt = ctx.specialised(0), ctx.shape(1), ctx.site.opt
    if not shape or axis is None or not isinstance(opt, SplitOptions):
        return
    size = shape[axis[0] % len(shape)]
    if ctx.sizes.changes(size) and ctx.sizes.stored(size) == opt.num_splits > 1:
        ctx.conflict(
            f"it takes axis {axis[0]} apart into its {opt.num_splits} rows, which become "
            f"{ctx.sizes.wanted(size)}: operators for the others are not there"
        )


@generalizes("SPLIT_V")
def split_v(ctx: Context) -> None:
    """Pieces of an axis that changes: consumers decide which of them grow."""
    shape, sizes, axis = ctx.shape(0), ctx.specialised(1), ctx.specialised(2)
    if not shape or sizes is None or axis is None or -1 in sizes:
        return
    size = shape[axis[0] % len(shape)]
    if not ctx.sizes.changes(size) or sum(sizes) != ctx.sizes.stored(size):
        return
    heuristic = "a cut inside the axis stays where it is"
    new: list[Dim] = [ctx.free(1, k, n, [], heuristic) for k, n in enumerate(sizes[:-1])]
    left: Dim = size
    for piece in new:
        left = left - piece
    ctx.set_entries(1, [*new, left])
