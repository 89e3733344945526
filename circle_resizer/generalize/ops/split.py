"""SPLIT and SPLIT_V: pieces of an axis."""

from __future__ import annotations

from circle_resizer.generalize.context import Job
from circle_resizer.generalize.registry import repair
from circle_resizer.schema.options import SplitOptions
from circle_resizer.symbolic.dim import Dim


@repair("SPLIT")
def split(job: Job) -> None:
    """Equal pieces grow with the axis; where each was a single row there may have to be more."""
    axis, shape, opt = job.frozen(0), job.shape(1), job.site.opt
    if not shape or axis is None or not isinstance(opt, SplitOptions):
        return
    size = shape[axis[0] % len(shape)]
    if job.sizes.changes(size) and job.sizes.stored(size) == opt.num_splits > 1:
        job.blocked(
            f"it takes axis {axis[0]} apart into its {opt.num_splits} rows, which become "
            f"{job.sizes.wanted(size)}: operators for the others are not there"
        )


@repair("SPLIT_V")
def split_v(job: Job) -> None:
    """Pieces of an axis that changes: consumers decide which of them grow."""
    shape, sizes, axis = job.shape(0), job.frozen(1), job.frozen(2)
    if not shape or sizes is None or axis is None or -1 in sizes:
        return
    size = shape[axis[0] % len(shape)]
    if not job.sizes.changes(size) or sum(sizes) != job.sizes.stored(size):
        return
    preference = "a cut inside the axis stays where it is"
    new: list[Dim] = [job.free(1, k, n, [], preference) for k, n in enumerate(sizes[:-1])]
    left: Dim = size
    for piece in new:
        left = left - piece
    job.set_entries(1, [*new, left])
