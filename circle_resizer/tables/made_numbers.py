"""Numbers that may have been computed from a size, and so would be others at another size."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from circle_resizer.lazy_numpy import np, npt
from circle_resizer.tables.extent_forms import MADE, SHARES, SPANS, WEIGHTS

FEW = 8
DIGITS = 6
MASKED = -100  # what hides a place in a softmax is no size
MOST_FACTORS = 8
USUAL = (0.5, 1, 2, 3, 4, 5)
MULTIPLES = (2, 4, 8, 16, 32)


@dataclass(frozen=True, slots=True)
class Moving:
    """Stored sizes that change: of inputs, and products of the parts of the axes at hand.

    No line may start at a size of an input or have it as its step; a line over one of the parts
    may. Other numbers may be made from both.
    """

    inputs: frozenset[int] = frozenset()
    parts: frozenset[int] = frozenset()

    def __iter__(self) -> Iterator[int]:
        return iter(self.inputs | self.parts)

    def beside(self, extents: Iterable[int]) -> Moving:
        """As inputs that move also the extents of axes that a rule does not see."""
        return Moving(self.inputs.union(extents), self.parts)


def products(pairs: Sequence[tuple[int, int]]) -> frozenset[int]:
    """The stored products of any of these (old, new) factors that change when those do."""
    found = {(1, 1)}
    for old, new in pairs[:MOST_FACTORS]:
        found |= {(old * before, new * after) for before, after in found}
    return frozenset(old for old, new in found if old != new)


def made(n: int) -> tuple[float, ...]:
    """Numbers that are often computed from an extent of 2 or more."""
    return tuple(form(n) for form in MADE)


def images(maps: Collection[int]) -> set[int]:
    """The extents of images that have maps of these extents."""
    return {k * n for k in MULTIPLES for n in maps if n > 2 and k * n >= 8}


def distinct(array: npt.NDArray[Any]) -> list[float] | None:
    """The different numbers; ``None`` if they are many."""
    if array.dtype.kind not in "iuf":
        return None
    found: set[float] = set()
    flat = array.reshape(-1)
    for start in range(0, len(flat), 1 << 12):
        found |= set(np.unique(flat[start : start + (1 << 12)]).astype(np.float64).tolist())
        if len(found) > FEW + 2:
            return None
    return sorted(found)


def near(value: float, forms: Iterable[float], dtype: np.dtype[Any]) -> bool:
    """Whether the value is one of these numbers, as its type rounds them, or minus one of them."""
    slack = 0.0 if dtype.kind in "iu" else 2 * float(np.finfo(dtype).eps)
    return any(abs(abs(value) - form) <= slack * form for form in forms)


def fills(value: float, dtype: np.dtype[Any], extents: Collection[int]) -> bool:
    """Whether a constant filled with one number may have been computed from an extent."""
    forms = (form for n in extents if n > 1 for form in made(n))
    return abs(value) not in (0, 1) and value > MASKED and near(value, forms, dtype)


def scales(
    numbers: Collection[float],
    dtype: np.dtype[Any],
    moving: Collection[int],
    others: Collection[int] = (),
) -> bool:
    """Whether a row of several numbers (width, height, 1) may have been computed from extents.

    All of them have to be, apart from 0 and 1, and one from an extent that moves; a row that
    counts (0, 1, 2, 3) is not.
    """
    values = {abs(number) for number in numbers} - {0.0, 1.0}
    if is_count(numbers):
        return False
    gaps = {n - 1 for n in moving}
    known = {v for v in values if is_scale(v, dtype, moving) or near(v, inverses(gaps), dtype)}
    return bool(known) and all(v in known or is_scale(v, dtype, others) for v in values)


def is_scale(value: float, dtype: np.dtype[Any], extents: Collection[int]) -> bool:
    """Whether a box may be scaled with it: an extent, the last index, a cell, two cells."""
    usual = [n for n in extents if n > 2]
    forms = [*usual, *(n - 1 for n in usual if n > 3), *inverses(usual)]
    return near(value, (*forms, *(2 / n for n in usual)), dtype)


def is_side(value: float, dtype: np.dtype[Any], extents: Collection[int]) -> bool:
    """Whether a number that stands beside counts may be made; 1/2 is the centre of one cell."""
    return abs(value) not in (0, 0.5, 1) and is_scale(value, dtype, extents)


def inverses(numbers: Collection[int]) -> list[float]:
    """One over each of those that are more than 1."""
    return [1 / n for n in numbers if n > 1]


def is_count(numbers: Collection[float]) -> bool:
    """Whether these are three or more whole numbers in a row."""
    found = sorted(numbers)
    return len(found) > 2 and all(b - a == 1 for a, b in pairwise(found))


def weighs(numbers: Collection[float], dtype: np.dtype[Any], extents: Collection[int]) -> bool:
    """Whether one of a pattern's few numbers (a mean, the centring matrix) is made from one."""
    least = MASKED if max(numbers, default=0) <= 1 else -math.inf
    values = {abs(number) for number in numbers if number > least} - {0.0, 1.0}
    forms = weights_of([n for n in extents if n > 2], alone=len(values) == 1)
    return any(near(value, forms, dtype) for value in values)


def weights_of(extents: Collection[int], *, alone: bool) -> list[float]:
    """Weights made from these extents; a number that stands alone may be any form of one."""
    forms = [form(n) for n in extents for form in WEIGHTS]
    forms += [share for n in extents for form in SHARES if (share := form(n)) != 0.5]
    forms += [span for n in extents for form in SPANS if (span := form(n)) > 2]
    if alone:
        forms += [form for n in extents for form in made(n)]
    return forms


def digits(number: float) -> int:
    """How many decimal digits make the number, near enough; at most ``DIGITS``."""
    sure = (abs(float(f"{number:.{d}e}") - number) <= 1e-5 * abs(number) for d in range(DIGITS))
    return next((d + 1 for d, is_enough in enumerate(sure) if is_enough), DIGITS)


def damped(factors: Sequence[float], extents: Collection[int]) -> bool:
    """Whether a factor may be made from an extent; four different ones are not.

    ``exp(-1 / n)``, ``1 - 1 / n`` and ``0.5 ** (1 / n)`` have a rate that is a round number over
    the extent and not so round itself.
    """
    different = {float(f"{factor:.5e}") for factor in factors}
    numbers = [(n, n == extent) for extent in extents for n in (extent - 1, extent) if n > 1]
    return len(different) < 4 and any(
        parted(-math.log(factor), n, USUAL if is_extent else USUAL[:3])
        or any(parted(r, n, (1,)) for r in (1 - factor, -math.log2(factor), -math.log10(factor)))
        for factor in different
        for n, is_extent in numbers
    )


def parted(rate: float, n: int, usual: Collection[float]) -> bool:
    """Whether a rate looks like a round number divided by ``n``, or by its root.

    Of a rate that is round itself (exp(-0.3 k)) only if the other number is a ``usual`` one, or a
    whole one from 3 to 10 that is rounder.
    """
    own, exponential = digits(rate), len(usual) > 1
    if own > 3:
        turn = math.pi if exponential else 1
        return any(digits(rate * part) <= 2 for part in (n, n + 1, n**0.5, n / turn))
    whole = round(rate * n, 4)
    return whole in usual or (exponential and whole in range(3, 11) and digits(whole) < own)
