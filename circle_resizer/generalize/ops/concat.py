"""Operators that put tensors side by side: data, or sizes of which some are written out."""

from __future__ import annotations

from circle_resizer.generalize.context import Job
from circle_resizer.generalize.number_forms import is_shape
from circle_resizer.generalize.ops.broadcast import settle
from circle_resizer.generalize.registry import repair
from circle_resizer.inference.stored_values import WHOLE
from circle_resizer.schema.options import ConcatenationOptions
from circle_resizer.symbolic.dim import Dim


@repair("CONCATENATION", literal=True)
def concatenation(job: Job) -> None:
    """All axes but the joined one agree."""
    if joins_sizes(job):
        literals(job)
        return
    opt = job.site.opt
    shapes = [job.shape(k) for k in range(len(job.operands))]
    if not isinstance(opt, ConcatenationOptions) or any(s is None for s in shapes):
        return
    rank = len(shapes[0] or ())
    if any(len(s or ()) != rank for s in shapes):
        return
    for axis in range(rank):
        if axis != opt.axis % rank:
            settle(job, [(k, axis) for k in range(len(shapes))], ones_too=True)


@repair("PACK", literal=True)
def pack(job: Job) -> None:
    """All operands have one shape."""
    if joins_sizes(job):
        literals(job)
        return
    shapes = [job.shape(k) for k in range(len(job.operands))]
    if any(s is None or len(s) != len(shapes[0] or ()) for s in shapes):
        return
    for axis in range(len(shapes[0] or ())):
        settle(job, [(k, axis) for k in range(len(shapes))], ones_too=True)


def joins_sizes(job: Job) -> bool:
    """Whether a shape is put together, in part from the shape of something."""
    values = [v for v in job.operands if v is not None]
    known = len(values) == len(job.operands) and all(v.type in WHOLE for v in values)
    return known and any(not v.constant for v in values) and all(map(is_shape, values))


def literals(job: Job) -> None:
    """Sizes that are written out between computed ones: whoever takes the shape decides."""
    for operand in range(len(job.operands)):
        numbers = job.frozen(operand)
        if numbers is not None:
            new = [literal(job, operand, k, n) for k, n in enumerate(numbers)]
            if new != list(numbers):
                job.set_entries(operand, new)


def literal(job: Job, operand: int, entry: int, size: int) -> Dim:
    """A size as it is, unless it may be one that changes."""
    if size < 2:
        return size
    choices = [] if size in job.sizes.moving_numbers() else [size]
    doubt = f"the size {size} in the shape it puts together is that of an axis that changes"
    return job.free(operand, entry, size, choices, "literal size", doubt=doubt)
