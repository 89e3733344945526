"""The values of an array on its diagonals, and how their two ends go on."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.lib.stride_tricks import sliding_window_view

from circle_resizer.lines import Line, holds, steady
from circle_resizer.slices import Array, bits


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
        if self.length < 4 or self.said == "constant":
            return False
        if self.said == "by one factor":
            return damped(self.factors()[:, 0].tolist(), (self.stored.rows, self.stored.columns))
        sizes = {abs(size) for size in self.steps()[:, 0].tolist()} - {0.0}
        extents = (self.stored.rows, self.stored.columns)
        varied = len(sizes) >= 4
        return not any(
            all(steady(Line(0.0, size, n, 1e-6, varied)) for n in extents) for size in sizes
        )

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
        near = np.max(sliding_window_view(size, 3, axis=1), axis=-1)
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


def damped(factors: Sequence[float], extents: Sequence[int]) -> bool:
    """Whether a factor may be made from an extent; four different ones are not."""
    if len(set(factors)) >= 4:
        return False
    numbers = {n for extent in extents for n in (extent - 1, extent, extent + 1) if n > 0}
    forms = [form for n in numbers for form in (1 - 1 / n, 0.5 ** (1 / n))]
    forms += [math.exp(-k / n) for n in numbers for k in (0.5, 1, 2, 3, 4)]
    return any(abs(factor - form) <= 1e-5 for factor in factors for form in forms)
