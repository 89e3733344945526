"""The factors of a RESHAPE's operand dealt out, in row-major order, to the slots of its target."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from circle_resizer.inference.value import Shape
from circle_resizer.layouts.unit_axes import UnitRun
from circle_resizer.symbolic.dim import Dim, Sym, factors_of

Stored = Callable[[Dim], "int | None"]
Asked = Callable[[Dim], bool]


class MisalignedError(Exception):
    """The products do not line up."""


class LineUp:
    """The factors of the operand dealt out to the slots of the target."""

    def __init__(
        self, shape: Shape, target: Sequence[int], stored: Stored, is_inner: Asked, *, outer: bool
    ) -> None:
        self.is_inner = is_inner
        self.shape, self.target, self.stored, self.outer = shape, tuple(target), stored, outer
        self.content: list[list[Dim]] = [[] for _ in target]
        self.runs: list[UnitRun] = []
        self.was_split = self.was_blocked = self.was_unrolled = self.has_other = False
        self.inner_extents: list[int] = []
        """Of the axes that were split, what the inner part was."""
        self._slots = [j for j, size in enumerate(self.target) if size != 1]
        self._last, self._slot, self._need = -1, -1, 1
        self._run = UnitRun(-1, len(self.target))
        self._items: list[tuple[Dim, int]] = []
        self._dealt: list[Dim] = []
        self._axes = list(self.shape)
        while (item := self._next()) is not None:
            self._deal(*item)
        if self._need != 1 or self._slots:
            raise MisalignedError
        self._close_run(len(self.target))

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
        """Whether a merged axis meets a slot of its own extent, without 1-slots for its factors."""
        if self._need != 1 or not self._slots or len(factors_of(dim)) < 2:
            return False
        slots = self._slots[0] - self._last - 1
        if self.target[self._slots[0]] != self._known(dim) or slots > len(self._run.ones):
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
            raise MisalignedError
        return number

    def _deal(self, dim: Dim, extent: int) -> None:
        if extent == 1:
            if self._need != 1:
                if isinstance(dim, Sym):
                    self.content[self._slot].append(dim)
            else:
                self._run.ones.append(dim)
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
            raise MisalignedError
        slot = self._slots.pop(0)
        self._close_run(slot)
        self._slot, self._need = slot, self.target[slot]

    def _fill(self, extent: int) -> None:
        self._need //= extent
        if self._need == 1:
            self._last = self._slot
            self._run = UnitRun(self._slot, len(self.target))

    def _close_run(self, right: int) -> None:
        self._run.right = right
        self.runs.append(self._run)

    def _split(self, dim: Dim, extent: int) -> None:
        """One factor over several slots: a number splits anyhow, a symbol grows at one end."""
        take = self._need
        inner = extent // take
        self.inner_extents.append(inner)
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
                    raise MisalignedError
                blocked.append(item[0])
                source *= item[1]
            else:
                if not self._slots:
                    raise MisalignedError
                slot = self._slots.pop(0)
                goal *= self.target[slot]
                self.content[slot].append(self.target[slot])
                self._slot = slot
        if any(isinstance(d, Sym) for d in blocked):
            raise MisalignedError
        self._need = 1
        self._last = self._slot
        self._run = UnitRun(self._slot, len(self.target))
