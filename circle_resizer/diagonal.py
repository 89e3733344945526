"""Constants that depend on i - j only: causal and band masks, ALiBi, relative distances.

Let f(k) be the value on the diagonal k = j - i of the two axes; the stored array shows f from
-(rows - 1) to columns - 1, and a new shape may need more of it. Required is:

- f is constant along every diagonal, bit by bit, on 16 pairs or more (4 for an array that changes
  once, at the diagonal, or holds floats of four or more different values).
- a side that must grow is constant over 2 entries or more in a mask (at most three runs of at
  most two values) and else over more entries than lie between the two sides, because a table in
  buckets of growing width looks constant for a while; or it is on a line over 4 entries or more
  and more than lie between. Whole numbers in an integer type must be on one line through zero
  altogether: distances that are bucketed or clipped look like others until they are long enough.
- the step of such a line is no fraction made from an extent (1 - |i - j| / n), even to shrink.
- both extents differ in the same way before and after. If not, the stored array must show which
  end its diagonal keeps: it changes (or is zero) at k = 0 for the upper left corner, at columns -
  rows for the lower right one, and not at both.

A band wider than the stored array cannot be seen in it: it looks causal.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass

import numpy as np
from numpy.lib.stride_tricks import sliding_window_view

from circle_resizer.lines import Line, holds, steady
from circle_resizer.slices import Array, Extension, Goal, alike, assumed, bits, listed, target


@dataclass(frozen=True, slots=True)
class Diagonals:
    """f at every other position (one row each), for k from ``1 - rows`` to ``columns - 1``."""

    f: Array
    rows: int
    columns: int

    def changes(self) -> list[int]:
        """Every k with f(k) unlike f(k - 1), in order."""
        unlike = [(part[:, 1:] != part[:, :-1]).any(axis=0) for part in bits(self.f)]
        return [int(k) + 2 - self.rows for k in np.flatnonzero(np.any(unlike, axis=0))]

    def kinds(self) -> int:
        """How many different values there are."""
        parts = np.concatenate(bits(self.f))
        return int(np.unique(parts, axis=1).shape[1])

    def is_mask(self) -> bool:
        """True only if at most two values lie in at most three runs."""
        return len(self.changes()) <= 2 and self.kinds() <= 2

    def turned(self) -> Diagonals:
        """The two axes exchanged: the last diagonal becomes the first."""
        return Diagonals(self.f[:, ::-1], self.columns, self.rows)


def diagonal(array: Array, goal: Goal, _sizes: Collection[int]) -> Extension | None:
    """A function of j - i, where one or both of the two axes change."""
    answers = (along(array, goal, pair) for pair in pairs(array, goal))
    return next((answer for answer in answers if answer is not None), None)


def pairs(array: Array, goal: Goal) -> Iterator[tuple[int, int]]:
    """Two axes of 3 or more entries, the changing ones among them."""
    for column in range(array.ndim):
        for row in range(column):
            enough = min(array.shape[row], array.shape[column]) >= 3
            if enough and all(axis in (row, column) for axis in goal):
                yield row, column


def along(array: Array, goal: Goal, pair: tuple[int, int]) -> Extension | None:
    """The answer for one pair of axes."""
    table = np.moveaxis(array, pair, (-2, -1))
    if not alike(table[..., 1:, 1:], table[..., :-1, :-1]):
        return None
    f = np.concatenate([table[..., ::-1, 0], table[..., 0, 1:]], axis=-1)
    stored = Diagonals(f.reshape(-1, f.shape[-1]), *table.shape[-2:])
    rows, columns = (goal.get(axis, array.shape[axis]) for axis in pair)
    shift = alignment(stored, rows, columns)
    if shift is None or not convincing(stored):
        return None
    before, after = stored.rows - rows + shift, columns + shift - stored.columns
    grown = extended(stored, -before, after)
    if grown is None:
        return None
    f, said = grown
    f = f.reshape(*table.shape[:-2], -1)
    rule = f"value depends on i - j only, {listed(pair)}{said}"
    shape = target(array, goal)

    def build() -> Array:
        windows = sliding_window_view(f, columns, axis=-1)[..., ::-1, :]
        return np.ascontiguousarray(np.moveaxis(windows, (-2, -1), pair)).reshape(shape)

    return assumed(rule, build)


def convincing(stored: Diagonals) -> bool:
    """True only if the diagonals cannot be equal by chance."""
    seen = (stored.rows - 1) * (stored.columns - 1)
    changes = stored.changes()
    if len(changes) == 1:
        ends = (0, stored.columns - stored.rows)
        return seen >= 16 or changes[0] in {end + strict for end in ends for strict in (0, 1)}
    return seen >= 16 or (stored.f.dtype.kind in "fc" and stored.kinds() >= 4)


def alignment(stored: Diagonals, rows: int, columns: int) -> int | None:
    """What to add to the new j - i for the old one, so that the diagonal keeps its end."""
    lead = stored.columns - stored.rows
    if columns - rows == lead:
        return 0
    upper, lower = meets(stored, 0), meets(stored, lead)
    if upper == lower:
        return None
    return 0 if upper else lead - (columns - rows)


def meets(stored: Diagonals, k: int) -> bool:
    """Whether f changes beside k, or is zero at k where it changes all the time."""
    changes = stored.changes()
    if len(changes) <= 3:
        return k in changes or k + 1 in changes
    return bool((stored.f[:, k + stored.rows - 1] == 0).all())


def extended(stored: Diagonals, before: int, after: int) -> tuple[Array, str] | None:
    """The stored f with so many more entries on both sides (fewer, if negative)."""
    parts, said = [stored.f], ""
    right, left = side(stored), side(stored.turned())
    between = stored.f.shape[1] - right.length - left.length
    if (right.line >= 4 and right.scaled()) or (left.line >= 4 and left.scaled()):
        return None
    for more, end, place in ((before, left, 0), (after, right, 2)):
        if more > 0:
            if not end.reaches(between) or (new := end.more(more)) is None:
                return None
            said = f"; its ends go on {end.said}"
            parts.insert(place, new[:, ::-1] if place == 0 else new)
    f = np.concatenate(parts, axis=1)
    return f[:, max(0, -before) : f.shape[1] - max(0, -after)], said


@dataclass(frozen=True, slots=True)
class Side:
    """The right end of f: a constant run or a line, and what speaks for going on with it."""

    stored: Diagonals
    run: int
    line: int

    @property
    def length(self) -> int:
        """How many entries the run or the line has."""
        return max(self.run, self.line)

    @property
    def said(self) -> str:
        """For the report."""
        return "constant" if self.run >= self.line else "in equal steps"

    def reaches(self, between: int) -> bool:
        """True only if there is evidence enough, with so many entries between the two ends."""
        if self.run >= self.line:
            return self.run >= 2 and (self.stored.is_mask() or self.run > between)
        if self.stored.f.dtype.kind in "iu":
            ends = (0, self.stored.columns - self.stored.rows)
            zero = any((self.stored.f[:, k + self.stored.rows - 1] == 0).all() for k in ends)
            return zero and self.line == self.stored.f.shape[1]
        return self.line >= 4 and self.line > between

    def steps(self) -> Array:
        """The step of the line in every row."""
        part = self.stored.f[:, [-self.line, -1]].astype(np.float64)
        return (part[:, 1:] - part[:, :1]) / (self.line - 1)

    def scaled(self) -> bool:
        """Whether the end is a line whose step may be made from an extent (1 - |i - j| / n)."""
        if self.run >= self.line:
            return False
        sizes = {abs(size) for size in self.steps()[:, 0].tolist()} - {0.0}
        extents = (self.stored.rows, self.stored.columns)
        varied = len(sizes) >= 4
        return not any(
            all(steady(Line(0.0, size, n, 1e-6, varied)) for n in extents) for size in sizes
        )

    def more(self, count: int) -> Array | None:
        """So many further entries; ``None`` if the type lacks them."""
        f = self.stored.f
        if self.run >= self.line:
            return np.repeat(f[:, -1:], count, axis=1)
        first = f[:, [-self.line]].astype(np.float64)
        new = first + self.steps() * (self.line + np.arange(count))
        return new.astype(f.dtype) if holds(f.dtype, new[:, -1].tolist()) else None


def side(stored: Diagonals) -> Side:
    """The right end of f."""
    size = stored.f.shape[1]
    changes = stored.changes()
    run = stored.columns - changes[-1] if changes else size
    return Side(stored, run, line_length(stored.f))


def line_length(f: Array) -> int:
    """How many entries at the right end of every row are on a line (the flat rows bit by bit)."""
    if f.dtype.kind not in "iuf":
        return 0
    with np.errstate(invalid="ignore"):
        value = f.astype(np.float64)
        size = np.max(np.where(np.isfinite(value), np.abs(value), 0), axis=1, keepdims=True)
        fine = f.dtype.kind == "f" and f.dtype.itemsize > 2
        slack = size * float(np.finfo(f.dtype).eps) if fine else np.zeros_like(size)
        bent = ~(np.abs(np.diff(value, 2, axis=1)) <= 4 * slack).all(axis=0)
    length = f.shape[1] - (int(np.flatnonzero(bent)[-1]) + 1 if bent.any() else 0)
    part = value[:, -length:]
    if not np.isfinite(part).all():
        return 0
    rise = part[:, -1:] - part[:, :1]
    line = part[:, :1] + rise / (length - 1) * np.arange(length)
    flat = (part == part[:, :1]).all(axis=1, keepdims=True)
    on = np.abs(part - line) <= 2 * slack
    return length if (flat | (on & (np.abs(rise) >= 1000 * slack))).all() else 0
