"""What a RESHAPE target means, and the readings in which an axis of extent 1 crossed others.

Row-major order is blind to an axis of extent 1: an exporter that met one turned a TRANSPOSE into a
RESHAPE, or left it out beside one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

from circle_resizer.inference.value import Shape
from circle_resizer.symbolic.dim import Dim, Sym, merged

Extent: TypeAlias = Callable[[Dim], int]
"""The stored size of an axis."""

TRANSPOSED = "reshape stands for a transpose"


@dataclass(frozen=True, slots=True)
class Reading:
    """One meaning of a target.

    ``preference`` names the rule that chose it (empty: nothing else fits). ``dims`` is longer than
    the target when an axis that the target dropped has to stay. ``perm`` is set when only a
    TRANSPOSE moves the elements so: of the operand reshaped to ``split``, if there is one, and
    with ``merges`` the RESHAPE to ``dims`` comes behind it.
    """

    dims: Shape
    preference: str = ""
    perm: tuple[int, ...] | None = None
    split: Shape | None = None
    merges: bool = False
    grows: bool = False
    """One axis was split over several slots, and one of them takes its change."""


def crossed(shape: Sequence[Dim], target: Sequence[int], extent: Extent) -> Reading | None:
    """The reading in which each axis of the operand is one of the target's, in another order."""
    extents = [extent(d) for d in shape]
    if len(extents) != len(target):
        return None
    solid = [i for i, e in enumerate(extents) if e != 1]
    slots = [j for j, size in enumerate(target) if size != 1]
    if [extents[i] for i in solid] != [target[j] for j in slots]:
        return None
    ones = [i for i, e in enumerate(extents) if e == 1]
    free = [j for j, size in enumerate(target) if size == 1]
    perm = [0] * len(extents)
    for i, j in [*zip(solid, slots, strict=True), *zip(ones, free, strict=True)]:
        perm[j] = i
    dims = tuple(shape[i] for i in perm)
    if perm == sorted(perm):
        return Reading(dims)
    return Reading(dims, TRANSPOSED, tuple(perm))


def split_first(factors: Sequence[Dim], target: Sequence[int], extent: Extent) -> Reading | None:
    """``crossed`` once merged axes are split again; factors that are plainly 1 may go."""
    shape = list(factors)
    while 1 in shape and len(shape) > len(target):
        shape.remove(1)
    moved = crossed(shape, target, extent)
    return replace(moved, split=tuple(shape)) if moved is not None and moved.perm else None


def out_of_midst(factors: Sequence[Dim], target: Sequence[int], extent: Extent) -> Reading | None:
    """The reading in which an axis of extent 1 leaves a slot's midst for a free 1-slot.

    Rows of time by batch that are flattened at batch 1 were a batch of flattened rows.
    """
    free = [j for j, size in enumerate(target) if size == 1]
    shape = [d for d in factors if d != 1]
    ghosts = [d for d in shape if isinstance(d, Sym) and extent(d) == 1]
    if not free or len(ghosts) != 1:
        return None
    inside = shape.index(ghosts[0])
    content = dealt(shape, target, extent)
    if not any(slot and slot[0] < inside < slot[-1] for slot in content):
        return None
    content[free[0]].append(inside)
    perm = tuple(i for slot in content for i in slot)
    dims = tuple(merged(shape[i] for i in slot) for slot in content)
    return Reading(dims, TRANSPOSED, perm, tuple(shape), merges=True)


def crossed_and_merged(
    factors: Sequence[Dim], target: Sequence[int], extent: Extent
) -> Iterator[Reading]:  # fmt: skip
    """The readings in which an axis of extent 1 crosses others, some of which are then merged.

    ``[B=1,4,3,2] -> [4,1,6]`` is a TRANSPOSE to ``[4,B,3,2]`` and a RESHAPE to ``[4,B,6]``.
    """
    ghosts = [i for i, d in enumerate(factors) if isinstance(d, Sym) and extent(d) == 1]
    if len(ghosts) != 1:
        return
    for free in (j for j, size in enumerate(target) if size == 1):
        content = dealt(factors, target, extent)
        content[free].append(ghosts[0])
        ones = (i for i, d in enumerate(factors) if d == 1)
        perm = (*(i for slot in content for i in slot), *ones)
        if perm != tuple(sorted(perm)):
            dims = tuple(merged(factors[i] for i in slot) for slot in content)
            yield Reading(dims, TRANSPOSED, perm, tuple(factors), merges=True)


def dealt(shape: Sequence[Dim], target: Sequence[int], extent: Extent) -> list[list[int]]:
    """Which axes make each slot of the target; those of extent 1 are left out."""
    content: list[list[int]] = [[] for _ in target]
    slots = iter(j for j, size in enumerate(target) if size != 1)
    need, slot = 1, -1
    for i, size in enumerate(shape):
        if extent(size) == 1:
            continue
        if need == 1:
            slot = next(slots)
            need = target[slot]
        content[slot].append(i)
        need //= extent(size)
    return content
