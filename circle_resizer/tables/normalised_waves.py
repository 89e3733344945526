"""Sines and cosines of places between 0 and 1 (or -1 and 1): Fourier maps, DETR, DINO.

A column holds sin(place * turn * base ** -(k / d)) with the places of n rows spread evenly, so that
every number changes with n. A family is one way of spreading, one turn and one base; it must draw
the stored numbers, and all families that do must draw the same at the new extent.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product

import numpy as np

from circle_resizer.tables.compare import Array, Extension, Goal, assumed
from circle_resizer.tables.extent_forms import GRIDS, Grid
from circle_resizer.tables.made_numbers import Moving
from circle_resizer.tables.sinusoidal import layouts

LOWS = (0.0, -1.0)
TURNS = (math.pi, 2 * math.pi)
"""No turn of 1: positions divided by n may be divided by a scale that happens to be n."""
BASES = (10000.0, 100.0)
MOST_COLUMNS = 4096
LEAST = 16
"""Numbers that tell: neither -1, 0 nor 1."""


@dataclass(frozen=True, slots=True)
class Family:
    """Places from ``low`` to 1 spread as ``grid`` says, and what they are multiplied by."""

    grid: Grid
    low: float
    omega: Array
    cosine: Array

    def draw(self, rows: Array, n: int) -> Array:
        """The numbers of some of n rows, in float64."""
        places = self.low + (1 - self.low) * self.grid.at(rows, n)
        angle = places[:, None] * self.omega
        return np.asarray(np.where(self.cosine, np.cos(angle), np.sin(angle)))

    def slack(self, n: int) -> Array:
        """How far float32 arithmetic may be off, by columns."""
        return np.asarray(6e-7 + 6e-7 * np.abs(self.omega) + 2e-6 / n)

    def fits(self, table: Array, rows: Array) -> bool:
        """Whether these rows are drawn."""
        off = np.abs(table[rows] - self.draw(rows, len(table)))
        half = 6e-4 if table.dtype.itemsize == 2 else 0.0
        return bool((off <= self.slack(len(table)) + half).all())


def spread_waves(array: Array, goal: Goal, _sizes: Moving) -> Extension | None:
    """Waves over evenly spread places along the one axis of ``goal``."""
    axis = min(goal)
    if len(goal) > 1 or array.dtype.kind != "f" or array.shape[axis] < 4:
        return None
    rows = np.moveaxis(array, axis, 0)
    table = rows.reshape(len(rows), -1)
    if table.shape[1] > MOST_COLUMNS or not (np.abs(table[:4]) <= 1 + 1e-3).all():
        return None
    found = [family for family in families(table) if family.fits(table, np.arange(len(table)))]
    everywhere, new = np.arange(goal[axis]), goal[axis]
    if not found or any(unlike(found[0], other, new) for other in found[1:]):
        return None

    def build() -> Array:
        drawn = found[0].draw(everywhere, new).astype(array.dtype)
        return np.ascontiguousarray(np.moveaxis(drawn.reshape(new, *rows.shape[1:]), 0, axis))

    rule = f"sines and cosines of places from {found[0].low:g} to 1 ({found[0].grid.said})"
    return assumed(f"{rule}, along axis {axis}", build)


def unlike(one: Family, other: Family, n: int) -> bool:
    """Whether two families draw different numbers."""
    rows = np.arange(n)
    return bool((np.abs(one.draw(rows, n) - other.draw(rows, n)) > one.slack(n)).any())


def families(table: Array) -> Iterator[Family]:
    """Those that draw the first column and a few rows."""
    few = np.unique([0, 1, len(table) // 2, len(table) - 1])
    inside = (np.abs(table) > 1e-3) & (np.abs(table) < 1 - 1e-3)
    if int(inside.sum()) < LEAST:
        return
    for grid, low, turn in product(GRIDS, LOWS, TURNS):
        for number, cosine in layouts(table.shape[1]):
            start = number == 0
            quick = Family(grid, low, np.full(int(start.sum()), turn), cosine[start])
            if not quick.fits(table[:, start], few):
                continue
            most = int(number.max())
            for gaps, base in product(sorted({most + 1, most} - {0}), BASES):
                family = Family(grid, low, turn * base ** (-number / gaps), cosine)
                if family.fits(table, few):
                    yield family
