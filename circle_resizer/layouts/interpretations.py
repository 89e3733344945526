"""What a RESHAPE target of the stored sizes means for sizes that change.

Row-major order decides: the operand's axes and the target's are lined up by their stored products,
each factor of an axis going where its elements went. An axis of stored extent 1 leaves no trace in
the products; where it may go is listed as readings, the likeliest first.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import islice, product

from circle_resizer.inference.value import Shape
from circle_resizer.layouts import permutations as crossing
from circle_resizer.layouts.factor_alignment import Asked, LineUp, MisalignedError, Stored
from circle_resizer.layouts.permutations import Reading
from circle_resizer.layouts.unit_axes import Gap, spread
from circle_resizer.symbolic.dim import Dim, Sym, atoms_of, factors_of, merged

LAYOUTS = {(0, 3, 1, 2), (0, 2, 3, 1)}
"""Channels last to channels first, and back: maps of one pixel go with the others."""
MAX_PLACES = 8
"""Readings of one target that differ only in which 1-slot an axis takes."""


def regroup(
    shape: Shape, target: Sequence[int], stored: Stored, is_inner: Asked = lambda _: False
) -> list[Reading]:
    """Readings of ``target``, whose sizes are all known and true for the stored sizes.

    ``is_inner`` tells an axis of extent 1 that is no batch.
    """
    if any(stored(f) is None for d in shape for f in factors_of(d)):
        return []
    found: dict[tuple[Shape, tuple[int, ...] | None], Reading] = {}
    for outer in (True, False):
        try:
            lineup = _Readings(shape, target, stored, is_inner, outer=outer)
        except MisalignedError:
            continue
        for reading in [*lineup.readings(), *lineup.unit_moves()]:
            found.setdefault((reading.dims, reading.perm), reading)
        if not lineup.has_other:
            break
    return list(found.values())


class _Readings(LineUp):
    """What a line-up may mean."""

    def readings(self) -> Iterator[Reading]:
        """All places for the axes of stored extent 1."""
        homeless = [g for g in self.gaps if len(g.ghosts()) > g.room]
        whole = not (self.was_split or self.was_blocked)
        inner = crossing.out_of_midst(self._dealt, self.target, self._known) if whole else None
        moved = crossing.crossed(self.shape, self.target, self._known)
        if moved is not None and moved.perm in LAYOUTS:
            yield moved
            return
        if whole and self._is_lost(homeless, inner):
            return
        if inner is not None:
            yield inner if inner.split != tuple(self.shape) else replace(inner, split=None)
        if moved is not None and moved.perm and self._has_crowd() and not homeless:
            yield moved
        windows = self._windows()
        if windows is not None:
            yield windows
        name = "outer axis grows" if self.outer else "inner axis grows"
        base = name if self.was_split else "flattened rows" if self.was_unrolled else ""
        yield from self._joined(homeless, moved, base) if homeless else self._seated(base)

    def _has_crowd(self) -> bool:
        """Whether unit axes are more than the 1-slots where they are: one has to cross others.

        In ``[5,B,1] -> [1,5,1]`` either the batch or the 1 goes to the front: the batch does.
        """
        spare = any(g.left < 0 and g.room > len(g.ones) for g in self.gaps)
        return spare and any(
            len(g.ones) > g.room and any(not self.is_inner(d) for d in g.ghosts())
            for g in self.gaps
        )

    def _windows(self) -> Reading | None:
        """A map cut into square windows, of which a single row (or one) was there.

        ``[1,H=2,W=4,6] -> [1,1,2,2,2,6]``: W is split by a window of 2, so H is as well, and the
        1 in front of it is the number of its windows.
        """
        cut = {
            gap.right: self.target[gap.right]
            for gap in self.gaps
            if gap.right < len(self.target)
            and gap.room > len(gap.ones)
            and len(self.content[gap.right]) == 1
            and isinstance(self.content[gap.right][0], Sym)
            and gap.right > 1
        }
        extents = list(cut.values())
        found = [j for j, e in cut.items() if e in self.inner_extents or extents.count(e) > 1]
        if not found:
            return None
        first = next(self._places(), None)
        if first is None:
            return None
        dims = list(self._place(first, {}, "").dims)
        for j in found:
            dims[j - 1], dims[j] = dims[j] // self.target[j], self.target[j]
        return Reading(tuple(dims), "square windows", grows=True)

    def unit_moves(self) -> Iterator[Reading]:
        """The likeliest last: a single unit axis takes any other place of the target."""
        parts: list[Dim] = []
        for gap in self.gaps:
            parts += [
                *gap.ghosts(),
                *(self.content[gap.right] if gap.right < len(self.target) else []),
            ]
        units = [d for d in parts if isinstance(d, Sym) and self._known(d) == 1]
        if len(units) != 1 or self.was_blocked or not is_input_axis(units[0], self.is_inner):
            return
        solid = [[d for d in slot if self._known(d) != 1] for slot in self.content]
        factors = [d for d in parts if self._known(d) != 1 or d is units[0]]
        yield from crossing.unit_moves(self.shape, factors, solid, units[0])

    def _seated(self, base: str) -> Iterator[Reading]:
        """Every axis finds a 1 where it is."""
        for places in self._places():
            free = any(g.ghosts() and len(g.ones) != g.room > len(g.ghosts()) for g in self.gaps)
            yield self._place(places, {}, base or (crossing.FIRST_FREE if free else ""))

    def _joined(self, homeless: list[Gap], moved: Reading | None, base: str) -> Iterator[Reading]:
        """Some do not: they cross others, or join a neighbour."""
        whole = not (self.was_split or self.was_blocked)
        if moved is not None:  # joining a neighbour would fit the count and mix up the rows
            yield moved
            if len(homeless) == 1 and homeless[0].left < 0 and whole:
                yield self._place(next(self._places()), {id(homeless[0]): True}, "flattened rows")
            return
        split = crossing.split_first(self._dealt, self.target, self._known) if whole else None
        has_free_slot = any(g.room > len(g.ones) for g in self.gaps)
        if split and has_free_slot:
            yield split
        first = next(self._places())
        for sides in ({}, {id(g): True for g in homeless}):
            yield self._place(first, sides, base or self._flatten_name(homeless))
        kept = self._kept()
        if kept is not None:
            yield kept
        if split and not has_free_slot:
            yield split

    def _is_lost(self, homeless: list[Gap], moved: Reading | None) -> bool:
        """Whether an axis behind the batch would have to cross others: a step among heads.

        What else stood there for one step, a mask between the steps, is gone as well.
        """
        counts = len(self.shape), len(self.target)
        crowded = [*homeless, *(g for g in self.gaps if g.inner(self.is_inner, *counts))]
        ghosts = [d for gap in crowded for d in gap.ghosts() if self.is_inner(d)]
        room = any(g.room > len(g.ones) for g in self.gaps)
        inside = moved is not None and all(map(self.is_inner, moved.dims))
        return (bool(ghosts) and room) or inside

    def _flatten_name(self, homeless: list[Gap]) -> str:
        choice = any(g.left + g.room >= 0 and g.right < len(self.target) for g in homeless)
        return "flattened rows" if choice else ""

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
        self, places: dict[int, tuple[int, ...]], to_right: dict[int, bool], preference: str
    ) -> Reading:
        """Each gap's axes into its 1-slots; what is left over joins a neighbour."""
        content = [list(c) for c in self.content]
        for gap in self.gaps:
            ghosts, ones = gap.ghosts(), gap.ones
            if not ghosts:
                continue
            if inner := gap.inner(self.is_inner, len(self.shape), len(self.target)):
                content[gap.left + 1].extend(d for d in ghosts if d not in inner)
                content[gap.right][:0] = inner
                continue
            if len(ghosts) <= gap.room and (gap.room > 1 or len(ones) == 1):
                for ghost, slot in zip(ghosts, places[id(gap)], strict=True):
                    content[gap.left + 1 + slot].append(ghost)
                continue
            kept = ones[: max(gap.room - 1, 0)]
            for slot, one in enumerate(kept):
                content[gap.left + 1 + slot].append(one)
            rest, right = ones[len(kept) :], to_right.get(id(gap)) or gap.left + gap.room < 0
            if right and gap.right < len(content):
                content[gap.right][:0] = rest
            elif gap.left + gap.room >= 0:
                content[gap.left + gap.room].extend(rest)
        return Reading(tuple(merged(c) for c in content), preference, grows=self.was_split)

    def _kept(self) -> Reading | None:
        """The reading in which dropped axes of extent 1 stay axes: nothing is reshaped at all."""
        solid = [size for size in self.target if size != 1]
        if [e for d in self.shape if (e := self._known(d)) != 1] != solid:
            return None
        inner = any(self.is_inner(d) for gap in self.gaps for d in gap.ghosts())
        if inner or len(self.shape) <= len(self.target):
            return None
        return Reading(self.shape, "dropped axis stays")


def is_input_axis(unit: Sym, is_inner: Asked) -> bool:
    """Whether a unit axis is the batch of an input, and no size of a slice or a window."""
    return (
        str(unit) in atoms_of(unit) and not str(unit).startswith(("~", "?")) and not is_inner(unit)
    )
