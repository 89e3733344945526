"""Tables of several maps beside each other: centres and strides of a detector, a class token.

The axis is cut where the computed operand was joined, and every part follows its own map. Parts
that hold one number each (the strides 8, 16, 32) are literals unless one form of their extents,
the same for all of them, makes these numbers: [1/8, 1/4] beside maps of 8 and 4.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping, Sequence
from itertools import accumulate, pairwise

from circle_resizer.lazy_numpy import np
from circle_resizer.tables.compare import Array, Extension, alike, assumed, head
from circle_resizer.tables.fit import Factors, by_factors, changing
from circle_resizer.tables.made_numbers import made, near


def by_segments(
    array: Array,
    axis: int,
    segments: Sequence[Factors],
    factors: Mapping[int, Factors],
    sizes: Collection[int],
) -> Extension | None:
    """An array whose ``axis`` is ``segments`` beside each other; other axes follow ``factors``."""
    parts = taken_apart(array, axis, [math.prod(old for old, _ in part) for part in segments])
    if len(parts) < 2:
        return None
    if not changing(factors) and is_level(parts, axis):
        return filled(parts, axis, segments)
    pairs = zip(parts, segments, strict=True)
    answers = (piece(part, {**factors, axis: own}, sizes) for part, own in pairs)
    found = [answer for answer in answers if answer is not None]
    return beside(found, axis) if len(found) == len(parts) else None


def beside(parts: Sequence[Extension], axis: int) -> Extension:
    """Parts beside each other along ``axis``, each by its own rule."""
    rules = dict.fromkeys(part.rule for part in parts if part.changes)
    return assumed(
        f"{len(parts)} parts beside each other along axis {axis}: {'; '.join(rules)}",
        lambda: np.concatenate([part.build() for part in parts], axis),
    )


def is_level(parts: Sequence[Array], axis: int) -> bool:
    """Whether all slices of each part are equal."""
    return all(alike(part, head(part, [axis])) for part in parts)


def taken_apart(array: Array, axis: int, extents: Sequence[int]) -> list[Array]:
    """Parts of these extents; none if they are not all of the axis."""
    ends = [0, *accumulate(extents)]
    if ends[-1] != array.shape[axis] or 0 in extents:
        return []
    return [np.take(array, np.arange(low, high), axis) for low, high in pairwise(ends)]


def piece(part: Array, factors: Mapping[int, Factors], sizes: Collection[int]) -> Extension | None:
    """One part by its own rule; nothing changes for one that no size of which does."""
    changed = changing(factors)
    if changed:
        return by_factors(part, changed, sizes=sizes)
    return Extension("has that extent", proven=True, build=lambda: part, changes=False)


def filled(parts: Sequence[Array], axis: int, segments: Sequence[Factors]) -> Extension | None:
    """Parts of equal rows each, at least two of which differ: [8,8,16] of strides 8 and 16."""
    rows = [head(part, [axis]) for part in parts]
    extents = [[old for old, _ in part] for part in segments]
    if all(alike(row, rows[0]) for row in rows) or is_made(rows, extents):
        return None
    counts = [math.prod(new for _, new in part) for part in segments]
    return assumed(
        f"one slice for each of {len(parts)} parts along axis {axis}",
        lambda: np.concatenate(
            [np.repeat(row, n, axis) for row, n in zip(rows, counts, strict=True)], axis
        ),
    )


def is_made(rows: Sequence[Array], extents: Sequence[Sequence[int]]) -> bool:
    """Whether one form of the parts' own extents makes the numbers of any place in all parts."""
    flat = np.stack([row.reshape(-1) for row in rows], axis=1)
    if flat.dtype.kind not in "iuf":
        return False
    unlike = flat[(flat != flat[:, :1]).any(axis=1)].tolist()
    for pick in (min, max, math.prod):
        forms = zip(*(made(max(pick(own), 2)) for own in extents), strict=True)
        if any(all_near(row, form, flat.dtype) for form in forms for row in unlike):
            return True
    return False


def all_near(row: Sequence[float], form: Sequence[float], dtype: np.dtype[np.generic]) -> bool:
    """Whether every part has the number that a form makes of its extent."""
    return all(near(value, [number], dtype) for value, number in zip(row, form, strict=True))
