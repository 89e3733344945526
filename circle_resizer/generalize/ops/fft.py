"""RFFT2D: lengths of a transform that were the whole of an axis."""

from __future__ import annotations

from circle_resizer.generalize.context import Job
from circle_resizer.generalize.registry import repair
from circle_resizer.symbolic.dim import Dim, Sym


@repair("RFFT2D")
def rfft2d(job: Job) -> None:
    """A transform of whole axes stays one."""
    shape, lengths = job.shape(0), job.frozen(1)
    if shape is None or len(shape) < 2 or lengths is None or len(lengths) != 2:
        return
    new: list[Dim] = list(lengths)
    for k, size in enumerate(shape[-2:]):
        if isinstance(size, Sym) and job.sizes.stored(size) == lengths[k]:
            new[k] = size
    if new != list(lengths):
        job.set_entries(1, new)
