"""What a run decides: expressions for specialised constants, on what evidence, and conflicts.

An entry of a constant that several expressions would fit is a *free* symbol with a preferred
candidate behind it. Where two sizes must be equal and are not, the free symbols in them are solved
and the search goes back to where the constant was read; so the consumers decide, whatever lies
between. What a RESHAPE means may have several interpretations; they are tried in order, the latest
that a conflict rests on first, and only what lies behind it is inferred again.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import NoReturn

from circle_resizer.file.model import Operator
from circle_resizer.generalize.holes import (
    Choice,
    Constraint,
    Free,
    Insert,
    Kept,
    Key,
    Patch,
    Place,
    Regrow,
    Swap,
)
from circle_resizer.generalize.trail import Trail, TrailedDict, TrailedList, TrailedLog
from circle_resizer.inference.value import Shape, Value
from circle_resizer.layouts.interpretations import regroup
from circle_resizer.layouts.permutations import Reading
from circle_resizer.schema.options import Options
from circle_resizer.symbolic.bindings import Sizes
from circle_resizer.symbolic.dim import (
    Dim,
    Sym,
    atoms_of,
    bind,
    factors_of,
    richer,
    same_order,
    unknown,
)
from circle_resizer.symbolic.equations import solved_for, unclamped
from circle_resizer.witnesses.decide import Witnesses

UNDECIDED = re.compile(r"~\d[\d.]*")
"""Symbols of frozen entries, which mean nothing to a reader."""
MAX_TRIES = 200
"""Interpretations tried for one conflict before it is reported."""


class Backtrack(Exception):  # noqa: N818  (not an error: a decision was revised)
    """Go on from an earlier operator of the main graph with what has been learned."""


class Refuted(Exception):  # noqa: N818  (not an error: a rival candidate was ruled out)
    """A rival candidate contradicts what an operator demands."""


class Undecided(Exception):  # noqa: N818  (not an error)
    """A rival candidate would need another decision upstream: nothing refutes it."""


class Ledger:
    """Decisions that outlive a conflict, and the findings up to the operator that is looked at."""

    def __init__(self, sizes: Sizes) -> None:
        self.sizes, self.trail = sizes, Trail()
        self.witnesses = Witnesses()
        """Second exports of the same network."""
        self.position = -1
        """The operator of the main graph that is looked at; -1: its inputs."""
        self.solved: dict[Place, Dim] = {}
        self._solved_at: dict[Place, int] = {}
        self.solved_by: dict[Place, str] = {}
        self.where = ""
        """The operator that is looked at, in words."""
        """The operator of the main graph whose constraint solved for an entry."""
        self.choices: dict[Key | Place, Choice] = {}
        self.places: dict[Key | Place, int] = {}
        """The operator of the main graph at which a choice was first met."""
        self.used: set[str] = set()
        """Tensors whose data or shape the user gave and that was needed."""
        self.rivals: dict[Key, list[int]] = {}
        """Layouts of a RESHAPE behind the chosen one that would mean something else."""
        self.refuted: dict[Key, dict[int, str]] = {}
        """Who contradicts such a layout."""
        self.proven: dict[str, str] = {}
        """Entries of which all rivals were refuted, and by whom."""
        self.floor: int | None = None
        """While a rival is tried: its operator, before which nothing is revised."""
        self.given_up: set[Key] = set()
        self._met: dict[str, Free] = {}
        """All free entries so far, for solutions that rest on one further on."""
        self._tries: dict[Key, int] = {}
        self._first: dict[Key, dict[Key | Place, Choice]] = {}
        self._readings: dict[object, list[Reading]] = {}
        self.free: dict[str, Free] = TrailedDict(self.trail)
        self.maps: dict[object, tuple[int, int]] = TrailedDict(self.trail)
        """By the terms of a size: rows and columns of the map whose places it counts."""
        self.reordered: dict[tuple[int, int], bool] = TrailedDict(self.trail)
        """Tensors (subgraph, index) that hold the sizes of an operand in another order."""
        self.shared: dict[object, Free] = TrailedDict(self.trail)
        """Entries that several constants hold: the boundary between two slices."""
        self.patches: dict[tuple[Key, int, str], Patch] = TrailedDict(self.trail)
        self.regrown: dict[tuple[Key, int], Regrow] = TrailedDict(self.trail)
        self.swaps: dict[Key, Swap] = TrailedDict(self.trail)
        self.inserts: dict[tuple[Key, int], Insert] = TrailedDict(self.trail)
        self.kept: dict[tuple[Key, int], Kept] = TrailedDict(self.trail)
        self.options: dict[Key, Options] = TrailedDict(self.trail)
        self.replaced: dict[tuple[Key, int], Value] = TrailedDict(self.trail)
        self.blockers: TrailedList[str] = TrailedList(self.trail)
        self._blocked: dict[str, bool] = TrailedDict(self.trail)
        self.constraints: TrailedLog[Constraint] = TrailedLog(self.trail)
        self.notes: dict[str, bool] = TrailedDict(self.trail)
        self.flattened: dict[object, bool] = TrailedDict(self.trail)
        """Terms of sizes that were merged by preference, not by proof."""
        self._merged: dict[object, tuple[Dim, ...]] = TrailedDict(self.trail)

    def table(self) -> TrailedDict[object, object]:
        """A dictionary for others whose changes are undone along with ours."""
        return TrailedDict(self.trail)

    def mark(self, position: int) -> None:
        """The search has got to an operator of the main graph."""
        self.position = position
        self.trail.mark(position)

    def jump(self, position: int) -> NoReturn:
        """Go on from an earlier operator of the main graph (-1: from its inputs)."""
        self.position = position
        raise Backtrack

    def undo(self, position: int) -> None:
        """Forget all findings from an operator on."""
        self.trail.undo(position)

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
            if isinstance(size, Sym) and size.parts and size not in size.parts:
                known = self._merged.setdefault(size.terms, size.parts)
                if known and known != size.parts:
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
        if sentence not in self._blocked:
            self._blocked[sentence] = True
            self.blockers.append(sentence)

    def entry(self, free: Free) -> Dim:
        """A symbol for an entry, or what a consumer has solved it to."""
        found = self.solved.get(free.place)
        if found is not None:
            while later := self._answers(found):  # solved for one that was solved later
                found = bind(found, later)
            for name in atoms_of(found) & self._met.keys():
                self.free[name] = self._met[name]
            return found
        name = free.name
        self.free[name] = self._met[name] = free
        self.places.setdefault(free.place, self.position)
        self.sizes.stored_of[name] = free.stored
        if free.choices:
            index = self.choice(free.place, len(free.choices))
            self.sizes.let(name, free.choices[index])
        return unknown(name)

    def _answers(self, size: Dim) -> dict[str, Dim]:
        """What entries that a size rests on were solved to."""
        met = {name: self._met[name].place for name in atoms_of(size) & self._met.keys()}
        return {name: self.solved[place] for name, place in met.items() if place in self.solved}

    def choice(self, key: Key | Place, count: int) -> int:
        """Index of the reading being tried for an operator or an entry."""
        self.places.setdefault(key, self.position)
        choice = self.choices.setdefault(key, Choice(0, count))
        choice.count = max(choice.count, count)
        return min(choice.index, count - 1)

    def agree(self, a: Dim, b: Dim) -> Dim | None:
        """The one size ``a`` and ``b`` are, or ``None``; may solve a free symbol and restart."""
        if a == b and same_order(a, b):
            return richer(a, b)
        if atoms_of(a) & atoms_of(b) & self.free.keys() or (
            atoms_of(a) & atoms_of(b) and atoms_of(a - b) <= self.free.keys()
        ):
            self._solve(a - b, 0)  # n and n - f + 1 are the same for all n if f is 1
        if self.sizes.same(a, b):
            if (atoms_of(a) | atoms_of(b)) & self.free.keys():
                self.constraints.append((a, b, self.where))
            return a if isinstance(a, Sym) and not self._is_free(a) else b
        sides = [(a, b), (b, a)]
        for left, right in sorted(sides, key=self._precedence):
            self._solve(left, right)
        return self._link(a, b) or self._unify(a, b)

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
        """An input's symbol, and what it must be so that two sizes are equal."""
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
                if (sizes.stored(answer), sizes.wanted(answer)) == known:
                    return name, answer
        return None

    def _may_link(self, name: str, size: Dim) -> bool:
        """Whether an input's axis may be tied to others: not to one of the same input that was 1.

        Two axes of extent 1 of one input are never told apart by their numbers.
        """
        others = atoms_of(size)
        if not others or not others <= self.sizes.asked:
            return False
        own = name.rpartition("[")[0]
        linked = {n for n, d in self.sizes.stands_for.items() if atoms_of(d) & others}
        inputs = {n.rpartition("[")[0] for n in others | linked}
        return self.sizes.stored_of.get(name) != 1 or own not in inputs

    def confirms(self, free: Free) -> bool:
        """Whether another size was found to be equal to one that an entry is part of."""
        return any(free.name in atoms_of(a) | atoms_of(b) for a, b, _ in self.constraints)

    def pin(self, size: Dim, extent: int) -> None:
        """Where nothing else decides a size, it is that of data that no other size would fit."""
        undecided = atoms_of(size) & {name for name, free in self.free.items() if not free.choices}
        if undecided:
            self._solve(size, extent)

    def _precedence(self, sides: tuple[Dim, Dim]) -> tuple[int, int]:
        """Which side is solved first: the weaker one, then the one with the latest entry."""
        names = atoms_of(sides[0]) & self.free.keys()
        latest = max((self.places[self.free[n].place] for n in names), default=-1)
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

        The latest one first, since what is solved for must not rest on what comes behind it.
        """
        if isinstance(left, int):
            return
        names = atoms_of(left) & self.free.keys() - atoms_of(right)
        for name in sorted(names, key=lambda n: (-self.places[self.free[n].place], n)):
            free = self.free[name]
            answer = solved_for(name, left, right, self.sizes.same)
            if answer is None:
                answer = self._under_clamp(name, left, right)
            if answer is None or free.place in self.solved or name in atoms_of(answer):
                continue
            back = self.sizes.wanted(answer)
            if self.sizes.stored(answer) != free.stored or (isinstance(back, int) and back < 1):
                continue
            if not self.witnesses.allow(self.sizes, name, answer):
                continue
            self._solution(free, answer)

    def _solution(self, free: Free, answer: Dim) -> NoReturn:
        """Go back to where an entry was met, or to the first entry solved by means of it."""
        if self.floor is not None and self.places[free.place] < self.floor:
            raise Undecided
        self.solved[free.place] = answer
        self._solved_at[free.place] = self.position
        self.solved_by[free.place] = self.where
        users = [p for p, size in self.solved.items() if free.name in atoms_of(size)]
        self.jump(min(self.places[p] for p in [free.place, *users]))

    def _under_clamp(self, name: str, left: Dim, right: Dim) -> Dim | None:
        """What ``name`` must be where a min or max stands around it that does not take hold."""
        answer = solved_for(name, unclamped(left, name), right, self.sizes.same)
        if answer is None:
            return None
        there = bind(left, {name: answer})
        same_now = self.sizes.stored(there) == self.sizes.stored(right)
        same_then = self.sizes.wanted(there) == self.sizes.wanted(right)
        return answer if same_now and same_then else None

    def backtrack(
        self, key: Key, producers: Mapping[int, Operator], operands: Sequence[int]
    ) -> None:
        """Go back to the latest choice that an operator's conflict rests on, if one is left."""
        if self.floor is None and (not self.choices or key in self.given_up):
            return
        self._first.setdefault(key, {k: replace(c) for k, c in self.choices.items()})
        self._tries[key] = self._tries.get(key, 0) + 1
        if self._tries[key] <= MAX_TRIES:
            place = self._next_candidate(key[0], producers_of(producers, operands))
            if place is not None:
                self.jump(self._without_solutions(self.places[place]))
        self._give_up(key)

    def _without_solutions(self, position: int) -> int:
        """Forget what was solved behind an operator; where to go on so that nobody knows of it."""
        void = [p for p, at in self._solved_at.items() if at >= position and p in self.solved]
        for place in void:
            del self.solved[place]
        return min([position, *(self.places[place] for place in void)])

    def _give_up(self, key: Key) -> None:
        """No choice avoids the conflict: report it as the first choices have it."""
        if self.floor is not None:
            raise Refuted(self.where)
        self.given_up.add(key)
        first = self._first[key]
        revised = [p for p, c in first.items() if p in self.choices and self.choices[p] != c]
        if revised:
            self.choices = first
            self.jump(self._without_solutions(min(self.places[p] for p in revised)))

    def _next_candidate(self, graph: int, operators: set[int]) -> Key | Place | None:
        """The latest place that has another candidate, which is then its choice.

        In the given graph only ``operators`` are revised, in other graphs all.
        """
        operators = self._conflict_set(graph, operators)

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
                return order[position]
        return None

    def _conflict_set(self, graph: int, operators: set[int]) -> set[int]:
        """With those that ruled out the other candidates of a choice that has none left."""
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


def producers_of(producers: Mapping[int, Operator], tensors: Sequence[int]) -> set[int]:
    """The operators of a graph that tensors are computed by."""
    found: set[int] = set()
    todo = list(tensors)
    while todo:
        op = producers.get(todo.pop())
        if op is not None and op.index not in found:
            found.add(op.index)
            todo.extend(op.inputs)
    return found
