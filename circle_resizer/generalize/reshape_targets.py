"""What the numbers in a RESHAPE target hold at the stored and at the requested sizes."""

from __future__ import annotations

import math
from collections.abc import Sequence

from circle_resizer.generalize.context import Context
from circle_resizer.inference.value import Shape
from circle_resizer.layouts.permutations import Interpretation
from circle_resizer.symbolic.dim import Dim, product

REORDERED = "its own sizes in another order"


def resolved(target: Sequence[int], stored: Sequence[int | None]) -> tuple[int, ...] | None:
    """The target with its -1 replaced; ``None`` when it was not true for the stored sizes."""
    known = [n for n in stored if n is not None]
    if len(known) < len(stored):
        return None
    total, fixed = math.prod(known), math.prod(n for n in target if n != -1)
    if -1 not in target:
        return tuple(target) if fixed == total else None
    if target.count(-1) > 1 or fixed < 1 or total % fixed:
        return None
    at = target.index(-1)
    return (*target[:at], total // fixed, *target[at + 1 :])


def visible(ctx: Context, shape: Shape) -> Shape:
    """A shape in which axes that stay 1 are a plain 1, unless a second export has more there."""
    if ctx.store.witnesses:
        return shape
    stored, changes = ctx.sizes.stored, ctx.sizes.changes
    return tuple(1 if stored(d) == 1 and not changes(d) else d for d in shape)


def as_written(ctx: Context, shape: Shape, target: Sequence[int]) -> list[Interpretation]:
    """The target with its -1 for whatever is left, as a runtime reads it; none without a -1."""
    if -1 not in target:
        return []
    fixed = math.prod(n for n in target if n != -1)
    left = product(shape) // fixed
    dims = tuple(left if n == -1 else n for n in target)
    return [Interpretation(dims)] if any(map(ctx.sizes.changes, shape)) else []


def reordered(ctx: Context, shape: Shape, target: Sequence[int]) -> list[Interpretation]:
    """The target with the operand's own sizes in another order: ``[9,5]`` as ``[5,9]``.

    As many elements for all sizes, and what a relative shift does to ``[2 * L - 1, L]``. An axis
    that was 1 stays where it is: ``[8,B,5]`` as ``[B,5,8]`` would mix the batches.
    """
    left, dims = list(shape), list[Dim]()
    for size in target:
        found = [d for d in left if ctx.sizes.stored(d) == size]
        if not found or any(d != found[0] for d in found):
            return []
        left.remove(found[0])
        dims.append(found[0])
    units = [d for d in shape if ctx.sizes.stored(d) == 1 != d]
    if left or any(before(shape, d) != before(dims, d) for d in units):
        return []
    return [Interpretation(tuple(dims), REORDERED)]


def before(shape: Sequence[Dim], size: Dim) -> Dim:
    """How many rows lie in front of an axis: where a batch stands, none of its rows may cross."""
    return product(shape[: list(shape).index(size)])


def stays_true(ctx: Context, shape: Shape, target: Sequence[int]) -> bool:
    """Whether the file was made for any size of what changes, and its -1 takes just that."""
    if -1 not in target or not all(ctx.sizes.is_dynamic(d) for d in shape):
        return False
    fixed = product(size for size in target if size != -1)
    left = product(shape) // fixed
    return left * fixed == product(shape)


def is_exact(ctx: Context, shape: Shape, interpretation: Interpretation) -> bool:
    """Whether the interpretation holds just as many elements at the wanted sizes."""
    held, holds = product(shape), product(interpretation.dims)
    if isinstance(ctx.sizes.wanted(held), int) and isinstance(ctx.sizes.wanted(holds), int):
        return ctx.sizes.same(held, holds)
    return held == holds or not interpretation.grows


def still_holds(ctx: Context, shape: Shape, target: Sequence[int]) -> bool:
    """Whether the target as it is holds all elements at the wanted sizes too."""
    return ctx.sizes.wanted_product(shape) == product(target)
