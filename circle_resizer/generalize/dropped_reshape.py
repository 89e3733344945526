"""A RESHAPE that a converter left out, since at a batch of 1 it changed nothing.

``[B, C]`` beside ``[B, H, W, C]`` was ``[1, C]`` beside ``[1, H, W, C]``: axes are lined up from
the last, so the missing operator did no harm. At another batch it does, and is put back.
"""

from __future__ import annotations

from collections.abc import Sequence

from circle_resizer.generalize.context import Context
from circle_resizer.inference.value import Shape
from circle_resizer.layouts.permutations import Interpretation
from circle_resizer.symbolic.dim import Dim, factors_of

SEVERAL = "first axis that takes a dropped one"
PAIRED = "equal rows meet each other"


def restore(ctx: Context) -> None:
    """Reshape operands of lower rank whose unit axes would meet the wrong axes of the others."""
    rank = max(len(shape or ()) for shape in shapes(ctx))
    for operand, shape in enumerate(shapes(ctx)):
        if shape is not None and len(shape) < rank and has_grown_unit(ctx, operand, shape):
            line_up(ctx, operand, shape, rank)


def has_grown_unit(ctx: Context, operand: int, shape: Shape) -> bool:
    """Whether a computed operand has an axis with a factor that was 1 and no longer is."""
    value = ctx.operands[operand]
    return value is not None and not value.constant and any(moved(ctx, size) for size in shape)


def line_up(ctx: Context, operand: int, shape: Shape, rank: int) -> None:
    """Reshape one operand unless, with 1s in front, its unit axes meet their own size."""
    others = [other for k, other in enumerate(shapes(ctx)) if k != operand]
    if lines_up(ctx, (1,) * (rank - len(shape)) + shape, others):
        return
    if ctx.sizes.merged_units(shape[-1]):  # rows are joined, but not with channels
        ctx.backtrack()
    insert(ctx, operand, shape, others, rank)


def insert(
    ctx: Context, operand: int, shape: Shape, others: Sequence[Shape | None], rank: int
) -> None:
    """Insert the RESHAPE under which the operand lines up, if there is one."""
    stored = [ctx.sizes.stored(size) for size in shape]
    target = (1,) * (rank - len(shape)) + tuple(size or 0 for size in stored)
    fitting = [
        interpretation
        for interpretation in ctx.store.interpretations_of(shape, target)
        if interpretation.perm is None and lines_up(ctx, interpretation.dims, others)
    ]
    if fitting:
        interpretation: Interpretation = ctx.read(fitting)
        pairs = PAIRED if all(fits(ctx, shape, other) for other in others) else ""
        ctx.insert_reshape(operand, interpretation.dims, SEVERAL if len(fitting) > 1 else pairs)


def fits(ctx: Context, shape: Shape, other: Shape | None) -> bool:
    """Whether the operand might be meant as it is: each of its rows beside each of the other.

    ``[B,1,8] - [B,8]`` is ``[B,B,8]``, differences of all pairs, or lacks a RESHAPE to ``[B,1,8]``.
    """
    pairs = zip(reversed(shape), reversed(other or ()), strict=False)
    return all(1 in pair or ctx.store.equations.could_agree(*pair) for pair in pairs)


def shapes(ctx: Context) -> list[Shape | None]:
    """Shapes of the operands."""
    return [ctx.shape(k) for k in range(len(ctx.operands))]


def is_unit(ctx: Context, size: Dim) -> bool:
    """Whether an axis was 1 and no longer is."""
    return ctx.sizes.stored(size) == 1 and ctx.sizes.changes(size)


def lines_up(ctx: Context, shape: Shape, others: Sequence[Shape | None]) -> bool:
    """Whether unit axes of an operand meet none but their own size, or unit axes that stay."""
    return all(fits_beside(ctx, shape, other or ()) for other in others)


def fits_beside(ctx: Context, shape: Shape, other: Shape) -> bool:
    """``lines_up`` with one other operand."""
    could_agree = ctx.store.equations.could_agree
    for size, beside in zip(reversed(shape), reversed(other), strict=False):
        alone = beside == 1 and not any(could_agree(size, d) for d in other)
        if moved(ctx, size) and not alone and not could_agree(size, beside):
            return False
    return True


def moved(ctx: Context, size: Dim) -> bool:
    """Whether a size has a factor that was 1 and no longer is."""
    return any(is_unit(ctx, factor) for factor in factors_of(size))
