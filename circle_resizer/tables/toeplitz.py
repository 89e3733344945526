"""Constants that depend on i - j only: causal and band masks, ALiBi, relative distances.

Let f(k) be the value on the diagonal k = j - i of the two axes; the stored array shows f from
-(rows - 1) to columns - 1, and a new shape may need more of it. Required is:

- f is constant along every diagonal, bit by bit, on 16 pairs or more (4 for an array that changes
  once, at the diagonal, or holds floats of four or more different values; 9 for an identity).
- a side that must grow is constant over 2 entries or more in a mask (at most three runs of at
  most two values) and else over more entries than lie between the two sides, because a table in
  buckets of growing width looks constant for a while; or it is on a line over 4 entries or more
  and more than lie between; or it shrinks by one factor over 5 or more and more than lie between.
  Whole numbers in an integer type must be on one line through zero altogether: distances that are
  bucketed or clipped look like others until they are long enough.
- the step of such a line is no fraction made from an extent (1 - |i - j| / n), even to shrink,
  nor is the factor (1 - 1 / n), nor one of few values that lie in few runs (the 1 / n of a running
  mean).
- a square table does not wrap round: a ring has another end at another extent.
- both extents differ in the same way before and after. If not, the stored array must show which
  end its diagonal keeps: it changes (or is zero) at k = 0 for the upper left corner, at columns -
  rows for the lower right one, and not at both.

A band wider than the stored array cannot be seen in it: it looks causal.
"""

from __future__ import annotations

from collections.abc import Iterator

from circle_resizer.lazy_numpy import np
from circle_resizer.tables.compare import Array, Extension, Goal, alike, assumed, listed, target
from circle_resizer.tables.extrapolation import Diagonals, side
from circle_resizer.tables.made_numbers import Moving


def diagonal(array: Array, goal: Goal, sizes: Moving) -> Extension | None:
    """A function of j - i, where one or both of the two axes change."""
    answers = (along(array, goal, pair, sizes) for pair in pairs(array, goal))
    return next((answer for answer in answers if answer is not None), None)


def pairs(array: Array, goal: Goal) -> Iterator[tuple[int, int]]:
    """Two axes of 3 or more entries, the changing ones among them."""
    for column in range(array.ndim):
        for row in range(column):
            enough = min(array.shape[row], array.shape[column]) >= 3
            if enough and all(axis in (row, column) for axis in goal):
                yield row, column


def along(array: Array, goal: Goal, pair: tuple[int, int], sizes: Moving) -> Extension | None:
    """The answer for one pair of axes."""
    table = np.moveaxis(array, pair, (-2, -1))
    if not alike(table[..., 1:, 1:], table[..., :-1, :-1]):
        return None
    f = np.concatenate([table[..., ::-1, 0], table[..., 0, 1:]], axis=-1)
    moving = tuple(array.shape[axis] for axis in pair if axis in goal)
    stored = Diagonals(f.reshape(-1, f.shape[-1]), table.shape[-2], table.shape[-1], moving)
    rows, columns = (goal.get(axis, array.shape[axis]) for axis in pair)
    shift = alignment(stored, rows, columns)
    if shift is None or not convincing(stored) or stored.made(sizes) or stored.wraps():
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
        windows = np.lib.stride_tricks.sliding_window_view(f, columns, axis=-1)[..., ::-1, :]
        return np.ascontiguousarray(np.moveaxis(windows, (-2, -1), pair)).reshape(shape)

    return assumed(rule, build)


def convincing(stored: Diagonals) -> bool:
    """True only if the diagonals cannot be equal by chance."""
    seen = (stored.rows - 1) * (stored.columns - 1)
    changes = stored.changes()
    if len(changes) == 1:
        ends = (0, stored.columns - stored.rows)
        return seen >= 16 or changes[0] in {end + strict for end in ends for strict in (0, 1)}
    if changes == [0, 1] and stored.rows == stored.columns >= 4:
        return True
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
    if right.scaled() or left.scaled():
        return None
    for more, end, place in ((before, left, 0), (after, right, 2)):
        if more > 0:
            if not end.reaches(between) or (new := end.more(more)) is None:
                return None
            said = f"; its ends go on {end.said}"
            parts.insert(place, new[:, ::-1] if place == 0 else new)
    f = np.concatenate(parts, axis=1)
    return f[:, max(0, -before) : f.shape[1] - max(0, -after)], said
