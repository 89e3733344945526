"""TOPK_V2: a limit that was the whole of an axis."""

from __future__ import annotations

from circle_resizer.generalize.context import Context
from circle_resizer.generalize.registry import LONE, generalizes


@generalizes("TOPK_V2")
def topk(ctx: Context) -> None:
    """A full sort stays one."""
    shape, k = ctx.shape(0), ctx.specialised(1)
    if not shape or k is None or ctx.sizes.stored(shape[-1]) != k[0]:
        return
    if ctx.sizes.moves(shape[-1]) and ctx.is_bare:
        ctx.keep(1, k[0], LONE)
    elif ctx.sizes.moves(shape[-1]):
        candidates = [shape[-1], k[0]]
        ctx.set_entries(1, [ctx.free(1, 0, k[0], candidates, "limit equal to the axis follows it")])
