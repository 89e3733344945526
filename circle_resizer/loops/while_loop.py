"""A WHILE loop: its induction variables, what they access, and its trip count."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from circle_resizer.inference.engine import Inference
from circle_resizer.loops.accesses import Access, accesses_of
from circle_resizer.loops.induction import Bound, InductionVariable, bounds_of
from circle_resizer.symbolic.bindings import Sizes
from circle_resizer.symbolic.dim import Dim


@dataclass(frozen=True, slots=True)
class Loop:
    """What is known about a loop; ``cond`` and ``body`` are subgraphs."""

    cond: int
    body: int
    variables: Sequence[InductionVariable]
    accesses: Sequence[Access]
    bounds: Sequence[Bound]

    def trip_count(self, sizes: Sizes) -> int | None:
        """How many iterations there were at the stored sizes, as far as its bounds decide."""
        counts = (bound.trip_count(sizes) for bound in self.bounds)
        return min((n for n in counts if n is not None), default=None)


def loop_of(
    engine: Inference, graphs: tuple[int, int], variables: Sequence[InductionVariable]
) -> Loop:  # fmt: skip
    """A loop, by its condition and its body as they were last inferred."""
    cond, body = graphs
    accesses, bounds = accesses_of(engine, body, variables), bounds_of(engine, cond, variables)
    return Loop(cond, body, variables, accesses, bounds)


def is_resized(sizes: Sizes, size: Dim) -> bool:
    """Whether a size changes that was known when the file was written.

    An axis that was unknown (-1) then cannot have left its size in a constant.
    """
    return sizes.changes(size) and not sizes.is_dynamic(size)
