"""STABLEHLO operators at indices: slice sizes in the attributes that were a whole axis."""

from __future__ import annotations

from collections.abc import Collection

from circle_resizer.generalize.context import Job
from circle_resizer.generalize.registry import repair
from circle_resizer.inference.value import Value
from circle_resizer.schema.options import StablehloDynamicSliceOptions, StablehloGatherOptions
from circle_resizer.symbolic.dim import Dim


@repair("STABLEHLO_DYNAMIC_SLICE")
def dynamic_slice(job: Job) -> None:
    """Slices as long as their axis stay that, such as all batches of row ``i`` of [T,B,3]."""
    opt, starts = job.site.opt, job.operands[1:]
    if isinstance(opt, StablehloDynamicSliceOptions):
        picked = [axis for axis, start in enumerate(starts) if not is_zero(start)]
        follow_whole_axes(job, opt.slice_sizes, picked)


@repair("STABLEHLO_GATHER")
def gather(job: Job) -> None:
    """Slices as long as their axis stay that; rows are picked from a collapsed axis."""
    opt = job.site.opt
    if isinstance(opt, StablehloGatherOptions):
        follow_whole_axes(job, opt.slice_sizes, opt.collapsed_slice_dims)


def is_zero(start: Value | None) -> bool:
    """Whether a slice is known to begin at the first row."""
    return start is not None and start.ints() == (0,)


def follow_whole_axes(job: Job, old: tuple[int, ...], picked: Collection[int]) -> None:
    """Let slice sizes follow the axes that they span.

    ``picked``: axes on which the position is computed. A slice of the only row of such an axis is
    all rows or a single one, and the file does not say which.
    """
    sizes = list[Dim](old)
    for axis, size in enumerate(job.shape(0) or ()):
        if not job.sizes.moves(size) or axis >= len(sizes) or sizes[axis] != job.sizes.stored(size):
            continue
        if sizes[axis] == 1 and axis in picked:
            job.blocked(
                f"the only row of axis {axis} is picked, which becomes {job.sizes.wanted(size)}: "
                f"that may be all rows or a single one; export the network at sizes above 1"
            )
        sizes[axis] = size
    if sizes != list(old):
        job.set_option("slice_sizes", sizes)
