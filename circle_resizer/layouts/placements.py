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
        """1-slots of every run for the axes in it: their own order where the counts agree."""
        options = []
        for run in self.runs:
            units = run.units()[: run.slots]
            own = tuple(i for i, d in enumerate(run.ones) if isinstance(d, Sym))
            if not units or len(run.ones) == run.slots:
                options.append([own[: run.slots]])
            else:
                options.append(spread(run.slots, len(units), solid=len(self.runs) > 1))
        for chosen in islice(product(*options), MAX_PLACES):
            yield dict(zip(map(id, self.runs), chosen, strict=True))

    def _place(
        self, places: dict[int, tuple[int, ...]], to_right: dict[int, bool], heuristic: str
    ) -> Interpretation:
        """Put the axes of each run into its 1-slots, and merge the others into a neighbour."""
        content = [list(c) for c in self.content]
        for run in self.runs:
            if not run.units():
                continue
            inner = run.inner(self.is_inner, len(self.shape), len(self.target))
            if inner:
                content[run.left + 1].extend(d for d in run.units() if d not in inner)
                content[run.right][:0] = inner
            elif run.has_places:
                for unit, slot in zip(run.units(), places[id(run)], strict=True):
                    content[run.left + 1 + slot].append(unit)
            else:
                run.overflow(content, to_right=to_right.get(id(run), False))
        return Interpretation(tuple(map(merged, content)), heuristic, grows=self.was_split)
