"""Tables of sines and cosines: frequencies per column, positions along the rows."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace

from circle_resizer.lazy_numpy import np
from circle_resizer.tables.compare import BLOCK, Array

SAMPLE = 256
DOUBT = 4e-9


@dataclass(frozen=True, slots=True)
class Waves:
    """``scale * cos(position * omega)`` in every column where ``cosine``, else sine.

    Positions count from ``start``. Exporters round frequency (or, with ``divided``, wave length)
    and angle to float32, which is visible far from position 0: ``single``.
    """

    omega: Array
    cosine: Array
    start: int = 0
    scale: float = 1.0
    single: bool = False
    divided: bool = False

    def angles(self, rows: Array) -> Array:
        """The angle in every row and column."""
        position = (rows + self.start)[:, None]
        if not self.single:
            return position * self.omega
        near = position.astype(np.float32)
        if self.divided:
            return (near / self.length().astype(np.float32)).astype(np.float64)
        return (near * self.omega.astype(np.float32)).astype(np.float64)

    def length(self) -> Array:
        """What divides a position instead of the frequency; huge where that is 0."""
        return 1 / np.where(self.omega == 0, 1e-30, self.omega)

    def at(self, rows: Array) -> Array:
        """The values in float64."""
        value = self.angles(rows)
        value[:, self.cosine] = np.cos(value[:, self.cosine])
        value[:, ~self.cosine] = np.sin(value[:, ~self.cosine])
        return self.scale * value

    def slope(self, rows: Array) -> Array:
        """What a value gains with the frequency (sine) or with half its square (cosine).

        The square, because a slow cosine leaves its maximum with it; never 0 / 0 that way.
        """
        angle, position = self.angles(rows), (rows + self.start)[:, None]
        slow = position**2 * np.sinc(angle / math.pi)
        return np.asarray(np.where(self.cosine, -slow, position * np.cos(angle)))

    def residual(self, table: Array, rows: Array) -> Array:
        """How far ``table`` is off in these rows, before the sign is lost."""
        return table[rows].astype(np.float64) - self.at(rows)

    def off(self, table: Array, rows: Array) -> Array:
        """How far each column of ``table`` is from these values in its own precision."""
        cast = self.at(rows).astype(table.dtype)
        return np.asarray(np.abs(table[rows].astype(np.float64) - cast).mean(axis=0))

    def nudged(self, table: Array, rows: Array) -> Waves:
        """The float32 numbers beside these that fit best: a power may be some ulps off."""
        near = [(self.length() if self.divided else self.omega).astype(np.float32)]
        for way in (np.inf, -np.inf):
            near += [np.nextafter(near[0], np.float32(way))]
            near += [np.nextafter(near[-1], np.float32(way))]
        exact = [number.astype(np.float64) for number in near]
        omegas = np.stack([1 / number if self.divided else number for number in exact])
        off = np.stack([replace(self, omega=omega).off(table, rows) for omega in omegas])
        best = np.argmin(off + DOUBT * np.array([0, 1, 2, 1, 2])[:, None], axis=0)
        return replace(self, omega=omegas[best, np.arange(len(best))])

    def slack(self, table: Array, rows: Array) -> Array:
        """How far a table computed in its own precision (float16: in float32) may be off."""
        angle = np.abs(self.angles(rows))
        if table.dtype.itemsize == 8:
            return self.scale * (1e-14 + 4e-16 * angle)
        half = 5e-4 * np.abs(self.at(rows)) + 6e-8 if table.dtype.itemsize == 2 else 0.0
        return self.scale * (3e-7 + 1.2e-7 * angle) + half

    def fits(self, table: Array) -> bool:
        """True only if every element is as near as float accuracy at its position allows."""
        return all(
            bool((np.abs(self.residual(table, rows)) <= self.slack(table, rows)).all())
            for rows in pieces(*table.shape)
        )


def pieces(rows: int, columns: int, first: int = 0) -> Iterator[Array]:
    """Row numbers in pieces that keep memory small."""
    step = max(1, BLOCK // columns)
    for start in range(first, rows, step):
        yield np.arange(start, min(start + step, rows))


def sample(rows: int) -> Array:
    """At most ``SAMPLE`` rows, the first and the last among them."""
    return np.unique(np.linspace(0, rows - 1, min(rows, SAMPLE)).astype(np.intp))


def best(waves: Waves, table: Array) -> Waves:
    """The frequencies and the way of rounding that come nearest to the table.

    Few rows show little of either, so the usual ones are preferred unless others are better by
    more than the last bit of some elements.
    """
    if table.dtype.itemsize == 8:
        return waves
    rows = sample(len(table))
    tried = []
    for near in (waves, polished(waves, table)):
        ways = [replace(near, single=True, divided=divided) for divided in (False, True)]
        product, quotient = (way.nudged(table, rows) for way in ways)
        tried += [product, near, quotient, replace(product, single=False)]
    scores = [one.off(table, rows).mean() + DOUBT * rank for rank, one in enumerate(tried)]
    return tried[int(np.argmin(scores))]


def estimate(table: Array, cosine: Array, scale: float) -> Waves:
    """Frequencies from ever longer distances, then by least squares; positions start at 0."""
    value = np.clip(table.astype(np.float64) / scale, -1, 1)
    omega = np.where(cosine, np.arccos(value[1]), np.arcsin(value[1]))
    mirror = math.pi * np.where(omega < 0, -1, 1) - omega
    pair = [np.abs(np.sin(2 * w) - value[2]) for w in (omega, mirror)]
    omega = np.where(cosine | (pair[0] <= pair[1]), omega, mirror)
    error = 1e-7 / np.maximum(np.sqrt(1 - value[1] ** 2), 1e-7)
    row = 2
    while row < len(value):
        angle = np.where(cosine, np.arccos(value[row]), np.arcsin(value[row]))
        other = np.where(cosine, -angle, math.pi - angle)
        turns = [
            a + 2 * math.pi * np.round((omega * row - a) / (2 * math.pi)) for a in (angle, other)
        ]
        off = [np.abs(turn - omega * row) for turn in turns]
        bent = np.sqrt(1 - value[row] ** 2)
        new = 1e-7 / np.maximum(np.where(cosine, bent, np.abs(np.cos(angle))), 1e-7) / row
        found = np.where(off[0] <= off[1], turns[0], turns[1]) / row
        omega, error = np.where(new < error, found, omega), np.minimum(new, error)
        row += max(1, row // 2)
    return polished(Waves(omega, cosine, scale=scale), table)


def polished(waves: Waves, table: Array) -> Waves:
    """Two steps of least squares over sampled rows."""
    rows = sample(len(table))
    for _ in range(2):
        slope = waves.scale * waves.slope(rows)
        weight = (slope**2).sum(axis=0)
        step = (waves.residual(table, rows) * slope).sum(axis=0) / np.where(weight > 0, weight, 1)
        square = np.sqrt(np.maximum(waves.omega**2 + 2 * step, 0))
        waves = replace(waves, omega=np.where(waves.cosine, square, waves.omega + step))
    return waves
