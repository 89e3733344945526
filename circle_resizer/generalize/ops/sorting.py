"""TOPK_V2: a limit that was the whole of an axis."""

from __future__ import annotations

from circle_resizer.generalize.context import Job
from circle_resizer.generalize.registry import LONE, repair


@repair("TOPK_V2")
def topk(job: Job) -> None:
    """A full sort stays one."""
    shape, k = job.shape(0), job.frozen(1)
    if not shape or k is None or job.sizes.stored(shape[-1]) != k[0]:
        return
    if job.sizes.moves(shape[-1]) and job.is_bare:
        job.keep(1, k[0], LONE)
    elif job.sizes.moves(shape[-1]):
        choices = [shape[-1], k[0]]
        job.set_entries(1, [job.free(1, 0, k[0], choices, "limit equal to the axis follows it")])
