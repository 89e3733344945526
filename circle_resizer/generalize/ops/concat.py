"""Operators that put tensors side by side: data, or sizes of which some are written out."""

from __future__ import annotations

from collections.abc import Iterable

from circle_resizer.generalize.context import Context
from circle_resizer.generalize.number_forms import is_shape
from circle_resizer.generalize.ops.broadcast import settle
from circle_resizer.generalize.registry import generalizes
from circle_resizer.inference.stored_values import WHOLE
from circle_resizer.schema.options import ConcatenationOptions
from circle_resizer.symbolic.dim import Dim


@generalizes("CONCATENATION", literal=True)
def concatenation(ctx: Context) -> None:
    """All axes but the joined one agree."""
    opt, rank = ctx.site.opt, common_rank(ctx)
    if joins_sizes(ctx):
        literals(ctx)
    elif isinstance(opt, ConcatenationOptions) and rank:
        unify_axes(ctx, [axis for axis in range(rank) if axis != opt.axis % rank])


def common_rank(ctx: Context) -> int:
    """The one rank of all operands; 0 if they differ or one is unknown."""
    ranks = {
        -1 if (shape := ctx.shape(k)) is None else len(shape) for k in range(len(ctx.operands))
    }
    return max(ranks.pop(), 0) if len(ranks) == 1 else 0


def unify_axes(ctx: Context, axes: Iterable[int]) -> None:
    """Unify the sizes of all operands on these axes."""
    for axis in axes:
        settle(ctx, [(k, axis) for k in range(len(ctx.operands))], ones_too=True)


@generalizes("PACK", literal=True)
def pack(ctx: Context) -> None:
    """All operands have one shape."""
    if joins_sizes(ctx):
        literals(ctx)
    else:
        unify_axes(ctx, range(common_rank(ctx)))


def joins_sizes(ctx: Context) -> bool:
    """Whether a shape is put together, in part from the shape of something."""
    values = [v for v in ctx.operands if v is not None]
    known = len(values) == len(ctx.operands) and all(v.type in WHOLE for v in values)
    return known and any(not v.constant for v in values) and all(map(is_shape, values))


def literals(ctx: Context) -> None:
    """Sizes that are written out between computed ones: whoever takes the shape decides."""
    for operand in range(len(ctx.operands)):
        numbers = ctx.specialised(operand)
        if numbers is not None:
            new = [literal(ctx, operand, k, n) for k, n in enumerate(numbers)]
            if new != list(numbers):
                ctx.set_entries(operand, new)


def literal(ctx: Context, operand: int, entry: int, size: int) -> Dim:
    """A size as it is, unless it may be one that changes."""
    if size < 2:
        return size
    candidates = [] if size in ctx.sizes.moving_numbers() else [size]
    ambiguity = f"the size {size} in the shape it puts together is that of an axis that changes"
    return ctx.free(operand, entry, size, candidates, "literal size", ambiguity=ambiguity)
