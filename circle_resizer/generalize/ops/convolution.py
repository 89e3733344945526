"""Channels of a convolution: its weights were made for so many, in so many groups."""

from __future__ import annotations

from circle_resizer.generalize.context import Job
from circle_resizer.generalize.registry import repair


@repair("CONV_2D", "DEPTHWISE_CONV_2D")
def convolution(job: Job) -> None:
    """Nothing but the ratio of channels says how many groups there are, so it must stay.

    Weights that come in as data may change along with their input.
    """
    x, kernel = job.shape(0), job.shape(1)
    if not x or not kernel or job.sizes.is_dynamic(x[-1]):
        return
    old, weights = job.sizes.stored(x[-1]), job.sizes.stored(kernel[-1])
    if not job.sizes.changes(x[-1]) and not job.sizes.changes(kernel[-1]):
        return
    new, taken = job.sizes.wanted_int(x[-1]), job.sizes.wanted_int(kernel[-1])
    if old is None or weights is None:
        return
    if new is None and taken == weights and job.agree(x[-1], old) is not None:
        return  # an entry that nothing decided yet: the weights do
    if new is None or taken is None or new * weights != old * taken:
        names = [value.name if value else "" for value in (job.operand(0), job.operand(1))]
        job.blocked(
            f"the weights '{names[1]}' were made for the {old} channels of '{names[0]}', which "
            f"become {job.sizes.wanted(x[-1])}: weights cannot follow"
        )
        job.replace_shape(0, len(x) - 1, old)
