"""Expressions of sizes that give one number in the model and another in a second export."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, TypeAlias

from circle_resizer.symbolic.dim import Dim, smallest, weight

if TYPE_CHECKING:
    from fractions import Fraction

FEW = 8
"""Operations in a product of sizes that anybody writes."""
Numbers = tuple[int, ...]
"""A number in the model, and in each of the other files."""
PARTS = (2, 3, 4, 5, 6, 7, 8, 10, 12, 14, 16, 32, 64)
"""Fractions of a size that networks cut, pool or shrink to."""


Of: TypeAlias = Callable[[Dim], "Numbers | None"]
"""What a size is in the model and in each of the files."""


def equal(bases: Sequence[Dim], goal: Numbers, numbers: Of) -> list[Dim]:
    """A size that is the number in every file."""
    return next(([base] for base in bases if numbers(base) == goal), [])


def simple(bases: Sequence[Dim], goal: Numbers, numbers: Of) -> list[Dim]:
    """Affine, floor and ceil forms of one size that give ``goal`` everywhere.

    Any two points lie on a line, so not every line is a candidate: a whole slope p above 2 goes
    with an offset below p, a fraction 1/q with none.
    """
    return fitting(bases, goal, numbers, lambda base, known: (
        *lines(base, known, goal), *fractions(base),
    ))  # fmt: skip


def involved(bases: Sequence[Dim], goal: Numbers, numbers: Of) -> list[Dim]:
    """Sizes up to a limit (the best 100), fractions with an offset, products of two sizes.

    Each of them has as many parameters as two files have numbers: what one of them gives at
    another size is no more than likely.
    """
    return [
        *fitting(bases, goal, numbers, lambda base, known: (
            *clamps(base, known, goal), *shifted(base, known, goal),
        )),
        *(form for form in products(bases, goal, numbers) if numbers(form) == goal),
    ]  # fmt: skip


def fitting(
    bases: Sequence[Dim], goal: Numbers, numbers: Of,
    forms: Callable[[Dim, Numbers], Iterable[Dim]],
) -> list[Dim]:  # fmt: skip
    """The forms of each size that differs between the files and that give ``goal``."""
    found: dict[Dim, None] = {}
    for base in bases:
        known = numbers(base)
        if known is None or len(set(known)) < 2:
            continue
        found.update((form, None) for form in forms(base, known) if numbers(form) == goal)
    return list(found)


def slope_of(known: Numbers, goal: Numbers) -> Fraction | None:
    """How fast the number grows with the base, by the first file that has another base."""
    from fractions import Fraction  # noqa: PLC0415  (only with second exports)

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


def fractions(base: Dim) -> Iterator[Dim]:
    """``(base + r) // q``: a part, rounded down, up or between."""
    for q in PARTS:
        for r in range(q):
            yield (base + r) // q


def fillers(base: Dim) -> Iterator[Dim]:
    """What is missing to a multiple of 2, 4, 8 or another size of windows."""
    for q in PARTS:
        yield (-1 * base) % q


def shifted(base: Dim, known: Numbers, goal: Numbers) -> Iterator[Dim]:
    """``base * p / q + offset`` where the slope is exactly that."""
    from fractions import Fraction  # noqa: PLC0415  (only with second exports)

    slope = slope_of(known, goal)
    if slope is not None and slope.denominator > 1:
        p, q = slope.numerator, slope.denominator
        first = Fraction(goal[0]) - slope * known[0]
        if first.denominator == 1:
            yield base * p // q + first.numerator


def clamps(base: Dim, known: Numbers, goal: Numbers) -> Iterator[Dim]:
    """``min(base, number)``, where some file has more."""
    if max(known) > max(goal):
        yield smallest(base, max(goal))


def products(bases: Sequence[Dim], goal: Numbers, numbers: Of) -> Iterator[Dim]:
    """A product of two sizes, and a fixed multiple or part of it."""
    from fractions import Fraction  # noqa: PLC0415  (only with second exports)

    for i, one in enumerate(bases):
        for two in bases[i:]:
            if weight(one) + weight(two) > FEW:
                continue
            known = numbers(one * two)
            if known is None or len(set(known)) < 2 or not known[0]:
                continue
            ratio = Fraction(goal[0], known[0])
            yield one * two * ratio.numerator // ratio.denominator
