"""Constant rows of EMBEDDING_LOOKUP."""

from __future__ import annotations

from circle_resizer.generalize.constant_axes import given
from circle_resizer.generalize.context import Context
from circle_resizer.generalize.ops.gather import specialised_array, two_interpretations
from circle_resizer.generalize.registry import generalizes


@generalizes("EMBEDDING_LOOKUP")
def embedding_lookup(ctx: Context) -> None:
    """Constant rows of a table that gets other rows; the first one stays the first."""
    shape, ids = ctx.shape(1), specialised_array(ctx, 0)
    if not shape or ids is None or not ctx.sizes.moves(shape[0]) or given(ctx, 0):
        return
    listed = sorted(set(ids.tolist()))
    if listed != [0]:
        ctx.conflict(two_interpretations(ctx, listed[:8], 0, shape[0], operand=0))
