"""Constants whose first or last slice alone differs along every axis that changes.

The first row of a map, its last column, its border, a token of its own in front: the slice stays
first (or last), and the equal ones beside it, 3 or more, are repeated. Refused where one of few
numbers may have been computed from an extent.
"""

from __future__ import annotations

from circle_resizer.lazy_numpy import np
from circle_resizer.tables.compare import Array, Extension, Goal, alike, assumed
from circle_resizer.tables.made_numbers import Moving, distinct, weighs

LEAST = 3


def marked(array: Array, goal: Goal, sizes: Moving) -> Extension | None:
    """Slices that differ at the ends, equal ones between."""
    ends = {axis: framed(array, axis) for axis in goal}
    numbers = distinct(array)
    if numbers and weighs(numbers, array.dtype, {*sizes, *(array.shape[axis] for axis in goal)}):
        return None
    picks: list[Array] = [np.arange(size) for size in array.shape]
    said: list[str] = []
    for axis, new in goal.items():
        found = ends[axis]
        if found is None or new < sum(found) + 1:
            return None
        first, last = found
        picks[axis] = np.full(new, first)
        picks[axis][:first] = 0
        picks[axis][new - last :] = array.shape[axis] - 1
        names = " and ".join(name for name, is_one in (("first", first), ("last", last)) if is_one)
        said.append(f"the {names} of axis {axis} differs from equal ones beside it")
    return assumed("; ".join(said), lambda: np.ascontiguousarray(array[np.ix_(*picks)]))


def framed(array: Array, axis: int) -> tuple[int, int] | None:
    """How many slices (0 or 1) at either end differ from the equal ones between."""
    rows = np.moveaxis(array, axis, 0)
    if len(rows) < LEAST + 1 or not alike(rows[2:-1], rows[1:2]):
        return None
    first, last = (int(not alike(rows[end : end + 1], rows[1:2])) for end in (0, len(rows) - 1))
    if first + last == 0 or len(rows) - first - last < LEAST:
        return None
    return first, last
