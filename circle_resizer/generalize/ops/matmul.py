"""Sums over an axis: matrix products, normalised rows, means in disguise."""

from __future__ import annotations

from collections.abc import Sequence

from circle_resizer.generalize.constant_axes import tie
from circle_resizer.generalize.context import Job
from circle_resizer.generalize.ops.broadcast import Spot, is_fixed, settle
from circle_resizer.generalize.registry import repair
from circle_resizer.inference.value import shown
from circle_resizer.schema.options import BatchMatMulOptions, FullyConnectedOptions
from circle_resizer.symbolic.dim import Dim, factors_of, product


@repair("BATCH_MATMUL")
def batch_matmul(job: Job) -> None:
    """Batch axes broadcast; the summed axis is one size."""
    opt, x, y = job.site.opt, job.shape(0), job.shape(1)
    if x is None or y is None or len(x) < 2 or len(y) < 2:
        return
    adj_x = isinstance(opt, BatchMatMulOptions) and opt.adjoint_lhs
    adj_y = isinstance(opt, BatchMatMulOptions) and opt.adjoint_rhs
    inner = [(0, len(x) - (2 if adj_x else 1)), (1, len(y) - (1 if adj_y else 2))]
    for operand, axis in inner:
        if job.sizes.is_batch(x[axis] if operand == 0 else y[axis]) and is_fixed(
            job, inner[1 - operand]
        ):
            job.blocked("it sums over the batch, of which its constant has one row")
    settle(job, inner, ones_too=True)
    square_with(job, inner)
    for back in range(3, max(len(x), len(y)) + 1):
        spots = [(k, len(s) - back) for k, s in enumerate((x, y)) if back <= len(s)]
        settle(job, spots)


def square_with(job: Job, inner: Sequence[Spot]) -> None:
    """A constant matrix that was as wide as high, both the moving extent, stays square."""
    for operand, axis in inner:
        value = job.operand(operand)
        pending = job.pending.get(operand)
        if value is None or value.shape is None or not pending or axis not in pending:
            continue
        stored = job.site.graph.tensors[job.site.op.inputs[operand]].shape or ()
        rank = len(stored)
        other = 2 * rank - 3 - axis
        if stored[other] == stored[axis]:
            tie(job, operand, other, pending[axis])


@repair("FULLY_CONNECTED")
def fully_connected(job: Job) -> None:
    """The weights fix how many values make a row; none of them may come from what changes."""
    x, weights = job.shape(0), job.shape(1)
    if not x or weights is None or len(weights) != 2:
        return
    stored = [job.sizes.stored(d) for d in x]
    if None in stored:
        return
    if not is_fixed(job, (1, 1)):
        settle(job, [(0, len(x) - 1), (1, 1)], ones_too=True)
        return
    opt = job.site.opt
    keep = isinstance(opt, FullyConnectedOptions) and opt.keep_num_dims
    width = 1
    for axis in range(len(x) - 1, -1, -1):
        width *= stored[axis] or 0
        if job.sizes.changes(x[axis]) and not fits(job, x[axis], stored[axis], weights[1]):
            cannot_follow(job, axis, weights[1])
        if job.sizes.moves(x[axis]) and not job.sizes.changes(x[axis]):
            job.blocked(
                f"the weights '{name_of(job, 1)}' take rows of {weights[1]} that hold a map which "
                f"changes its shape: they were made for one of "
                f"{shown([job.sizes.stored(f) for f in factors_of(x[axis])])}"
            )
        if width == weights[1] == stored[axis] and not job.sizes.moves(x[axis]):
            job.replace_shape(0, axis, width)
        if keep or width == weights[1]:
            return


def name_of(job: Job, operand: int) -> str:
    """The name of an operand."""
    value = job.operand(operand)
    return value.name if value is not None else ""


def fits(job: Job, size: Dim, stored: int | None, width: Dim) -> bool:
    """Whether a row that is undecided may be what the weights take."""
    return stored == width and job.agree(size, width) is not None


def cannot_follow(job: Job, axis: int, width: Dim) -> None:
    """The rows that weights take have changed."""
    x, weights = job.operand(0), job.operand(1)
    if x is None or x.shape is None or weights is None:
        return
    row = job.sizes.wanted(product(x.shape[axis:]))
    job.blocked(
        f"the weights '{weights.name}' take rows of {width}, those of '{x.name}' become {row}: "
        "weights cannot follow"
    )
    job.replace_shape(0, axis, job.sizes.stored(x.shape[axis]) or 1)
