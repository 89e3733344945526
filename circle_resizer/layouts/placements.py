"""The unit axes of a RESHAPE's operand placed in the 1s of its target."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice, product

from circle_resizer.layouts.factor_alignment import LineUp
from circle_resizer.layouts.permutations import Interpretation
from circle_resizer.layouts.unit_axes import spread
from circle_resizer.symbolic.dim import Sym, merged

MAX_PLACES = 8
"""Interpretations of one target that differ only in which 1-slot an axis takes."""


class Placements(LineUp):
    """An alignment of factors, and where unit axes may stand in it."""

    def _places(self) -> Iterator[dict[int, tuple[int, ...]]]:
        """1-slots of every gap for the axes in it: their own order where the counts agree."""
        options = []
        for gap in self.gaps:
            ghosts = gap.ghosts()[: gap.room]
            own = tuple(i for i, d in enumerate(gap.ones) if isinstance(d, Sym))
            if not ghosts or len(gap.ones) == gap.room:
                options.append([own[: gap.room]])
            else:
                options.append(spread(gap.room, len(ghosts), solid=len(self.gaps) > 1))
        for chosen in islice(product(*options), MAX_PLACES):
            yield dict(zip(map(id, self.gaps), chosen, strict=True))

    def _place(
        self, places: dict[int, tuple[int, ...]], to_right: dict[int, bool], heuristic: str
    ) -> Interpretation:
        """Put the axes of each gap into its 1-slots, and merge the others into a neighbour."""
        content = [list(c) for c in self.content]
        for gap in self.gaps:
            if not gap.ghosts():
                continue
            inner = gap.inner(self.is_inner, len(self.shape), len(self.target))
            if inner:
                content[gap.left + 1].extend(d for d in gap.ghosts() if d not in inner)
                content[gap.right][:0] = inner
            elif gap.has_places:
                for ghost, slot in zip(gap.ghosts(), places[id(gap)], strict=True):
                    content[gap.left + 1 + slot].append(ghost)
            else:
                gap.overflow(content, to_right=to_right.get(id(gap), False))
        return Interpretation(tuple(map(merged, content)), heuristic, grows=self.was_split)
