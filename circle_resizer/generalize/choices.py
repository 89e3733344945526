"""Which candidate is tried where, and what is tried next when it contradicts.

A conflict rests on the choices of the operators it was computed by. The latest of them that has
another candidate takes it, and the search goes on from there; choices it does not rest on stay.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import NoReturn

from circle_resizer.file.model import Operator
from circle_resizer.generalize.holes import Choice, Key, Place
from circle_resizer.symbolic.dim import Dim

MAX_TRIES = 200
"""Candidates tried for one conflict before it is reported."""
MORE_TRIES = 10
"""The same once a conflict has been given up: what others add is told, but nothing is written."""


class Backtrack(Exception):  # noqa: N818  (not an error: a decision was revised)
    """Go on from an earlier operator of the main graph with what has been learned."""


class Refuted(Exception):  # noqa: N818  (not an error: a rival candidate was ruled out)
    """A rival candidate contradicts what an operator demands."""


class Undecided(Exception):  # noqa: N818  (not an error)
    """A rival candidate would need another decision upstream: nothing refutes it."""


class Choices:
    """Decisions that outlive a conflict."""

    def __init__(self) -> None:
        self.position = -1
        """The operator of the main graph that is looked at; -1: its inputs."""
        self.where = ""
        """The operator that is looked at, in words."""
        self.floor: int | None = None
        """While a rival is tried: its operator, before which nothing is revised."""
        self.tried: dict[Key | Place, Choice] = {}
        self.places: dict[Key | Place, int] = {}
        """The operator of the main graph at which a choice was first met."""
        self.solved: dict[Place, Dim] = {}
        """What constraints have solved entries to."""
        self.given_up: set[Key] = set()
        """Operators whose conflict no choice avoids."""
        self.has_rivals = False
        """Whether any operator so far had more than one candidate."""
        self._solved_at: list[tuple[int, Place]] = []
        self._by_operator: dict[Key, set[Key | Place]] = {}
        self._tries: dict[Key, int] = {}
        self._before: dict[Key, dict[Key | Place, Choice]] = {}
        """Choices as they were before an operator's conflict was met."""

    def begin(self) -> tuple[dict[Key | Place, Choice], dict[Place, Dim]]:
        """Put all decisions aside; ``resume`` takes them back."""
        aside = self.tried, self.solved
        self.tried, self.solved, self._tries = {}, {}, {}
        return aside

    def resume(self, aside: tuple[dict[Key | Place, Choice], dict[Place, Dim]]) -> None:
        """Go on with decisions that were put aside."""
        self.tried, self.solved = aside
        self.floor, self._tries = None, {}
        self.given_up.clear()

    def jump(self, position: int) -> NoReturn:
        """Go on from an earlier operator of the main graph (-1: from its inputs)."""
        self.position = position
        raise Backtrack

    def index(self, place: Key | Place, count: int) -> int:
        """Index of the candidate that is tried at an operator or an entry."""
        self.places.setdefault(place, self.position)
        choice = self.tried.get(place)
        if choice is None:
            choice = self.tried[place] = Choice(0, count)
            self._by_operator.setdefault(place[:2], set()).add(place)
        choice.count = max(choice.count, count)
        self.has_rivals |= count > 1
        return min(choice.index, count - 1)

    def solve(self, place: Place, answer: Dim, users: Iterable[Place]) -> NoReturn:
        """Give an entry its value; go back to where it, or one solved by means of it, was met."""
        if self.floor is not None and self.places[place] < self.floor:
            raise Undecided
        self.solved[place] = answer
        heapq.heappush(self._solved_at, (-self.position, place))
        self.jump(min(self.places[p] for p in [place, *users]))

    def backtrack(
        self, key: Key, producers: Mapping[int, Operator], operands: Sequence[int]
    ) -> None:
        """Go back to the latest choice that an operator's conflict rests on, if one is left."""
        if self.floor is None and (not self.tried or key in self.given_up):
            return
        self._tries[key] = self._tries.get(key, 0) + 1
        is_over = self._tries[key] > (MORE_TRIES if self.given_up else MAX_TRIES)
        reasons = set(operands)
        place = None if is_over else self._revisable(key[0], producers, reasons)
        if place is not None:
            self._revise(key, place, reasons)
        if self.floor is not None:
            raise Undecided if is_over else Refuted(self.where)
        self._give_up(key)

    def _revise(self, key: Key, place: Key | Place, reasons: set[int]) -> NoReturn:
        """Take the next candidate at a place; later choices begin anew."""
        before = self._before.setdefault(key, {})
        choice = self.tried[place]
        before.setdefault(place, replace(choice))
        choice.index += 1
        choice.conflicts |= reasons
        for later in self._later(place):
            before.setdefault(later, self.tried.pop(later))
        self.jump(self._unsolved(self.places[place]))

    def _later(self, place: Key | Place) -> list[Key | Place]:
        """Choices first met after one."""
        found = []
        for other in reversed(self.tried):
            if other == place:
                break
            found.append(other)
        return found

    def _unsolved(self, position: int) -> int:
        """Forget solutions found from an operator on; the position before any of them was used."""
        first = position
        while self._solved_at and -self._solved_at[0][0] >= position:
            _, place = heapq.heappop(self._solved_at)
            if self.solved.pop(place, None) is not None:
                first = min(first, self.places[place])
        return first

    def _give_up(self, key: Key) -> None:
        """No choice avoids the conflict: report it as the first choices have it."""
        self.given_up.add(key)
        before = self._before.pop(key, {})
        revised = [p for p, c in before.items() if p in self.tried and self.tried[p] != c]
        if revised:
            self.tried.update((p, before[p]) for p in revised)
            self.jump(self._unsolved(min(self.places[p] for p in revised)))

    def _revisable(
        self, graph: int, producers: Mapping[int, Operator], reasons: set[int]
    ) -> Key | Place | None:
        """The latest place a conflict rests on that has another candidate.

        Tensors of earlier conflicts that it rests on as well are added to ``reasons``.
        """
        if any(place[0] != graph for place in self.tried):
            return self._revisable_anywhere(graph, producers, reasons)
        for op in ancestors(producers, set(reasons), partial(self._conflicts, graph, reasons)):
            for place in sorted(self._by_operator.get((graph, op), ()), reverse=True):
                choice = self.tried.get(place)
                if choice is not None and choice.index + 1 < choice.count:
                    return place
        return None

    def _revisable_anywhere(
        self, graph: int, producers: Mapping[int, Operator], reasons: set[int]
    ) -> Key | Place | None:
        """``_revisable`` across subgraphs: all choices of other graphs are in the conflict set."""
        more = partial(self._conflicts, graph, reasons)
        reach = set(ancestors(producers, set(reasons), more))
        for place in reversed(self.tried):
            choice = self.tried[place]
            in_reach = place[0] != graph or place[1] in reach
            if in_reach and choice.index + 1 < choice.count:
                return place
        return None

    def _conflicts(self, graph: int, reasons: set[int], op: int) -> set[int]:
        """Tensors of the conflicts that ruled out the candidates of an operator but the last."""
        found = set[int]()
        for place in self._by_operator.get((graph, op), ()):
            choice = self.tried.get(place)
            if choice is not None and choice.index + 1 >= choice.count:
                found |= choice.conflicts
        reasons |= found
        return found


def ancestors(
    producers: Mapping[int, Operator],
    tensors: Iterable[int],
    more: Callable[[int], Iterable[int]] = lambda _: (),
) -> Iterator[int]:
    """The operators that tensors are computed by, the latest first.

    ``more`` names, by operator, further tensors that its results depend on.
    """
    seen: set[int] = set()
    heap: list[int] = []

    def add(found: Iterable[int]) -> None:
        for tensor in found:
            op = producers.get(tensor)
            if op is not None and op.index not in seen:
                seen.add(op.index)
                operators[op.index] = op
                heapq.heappush(heap, -op.index)

    operators: dict[int, Operator] = {}
    add(tensors)
    while heap:
        index = -heapq.heappop(heap)
        yield index
        add(operators[index].inputs)
        add(more(index))
