"""Channels of a convolution: its weights were made for so many, in so many groups."""

from __future__ import annotations

from circle_resizer.generalize.context import Job
from circle_resizer.generalize.registry import repair
from circle_resizer.symbolic.dim import Dim


@repair("CONV_2D", "DEPTHWISE_CONV_2D")
def convolution(job: Job) -> None:
    """Nothing but the ratio of channels says how many groups there are, so it must stay.

    Weights that come in as data may change along with their input.
    """
    x, kernel = job.shape(0), job.shape(1)
    if not x or not kernel or job.sizes.is_dynamic(x[-1]):
        return
    channels, taken = x[-1], kernel[-1]
    stored = job.sizes.stored(channels)
    if stored is None or keeps_groups(job, channels, taken):
        return
    names = [value.name if value else "" for value in (job.operand(0), job.operand(1))]
    job.blocked(
        f"the weights '{names[1]}' were made for the {stored} channels of '{names[0]}', which "
        f"become {job.sizes.wanted(channels)}: weights cannot follow"
    )
    job.replace_shape(0, len(x) - 1, stored)


def keeps_groups(job: Job, channels: Dim, taken: Dim) -> bool:
    """Whether as many groups of ``taken`` channels are requested as were stored, if known."""
    sizes = job.sizes
    if not sizes.changes(channels) and not sizes.changes(taken):
        return True
    old, weights = sizes.stored(channels), sizes.stored(taken)
    if old is None or weights is None:
        return True
    new, now = sizes.wanted_int(channels), sizes.wanted_int(taken)
    if new is None and now == weights and job.agree(channels, old) is not None:
        return True  # an entry that nothing decided yet: the weights do
    return new is not None and now is not None and new * weights == old * now
