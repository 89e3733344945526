"""What a RESHAPE target means, and the layouts in which a unit axis is permuted with others.

Row-major order is blind to an axis of extent 1: an exporter that met one turned a TRANSPOSE into a
RESHAPE, or left it out beside one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from typing import TypeAlias

from circle_resizer.inference.value import Shape
from circle_resizer.symbolic.dim import Dim, Sym, merged

Extent: TypeAlias = Callable[[Dim], int]
"""The stored size of an axis."""

FIRST_FREE = "first free axis"
TRANSPOSED = "reshape stands for a transpose"


@dataclass(frozen=True, slots=True)
class Interpretation:
    """One meaning of a target.

    ``heuristic`` names the rule that chose it (empty: nothing else fits). ``dims`` is longer than
    the target when an axis that the target dropped has to stay. ``perm`` is set when only a
    TRANSPOSE moves the elements so: of the operand reshaped to ``split``, if there is one, and
    with ``merges`` the RESHAPE to ``dims`` comes behind it.
    """

    dims: Shape
    heuristic: str = ""
    perm: tuple[int, ...] | None = None
    split: Shape | None = None
    merges: bool = False
    grows: bool = False
    """One axis was split over several slots, and one of them takes its change."""

    moves_unit: bool = False
    """Only the place of one unit axis differs from another interpretation.

    Where every operator keeps its rows apart, and the results have them where they were, no place
    on the way makes a difference to the numbers.
    """

    def same_rows(self, other: Interpretation) -> bool:
        """Whether one layout is the other with neighbouring axes merged.

        ``[B,4,S,8]`` and ``[4*B,S,8]`` are: operators that treat leading axes alike give equal
        numbers. ``[B,1,8]`` and ``[1,B,8]`` are not.
        """
        if self.perm is not None or other.perm is not None:
            return False
        fine, coarse = sorted((self.dims, other.dims), key=len, reverse=True)
        return len(fine) > len(coarse) and is_merged_from(coarse, fine)


def is_merged_from(coarse: Sequence[Dim], fine: Sequence[Dim]) -> bool:
    """Whether each axis of ``coarse`` is the product of neighbours in ``fine``, all in order."""
    left = list(fine)
    for size in coarse:
        if not left:
            return False
        total = left.pop(0)
        while total != size and left:
            total = total * left.pop(0)
        if total != size:
            return False
    return all(size == 1 for size in left)


def permuted(shape: Sequence[Dim], target: Sequence[int], extent: Extent) -> Interpretation | None:
    """Each axis of the operand is one of the target's, in another order."""
    if len(shape) != len(target):
        return None
    solid, ones = by_unit([extent(d) for d in shape])
    slots, free = by_unit(target)
    if [extent(shape[i]) for i in solid] != [target[j] for j in slots]:
        return None
    perm = [0] * len(shape)
    for i, j in zip([*solid, *ones], [*slots, *free], strict=True):
        perm[j] = i
    dims = tuple(shape[i] for i in perm)
    if perm == sorted(perm):
        return Interpretation(dims)
    return Interpretation(dims, TRANSPOSED, tuple(perm))


def by_unit(extents: Sequence[int]) -> tuple[list[int], list[int]]:
    """(axes of another extent than 1, axes of extent 1)."""
    solid = [i for i, e in enumerate(extents) if e != 1]
    return solid, [i for i, e in enumerate(extents) if e == 1]


def split_first(
    factors: Sequence[Dim], target: Sequence[int], extent: Extent
) -> Interpretation | None:
    """``permuted`` once merged axes are split again; factors that are plainly 1 may go."""
    shape = list(factors)
    while 1 in shape and len(shape) > len(target):
        shape.remove(1)
    moved = permuted(shape, target, extent)
    return replace(moved, split=tuple(shape)) if moved is not None and moved.perm else None


def out_of_midst(
    factors: Sequence[Dim], target: Sequence[int], extent: Extent
) -> Interpretation | None:
    """A unit axis leaves a slot's midst for a free 1-slot.

    Rows of time by batch that are flattened at batch 1 were a batch of flattened rows.
    """
    _, free = by_unit(target)
    shape = [d for d in factors if d != 1]
    units = [i for i, d in enumerate(shape) if isinstance(d, Sym) and extent(d) == 1]
    if not free or len(units) != 1:
        return None
    content = dealt(shape, target, extent)
    if not any(slot and slot[0] < units[0] < slot[-1] for slot in content):
        return None
    content[free[0]].append(units[0])
    return merged_behind(shape, content)


def merged_behind(shape: Sequence[Dim], content: Sequence[Sequence[int]]) -> Interpretation:
    """The TRANSPOSE that puts the axes of each slot side by side, and a RESHAPE to merge them."""
    perm = tuple(chain.from_iterable(content))
    dims = tuple(merged([shape[i] for i in slot]) for slot in content)
    return Interpretation(dims, TRANSPOSED, perm, tuple(shape), merges=True)


def unit_moves(
    shape: Sequence[Dim], factors: Sequence[Dim], content: Sequence[Sequence[Dim]], unit: Dim
) -> Iterator[Interpretation]:
    """Layouts in which one unit axis leaves its place for a free 1-slot or another slot's front.

    ``factors`` are those of the operand in order, ``content`` those of each slot of the target
    without the unit axis. ``[B,4,3,2]`` written as ``[4,1,6]`` is a TRANSPOSE of ``B`` and 4, and
    a RESHAPE that merges 3 and 2 behind it.
    """
    places = sorted(range(len(content)), key=lambda j: bool(content[j]))  # free slots first
    inside = factors.index(unit)
    split = None if tuple(factors) == tuple(shape) else tuple(factors)
    for place in places:
        order = [i for i in range(len(factors)) if i != inside]
        order.insert(sum(map(len, content[:place])), inside)
        slots = [[unit, *slot] if j == place else slot for j, slot in enumerate(content)]
        dims = tuple(map(merged, slots))
        if order != sorted(order):
            merges = tuple(factors[i] for i in order) != dims
            yield Interpretation(dims, TRANSPOSED, tuple(order), split, merges, moves_unit=True)
        elif not content[place]:  # past other axes of 1, which stay: the same order of elements
            yield Interpretation(dims, FIRST_FREE, moves_unit=True)


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
