"""Tables of several maps beside each other: centres and strides of a detector, a class token.

The axis is cut where the computed operand was joined, and every part follows its own map. Parts
that hold one number each (the strides 8, 16, 32) are literals unless one form of their extents,
the same for all of them, makes these numbers: [1/8, 1/4] beside maps of 8 and 4.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping, Sequence
from itertools import accumulate, pairwise

import numpy as np

from circle_resizer.tables.compare import Array, Extension, alike, assumed, head
from circle_resizer.tables.fit import Factors, by_factors
from circle_resizer.tables.made_numbers import made, near


def by_segments(
    array: Array,
    axis: int,
    segments: Sequence[Factors],
    factors: Mapping[int, Factors],
    sizes: Collection[int],
) -> Extension | None:
    """An array whose ``axis`` is ``segments`` beside each other; other axes follow ``factors``."""
    ends = [0, *accumulate(math.prod(old for old, _ in part) for part in segments)]
    if len(segments) < 2 or ends[-1] != array.shape[axis] or 0 in np.diff(ends):
        return None
    parts = [np.take(array, np.arange(low, high), axis) for low, high in pairwise(ends)]
    if not any(a != n for f in factors.values() for a, n in f) and all(
        alike(part, head(part, [axis])) for part in parts
    ):
        return filled(parts, axis, segments)
    found: list[Extension] = []
    for part, own in zip(parts, segments, strict=True):
        changing = {a: f for a, f in {**factors, axis: own}.items() if any(o != n for o, n in f)}
        answer = by_factors(part, changing, sizes=sizes) if changing else kept(part)
        if answer is None:
            return None
        found.append(answer)
    said = "; ".join(dict.fromkeys(answer.rule for answer in found if answer.changes))
    return assumed(
        f"{len(parts)} parts beside each other along axis {axis}: {said}",
        lambda: np.concatenate([answer.build() for answer in found], axis),
    )


def kept(part: Array) -> Extension:
    """A part of which nothing changes."""
    return Extension("has that extent", proven=True, build=lambda: part, changes=False)


def filled(parts: Sequence[Array], axis: int, segments: Sequence[Factors]) -> Extension | None:
    """Parts that are equal slices each; at least two of them are not the same."""
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
    unlike = flat[(flat != flat[:, :1]).any(axis=1)]
    for pick in (min, max, math.prod):
        of_parts = [made(max(pick(own), 2)) for own in extents]
        for form in zip(*of_parts, strict=True):
            pairs = [
                [near(float(v), [f], flat.dtype) for v, f in zip(row, form, strict=True)]
                for row in unlike
            ]
            if any(map(all, pairs)):
                return True
    return False
