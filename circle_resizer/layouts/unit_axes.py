"""Axes of extent 1 between two solid factors of a RESHAPE, and the 1-slots they may take."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import combinations

from circle_resizer.symbolic.dim import Dim, Sym

RANK_OF_IMAGES = 4
"""For operands of this rank or less, a unit axis after the batch axis is a spatial row and keeps
its own dimension; for higher ranks it is merged into the batch (video frames)."""


@dataclass(slots=True)
class UnitRun:
    """Source axes of extent 1 between two solid factors, and the target's 1-slots there."""

    left: int
    right: int
    ones: list[Dim] = field(default_factory=list)

    @property
    def slots(self) -> int:
        """How many 1-slots the target has here."""
        return self.right - self.left - 1

    def units(self) -> list[Dim]:
        """Those of them that change."""
        return [d for d in self.ones if isinstance(d, Sym)]

    @property
    def has_places(self) -> bool:
        """Whether each axis that changes has a 1-slot of its own."""
        return len(self.units()) <= self.slots and (self.slots > 1 or len(self.ones) == 1)

    def overflow(self, content: list[list[Dim]], *, to_right: bool) -> None:
        """Put the axes into the 1-slots in order, and merge the others into a neighbouring slot.

        That is the slot to the left, if there is one, unless they are sent to the right.
        """
        kept = max(self.slots - 1, 0)
        for slot, one in enumerate(self.ones[:kept], self.left + 1):
            content[slot].append(one)
        rest, last = self.ones[kept:], self.left + self.slots
        if (to_right or last < 0) and self.right < len(content):
            content[self.right][:0] = rest
        elif last >= 0:
            content[last].extend(rest)

    def inner(self, is_inner: Callable[[Dim], bool], rank: int, slots: int) -> list[Dim]:
        """Axes that leave the first slot of a target to the batch, which stands before them."""
        found = [d for d in self.units() if is_inner(d)]
        first = self.ones[0] if self.ones else 1
        led = first == 1 or (first not in found and rank <= RANK_OF_IMAGES)
        leading = self.left < 0 and self.slots == 1 and self.right < slots
        return found if led and leading else []


def spread(slots: int, count: int, *, solid: bool) -> list[tuple[int, ...]]:
    """Ways to put ``count`` axes into ``slots`` slots in order, the likeliest first.

    Two axes alone in a target of ones are batch and length of a mask: first and last.
    """
    places = list(combinations(range(slots), count))
    if count == 2 and not solid:
        places.sort(key=lambda place: place != (0, slots - 1))
    return places
