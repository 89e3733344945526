"""Sinusoidal and rotary position tables along one axis.

Columns are cos(p * w) or sin(p * w), up to one common factor. Stored rows keep their bits, new ones
are computed. There are two ways to be recognised:

- standard: w is 1, base ** (-1 / d), base ** (-2 / d), ... for a base of 10000, 500000, 1000000 or
  one of two digits that the data names; cosines and sines in one of the usual orders; positions
  from 0 or any later one. At least 3 rows (4 from a later position) and 6 telling entries.
- fitted: w is fitted per column over 6 rows or more (4 to shrink) from position 0, a quarter of
  the columns clearly moves, and the new rows are known to 1e-5. No answer if the frequencies may be
  made from the extent: if all close within the stored rows (Fourier matrices), if the highest is
  not 1 or 1 / 2 .. 1 / 64 (positions divided by the extent), or if they are powers of one base that
  is no number of two digits (a base computed from the length).
"""

from __future__ import annotations

import math
from collections.abc import Iterator

from circle_resizer.lazy_numpy import np
from circle_resizer.tables.compare import Array, Extension, Goal, assumed
from circle_resizer.tables.made_numbers import Moving
from circle_resizer.tables.waves import Waves, best, estimate, pieces, sample

BASES = (10000.0, 500000.0, 1000000.0)
LATEST = 8192


def waving(array: Array, goal: Goal, _sizes: Moving) -> Extension | None:
    """Sines and cosines of the position along the one axis of ``goal``."""
    axis = min(goal)
    if len(goal) > 1 or array.dtype.kind != "f" or array.shape[axis] < 3:
        return None
    rows = np.moveaxis(array, axis, 0)
    top = rows[:8].reshape(min(len(rows), 8), -1)
    if not np.isfinite(top).all():
        return None
    answers = (recognised(rows, start, scale, goal[axis]) for start, scale in starts(top))
    with np.errstate(all="ignore"):
        found = next((answer for answer in answers if answer is not None), None)
    if found is None:
        return None
    rule, waves = found
    return assumed(f"{rule}, along axis {axis}", lambda: grown(array, waves, axis, goal[axis]))


def grown(array: Array, waves: Waves, axis: int, new: int) -> Array:
    """The stored rows, and computed ones after them."""
    rows = np.moveaxis(array, axis, 0)
    table = np.empty((new, *rows.shape[1:]), array.dtype)
    table[: len(rows)] = rows[:new]
    for piece in pieces(new, len(waves.omega), len(rows)):
        table[piece] = waves.at(piece).reshape(len(piece), *rows.shape[1:])
    return np.ascontiguousarray(np.moveaxis(table, 0, axis))


def starts(top: Array) -> Iterator[tuple[int, float]]:
    """Possible first positions and factors, from the first rows."""
    first = top[0].astype(np.float64)
    column = top[:, 0].astype(np.float64)
    scale = float(first.max())
    if scale > 0 and np.isin(first, (0.0, scale)).all():
        yield 0, scale
    elif not first.any():
        scale = float(column[1]) / math.sin(1)
        yield 0, scale if abs(scale - 1) > 1e-6 and scale > 0 else 1.0
        yield 0, 1.0
    elif top.dtype.itemsize > 2 and len(top) > 3:
        yield from ((start, 1.0) for start in later(column))


def later(column: Array) -> list[int]:
    """First positions from which the sine or cosine of the position itself is ``column``."""
    found: set[int] = set()
    for wave in (np.sin, np.cos):
        near = np.flatnonzero(np.abs(wave(np.arange(1, LATEST)) - column[0]) <= 3e-7) + 1
        line = wave(near[:, None] + np.arange(len(column)))
        found |= {int(at) for at in near[(np.abs(line - column) <= 3e-7).all(axis=1)]}
    return sorted(found)


def recognised(rows: Array, start: int, scale: float, new: int) -> tuple[str, Waves] | None:
    """The rule in words and the waves."""
    table = rows.reshape(len(rows), -1)
    found = standard(table, start, scale)
    if found is None and start == 0:
        found = fitted(table, scale, new)
    return found


def layouts(columns: int) -> Iterator[tuple[Array, Array]]:
    """(number of the frequency, true for a cosine) of each column, in the usual orders."""
    column = np.arange(columns)
    same = np.zeros(columns, dtype=bool)
    orders = [(column, same)]
    if columns % 2 == 0:
        half = columns // 2
        orders += [(column // 2, column % 2 == 1), (column % half, column >= half)]
        orders += [(column // 2, same), (column % half, same)]
    for number, cosine in orders:
        yield number, cosine
        yield number, ~cosine


def standard(table: Array, start: int, scale: float) -> tuple[str, Waves] | None:
    """Frequencies that are powers of one base."""
    first = table[0].astype(np.float64) if start == 0 else None
    for number, cosine in layouts(table.shape[1]):
        if first is not None and not np.array_equal(first != 0, cosine):
            continue
        for base, omega in families(table, number, cosine, scale if start == 0 else None):
            waves = refined(Waves(omega, cosine, start, scale), table)
            if waves is not None:
                said = f", positions from {start}" if start else ""
                return f"{words(cosine)}, frequencies from base {base:g}{said}", waves
    return None


def refined(waves: Waves, table: Array) -> Waves | None:
    """The waves fitted to a table that they draw; a few rows are looked at first."""
    rows = np.unique([0, 1, 2, len(table) // 2, len(table) - 1])
    if (np.abs(waves.residual(table, rows)) > 4 * waves.slack(table, rows)).any():
        return None
    waves = best(waves, table)
    return waves if telling(waves, table) and waves.fits(table) else None


def families(
    table: Array, number: Array, cosine: Array, scale: float | None
) -> Iterator[tuple[float, Array]]:
    """Bases and the frequencies they give; the last base is read from the table."""
    most = int(number.max())
    for gaps in sorted({most + 1, most} - {0}, reverse=True):
        bases = list(BASES)
        if scale is not None and most > 0:
            power = max(1, most // 4)
            one = number == power
            omega = float(estimate(table[:, one][:, :1], cosine[one][:1], scale).omega[0])
            if 0 < omega < 1:
                bases.append(float(f"{omega ** (-gaps / power):.1e}"))
        for base in bases:
            yield base, base ** (-number / gaps)


def telling(waves: Waves, table: Array) -> bool:
    """True only if enough entries are far from -1, 0 and 1, which need no wave to be met."""
    rows = np.arange(min(len(table), 64))
    size = np.abs(waves.at(rows)) / waves.scale
    seen = int(((size > 1e-3) & (size < 1 - 1e-3)).sum())
    return seen >= (24 if table.dtype.itemsize == 2 else 6)


def words(cosine: Array) -> str:
    """What the columns hold."""
    names = ("cos" if cosine.any() else "", "sin" if not cosine.all() else "")
    return " and ".join(filter(None, names)) + " of position * frequency"


def fitted(table: Array, scale: float, new: int) -> tuple[str, Waves] | None:
    """A frequency of its own for every column."""
    if len(table) < (6 if new > len(table) else 4) or table.dtype.itemsize == 2:
        return None
    top = table[:64]
    waves = sketched(table, top, scale)
    if waves is None:
        return None
    moving = np.abs(np.diff(top.astype(np.float64), axis=0)).max(axis=0) > 1e-3 * scale
    if 4 * moving.sum() < len(moving) or not telling(waves, table) or not waves.fits(table):
        return None
    if made(waves.omega, moving, len(table)) or uncertain(waves, table, new) > 1e-5 * scale:
        return None
    return f"{words(waves.cosine)}, one frequency fitted per column", waves


def sketched(table: Array, top: Array, scale: float) -> Waves | None:
    """The best waves for a table, if others explain its first rows well enough."""
    if not np.isfinite(top).all() or np.abs(top).max() > scale * (1 + 1e-6):
        return None
    cosine, rows = table[0] != 0, np.arange(len(top))
    quick = estimate(top, cosine, scale)
    if (np.abs(quick.residual(table, rows)) > 4 * quick.slack(table, rows)).any():
        return None
    return best(estimate(table, cosine, scale), table)


def made(omega: Array, moving: Array, rows: int) -> bool:
    """Whether the frequencies may be made from the extent."""
    return (
        closes(omega[moving], rows)
        or is_scaled(omega, rows)
        or has_odd_base(omega[moving], len(omega))
    )


def closes(omega: Array, rows: int) -> bool:
    """Whether all waves end within the rows where they began, as those of a Fourier matrix."""
    spans = [omega * n / unit for n in (rows - 1, rows, rows + 1) for unit in (math.pi, 1)]
    return any(bool((np.abs(span - np.round(span)) < 1e-5 * rows).all()) for span in spans)


def is_scaled(omega: Array, rows: int) -> bool:
    """Whether positions may be divided by the extent: the highest frequency is not 1 .. 1/64."""
    highest = 1 / float(np.abs(omega).max())
    if abs(highest - round(highest)) > 1e-3 * highest or not 1 <= round(highest) <= 64:
        return True
    parts = {round(n / highest, 3) for n in (rows - 1, rows)}
    return highest > 1.5 and not parts.isdisjoint({1, 10, 100, 1000})


def has_odd_base(omega: Array, columns: int) -> bool:
    """Whether the frequencies are powers of one base that is no number of two digits."""
    known = apart(-np.log(np.abs(omega)))
    if len(known) < 3 or np.ptp(np.diff(known)) > 1e-3:
        return False
    step = (known[-1] - known[0]) / (len(known) - 1)
    most = [columns // shared - less for shared in (1, 2, 4) for less in (0, 1)]
    bases = [math.exp(min(step * gaps, 700)) for gaps in most]
    return not any(abs(base / float(f"{base:.1e}") - 1) <= 1e-4 for base in bases)


def apart(numbers: Array) -> Array:
    """The different numbers in order; those of one frequency differ by rounding only."""
    numbers = np.sort(numbers)
    return numbers[np.diff(numbers, prepend=-np.inf) > 1e-3]


def uncertain(waves: Waves, table: Array, new: int) -> float:
    """How far a new row may be off, three times the residual taken for the noise."""
    rows, last = sample(len(table)), np.arange(len(table), max(new, len(table) + 1))[-64:]
    off = np.maximum(np.abs(waves.residual(table, rows)).max(axis=0), 6e-8 * waves.scale)
    known = np.sqrt((waves.slope(rows) ** 2).sum(axis=0))
    reach = np.abs(waves.slope(last)).max(axis=0)
    fit = 3 * off * reach / np.where(known > 0, known, 1)
    loose = off > 4e-7 * waves.scale
    angle = np.abs(waves.omega) * new
    return float((fit + np.where(loose, 1.2e-7 * angle * waves.scale, 0)).max())
