"""Channels of a convolution: its weights were made for so many, in so many groups."""

from __future__ import annotations

from circle_resizer.generalize.context import Context
from circle_resizer.generalize.registry import generalizes
from circle_resizer.symbolic.dim import Dim


@generalizes("CONV_2D", "DEPTHWISE_CONV_2D")
def convolution(ctx: Context) -> None:
    """Nothing but the ratio of channels says how many groups there are, so it must stay.

    Weights that come in as data may change along with their input.
    """
    x, kernel = ctx.shape(0), ctx.shape(1)
    if not x or not kernel or ctx.sizes.is_dynamic(x[-1]):
        return
    channels, taken = x[-1], kernel[-1]
    stored = ctx.sizes.stored(channels)
    if stored is None or keeps_groups(ctx, channels, taken):
        return
    names = [value.name if value else "" for value in (ctx.operand(0), ctx.operand(1))]
    ctx.conflict(
        f"the weights '{names[1]}' were made for the {stored} channels of '{names[0]}', which "
        f"become {ctx.sizes.wanted(channels)}: weights cannot follow"
    )
    ctx.replace_shape(0, len(x) - 1, stored)


def keeps_groups(ctx: Context, channels: Dim, taken: Dim) -> bool:
    """Whether as many groups of ``taken`` channels are requested as were stored, if known."""
    sizes = ctx.sizes
    if not sizes.changes(channels) and not sizes.changes(taken):
        return True
    old, weights = sizes.stored(channels), sizes.stored(taken)
    if old is None or weights is None:
        return True
    new, now = sizes.wanted_int(channels), sizes.wanted_int(taken)
    if new is None and now == weights and ctx.agree(channels, old) is not None:
        return True  # an entry that nothing decided yet: the weights do
    return new is not None and now is not None and new * weights == old * now
