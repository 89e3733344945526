"""Expressions of sizes that give one number in the model and another in a second export."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction

from circle_resizer.symbolic.dim import Dim, smallest

Numbers = tuple[int, ...]
"""A number in the model, and in each of the other files."""
PARTS = (2, 3, 4, 5, 6, 7, 8, 10, 12, 14, 16, 32, 64)
"""Fractions of a size that networks cut, pool or shrink to."""


def forms(
    bases: Sequence[Dim], goal: Numbers, numbers: Callable[[Dim], Numbers | None]
) -> list[Dim]:
    """Affine, floor, ceil, clamped and product forms of ``bases`` that give ``goal`` everywhere.

    Any two points lie on a line, so not every line is a candidate: a whole slope p above 2 goes
    with an offset below p, a fraction 1/q with an offset only where it is what the numbers say.
    """
    found: dict[Dim, None] = {}
    for base in bases:
        known = numbers(base)
        if known is None or len(set(known)) < 2:
            continue
        for form in (*lines(base, known, goal), *fractions(base, known, goal), *clamps(base, known, goal)):
            if numbers(form) == goal:
                found[form] = None
    return list(found) or [f for f in products(bases, goal, numbers) if numbers(f) == goal]


def slope_of(known: Numbers, goal: Numbers) -> Fraction | None:
    """How fast the number grows with the base, by the first file that has another base."""
    pairs = zip(known[1:], goal[1:], strict=True)
    return next((Fraction(g - goal[0], k - known[0]) for k, g in pairs if k != known[0]), None)


def lines(base: Dim, known: Numbers, goal: Numbers) -> Iterator[Dim]:
    """``p * base + offset``."""
    slope = slope_of(known, goal)
    if slope is None or slope.denominator != 1 or slope == 0:
        return
    p = slope.numerator
    offset = goal[0] - p * known[0]
    if abs(p) <= 2 or abs(offset) < abs(p):
        yield base * p + offset


def fractions(base: Dim, known: Numbers, goal: Numbers) -> Iterator[Dim]:
    """``(base + r) // q``: rounded down, up, or with an offset where the slope is exactly 1/q."""
    slope = slope_of(known, goal)
    for q in PARTS:
        exact = slope == Fraction(1, q)
        first = goal[0] * q - known[0]
        for r in range(first, first + q):
            if 0 <= r < q or (exact and first % q == 0):
                yield (base + r) // q
    if slope is not None and slope.denominator > 1 and slope.numerator > 1:
        yield base * slope.numerator // slope.denominator


def clamps(base: Dim, known: Numbers, goal: Numbers) -> Iterator[Dim]:
    """``min(base, number)``, where some file has more: the best 100, or all if there are fewer."""
    if max(known) > max(goal):
        yield smallest(base, max(goal))


def products(
    bases: Sequence[Dim], goal: Numbers, numbers: Callable[[Dim], Numbers | None]
) -> Iterator[Dim]:
    """A product of two sizes, and a fixed multiple or part of it."""
    for i, one in enumerate(bases):
        for two in bases[i:]:
            known = numbers(one * two)
            if known is None or len(set(known)) < 2 or not known[0]:
                continue
            ratio = Fraction(goal[0], known[0])
            yield one * two * ratio.numerator // ratio.denominator
