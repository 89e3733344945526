"""Sines and cosines of places between 0 and 1 (or -1 and 1): Fourier maps, DETR, DINO.

A column holds sin(place * turn * base ** -(k / d)) with the places of n rows spread evenly, so that
every number changes with n. A generator is one way of spreading, one turn and one base.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from itertools import product

from circle_resizer.lazy_numpy import np
from circle_resizer.tables.compare import Array, Extension, Goal, assumed
from circle_resizer.tables.extent_forms import GRIDS, Grid
from circle_resizer.tables.generator import Generator, Rows, accepted
from circle_resizer.tables.made_numbers import Moving
from circle_resizer.tables.sinusoidal import layouts

LOWS = (0.0, -1.0)
TURNS = (math.pi, 2 * math.pi)
"""No turn of 1: positions divided by n may be divided by a scale that happens to be n."""
BASES = (10000.0, 100.0)
MOST_COLUMNS = 4096
LEAST_ROWS = 4
LEAST = 16
"""Numbers that tell: neither -1, 0 nor 1."""


def spread_waves(array: Array, goal: Goal, _sizes: Moving) -> Extension | None:
    """Waves over evenly spread places along the one axis of ``goal``."""
    axis = min(goal)
    if len(goal) > 1 or array.dtype.kind != "f" or array.shape[axis] < LEAST_ROWS:
        return None
    rows, new = np.moveaxis(array, axis, 0), goal[axis]
    table = rows.reshape(len(rows), -1)
    inside = (np.abs(table) > 1e-3) & (np.abs(table) < 1 - 1e-3)
    if table.shape[1] > MOST_COLUMNS or int(inside.sum()) < LEAST:
        return None
    found = accepted(table, len(table), new, waves) if (np.abs(table) <= 1 + 1e-3).all() else None
    drawn = found.table(new) if found is not None else None
    if found is None or drawn is None:
        return None
    shaped = drawn.astype(array.dtype).reshape(new, *rows.shape[1:])
    rule = f"{found.rule}, along axis {axis}"
    return assumed(rule, lambda: np.ascontiguousarray(np.moveaxis(shaped, 0, axis)))


def waves(rows: Rows) -> Iterator[Generator]:
    """Every way of spreading, turn and base that draws the first frequency and a few rows."""
    few = np.unique([0, 1, len(rows.numbers) // 2, len(rows.numbers) - 1])
    at, values = rows.numbers[few], rows.values[few]
    half = 6e-4 if rows.values.dtype.itemsize == 2 else 0.0
    for grid, low, turn in product(GRIDS, LOWS, TURNS):
        for number, cosine in layouts(values.shape[1]):
            start = number == 0
            quick = wave(grid, low, np.full(int(start.sum()), turn), cosine[start], half)
            if not quick.agrees(at, values[:, start], rows.n):
                continue
            most = int(number.max())
            for gaps, base in product(sorted({most + 1, most} - {0}), BASES):
                one = wave(grid, low, turn * base ** (-number / gaps), cosine, half)
                if one.agrees(at, values, rows.n):
                    yield one


def wave(grid: Grid, low: float, omega: Array, cosine: Array, half: float) -> Generator:
    """Sines and cosines of places from ``low`` to 1 times ``omega``."""

    def draw(numbers: Array, n: int) -> Array:
        places = low + (1 - low) * grid.at(numbers, n)
        angle = places[:, None] * omega
        return np.asarray(np.where(cosine, np.cos(angle), np.sin(angle)))

    return Generator(
        f"sines and cosines of places from {low:g} to 1 ({grid.said})",
        draw,
        slack=lambda n: np.asarray(half + 6e-7 + 6e-7 * np.abs(omega) + 2e-6 / n),
        parameters=3,
    )
