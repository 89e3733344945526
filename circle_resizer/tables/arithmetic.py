"""Constants that count or run evenly along their changing axes.

At least 3 stored entries along each axis (4 where they are no whole numbers) must lie on a line:
exactly, or to float accuracy and far apart compared with it. A count from 0 or 1 over several axes
in row-major order is a reshaped count and counted anew; ``lines`` says how other lines go on.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from circle_resizer.lazy_numpy import np
from circle_resizer.tables.compare import Array, Extension, Goal, assumed, blocks, head, target
from circle_resizer.tables.made_numbers import FEW, Moving, is_side
from circle_resizer.tables.progression import Line, Reading, holds, reading, side_by_side

MOST_LINES = 1 << 16


@dataclass(frozen=True, slots=True)
class Ramp:
    """Values ``first + sum(steps[axis] * index[axis])``, each to ``slack``.

    ``first``, ``slack`` and every step have extent 1 along the axes of ``steps``.
    """

    first: Array
    steps: Mapping[int, Array]
    slack: Array

    def at(self, block: tuple[slice, ...]) -> Array:
        """The values of one block, in float64."""
        value = over(self.first, block)
        for axis, step in self.steps.items():
            index = np.arange(block[axis].start, block[axis].stop, dtype=np.float64)
            shape = [-1 if a == axis else 1 for a in range(len(block))]
            value = value + over(step, block) * index.reshape(shape)
        return value

    def fits(self, array: Array) -> bool:
        """True only if every element is on the ramp."""
        return all(
            bool((np.abs(array[b].astype(np.float64) - self.at(b)) <= over(self.slack, b)).all())
            for b in blocks(array.shape)
        )

    def drawn(self, array: Array, goal: Goal, *, kept: bool) -> Array:
        """The new array; ``kept`` elements keep their stored bits."""
        shape = target(array, goal)
        new = np.empty(shape, array.dtype)
        for block in blocks(shape):
            new[block] = self.at(block)
        if kept:
            both = tuple(slice(0, min(sizes)) for sizes in zip(shape, array.shape, strict=True))
            new[both] = array[both]
        return new


def over(part: Array, block: tuple[slice, ...]) -> Array:
    """The part of a broadcast array that meets ``block``."""
    sizes = zip(part.shape, block, strict=True)
    return part[tuple(slice(0, 1) if size == 1 else cut for size, cut in sizes)]


def counted(array: Array, goal: Goal, sizes: Moving) -> Extension | None:
    """Lines along the axes of ``goal``; start and step may differ at every other position."""
    if array.dtype.kind not in "iuf" or min(array.shape[axis] for axis in goal) < 3:
        return None
    if (found := row_major(array, goal)) is not None:
        return found
    others = [axis for axis in range(array.ndim) if axis not in goal]
    if through(head(array, others, 4), goal) is None or (ramp := through(array, goal)) is None:
        return None
    return continued(array, ramp, goal, sizes)


def row_major(array: Array, goal: Goal) -> Extension | None:
    """0 (or 1) .. size - 1 in memory order over two axes or more."""
    first = float(array[(0,) * array.ndim])
    if sum(size > 1 for size in array.shape) < 2 or array.size < 6 or first not in (0, 1):
        return None
    shape = target(array, goal)
    if not in_order(array.shape, first).fits(array):
        return None
    if not holds(array.dtype, [first + math.prod(shape) - 1]):
        return None
    ramp = in_order(shape, first)
    rule = f"counts {first:g}, {first + 1:g}, ... in row-major order"
    return assumed(rule, lambda: ramp.drawn(array, goal, kept=False))


def in_order(shape: tuple[int, ...], first: float) -> Ramp:
    """A count in memory order as a ramp."""
    one = (1,) * len(shape)
    strides = [float(math.prod(shape[axis + 1 :])) for axis in range(len(shape))]
    steps = {axis: np.full(one, stride) for axis, stride in enumerate(strides)}
    return Ramp(np.full(one, first), steps, np.zeros(one))


def through(array: Array, goal: Goal) -> Ramp | None:
    """The ramp through the corners, if every element is on it.

    A position that uses two axes does so with one step (x + y; of x - y nobody knows the zero).
    """
    first = head(array, goal).astype(np.float64)
    steps: dict[int, Array] = {}
    slack = np.zeros_like(first)
    for axis in goal:
        ends = tuple(slice(-1 if a == axis else 0, None) for a in range(array.ndim))
        last = head(array[ends], goal).astype(np.float64)
        if not (np.isfinite(first).all() and np.isfinite(last).all()):
            return None
        steps[axis] = (last - first) / (array.shape[axis] - 1)
        error = rounding(array, first, last, steps[axis])
        if (np.abs(last - first) < 1000 * error).any():
            return None
        slack = np.maximum(slack, error)
    each = np.stack(list(steps.values()))
    one = np.where(each.max(axis=0) > 0, each.max(axis=0), each.min(axis=0))
    if ((each != 0) & (each != one)).any():
        return None
    ramp = Ramp(first, steps, slack)
    return ramp if ramp.fits(array) else None


def rounding(array: Array, first: Array, last: Array, step: Array) -> Array:
    """How far the entries of a line may be off it; 0 for whole numbers and for no step."""
    if array.dtype.kind != "f":
        return np.where(np.maximum(np.abs(first), np.abs(last)) < 2.0**53, 0.0, np.inf)
    exact = ((first % 1 == 0) & (step % 1 == 0)) | (step == 0)
    ulps = 0.6 if array.dtype.itemsize == 2 else 4
    size = np.maximum(np.abs(first), np.abs(last))
    return np.where(exact, 0.0, ulps * float(np.finfo(array.dtype).eps) * size)


def continued(array: Array, ramp: Ramp, goal: Goal, sizes: Moving) -> Extension | None:
    """Every line read at its new extent; one that cannot be read spoils the whole."""
    first, steps, rules = ramp.first.copy(), dict(ramp.steps), []
    twice = np.sum([step != 0 for step in ramp.steps.values()], axis=0) > 1
    for axis, new in goal.items():
        answers = readings(ramp, axis, (array.shape[axis], new), sizes)
        if answers is None or not hold(array, answers[1], new):
            return None
        where, found = answers
        numbers = np.array([(answer.first, answer.step) for answer in found])[where]
        active = steps[axis] != 0
        first[active] = numbers[:, 0]
        steps[axis] = np.zeros_like(first)
        steps[axis][active] = numbers[:, 1]
        rules.append(f"{found[0].rule} along axis {axis}")
    pairs = [(first, ramp.first), *((steps[axis], ramp.steps[axis]) for axis in goal)]
    same = np.stack([new == old for new, old in pairs])
    if stale(array, ramp, goal, sizes) or not np.all(same, axis=0)[twice].all():
        return None
    moved, kept = Ramp(first, steps, ramp.slack), bool(same.all())
    return assumed("; ".join(rules), lambda: moved.drawn(array, goal, kept=kept))


def hold(array: Array, lines: list[Reading], new: int) -> bool:
    """True only if the type of the array has both ends of all lines of ``new`` entries."""
    return holds(array.dtype, [r.first + i * r.step for r in lines for i in (0, new - 1)])


def stale(array: Array, ramp: Ramp, goal: Goal, sizes: Moving) -> bool:
    """Whether the step along one axis, or a constant beside it, is made from an extent."""
    for axis, step in ramp.steps.items():
        others = [array.shape[a] for a in goal if a != axis]
        if np.isin(np.abs(step[2 * ramp.first != step]), others).any():
            return True
    still = np.all([step == 0 for step in ramp.steps.values()], axis=0)
    extents = {array.shape[axis] for axis in goal} | set(sizes)
    if is_last(np.unique(ramp.first[still]).tolist(), extents):
        return True
    return any(is_side(n, array.dtype, extents) for n in fillings(ramp.first, still))


def is_last(constants: list[float], extents: set[int]) -> bool:
    """Whether the only constant is an extent or the last index along one."""
    made = [number for size in extents for number in (size, size - 1) if number > 1]
    return len(constants) == 1 and abs(constants[0]) in made


def fillings(first: Array, still: Array) -> Iterator[float]:
    """The numbers that fill one of few columns each, along any axis."""
    for axis, size in enumerate(first.shape):
        for column in range(size if 1 < size <= FEW else 0):
            numbers = np.take(first, column, axis)
            if np.take(still, column, axis).all() and not np.ptp(numbers):
                yield float(numbers.flat[0])


def spacing(lines: Array) -> float:
    """How many steps lie between neighbours of lines of one step that start at 0; 0 if unequal."""
    first, step = lines[:, 0], lines[:, 1]
    starts = np.sort(first / step)
    if len(lines) < 2 or np.ptp(step) or starts[0] != 0 or np.ptp(np.diff(starts)):
        return 0.0
    return float(starts[1])


def readings(
    ramp: Ramp, axis: int, extents: tuple[int, int], sizes: Moving
) -> tuple[Array, list[Reading]] | None:
    """The different lines along ``axis`` read at its new extent, and which line uses which."""
    step = ramp.steps[axis]
    active = step != 0
    lines = np.stack([first[active] for first in (ramp.first, step, ramp.slack)], axis=-1)
    lines, where = np.unique(lines, axis=0, return_inverse=True)
    large = [size for size in sizes.inputs if size > 1]
    if len(lines) > MOST_LINES or np.isin(np.abs(lines[:, :2]), large).any():
        return None
    gap = spacing(lines)
    if extents[0] <= gap <= 2 * extents[0]:  # rows of a map with a margin, in memory order
        return None
    found = shifted(lines, extents) if gap == 1 and len(lines) >= 3 else None
    found = each_read(lines, extents) if found is None else found
    return None if found is None else (where.reshape(-1), found)


def shifted(lines: Array, extents: tuple[int, int]) -> list[Reading] | None:
    """The lines of x + y, if that of x + 0 goes on as it is."""
    answer = reading(Line(0.0, float(lines[0, 1]), extents[0]), extents[1])
    if answer is None or (answer.first, answer.step) != (0.0, lines[0, 1]):
        return None
    return [replace(answer, first=first) for first in lines[:, 0].tolist()]


def each_read(lines: Array, extents: tuple[int, int]) -> list[Reading] | None:
    """Each line on its own; all of them are normalised, or none is."""
    varied, halved = side_by_side(np.unique(lines[:, 1]).tolist())
    found: list[Reading] = []
    for first, slope, error in lines.tolist():
        answer = reading(Line(first, slope, extents[0], error, varied, halved), extents[1])
        if answer is None:
            return None
        found.append(answer)
    return found if len({answer.normalised for answer in found}) <= 1 else None
