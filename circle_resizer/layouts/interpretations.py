"""What a RESHAPE target of the stored sizes means for sizes that change.

Row-major order decides: the operand's axes and the target's are lined up by their stored products,
each factor of an axis going where its elements went. An axis of stored extent 1 leaves no trace in
the products; where it may go is listed as interpretations, the likeliest first.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from circle_resizer.inference.value import Shape
from circle_resizer.layouts import permutations
from circle_resizer.layouts.factor_alignment import Asked, MisalignedError, Stored
from circle_resizer.layouts.permutations import Interpretation
from circle_resizer.layouts.placements import Placements
from circle_resizer.layouts.unit_axes import UnitRun
from circle_resizer.symbolic.dim import Dim, Sym, atoms_of, factors_of

LAYOUTS = {(0, 3, 1, 2), (0, 2, 3, 1)}
"""Channels last to channels first, and back: maps of one pixel go with the others."""


def interpretations_of(
    shape: Shape, target: Sequence[int], stored: Stored, is_inner: Asked = lambda _: False
) -> list[Interpretation]:
    """Interpretations of ``target``, whose sizes are all known and true for the stored sizes.

    ``is_inner`` tells an axis of extent 1 that is no batch.
    """
    if any(stored(f) is None for d in shape for f in factors_of(d)):
        return []
    found: dict[tuple[Shape, tuple[int, ...] | None], Interpretation] = {}
    for outer in (True, False):
        try:
            lineup = _Interpretations(shape, target, stored, is_inner, outer=outer)
        except MisalignedError:
            continue
        for interpretation in [*lineup.interpretations(), *lineup.unit_moves()]:
            found.setdefault((interpretation.dims, interpretation.perm), interpretation)
        if not lineup.has_other:
            break
    return list(found.values())


class _Interpretations(Placements):
    """What a line-up may mean."""

    def interpretations(self) -> Iterator[Interpretation]:
        """All places for the axes of stored extent 1."""
        unplaced = [g for g in self.runs if len(g.units()) > g.slots]
        inner = None
        if self._is_whole:
            inner = permutations.out_of_midst(self._dealt, self.target, self._known)
        moved = permutations.permuted(self.shape, self.target, self._known)
        if moved is not None and moved.perm in LAYOUTS:
            yield moved
        elif not self._is_whole or not self._is_lost(unplaced, inner):
            yield from self._rearranged(unplaced, inner, moved)
            yield from self._joined(unplaced, moved) if unplaced else self._seated()

    @property
    def _is_whole(self) -> bool:
        """Whether no axis is split over several slots, and none lines up only with others."""
        return not (self.was_split or self.was_blocked)

    @property
    def _base(self) -> str:
        """The heuristic that all interpretations of this line-up rest on."""
        if self.was_split:
            return "outer axis grows" if self.outer else "inner axis grows"
        return "flattened rows" if self.was_unrolled else ""

    def _rearranged(
        self, unplaced: list[UnitRun], inner: Interpretation | None, moved: Interpretation | None
    ) -> Iterator[Interpretation]:
        """Those in which a unit axis has to cross others, or a map is cut into windows."""
        if inner is not None:
            yield inner if inner.split != tuple(self.shape) else replace(inner, split=None)
        if moved is not None and moved.perm and self._has_crowd() and not unplaced:
            yield moved
        windows = self._windows()
        if windows is not None:
            yield windows

    def _has_crowd(self) -> bool:
        """Whether unit axes are more than the 1-slots where they are: one has to cross others.

        In ``[5,B,1] -> [1,5,1]`` either the batch or the 1 goes to the front: the batch does.
        """
        spare = any(g.left < 0 and g.slots > len(g.ones) for g in self.runs)
        return spare and any(
            len(g.ones) > g.slots and any(not self.is_inner(d) for d in g.units())
            for g in self.runs
        )

    def _windows(self) -> Interpretation | None:
        """A map cut into square windows, of which a single row (or one) was there.

        ``[1,H=2,W=4,6] -> [1,1,2,2,2,6]``: W is split by a window of 2, so H is as well, and the
        1 in front of it is the number of its windows.
        """
        cut = {run.right: self.target[run.right] for run in self.runs if self._may_split(run)}
        extents = list(cut.values())
        found = [j for j, e in cut.items() if e in self.inner_extents or extents.count(e) > 1]
        first = next(self._places(), None)
        if not found or first is None:
            return None
        dims = list(self._place(first, {}, "").dims)
        for j in found:
            dims[j - 1], dims[j] = dims[j] // self.target[j], self.target[j]
        return Interpretation(tuple(dims), "square windows", grows=True)

    def _may_split(self, run: UnitRun) -> bool:
        """Whether the axis behind a run may be split, its outer part to a 1-slot of the run."""
        if not 1 < run.right < len(self.target) or run.slots <= len(run.ones):
            return False
        content = self.content[run.right]
        return len(content) == 1 and isinstance(content[0], Sym)

    def unit_moves(self) -> Iterator[Interpretation]:
        """The likeliest last: a single unit axis takes any other place of the target."""
        content = [*self.content, []]  # nothing lies behind the last run
        parts = [d for run in self.runs for d in (*run.units(), *content[run.right])]
        units = [d for d in parts if self._is_unit(d)]
        if len(units) != 1 or self.was_blocked or not is_input_axis(units[0], self.is_inner):
            return
        solid = [self._solid(slot) for slot in self.content]
        factors = [d for d in parts if self._known(d) != 1 or d is units[0]]
        yield from permutations.unit_moves(self.shape, factors, solid, units[0])

    def _solid(self, dims: Sequence[Dim]) -> list[Dim]:
        """Those that were not 1."""
        return [d for d in dims if self._known(d) != 1]

    def _is_unit(self, dim: Dim) -> bool:
        """Whether an axis was 1 and has a size of its own."""
        return isinstance(dim, Sym) and self._known(dim) == 1

    def _seated(self) -> Iterator[Interpretation]:
        """Every axis finds a 1 where it is."""
        free = any(g.units() and len(g.ones) != g.slots > len(g.units()) for g in self.runs)
        for places in self._places():
            yield self._place(places, {}, self._base or (permutations.FIRST_FREE if free else ""))

    def _joined(
        self, unplaced: list[UnitRun], moved: Interpretation | None
    ) -> Iterator[Interpretation]:
        """Some do not: they cross others, or join a neighbour."""
        first = next(self._places())
        if moved is not None:  # joining a neighbour would fit the count and mix up the rows
            yield moved
            if len(unplaced) == 1 and unplaced[0].left < 0 and self._is_whole:
                yield self._place(first, {id(unplaced[0]): True}, "flattened rows")
            return
        name = self._base or self._flatten_name(unplaced)
        found: list[Interpretation | None] = [
            self._place(first, to, name) for to in ({}, {id(g): True for g in unplaced})
        ]
        found.append(self._kept())
        if self._is_whole:
            split = permutations.split_first(self._dealt, self.target, self._known)
            found = [split, *found] if self._has_free_slot else [*found, split]
        yield from filter(None, found)

    @property
    def _has_free_slot(self) -> bool:
        """Whether the target has more 1s somewhere than the operand has there."""
        return any(g.slots > len(g.ones) for g in self.runs)

    def _is_lost(self, unplaced: list[UnitRun], moved: Interpretation | None) -> bool:
        """Whether an axis behind the batch would have to cross others: a step among heads.

        What else stood there for one step, a mask between the steps, is gone as well.
        """
        counts = len(self.shape), len(self.target)
        crowded = [*unplaced, *(g for g in self.runs if g.inner(self.is_inner, *counts))]
        units = [d for run in crowded for d in run.units() if self.is_inner(d)]
        inside = moved is not None and all(map(self.is_inner, moved.dims))
        return (bool(units) and self._has_free_slot) or inside

    def _flatten_name(self, unplaced: list[UnitRun]) -> str:
        choice = any(g.left + g.slots >= 0 and g.right < len(self.target) for g in unplaced)
        return "flattened rows" if choice else ""

    def _kept(self) -> Interpretation | None:
        """Dropped unit axes stay axes: nothing is reshaped at all."""
        solid = [size for size in self.target if size != 1]
        if [e for d in self.shape if (e := self._known(d)) != 1] != solid:
            return None
        inner = any(self.is_inner(d) for run in self.runs for d in run.units())
        if inner or len(self.shape) <= len(self.target):
            return None
        return Interpretation(self.shape, "dropped axis stays")


def is_input_axis(unit: Dim, is_inner: Asked) -> bool:
    """Whether a unit axis is the batch of an input, and no size of a slice or a window."""
    return (
        str(unit) in atoms_of(unit) and not str(unit).startswith(("~", "?")) and not is_inner(unit)
    )
