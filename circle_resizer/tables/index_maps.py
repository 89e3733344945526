"""Row numbers along one axis, written out: padding, rolls, flips and copies done by GATHER.

A family is ``rows(i, n)`` for the i-th of the numbers and an axis of n rows; it is fitted to the
stored numbers and drawn for another n. Families that all explain the stored numbers must draw the
same: [1, 0, 1, 0] of two rows is a reflection or goes round, and nobody knows which.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np

from circle_resizer.tables.compare import Array

Rows: TypeAlias = Callable[[Array, int], Array]
MOST = 1 << 14
TRIED = 4
"""Shifts that are tried: that of the longest part in order, and the next ones."""


@dataclass(frozen=True, slots=True)
class IndexMap:
    """``factor * n + more`` numbers of a family, moved by ``shift``."""

    rule: str
    rows: Rows
    factor: int = 1
    more: int = 0
    shift: int = 0

    def draw(self, n: int) -> Array | None:
        """The numbers for an axis of n rows; ``None`` where it is too short for them."""
        count = self.factor * n + self.more
        ends = max(self.shift, self.more - self.shift)
        if count < 1 or (self.rule == REFLECTED and ends >= n) or ends > n:
            return None
        return self.rows(np.arange(count) - self.shift, n)


REFLECTED = "row numbers reflect at the ends"


def reflected(i: Array, n: int) -> Array:
    """2 1 0 1 2 3 2 1: the ends are there once."""
    place = np.mod(i, max(2 * (n - 1), 1))
    return np.asarray(np.minimum(place, 2 * (n - 1) - place))


def mirrored(i: Array, n: int) -> Array:
    """1 0 0 1 2 3 3 2: the ends are there twice."""
    place = np.mod(i, 2 * n)
    return np.asarray(np.minimum(place, 2 * n - 1 - place))


def repeated(i: Array, n: int) -> Array:
    """0 0 0 1 2 3 3 3: the ends go on."""
    return np.clip(i, 0, n - 1)


def around(i: Array, n: int) -> Array:
    """2 3 0 1 2 3 0 1: the rows go round."""
    return np.mod(i, n)


PADDING: dict[str, Rows] = {
    "row numbers in order, the ends repeated": repeated,
    REFLECTED: reflected,
    "row numbers reflect behind the ends": mirrored,
    "row numbers go round": around,
}


def index_map(numbers: Array, n: int) -> IndexMap | None:
    """The family of row numbers that list an axis of n rows up to its last one."""
    if numbers.ndim != 1 or not 1 < len(numbers) <= MOST or n < 2:
        return None
    if int(numbers.max()) != n - 1 or int(numbers.min()) < 0 or len(set(numbers.tolist())) < n - 1:
        return None
    found = [one for one in candidates(numbers, n) if is_drawn(one, numbers, n)]
    if not found or any(differ(found[0], other, n) for other in found[1:]):
        return None
    return found[0]


def candidates(numbers: Array, n: int) -> Iterator[IndexMap]:
    """What the numbers may be."""
    more = len(numbers) - n
    factor = len(numbers) // n
    shifts = Counter((np.arange(len(numbers)) - numbers).tolist()).most_common(TRIED)
    for rule, rows in PADDING.items() if abs(more) < n else ():
        # the shorter way round: a roll by n - 2 is one by -2
        yield from (IndexMap(rule, rows, 1, more, s) for s, _ in shifts if 2 * abs(s) < n)
    if not more:
        yield IndexMap("row numbers from the last to the first", lambda i, n: n - 1 - i)
    if factor > 1 and factor * n == len(numbers):
        yield IndexMap(f"each row {factor} times", lambda i, _: i // factor, factor)
        yield IndexMap(f"all rows {factor} times", around, factor)


def is_drawn(one: IndexMap, numbers: Array, n: int) -> bool:
    """Whether a family draws just the stored numbers."""
    drawn = one.draw(n)
    return drawn is not None and np.array_equal(drawn, numbers)


def differ(one: IndexMap, other: IndexMap, n: int) -> bool:
    """Whether two families would ever draw different numbers."""
    for size in (n + 1, 2 * n + 3):
        first, second = one.draw(size), other.draw(size)
        if first is None or second is None or not np.array_equal(first, second):
            return True
    return False


def frame_grid(numbers: Array, n: int) -> int | None:
    """The hop of frames ``i * hop + j`` of a signal of n samples, as many as fit; else ``None``."""
    if numbers.ndim != 2 or min(numbers.shape) < 2 or numbers.size > MOST * 64:
        return None
    frames, width = numbers.shape
    hop = int(numbers[1, 0]) - int(numbers[0, 0])
    if hop < 1 or frames < 3 or frames != (n - width) // hop + 1:
        return None
    return hop if np.array_equal(numbers, grid(frames, width, hop)) else None


def grid(frames: int, width: int, hop: int) -> Array:
    """The sample numbers of frames."""
    return np.asarray(np.arange(frames)[:, None] * hop + np.arange(width))
