"""Families of tables, and the one acceptance for them.

A family is fitted to rows of a table: it answers parameters, each of which draws the rows of a
table of any extent n. One of them is accepted if

- it draws all stored rows: whole numbers exactly, others to its own slack;
- there are more rows than it has parameters;
- fitted to every other row and the two ends, the family finds it again: it predicts the rest;
- no rival that draws the stored rows too would draw others at the new extent, or at any other.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TypeAlias

from circle_resizer.lazy_numpy import np
from circle_resizer.symbolic.dim import Dim
from circle_resizer.tables.compare import Array


@dataclass(frozen=True, slots=True)
class Rows:
    """Some rows of a table over an axis of extent ``n``: which ones, and what they hold."""

    numbers: Array
    values: Array
    count: int
    """How many rows the whole table has."""
    n: int


@dataclass(frozen=True, slots=True)
class Generator:
    """A family with its parameters: what rows of a table of extent n hold.

    ``draw(numbers, n)`` answers ``None`` where n is too small for it; ``count(n)`` is how many rows
    there are (n may be a symbol), ``slack(n)`` how far numbers may be off.
    """

    rule: str
    draw: Callable[[Array, int], Array | None]
    count: Callable[[Dim], Dim] = lambda n: n
    slack: Callable[[int], Array | float] = lambda _: 0.0
    parameters: int = 1

    def table(self, n: int) -> Array | None:
        """The whole table of extent n."""
        count = self.count(n)
        return self.draw(np.arange(count), n) if isinstance(count, int) and count > 0 else None

    def agrees(self, numbers: Array, values: Array, n: int) -> bool:
        """True only if the drawn rows of a table of extent n are ``values``, up to the slack."""
        drawn = self.draw(numbers, n)
        if drawn is None or drawn.shape != values.shape:
            return False
        return bool((np.abs(drawn - values) <= self.slack(n)).all())


Family: TypeAlias = Callable[[Rows], Iterator[Generator]]


def accepted(table: Array, n: int, new: int, family: Family) -> Generator | None:
    """The generator of a table over an axis of extent n that becomes ``new``."""
    whole = Rows(np.arange(len(table)), table, len(table), n)
    found = [one for one in family(whole) if draws(one, whole)]
    if not found or len(table) <= found[0].parameters:
        return None
    if any(differ(found[0], other, size) for other in found[1:] for size in (new, n + 1, 2 * n)):
        return None
    some = np.unique(np.append(whole.numbers[::2], whole.numbers[-1:]))
    part = Rows(some, table[some], len(table), n)
    return found[0] if any(draws(one, whole) for one in family(part)) else None


def draws(one: Generator, rows: Rows) -> bool:
    """Whether a generator draws the rows, and as many."""
    return one.count(rows.n) == rows.count and one.agrees(rows.numbers, rows.values, rows.n)


def differ(one: Generator, other: Generator, n: int) -> bool:
    """Whether two generators draw different tables of extent n."""
    first, second = one.table(n), other.table(n)
    if first is None or second is None:
        return (first is None) != (second is None)
    return first.shape != second.shape or bool((np.abs(first - second) > one.slack(n)).any())
