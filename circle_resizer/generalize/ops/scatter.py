"""Rows that are written: the shape of SCATTER_ND, the updates of DYNAMIC_UPDATE_SLICE."""

from __future__ import annotations

from circle_resizer.generalize.context import Context
from circle_resizer.generalize.registry import generalizes
from circle_resizer.inference.stored_values import WHOLE
from circle_resizer.symbolic.dim import Dim, Sym


@generalizes("SCATTER_ND", literal=True)
def scatter_nd(ctx: Context) -> None:
    """Sizes that the updates fill follow them; sizes that indices point into are literals."""
    indices, updates, target = ctx.shape(0), ctx.shape(1), ctx.specialised(2)
    if not indices or updates is None or target is None or not isinstance(indices[-1], int):
        return
    value = ctx.operand(1)
    if value is None or value.type in WHOLE:  # shape arithmetic, which has no data to follow
        return
    slices = updates[len(indices) - 1 :]
    picked = target[: indices[-1]]
    if len(picked) + len(slices) == len(target):
        sizes = [literal_size(ctx, k, size) for k, size in enumerate(picked)]
        rows = zip(target[len(picked) :], slices, strict=True)
        sizes += [slice_size(ctx, k, *pair) for k, pair in enumerate(rows, len(picked))]
        ctx.set_entries(2, sizes)


def slice_size(ctx: Context, entry: int, size: int, own: Dim) -> Dim:
    """A size of the target that ``own``, an axis of the updates, fills."""
    if isinstance(own, Sym) and ctx.sizes.stored(own) == size:
        return own
    return literal_size(ctx, entry, size)


def literal_size(ctx: Context, entry: int, size: int) -> Dim:
    """A size of the target that stays unless a consumer demands another."""
    return ctx.free(2, entry, size, [size], "literal size")
