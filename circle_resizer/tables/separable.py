"""Constants over two rows and two columns of a map that combine a function of each difference.

|di| + |dj| (distances), a product of decays, or windows that hold in both directions: one table
over the two rows and one over the two columns are extended on their own and put together again.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from itertools import combinations

from circle_resizer.lazy_numpy import np
from circle_resizer.tables.compare import Array, Extension, Goal, alike, assumed, listed, target
from circle_resizer.tables.made_numbers import Moving
from circle_resizer.tables.toeplitz import diagonal

Join = Callable[[Array, Array, Array], Array]
Couple = tuple[tuple[int, int], tuple[int, int]]


def added(one: Array, two: Array, both: Array) -> Array:
    """A sum; ``both`` is what the two have in common."""
    return one + two - both


def multiplied(one: Array, two: Array, both: Array) -> Array:
    """A product."""
    return one * two / both


def met(one: Array, two: Array, both: Array) -> Array:
    """The common value of a mask where both have it, the other value elsewhere."""
    return np.where(one == both, two, one)


JOINS: tuple[Join, ...] = (met, added, multiplied)


def crossed(array: Array, goal: Goal, sizes: Moving) -> Extension | None:
    """A function of i - j combined with another one of k - l."""
    if array.dtype.kind not in "biuf" or len(goal) < 2:
        return None
    answers = (over(array, goal, couple, sizes) for couple in couples(array, goal))
    return next((answer for answer in answers if answer is not None), None)


def couples(array: Array, goal: Goal) -> Iterator[Couple]:
    """Two pairs of axes of equal extents, the changing ones among both."""
    long = [axis for axis in range(array.ndim) if array.shape[axis] >= 3]
    shape = target(array, goal)
    square = [
        (i, j)
        for i, j in combinations(long, 2)
        if array.shape[i] == array.shape[j] and shape[i] == shape[j]
    ]
    for one, two in combinations(square, 2):
        parts = [set(one) & set(goal), set(two) & set(goal)]
        if not set(one) & set(two) and all(parts) and set(goal) <= {*one, *two}:
            yield one, two


def over(array: Array, goal: Goal, couple: Couple, sizes: Moving) -> Extension | None:
    """The answer for one couple of pairs."""
    one, two = (corner(array, other) for other in reversed(couple))
    both = corner(array, [axis for pair in couple for axis in pair])
    join = next((way for way in JOINS if explains(way, array, (one, two, both))), None)
    first, second = (
        diagonal(part, {axis: goal[axis] for axis in pair if axis in goal}, sizes)
        for part, pair in zip((one, two), couple, strict=True)
    )
    if join is None or first is None or second is None:
        return None
    rule = f"{first.rule}, and so along {listed(couple[1])}"
    return assumed(rule, lambda: rejoined(array, join, (first.build(), second.build(), both)))


def rejoined(array: Array, join: Join, parts: tuple[Array, Array, Array]) -> Array:
    """The new parts put together; stored elements keep their bits."""
    new = joined(join, parts, array.dtype)
    kept = tuple(slice(0, min(size)) for size in zip(array.shape, new.shape, strict=True))
    new[kept] = array[kept]
    return new


def corner(array: Array, axes: Collection[int]) -> Array:
    """The first slice along each of ``axes``."""
    return array[tuple(slice(0, 1) if a in axes else slice(None) for a in range(array.ndim))]


def explains(join: Join, array: Array, parts: tuple[Array, Array, Array]) -> bool:
    """Whether the parts put together are the array: a mask exactly, floats but for rounding.

    Whole numbers that are added are places in a table of another size.
    """
    if join is met:
        return alike(joined(join, parts, array.dtype), array)
    if array.dtype.kind != "f" or (join is multiplied and (parts[2] == 0).any()):
        return False
    with np.errstate(all="ignore"):
        new = joined(join, parts, np.dtype("f8"))
        ulps = 4 * float(np.finfo(array.dtype).eps)
        off = np.abs(new - array.astype("f8"))
        return bool((off <= ulps * np.maximum(np.abs(new), np.abs(array))).all())


def joined(join: Join, parts: tuple[Array, Array, Array], dtype: np.dtype[np.generic]) -> Array:
    """The parts put together, in float64 unless only picked."""
    if join is met:
        return np.asarray(join(*parts))
    with np.errstate(all="ignore"):
        return np.asarray(join(*(part.astype("f8") for part in parts))).astype(dtype)
