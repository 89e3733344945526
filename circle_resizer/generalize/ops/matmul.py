"""Sums over an axis: matrix products, normalised rows, means in disguise."""

from __future__ import annotations

from collections.abc import Sequence

from circle_resizer.generalize.constant_axes import depend
from circle_resizer.generalize.context import Context
from circle_resizer.generalize.operand_axes import Spot, is_fixed
from circle_resizer.generalize.ops.broadcast import settle
from circle_resizer.generalize.registry import generalizes
from circle_resizer.inference.value import Shape, shown
from circle_resizer.schema.options import BatchMatMulOptions, FullyConnectedOptions, Options
from circle_resizer.symbolic.dim import Dim, factors_of, product


@generalizes("BATCH_MATMUL")
def batch_matmul(ctx: Context) -> None:
    """Batch axes broadcast; the summed axis is one size."""
    x, y = ctx.shape(0), ctx.shape(1)
    if x is None or y is None or len(x) < 2 or len(y) < 2:
        return
    inner = summed_axes(ctx.site.opt, len(x), len(y))
    for operand, axis in inner:
        size = (x, y)[operand][axis]
        if ctx.sizes.is_batch(size) and is_fixed(ctx, inner[1 - operand]):
            ctx.conflict("it sums over the batch, of which its constant has one row")
    settle(ctx, inner, ones_too=True)
    square_with(ctx, inner)
    for back in range(3, max(len(x), len(y)) + 1):
        spots = [(k, len(s) - back) for k, s in enumerate((x, y)) if back <= len(s)]
        settle(ctx, spots)


def summed_axes(opt: Options, rank_x: int, rank_y: int) -> list[Spot]:
    """(operand, axis) of both sides of the sum: [m,k] x [k,n]."""
    adj_x = isinstance(opt, BatchMatMulOptions) and opt.adjoint_lhs
    adj_y = isinstance(opt, BatchMatMulOptions) and opt.adjoint_rhs
    return [(0, rank_x - (2 if adj_x else 1)), (1, rank_y - (1 if adj_y else 2))]


def square_with(ctx: Context, inner: Sequence[Spot]) -> None:
    """A constant matrix that was as wide as high, both the moving extent, stays square."""
    for operand, axis in inner:
        value = ctx.operand(operand)
        pending = ctx.pending.get(operand)
        if value is None or value.shape is None or not pending or axis not in pending:
            continue
        stored = ctx.site.graph.tensors[ctx.site.op.inputs[operand]].shape or ()
        rank = len(stored)
        other = 2 * rank - 3 - axis
        if stored[other] == stored[axis]:
            depend(ctx, operand, other, pending[axis])


@generalizes("FULLY_CONNECTED")
def fully_connected(ctx: Context) -> None:
    """The weights fix how many values make a row; none of them may come from what changes."""
    x, weights = ctx.shape(0), ctx.shape(1)
    if not x or weights is None or len(weights) != 2 or None in map(ctx.sizes.stored, x):
        return
    if is_fixed(ctx, (1, 1)):
        check_rows(ctx, x, weights[1])
    else:
        settle(ctx, [(0, len(x) - 1), (1, 1)], ones_too=True)


def check_rows(ctx: Context, shape: Shape, width: Dim) -> None:
    """Look at the last axes of an operand, as many as make the rows of ``width`` of the weights."""
    opt, row = ctx.site.opt, 1
    keeps_axes = isinstance(opt, FullyConnectedOptions) and opt.keep_num_dims
    for axis in range(len(shape) - 1, -1, -1):
        row *= ctx.sizes.stored(shape[axis]) or 0
        check_axis(ctx, axis, shape[axis], row, width)
        if keeps_axes or row == width:
            return


def check_axis(ctx: Context, axis: int, size: Dim, row: int, width: Dim) -> None:
    """An axis of rows that the weights take ``width`` of; ``row``: stored size up to it."""
    stored = ctx.sizes.stored(size)
    if ctx.sizes.changes(size):
        if not fits(ctx, size, stored, width):
            cannot_follow(ctx, axis, width)
    elif ctx.sizes.moves(size):
        ctx.conflict(
            f"the weights '{name_of(ctx, 1)}' take rows of {width} that hold a map which "
            f"changes its shape: they were made for one of "
            f"{shown([ctx.sizes.stored(f) for f in factors_of(size)])}"
        )
    elif row == width == stored:
        ctx.replace_shape(0, axis, row)


def name_of(ctx: Context, operand: int) -> str:
    """The name of an operand."""
    value = ctx.operand(operand)
    return value.name if value is not None else ""


def fits(ctx: Context, size: Dim, stored: int | None, width: Dim) -> bool:
    """Whether a row that is undecided may be what the weights take."""
    return stored == width and ctx.agree(size, width) is not None


def cannot_follow(ctx: Context, axis: int, width: Dim) -> None:
    """The rows that weights take have changed."""
    x, weights = ctx.operand(0), ctx.operand(1)
    if x is None or x.shape is None or weights is None:
        return
    row = ctx.sizes.wanted(product(x.shape[axis:]))
    ctx.conflict(
        f"the weights '{weights.name}' take rows of {width}, those of '{x.name}' become {row}: "
        "weights cannot follow"
    )
    ctx.replace_shape(0, axis, ctx.sizes.stored(x.shape[axis]) or 1)
