"""What a run decides: expressions for specialised constants, on what evidence, and conflicts.

An entry of a constant that several expressions would fit is a *free* symbol with a preferred
candidate behind it. Where two sizes must be equal and are not, the free symbols in them are solved
and the search goes back to where the constant was read; so the consumers decide, whatever lies
between. What a RESHAPE means may have several interpretations; they are tried in order, the latest
that a conflict rests on first, and only what lies behind it is inferred again.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from circle_resizer.file.model import Subgraph
from circle_resizer.generalize.choices import Choices
from circle_resizer.generalize.holes import Hole, Insert, Kept, Key, Patch, Regrow, Swap
from circle_resizer.generalize.original import Original
from circle_resizer.generalize.trail import Trail, TrailedDict, TrailedList
from circle_resizer.generalize.unify import Equations
from circle_resizer.inference.value import Shape, Value
from circle_resizer.layouts.interpretations import interpretations_of
from circle_resizer.layouts.permutations import Interpretation
from circle_resizer.schema.options import Options
from circle_resizer.symbolic.bindings import Sizes
from circle_resizer.symbolic.dim import Dim, Sym, atoms_of, bind, factors_of, unknown
from circle_resizer.tables.fit import Extension
from circle_resizer.witnesses.decide import Witnesses

UNDECIDED = re.compile(r"~\d[\d.]*")
"""Symbols of specialised entries, which mean nothing to a reader."""

UNKNOWN = re.compile(r"\d{19,}")
"""What stands for the stored number of a size that the file holds as unknown."""


def behind(graph: Subgraph, operators: set[int]) -> set[int]:
    """The operators that read, at whatever distance, what others of them make."""
    made: set[int] = set()
    found: set[int] = set()
    for op in graph.operators if operators else ():
        if made.intersection(op.inputs):
            found.add(op.index)
        if op.index in operators or op.index in found:
            made.update(op.outputs)
    return found


class Store:
    """Decisions that outlive a conflict, and the findings up to the operator that is looked at.

    Findings are undone when the search goes back; see ``Trail``.
    """

    patches: dict[tuple[Key, int, str], Patch]
    regrown: dict[tuple[Key, int], Regrow]
    swaps: dict[Key, Swap]
    inserts: dict[tuple[Key, int], Insert]
    kept: dict[tuple[Key, int], Kept]
    options: dict[Key, Options]
    replaced: dict[tuple[Key, int], Value]
    shared: dict[object, Hole]
    """Entries that several constants hold: the boundary between two slices."""
    maps: dict[object, tuple[int, int]]
    """By the terms of a size: rows and columns of the map whose places it counts."""
    reordered: dict[tuple[int, int], bool]
    """Tensors (subgraph, index) that hold the sizes of an operand in another order."""
    flattened: dict[object, bool]
    """Terms of sizes that were merged by a heuristic, not by proof."""
    _merged: dict[object, tuple[Dim, ...]]
    _known_conflicts: dict[str, tuple[Key | None, bool]]

    def __init__(self, sizes: Sizes) -> None:
        self.sizes, self.trail, self.search = sizes, Trail(), Choices()
        self.equations = Equations(sizes, self.search, self.trail)
        self.equations.witnesses = self.witnesses = Witnesses()
        """Second exports of the same network."""
        self.original: Original | None = None
        """The file at its stored sizes, once somebody has asked for it."""
        self.used: set[str] = set()
        """Tensors whose data or shape the user gave and that was needed."""
        self.rivals: dict[Key, list[int]] = {}
        """Layouts of a RESHAPE behind the chosen one that would mean something else."""
        self.refuted: dict[Key, dict[int, str]] = {}
        """Who contradicts such a layout."""
        self.proven: dict[str, str] = {}
        """Entries of which all rivals were refuted, and by whom."""
        self.extensions: dict[str, Extension | None] = {}
        """How a constant takes other extents, by what was asked: its data stay as they are."""
        self.conflicts: TrailedList[str] = TrailedList(self.trail)
        self._interpretations: dict[object, list[Interpretation]] = {}
        for name in Store.__annotations__:
            setattr(self, name, TrailedDict(self.trail))

    @property
    def free(self) -> dict[str, Hole]:
        """Entries with several candidates, by the symbol that stands for them."""
        return self.equations.free

    @property
    def notes(self) -> dict[str, bool]:
        """Sentences for the report."""
        return self.equations.notes

    def table(self) -> TrailedDict[object, object]:
        """A dictionary for others whose changes are undone along with ours."""
        return TrailedDict(self.trail)

    def mark(self, position: int) -> None:
        """The search has got to an operator of the main graph."""
        self.search.position = position
        self.trail.mark(position)

    def undo(self, position: int) -> None:
        """Forget all findings from an operator on."""
        self.trail.undo(position)

    def interpretations_of(self, shape: Shape, target: tuple[int, ...]) -> list[Interpretation]:
        """Interpretations of a RESHAPE target; layers that are alike share them."""
        shape = tuple(map(self.recalled, shape))
        key = tuple(map(factors_of, shape)), target, tuple(map(self.sizes.stored, shape))
        found = self._interpretations.get(key)
        if found is None:
            found = self._interpretations[key] = interpretations_of(
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
            n: self.free[n].candidates[self.search.tried[self.free[n].place].index]
            for n in names
            if self.free[n].candidates
        }
        whole = bind(size, chosen) if chosen else size
        parts = self._merged.get(whole.terms) if isinstance(whole, Sym) else None
        return Sym(whole.terms, parts) if parts and isinstance(whole, Sym) else size

    def add_conflict(self, sentence: str, key: Key | None = None, *, follows: bool = False) -> None:
        """Record a conflict at an operator; inference continues to find further ones.

        ``follows`` marks a contradiction between computed operands, which may only follow from one
        before.
        """
        sentence = UNKNOWN.sub("-1", UNDECIDED.sub("?", sentence))
        if sentence not in self._known_conflicts:
            self._known_conflicts[sentence] = (key, follows)
            self.conflicts.append(sentence)

    def causes(self, graphs: Sequence[Subgraph]) -> list[str]:
        """What stands in the way of its own accord, and how many contradictions follow from it."""
        places = {key for key, _ in self._known_conflicts.values() if key is not None}
        later = {
            (graph.index, op)
            for graph in graphs
            for op in behind(graph, {op for index, op in places if index == graph.index})
        }
        causes = []
        for sentence in self.conflicts:
            key, follows = self._known_conflicts.get(sentence, (None, False))
            if not follows or key not in later:
                causes.append(sentence)
        count = len(self.conflicts) - len(causes)
        return [*causes, *([f"and {count} that follow from these"] if causes and count else [])]

    def entry(self, free: Hole) -> Dim:
        """A symbol for an entry, or what a consumer has solved it to."""
        found = self.search.solved.get(free.place)
        if found is not None:
            while later := self._answers(found):  # solved for one that was solved later
                found = bind(found, later)
            for name in atoms_of(found) & self.equations.met.keys():
                self.free[name] = self.equations.met[name]
            return found
        name = free.name
        self.free[name] = self.equations.met[name] = free
        self.search.places.setdefault(free.place, self.search.position)
        self.sizes.stored_of[name] = free.stored
        if free.candidates:
            index = self.search.index(free.place, len(free.candidates))
            self.sizes.let(name, free.candidates[index])
        return unknown(name)

    def _answers(self, size: Dim) -> dict[str, Dim]:
        """What entries that a size rests on were solved to."""
        solved = self.search.solved
        met = {
            name: self.equations.met[name].place
            for name in atoms_of(size) & self.equations.met.keys()
        }
        return {name: solved[place] for name, place in met.items() if place in solved}

    def agree(self, a: Dim, b: Dim) -> Dim | None:
        """The one size ``a`` and ``b`` are, or ``None``; may solve a free symbol and go back."""
        return self.equations.agree(a, b)
