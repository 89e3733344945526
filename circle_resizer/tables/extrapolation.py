"""The values of an array on its diagonals, and how their two ends go on."""

from __future__ import annotations

from dataclasses import dataclass

from circle_resizer.lazy_numpy import np
from circle_resizer.tables.compare import Array, alike, bits, is_whole
from circle_resizer.tables.made_numbers import Moving, damped, distinct, weighs
from circle_resizer.tables.progression import Line, holds, side_by_side, steady


@dataclass(frozen=True, slots=True)
class Diagonals:
    """f at every other position (one row each), for k from ``1 - rows`` to ``columns - 1``.

    ``moving`` are those of the two extents that change.
    """

    f: Array
    rows: int
    columns: int
    moving: tuple[int, ...]

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

    def is_pattern(self) -> bool:
        """True only if few values lie in few runs, and do not count from entry to entry."""
        changes = self.changes()
        if not changes or len(changes) > 4 or self.kinds() > 4:
            return False
        ends = (changes[0] + self.rows - 1, self.columns - changes[-1])
        return max(ends) > 1 or not is_whole(self.f)

    def made(self, sizes: Moving) -> bool:
        """Whether values of a pattern may be made from an extent (the 1/n of a running mean)."""
        numbers = distinct(self.f)
        extents = {*self.moving, *sizes}
        return self.is_pattern() and weighs(numbers or (), self.f.dtype, extents)

    def wraps(self) -> bool:
        """Whether a square ring goes on at its other end; a period seen three times is none."""
        n, f = self.rows, self.f
        if n != self.columns or n < 3:
            return False
        around = [*range(n - 1), *range(n, 2 * n - 1)]
        ring = alike(f[:, n:], f[:, : n - 1]) and not alike(f[:, around], f[:, around[:1]])
        return ring and not any(alike(f[:, p:], f[:, :-p]) for p in range(1, n // 3 + 1))

    def turned(self) -> Diagonals:
        """The two axes exchanged: the last diagonal becomes the first."""
        return Diagonals(self.f[:, ::-1], self.columns, self.rows, self.moving)


@dataclass(frozen=True, slots=True)
class Side:
    """The right end of f: a constant run or a line, and what speaks for going on with it."""

    stored: Diagonals
    run: int
    line: int
    fade: int

    @property
    def length(self) -> int:
        """How many entries go on in one way."""
        return max(self.run, self.line, self.fade)

    @property
    def said(self) -> str:
        """For the report; the simplest way that explains as much as any."""
        ways = {"constant": self.run, "in equal steps": self.line, "by one factor": self.fade}
        return max(ways, key=lambda way: ways[way])

    def reaches(self, between: int) -> bool:
        """True only if there is evidence enough, with so many entries between the two ends."""
        if self.said == "constant":
            return self.run >= 2 and (self.stored.is_mask() or self.run > between)
        if self.said == "by one factor":
            return self.fade > max(4, between)
        if self.stored.f.dtype.kind in "iu":
            ends = (0, self.stored.columns - self.stored.rows)
            zero = any((self.stored.f[:, k + self.stored.rows - 1] == 0).all() for k in ends)
            return zero and self.line == self.stored.f.shape[1]
        return self.line >= 4 and self.line > between

    def steps(self) -> Array:
        """The step of the line in every row."""
        part = self.stored.f[:, [-self.line, -1]].astype(np.float64)
        return (part[:, 1:] - part[:, :1]) / (self.line - 1)

    def factors(self) -> Array:
        """The factor from entry to entry in every row."""
        part = self.stored.f[:, [-self.fade, -1]].astype(np.float64)
        factor: Array = (part[:, 1:] / part[:, :1]) ** (1 / (self.fade - 1))
        return factor

    def scaled(self) -> bool:
        """Whether a step or factor may be made from an extent (1 - |i - j| / n, (1 - 1 / n)**k)."""
        if self.said == "constant" or self.length < (3 if self.said == "by one factor" else 4):
            return False
        if self.said == "by one factor":
            return damped(self.factors()[:, 0].tolist(), self.stored.moving)
        sizes = {float(f"{abs(size):.5e}") for size in self.steps()[:, 0].tolist()} - {0.0}
        varied, halved = side_by_side(sizes)
        stay = [
            all(steady(Line(0.0, size, n, 1e-6, varied, halved)) for n in self.stored.moving)
            for size in sizes
        ]
        return not (all(stay) if halved else any(stay))

    def more(self, count: int) -> Array | None:
        """So many further entries; ``None`` if the type lacks them."""
        f = self.stored.f
        if self.said == "constant":
            return np.repeat(f[:, -1:], count, axis=1)
        if self.said == "by one factor":
            last = f[:, -1:].astype(np.float64)
            return (last * self.factors() ** (1 + np.arange(count))).astype(f.dtype)
        first = f[:, [-self.line]].astype(np.float64)
        new = first + self.steps() * (self.line + np.arange(count))
        return new.astype(f.dtype) if holds(f.dtype, new[:, -1].tolist()) else None


def side(stored: Diagonals) -> Side:
    """The right end of f."""
    size = stored.f.shape[1]
    changes = stored.changes()
    run = stored.columns - changes[-1] if changes else size
    return Side(stored, run, line_length(stored.f), fade_length(stored.f))


def line_length(f: Array) -> int:
    """How many entries at the right end of every row are on a line (the flat rows bit by bit)."""
    if f.dtype.kind not in "iuf":
        return 0
    fine = f.dtype.kind == "f" and f.dtype.itemsize > 2
    unit = 2 * float(np.finfo(f.dtype).eps) if fine else 0.0
    with np.errstate(invalid="ignore"):
        value = f.astype(np.float64)
        size = np.where(np.isfinite(value), np.abs(value), 0)
        near = np.max(np.lib.stride_tricks.sliding_window_view(size, 3, axis=1), axis=-1)
        bent = ~(np.abs(np.diff(value, 2, axis=1)) <= 2 * unit * near).all(axis=0)
    length = f.shape[1] - (int(np.flatnonzero(bent)[-1]) + 1 if bent.any() else 0)
    part = value[:, -length:]
    if not np.isfinite(part).all():
        return 0
    slack = unit * np.max(np.abs(part), axis=1, keepdims=True)
    rise = part[:, -1:] - part[:, :1]
    line = part[:, :1] + rise / (length - 1) * np.arange(length)
    flat = (part == part[:, :1]).all(axis=1, keepdims=True)
    on = np.abs(part - line) <= slack
    return length if (flat | (on & (np.abs(rise) >= 500 * slack))).all() else 0


def fade_length(f: Array) -> int:
    """How many entries at the right end of every row shrink by one factor."""
    if f.dtype.kind != "f" or f.dtype.itemsize == 2:
        return 0
    value = f.astype(np.float64)
    with np.errstate(all="ignore"):
        mean = value[:, :-2] * value[:, 2:] / value[:, 1:-1] ** 2
        fades = np.abs(mean - 1) <= 8 * float(np.finfo(f.dtype).eps)
        fades &= np.abs(value[:, 2:]) < (1 - 1e-4) * np.abs(value[:, 1:-1])
    bent = ~fades.all(axis=0)
    length = f.shape[1] - (int(np.flatnonzero(bent)[-1]) + 1 if bent.any() else 0)
    return length if length > 2 and bool((value[:, -length:] > 0).all()) else 0
