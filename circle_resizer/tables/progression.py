"""How an evenly spaced line of numbers reads at another extent: the heuristics, in order.

The line has 3 or more stored entries (4 or more where they are no whole numbers). Where no
heuristic holds, or the numbers could have been made from the extent, there is no reading.

- normalised: a line between two of -1, 0, 1 (both ends included, one end left out, or cell
  centres) keeps its ends, and its step follows the extent; not if lines of other kinds stand
  beside it.
- same step: a step of 1 stays, and so does a power of two over 5 entries or more that start at 0
  or half a step (strides). Other steps stay if they have at most 3 decimal digits, and fewer than
  the last entry, the one after it, and the way to both: 0, 0.3 .. 4.8 does, but 0, 0.25 .. 1 and
  0, 5, 10 do not. Any step stays if lines of four or more different steps stand side by side
  (ALiBi slopes), or of two different ones that are all 1/2, 1/4, 1/8 ...
- zero end: if a line starts or stops at 0 (or one step, or half a step, beside it), that end
  stays: 0, 1, 2 .. grows at its end, n - 1 .. 0 and -(n - 1) .. 0 at their start.
- centre: a line from -k to k in steps of 1 over 7 or more entries stays centred.
- same start: another line that leads away from zero goes on from its start; 5 entries
  or more if that is over 2.
"""

from __future__ import annotations

import math
from collections.abc import Collection
from dataclasses import dataclass
from itertools import permutations
from typing import Any

from circle_resizer.lazy_numpy import np
from circle_resizer.tables.extent_forms import GRIDS, STARTS
from circle_resizer.tables.made_numbers import digits


@dataclass(frozen=True, slots=True)
class Line:
    """``count`` numbers from ``first`` in equal steps, exact to ``error``.

    ``varied`` says that lines of four or more different steps stand side by side, ``halved`` that
    lines of two or more do, all of them 1/2, 1/4, 1/8 ... (few heads of ALiBi).
    """

    first: float
    step: float
    count: int
    error: float = 0.0
    varied: bool = False
    halved: bool = False


@dataclass(frozen=True, slots=True)
class Reading:
    """The line at the new extent, what it was taken for, and whether its step is a new one."""

    first: float
    step: float
    rule: str
    normalised: bool = False


def reading(line: Line, new: int) -> Reading | None:
    """``line`` continued or rebuilt for ``new`` entries; ``None`` when that is not decidable."""
    if line.step == 0:
        return Reading(line.first, 0.0, "constant")
    if (found := normalised(line, new)) is not None:
        return found
    if not steady(line):
        return None
    first = new_first(line, new)
    if first is None:
        return None
    shown = [f"{first + i * line.step:g}" for i in range(3)]
    if first == line.first:
        return Reading(first, line.step, f"counts {', '.join(shown)}, ...")
    ends = [f"{line.first + (line.count - i) * line.step:g}" for i in (3, 2, 1)]
    return Reading(first, line.step, f"counts ..., {', '.join(ends)}")


def normalised(line: Line, new: int) -> Reading | None:
    """The line between two of -1, 0, 1 with a step made from the extent."""
    if line.count < 4 or abs(line.step) >= 1 or line.varied:
        return None
    for low, high in permutations((-1, 0, 1), 2):
        for grid in GRIDS:
            step = (high - low) / (line.count - grid.less)
            off = abs(line.first - low - grid.before * step)
            drift = abs(line.step - step) * line.count
            if off <= line.error and drift <= 2 * line.error:
                step = (high - low) / (new - grid.less or 1)
                rule = f"runs from {low} to {high} ({grid.said})"
                return Reading(low + grid.before * step, step, rule, normalised=True)
    return None


def steady(line: Line) -> bool:
    """True only if the step is not made from the extent."""
    size, n = abs(line.step), line.count
    if size == 1 or is_slope(line):
        return True
    if is_stride(line):
        return line.first != 0 or size not in (n - 1, n)
    if size in (n - 1, n) or line.error > 1e-4 or n < (3 if whole(size) else 4):
        return False
    return is_rounder(line)


def is_slope(line: Line) -> bool:
    """Whether the step is one of several: ALiBi slopes 1/2, 1/4, 1/8 of different heads."""
    ends = abs(line.step) * line.count, abs(line.step) * (line.count - 1)
    return line.varied or (line.halved and 1 not in ends)


def is_stride(line: Line) -> bool:
    """Whether a power of two counts from 0 or half a step, 5 entries or more: 4, 12, 20, 28, 36."""
    size = abs(line.step)
    is_power = math.frexp(size)[0] == 0.5 and whole(size)
    return is_power and line.count >= 5 and line.first / line.step in (0, 0.5)


def is_rounder(line: Line) -> bool:
    """Whether the step has few digits, fewer than each number it may be a fraction of."""
    size, n = abs(line.step), line.count
    far = max(abs(line.first), abs(line.first + (n - 1) * line.step))
    goals = (far, far + size, size * (n - 1), size * n)
    return digits(size) < min(4, *(digits(goal) for goal in goals))


def new_first(line: Line, new: int) -> float | None:
    """The first of ``new`` entries of a line whose step stays; ``None`` if nothing says which."""
    n = line.count
    start = line.first / line.step
    end = start + n - 1
    near = 1e-5 * n if line.error else 0.0
    if begins_at_zero(start, near):
        return line.first
    if any(abs(end + beside) <= near for beside in (0, 0.5, 1)):
        return (round(2 * end) / 2 - (new - 1)) * line.step
    if start > 0:
        return line.first if goes_on(start, n, near) else None
    if is_centred(line, new):
        return -(new - 1) / 2 * line.step
    return line.first if start == -1 and n >= 5 else None


def begins_at_zero(start: float, near: float) -> bool:
    """Whether a line starts at 0 or up to one step beside it, counted in steps."""
    return abs(start) <= near or 0 < start <= 1 + near


def goes_on(start: float, n: int, near: float) -> bool:
    """True only if ``start``, counted in steps, is not made from the extent ``n``."""
    made = any(abs(start - form(n)) <= near for form in STARTS)
    return not made and (start <= 2 or n >= 5)


def is_centred(line: Line, new: int) -> bool:
    """Whether -k .. k in steps of 1 has a centre at ``new`` entries as well."""
    n = line.count
    middle = 2 * line.first / line.step == 1 - n
    return abs(line.step) == 1 and middle and n >= 7 and (new % 2 == n % 2 or n % 2 == 0)


def side_by_side(steps: Collection[float]) -> tuple[bool, bool]:
    """Whether these steps of neighbours are varied, and whether they are halved."""
    sizes = {float(f"{abs(step):.5e}") for step in steps} - {0.0}
    halved = all(size < 1 and math.frexp(size)[0] == 0.5 for size in sizes)
    return len(sizes) >= 4, halved and len(sizes) >= 2


def whole(number: float, slack: float = 0.0) -> bool:
    """Whether a number is an integer, up to ``slack``."""
    return abs(number - round(number)) <= slack


def holds(dtype: np.dtype[Any], numbers: Collection[float]) -> bool:
    """True only if ``dtype`` has these numbers; whole ones exactly."""
    if dtype.kind in "iu":
        low, high = np.iinfo(dtype).min, np.iinfo(dtype).max
        return all(low <= number <= min(high, 2**53) for number in numbers)
    exact = 2.0 ** (np.finfo(dtype).nmant + 1)
    most = float(np.finfo(dtype).max)
    return all(abs(number) <= (exact if number % 1 == 0 else most) for number in numbers)
