"""RFFT2D: lengths of a transform that were the whole of an axis."""

from __future__ import annotations

from circle_resizer.generalize.context import Context
from circle_resizer.generalize.registry import generalizes
from circle_resizer.symbolic.dim import Dim, Sym


@generalizes("RFFT2D")
def rfft2d(ctx: Context) -> None:
    """A transform of whole axes stays one."""
    shape, lengths = ctx.shape(0), ctx.specialised(1)
    if shape is None or len(shape) < 2 or lengths is None or len(lengths) != 2:
        return
    new: list[Dim] = list(lengths)
    for k, size in enumerate(shape[-2:]):
        if isinstance(size, Sym) and ctx.sizes.stored(size) == lengths[k]:
            new[k] = size
    if new != list(lengths):
        ctx.set_entries(1, new)
