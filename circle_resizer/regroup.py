"""What a RESHAPE target of the stored sizes means for sizes that change.

Row-major order decides: the operand's axes and the target's are lined up by their stored products,
each factor of an axis going where its elements went. An axis of stored extent 1 leaves no trace in
the products; where it may go is listed as readings, the likeliest first.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import islice, product

from circle_resizer import crossing
from circle_resizer.crossing import Reading
from circle_resizer.dim import Dim, Sym, factors_of, merged
from circle_resizer.gaps import Gap, spread
from circle_resizer.value import Shape

Stored = Callable[[Dim], "int | None"]
Asked = Callable[[Dim], bool]
MAX_PLACES = 8
"""Readings of one target that differ only in which 1-slot an axis takes."""


class _MisalignedError(Exception):
    """The products do not line up."""


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
            lineup = _LineUp(shape, target, stored, is_inner, outer=outer)
        except _MisalignedError:
            continue
        for reading in lineup.readings():
            found.setdefault((reading.dims, reading.perm), reading)
        if not lineup.has_other:
            break
    return list(found.values())


class _LineUp:
    """The factors of the operand dealt out to the slots of the target."""

    def __init__(
        self, shape: Shape, target: Sequence[int], stored: Stored, is_inner: Asked, *, outer: bool
    ) -> None:
        self.is_inner = is_inner
        self.shape, self.target, self.stored, self.outer = shape, tuple(target), stored, outer
        self.content: list[list[Dim]] = [[] for _ in target]
        self.gaps: list[Gap] = []
        self.was_split = self.was_blocked = self.was_unrolled = self.has_other = False
        self._slots = [j for j, size in enumerate(self.target) if size != 1]
        self._last, self._slot, self._need = -1, -1, 1
        self._gap = Gap(-1, len(self.target))
        self._items: list[tuple[Dim, int]] = []
        self._dealt: list[Dim] = []
        self._axes = list(self.shape)
        while (item := self._next()) is not None:
            self._deal(*item)
        if self._need != 1 or self._slots:
            raise _MisalignedError
        self._close_gap(len(self.target))

    def _next(self) -> tuple[Dim, int] | None:
        """The next factor of the operand."""
        if not self._items and self._axes:
            self._items = list(self._factors(self._axes.pop(0)))
        if not self._items:
            return None
        self._dealt.append(self._items[0][0])
        return self._items.pop(0)

    def _factors(self, dim: Dim) -> Iterator[tuple[Dim, int]]:
        """(factor, stored extent) of an axis in row-major order."""
        for part in (dim,) if self._stays_whole(dim) else self._parts(dim):
            yield part, self._known(part)

    def _stays_whole(self, dim: Dim) -> bool:
        """Whether a merged axis meets a slot of its own extent, with no room for its factors."""
        if self._need != 1 or not self._slots or len(factors_of(dim)) < 2:
            return False
        room = self._slots[0] - self._last - 1
        if self.target[self._slots[0]] != self._known(dim) or room > len(self._gap.ones):
            return False
        behind = self._slots[1] if len(self._slots) > 1 else len(self.target)
        if behind - self._slots[0] == 1 or self._known(factors_of(dim)[-1]) != 1:
            return True
        self.was_unrolled = self.has_other = True
        return not self.outer

    def _parts(self, dim: Dim) -> tuple[Dim, ...]:
        parts = factors_of(dim)
        if len(parts) > 1 or not isinstance(dim, Sym) or len(dim.terms) != 1:
            return parts
        (monomial, coefficient) = dim.terms[0]
        atoms: tuple[Dim, ...] = tuple(Sym((((atom,), 1),)) for atom in monomial)
        if coefficient < 1 or (coefficient == 1 and len(atoms) == 1):
            return parts
        self.has_other = True
        return (*atoms, coefficient) if self.outer else (coefficient, *atoms)

    def _known(self, dim: Dim) -> int:
        number = self.stored(dim)
        if number is None or number < 1:
            raise _MisalignedError
        return number

    def _deal(self, dim: Dim, extent: int) -> None:
        if extent == 1:
            if self._need != 1:
                if isinstance(dim, Sym):
                    self.content[self._slot].append(dim)
            else:
                self._gap.ones.append(dim)
            return
        if self._need == 1:
            self._open()
        if self._need % extent == 0:
            self.content[self._slot].append(dim)
            self._fill(extent)
        elif extent % self._need == 0:
            self._split(dim, extent)
        else:
            self._block(dim, extent)

    def _open(self) -> None:
        if not self._slots:
            raise _MisalignedError
        slot = self._slots.pop(0)
        self._close_gap(slot)
        self._slot, self._need = slot, self.target[slot]

    def _fill(self, extent: int) -> None:
        self._need //= extent
        if self._need == 1:
            self._last = self._slot
            self._gap = Gap(self._slot, len(self.target))

    def _close_gap(self, right: int) -> None:
        self._gap.right = right
        self.gaps.append(self._gap)

    def _split(self, dim: Dim, extent: int) -> None:
        """One factor over several slots: a number splits anyhow, a symbol grows at one end."""
        take = self._need
        inner = extent // take
        if isinstance(dim, int):
            first: Dim = take
            rest: Dim = inner
        else:
            self.was_split = self.has_other = True
            first, rest = (dim // inner, inner) if self.outer else (take, dim // take)
        self.content[self._slot].append(first)
        self._fill(take)
        self._items.insert(0, (rest, inner))

    def _block(self, dim: Dim, extent: int) -> None:
        """Numbers that line up only as a whole stay as they are."""
        self.was_blocked = True
        source, goal = extent, self._need
        self.content[self._slot].append(self._need)
        blocked = [dim]
        while source != goal:
            if source < goal:
                item = self._next()
                if item is None:
                    raise _MisalignedError
                blocked.append(item[0])
                source *= item[1]
            else:
                if not self._slots:
                    raise _MisalignedError
                slot = self._slots.pop(0)
                goal *= self.target[slot]
                self.content[slot].append(self.target[slot])
                self._slot = slot
        if any(isinstance(d, Sym) for d in blocked):
            raise _MisalignedError
        self._need = 1
        self._last = self._slot
        self._gap = Gap(self._slot, len(self.target))

    def readings(self) -> Iterator[Reading]:
        """All places for the axes of stored extent 1."""
        name = "outer axis grows" if self.outer else "inner axis grows"
        base = name if self.was_split else "flattened rows" if self.was_unrolled else ""
        homeless = [g for g in self.gaps if len(g.ghosts()) > g.room]
        whole = not (self.was_split or self.was_blocked)
        if whole and (inner := crossing.out_of_midst(self._dealt, self.target, self._known)):
            yield inner if inner.split != tuple(self.shape) else replace(inner, split=None)
        if not homeless:
            for places in self._places():
                free = any(
                    g.ghosts() and len(g.ones) != g.room > len(g.ghosts()) for g in self.gaps
                )
                yield self._place(places, {}, base or ("first free axis" if free else ""))
            return
        moved = crossing.crossed(self.shape, self.target, self._known)
        if moved is not None:  # joining a neighbour would fit the count and mix up the rows
            yield moved
            return
        if whole and (split := crossing.split_first(self._dealt, self.target, self._known)):
            yield split
        first = next(self._places())
        for sides in ({}, {id(g): True for g in homeless}):
            yield self._place(first, sides, base or self._flatten_name(homeless))
        kept = self._kept()
        if kept is not None:
            yield kept

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
