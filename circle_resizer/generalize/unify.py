"""Sizes that have to be equal: by their expressions, by a solved entry, or by linked inputs."""

from __future__ import annotations

from functools import partial
from typing import NoReturn

from circle_resizer.generalize.choices import Choices
from circle_resizer.generalize.holes import Constraint, Hole, Place
from circle_resizer.generalize.trail import Trail, TrailedDict, TrailedLog
from circle_resizer.symbolic.bindings import Sizes
from circle_resizer.symbolic.dim import Dim, Sym, atoms_of, bind, richer, same_order
from circle_resizer.symbolic.equations import solved_for, unclamped
from circle_resizer.witnesses.decide import Witnesses


class Equations:
    """The store of constraints between sizes.

    Two sizes are equal if their expressions are, for all sizes of the inputs. If they are not, an
    undecided entry in them is solved for, or two inputs are linked; otherwise they conflict.
    """

    def __init__(self, sizes: Sizes, search: Choices, trail: Trail) -> None:
        self.sizes, self.search, self.trail = sizes, search, trail
        self.free: dict[str, Hole] = TrailedDict(trail)
        """Entries with several candidates, by the symbol that stands for them."""
        self.witnesses: Witnesses | None = None
        """Second exports, which refute what does not give their numbers."""
        self.met: dict[str, Hole] = {}
        """All of them so far, for solutions that rest on one further on."""
        self.constraints: TrailedLog[Constraint] = TrailedLog(trail)
        """Equations that undecided entries take part in."""
        self.notes: dict[str, bool] = TrailedDict(trail)
        self._confirmed: dict[str, bool] = TrailedDict(trail)
        self._users: dict[str, set[Place]] = {}
        """Entries that were solved by means of another one."""

    def agree(self, a: Dim, b: Dim) -> Dim | None:
        """The one size ``a`` and ``b`` are, or ``None``; may solve a free symbol and restart."""
        if a == b and same_order(a, b):
            return richer(a, b)
        if self._differ_by_entries(a, b):
            self._solve(a - b, 0)  # n and n - f + 1 are the same for all n if f is 1
        if self.sizes.same(a, b):
            if (atoms_of(a) | atoms_of(b)) & self.free.keys():
                self._note(a, b)
            return a if isinstance(a, Sym) and not self._is_free(a) else b
        sides = [(a, b), (b, a)]
        for left, right in sorted(sides, key=self._precedence):
            self._solve(left, right)
        return self._link(a, b) or self._unify(a, b)

    def _differ_by_entries(self, a: Dim, b: Dim) -> bool:
        """Whether two sizes share a free symbol, or share a size and differ in free symbols."""
        common = atoms_of(a) & atoms_of(b)
        return bool(common & self.free.keys()) or (
            bool(common) and atoms_of(a - b) <= self.free.keys()
        )

    def _link(self, a: Dim, b: Dim) -> Dim | None:
        """Make two axes of different inputs one symbol: a mask is as long as its sequence."""
        found = self._linked(a, b)
        if found is None:
            return None
        name, size = found
        self.sizes.let(name, size)
        self.trail.log(partial(self.sizes.forget, name))
        self.notes[f"inputs move together: {name} = {size}"] = True
        return a

    def could_agree(self, a: Dim, b: Dim) -> bool:
        """Whether two sizes are equal, or would be if two inputs moved together."""
        return self.sizes.same(a, b) or self._linked(a, b) is not None

    def _linked(self, a: Dim, b: Dim) -> tuple[str, Dim] | None:
        """An input's symbol, and the expression for it under which two sizes are equal."""
        sizes = self.sizes
        if sizes.wanted(a) != sizes.wanted(b) or sizes.stored(a) != sizes.stored(b):
            return None
        pairs = ((sizes.expanded(a), sizes.expanded(b)), (sizes.expanded(b), sizes.expanded(a)))
        for left, right in pairs:
            for name in sorted(atoms_of(left) & sizes.asked - atoms_of(right), reverse=True):
                answer = solved_for(name, left, right)
                if answer is None or not self._may_link(name, answer):
                    continue
                known = sizes.stored_of.get(name), sizes.wanted_of.get(name)
                if (sizes.stored(answer), sizes.wanted(answer)) != known:
                    continue
                if self.witnesses is None or self.witnesses.link(sizes, name, answer):
                    return name, answer
        return None

    def _may_link(self, name: str, size: Dim) -> bool:
        """Whether an axis of an input may be linked to others: a unit axis not to its own input's.

        Two unit axes of one input cannot be distinguished by their stored numbers.
        """
        others = atoms_of(size)
        if not others or not others <= self.sizes.asked:
            return False
        if self.sizes.stored_of.get(name) != 1:
            return True
        own = name.rpartition("[")[0]
        linked = {n for n, d in self.sizes.stands_for.items() if atoms_of(d) & others}
        inputs = {n.rpartition("[")[0] for n in others | linked}
        return own not in inputs

    def confirms(self, free: Hole) -> bool:
        """Whether another size was found to be equal to one that an entry is part of."""
        return free.name in self._confirmed

    def _note(self, a: Dim, b: Dim) -> None:
        self.constraints.append((a, b, self.search.where))
        for name in (atoms_of(a) | atoms_of(b)) & self.free.keys():
            self._confirmed[name] = True

    def pin(self, size: Dim, extent: int) -> None:
        """Where nothing else decides a size, it is that of data that no other size would fit."""
        undecided = atoms_of(size) & {
            name for name, free in self.free.items() if not free.candidates
        }
        if undecided:
            self._solve(size, extent)

    def _precedence(self, sides: tuple[Dim, Dim]) -> tuple[int, int]:
        """Which side is solved first: the weaker one, then the one with the latest entry."""
        names = atoms_of(sides[0]) & self.free.keys()
        latest = max((self.search.places[self.free[n].place] for n in names), default=-1)
        return self._strength(sides[0]), -latest

    def _strength(self, dim: Dim) -> int:
        """How much speaks for a size: a literal follows a neighbour, not the other way round."""
        free = [self.free[name] for name in atoms_of(dim) & self.free.keys()]
        return max((2 if f.literal else 1) for f in free) * -1 + 2 if free else 3

    def _unify(self, a: Dim, b: Dim) -> Dim | None:
        """Two sizes that both stay unknown and were equal are taken for one (noted)."""
        sizes = self.sizes
        if isinstance(sizes.wanted(a), int) or isinstance(sizes.wanted(b), int):
            return None
        if sizes.stored(a) is None or sizes.stored(a) != sizes.stored(b):
            return None
        name = str(b)
        if name in sizes.asked and not isinstance(b, int):
            sizes.set_wanted(name, sizes.wanted(a))
        self.notes[f"{a} and {b} stay unknown and have to be the same at run time"] = True
        return a

    def _is_free(self, dim: Dim) -> bool:
        return bool(atoms_of(dim) & self.free.keys())

    def _solve(self, left: Dim, right: Dim) -> None:
        """Set a free symbol of ``left`` so that both sides are equal, if that can be done.

        The latest one first: a solution must not depend on entries behind it.
        """
        if isinstance(left, int):
            return
        names = atoms_of(left) & self.free.keys() - atoms_of(right)
        for name in sorted(names, key=lambda n: (-self.search.places[self.free[n].place], n)):
            free = self.free[name]
            answer = solved_for(name, left, right, self.sizes.same)
            if answer is None:
                answer = self._under_clamp(name, left, right)
            if answer is None or free.place in self.search.solved or name in atoms_of(answer):
                continue
            back = self.sizes.wanted(answer)
            if self.sizes.stored(answer) != free.stored or (isinstance(back, int) and back < 1):
                continue
            if self.witnesses is not None and not self.witnesses.allow(self.sizes, name, answer):
                continue
            self._solution(free, answer)

    def _solution(self, free: Hole, answer: Dim) -> NoReturn:
        """Go back to where an entry was met, or to the first entry solved by means of it."""
        users = [p for p in self._users.get(free.name, ()) if p in self.search.solved]
        for name in atoms_of(answer):
            self._users.setdefault(name, set()).add(free.place)
        self.search.solve(free.place, answer, users)

    def _under_clamp(self, name: str, left: Dim, right: Dim) -> Dim | None:
        """What ``name`` must be where a min or max stands around it that does not take hold."""
        answer = solved_for(name, unclamped(left, name), right, self.sizes.same)
        if answer is None:
            return None
        there = bind(left, {name: answer})
        same_now = self.sizes.stored(there) == self.sizes.stored(right)
        same_then = self.sizes.wanted(there) == self.sizes.wanted(right)
        return answer if same_now and same_then else None
