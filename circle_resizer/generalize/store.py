"""What a run decides: values for frozen constants, on what evidence, and what is in the way.

An entry of a constant that several expressions would fit is a *free* symbol with a preferred
expression behind it. Where two sizes must agree and do not, the free symbols in them are solved and
the run begins again; so the consumers decide, whatever lies between. What a RESHAPE means may have
several readings; they are tried in order the same way.
"""

from __future__ import annotations

import re

from circle_resizer.generalize.holes import (
    Choice,
    Free,
    Kept,
    Key,
    Patch,
    Place,
    Regrow,
    Swap,
    symbol_of,
)
from circle_resizer.inference.value import Shape, Value
from circle_resizer.layouts.interpretations import regroup
from circle_resizer.layouts.permutations import Reading
from circle_resizer.schema.options import Options
from circle_resizer.symbolic.bindings import Sizes
from circle_resizer.symbolic.dim import Dim, Sym, atoms_of, bind, factors_of, richer, unknown
from circle_resizer.symbolic.equations import solved_for, unclamped

UNDECIDED = re.compile(r"~\d[\d.]*")
"""Symbols of frozen entries, which mean nothing to a reader."""


class Restart(Exception):  # noqa: N818  (not an error: a decision was revised)
    """Begin the run again with what has been learned."""


class Ledger:
    """Decisions that outlive a restart, and the findings of the run that is going on."""

    def __init__(self, sizes: Sizes) -> None:
        self.sizes = sizes
        self.solved: dict[Place, Dim] = {}
        self.choices: dict[Key | Place, Choice] = {}
        self.restarts = 0
        self.used: set[str] = set()
        """Tensors whose data or shape the user gave and that was needed."""
        self._readings: dict[object, list[Reading]] = {}
        self.final = False
        """No more other readings: the first ones are run to find everything that is in the way."""
        self.begin()

    def begin(self) -> None:
        """Forget the findings of the last run."""
        self.free: dict[str, Free] = {}
        self.patches: dict[tuple[Key, int, str], Patch] = {}
        self.regrown: dict[tuple[Key, int], Regrow] = {}
        self.swaps: dict[Key, Swap] = {}
        self.kept: list[Kept] = []
        self.options: dict[Key, Options] = {}
        self.replaced: dict[tuple[Key, int], Value] = {}
        self.blockers: list[str] = []
        self._blocked: set[str] = set()
        self.notes: set[str] = set()
        self.flattened: set[object] = set()
        """Terms of sizes that were merged by preference, not by proof."""
        self._merged: dict[object, tuple[Dim, ...]] = {}
        self._answers = {symbol_of(place): size for place, size in self.solved.items()}
        self.revised: set[str] = set()
        """Symbols in equations that were solved in this run: it begins again at its end."""

    def regroup(self, shape: Shape, target: tuple[int, ...]) -> list[Reading]:
        """Readings of a RESHAPE target; layers that are alike share them."""
        shape = tuple(map(self.recalled, shape))
        key = tuple(map(factors_of, shape)), target, tuple(map(self.sizes.stored, shape))
        found = self._readings.get(key)
        if found is None:
            found = self._readings[key] = regroup(
                shape, target, self.sizes.stored, self.sizes.is_inner
            )
        return found

    def remember(self, dims: Shape) -> None:
        """Note what axes were merged from: a class token put before them and cut off hides it."""
        for size in dims:
            if isinstance(size, Sym) and size.parts:
                known = self._merged.setdefault(size.terms, size.parts)
                if known != size.parts:
                    self._merged[size.terms] = ()

    def recalled(self, size: Dim) -> Dim:
        """A size with the factors it was once merged from, free entries at what they stand for."""
        if isinstance(size, int) or size.parts or not self._merged:
            return size
        names = atoms_of(size) & self.free.keys()
        chosen = {
            n: self.free[n].choices[self.choices[self.free[n].place].index]
            for n in names
            if self.free[n].choices
        }
        whole = bind(size, chosen) if chosen else size
        parts = self._merged.get(whole.terms) if isinstance(whole, Sym) else None
        return Sym(whole.terms, parts) if parts and isinstance(whole, Sym) else size

    def block(self, sentence: str) -> None:
        """Something that stands in the way; the run goes on to find the others."""
        sentence = UNDECIDED.sub("?", sentence)
        if sentence not in self._blocked or sentence not in self.blockers:
            self._blocked.add(sentence)
            self.blockers.append(sentence)

    def entry(self, free: Free) -> Dim:
        """A symbol for an entry, or what a consumer has solved it to."""
        found = self.solved.get(free.place)
        if found is not None:
            while later := atoms_of(found) & self._answers.keys():  # solved later than it
                found = bind(found, {name: self._answers[name] for name in later})
            return found
        name = free.name
        self.free[name] = free
        self.sizes.stored_of[name] = free.stored
        if free.choices:
            index = self.choice(free.place, len(free.choices))
            self.sizes.set_wanted(name, self.sizes.wanted(free.choices[index]))
        return unknown(name)

    def choice(self, key: Key | Place, count: int) -> int:
        """Index of the reading being tried for an operator or an entry."""
        choice = self.choices.setdefault(key, Choice(0, count))
        choice.count = max(choice.count, count)
        return min(choice.index, count - 1)

    def agree(self, a: Dim, b: Dim) -> Dim | None:
        """The one size ``a`` and ``b`` are, or ``None``; may solve a free symbol and restart."""
        if a == b:
            return richer(a, b)
        wanted_a, wanted_b = self.sizes.wanted(a), self.sizes.wanted(b)
        if wanted_a == wanted_b and isinstance(wanted_a, int):
            for name in (atoms_of(a) | atoms_of(b)) & self.free.keys():
                self.free[name].confirmed = True
            return a if isinstance(a, Sym) and not self._is_free(a) else b
        sides = [(a, b), (b, a)]
        for left, right in sorted(sides, key=lambda side: self._strength(side[0])):
            if self._solve(left, right):
                return right
        return self._unify(a, b)

    def pin(self, size: Dim, extent: int) -> None:
        """Where nothing else decides a size, it is that of data that no other size would fit."""
        undecided = atoms_of(size) & {name for name, free in self.free.items() if not free.choices}
        if undecided and self._solve(size, extent):
            raise Restart

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
        self.notes.add(f"{a} and {b} stay unknown and have to be the same at run time")
        return a

    def _is_free(self, dim: Dim) -> bool:
        return bool(atoms_of(dim) & self.free.keys())

    def _solve(self, left: Dim, right: Dim) -> bool:
        """Set a free symbol of ``left`` so that both sides are equal, and go on, if that can be."""
        if isinstance(left, int):
            return False
        for name in sorted(atoms_of(left) & self.free.keys()):
            if name in atoms_of(right):
                continue
            free = self.free[name]
            answer = solved_for(name, left, right)
            if answer is None:
                answer = self._under_clamp(name, left, right)
            if answer is None or free.place in self.solved or name in atoms_of(answer):
                continue
            back = self.sizes.wanted(answer)
            if self.sizes.stored(answer) != free.stored or (isinstance(back, int) and back < 1):
                continue
            names = atoms_of(left) | atoms_of(right)
            if names & self.revised:  # it may read otherwise with what is known by now
                raise Restart
            self.solved[free.place] = self._answers[name] = answer
            self.revised |= names & self.free.keys()
            return True
        return False

    def _under_clamp(self, name: str, left: Dim, right: Dim) -> Dim | None:
        """What ``name`` must be where a min or max stands around it that does not take hold."""
        answer = solved_for(name, unclamped(left, name), right)
        if answer is None:
            return None
        there = bind(left, {name: answer})
        same_now = self.sizes.stored(there) == self.sizes.stored(right)
        same_then = self.sizes.wanted(there) == self.sizes.wanted(right)
        return answer if same_now and same_then else None

    def next_reading(self, graph: int, operators: set[int]) -> bool:
        """Turn to another reading of the last place that has one left; False: none has.

        In the given graph only ``operators`` are revised, in other graphs all.
        """
        if self.revised:
            return True
        if self.final:
            return False

        operators = self._to_blame(graph, operators)

        def in_reach(place: Key | Place) -> bool:
            return place[0] != graph or place[1] in operators

        order = list(self.choices)
        for position in range(len(order) - 1, -1, -1):
            choice = self.choices[order[position]]
            if in_reach(order[position]) and choice.index + 1 < choice.count:
                choice.index += 1
                choice.why |= operators
                for later in order[position + 1 :]:
                    del self.choices[later]
                self.solved = {p: d for p, d in self.solved.items() if not in_reach(p)}
                return True
        return False

    def _to_blame(self, graph: int, operators: set[int]) -> set[int]:
        """With those that made a reading the last one that was left."""
        while True:
            more = {
                n
                for place, choice in self.choices.items()
                if place[0] == graph and place[1] in operators and choice.index + 1 >= choice.count
                for n in choice.why
            } - operators
            if not more:
                return operators
            operators = operators | more
