"""Axes of the operands of one operator."""

from __future__ import annotations

from circle_resizer.generalize.context import Context
from circle_resizer.inference.value import Shape
from circle_resizer.symbolic.dim import Dim

RANK_OF_TABLES = 3
"""A constant of fewer axes stands for channels alone."""
Spot = tuple[int, int]
"""(operand, axis)."""


def size_at(ctx: Context, spot: Spot) -> Dim:
    """The size of an operand's axis."""
    shape = ctx.shape(spot[0])
    return shape[spot[1]] if shape is not None else 1


def is_fixed(ctx: Context, spot: Spot) -> bool:
    """Whether the operand is a constant of the file."""
    value = ctx.operand(spot[0])
    return value is not None and value.constant


def is_table(shape: Shape) -> bool:
    """Whether a constant is more than one number, or one for each channel."""
    return len(shape) >= RANK_OF_TABLES and set(shape) != {1}
