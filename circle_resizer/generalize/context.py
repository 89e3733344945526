"""One operator whose constants are generalized: what its generalizer may ask and do."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from circle_resizer.generalize.holes import Hole, Insert, Kept, Patch, Regrow, Swap
from circle_resizer.generalize.original import Original
from circle_resizer.generalize.store import Store
from circle_resizer.inference.engine import Inference, Site
from circle_resizer.inference.value import Element, Shape, Value
from circle_resizer.layouts.permutations import Interpretation
from circle_resizer.symbolic.bindings import Sizes
from circle_resizer.symbolic.dim import Dim
from circle_resizer.tables.fit import Extension
from circle_resizer.witnesses.bases import bases_of, usual


@dataclass(frozen=True, slots=True)
class Settings:
    """What the user allows."""

    strict: bool = False
    cut_tables: bool = False
    global_pool: bool = False
    constants: Mapping[str, object] = field(default_factory=dict)
    output_shapes: Mapping[str, Sequence[int]] = field(default_factory=dict)
    assume: frozenset[str] = frozenset()
    """Heuristics that are off unless asked for by name."""


@dataclass(slots=True)
class Context:
    """An operator whose operands change."""

    engine: Inference
    store: Store
    site: Site
    operands: list[Value | None]
    settings: Settings
    pending: dict[int, dict[int, Dim]] = field(default_factory=dict)
    """Axes of constant operands that have to follow, by operand."""
    patches: list[Patch] = field(default_factory=list)
    """What has been decided about this operator's constants."""

    @property
    def sizes(self) -> Sizes:
        """Stored and wanted numbers of symbols."""
        return self.store.sizes

    def assumes(self, heuristic: str) -> bool:
        """Whether the user asked for a heuristic that is off otherwise."""
        return heuristic in self.settings.assume

    @property
    def has_choices(self) -> bool:
        """Whether an operator on the way here had more than one interpretation."""
        return self.store.search.has_rivals

    @property
    def is_bare(self) -> bool:
        """Whether the operator is all there is between graph inputs and graph outputs."""
        graph, op = self.site.graph, self.site.op
        return op.inputs[0] in graph.inputs and len(graph.operators) == 1

    def original(self, tensor: int) -> Value | None:
        """A tensor of the operator's graph as it was in the file."""
        if self.store.original is None:
            self.store.original = Original(self.engine.model)
        return self.store.original.value(self.site.graph.index, tensor)

    def operand(self, index: int) -> Value | None:
        """An operand, or ``None`` when it is left out."""
        return self.operands[index] if index < len(self.operands) else None

    def shape(self, index: int) -> Shape | None:
        """Shape of an operand, if its rank is known."""
        value = self.operand(index)
        return value.shape if value else None

    def specialised(self, index: int) -> tuple[int, ...] | None:
        """The whole numbers of a constant operand."""
        value = self.operand(index)
        return value.ints() if value is not None and value.constant else None

    def free(
        self, operand: int, entry: int, stored: int, candidates: Sequence[Dim], heuristic: str,
        *, ambiguity: str = "", shared: object = None,
    ) -> Dim:  # fmt: skip
        """A specialised entry with several candidates, the preferred one first (none: undecided).

        Entries with one ``shared`` key are one variable: where a slice of a tensor ends and
        another one begins.
        """
        where = (*self.site.key, operand, entry), str(self.site)
        free = Hole(*where, stored, heuristic, tuple(candidates), ambiguity)
        if shared is not None:
            free = self.store.shared.setdefault(shared, free)
        return self.witnessed(free, operand, entry)

    def witnessed(self, free: Hole, operand: int, entry: int) -> Dim:
        """An entry as second exports have it; a free variable where they do not decide it."""
        witnesses, site = self.store.witnesses, self.site
        goal = witnesses.goal(site, operand, entry, free.stored)
        if goal is None:
            return self.store.entry(free)
        witnesses.goals[free.name] = goal
        levels = bases_of(self.sizes, site, self.operands, entry)
        choices = [*free.candidates, *usual(site, levels, goal)]
        verdict = witnesses.verdict(self.sizes, goal, choices, levels)
        if verdict is not None and verdict.conflict:
            what = f"entry {entry} of operand {operand} is {free.stored} in the model"
            self.conflict(f"{what} and {verdict.conflict}: no form of the sizes gives both")
        elif verdict is not None and verdict.source:
            witnesses.sources[site.key] = verdict.source
            return verdict.candidates[0]
        elif verdict is not None:
            free = replace(free, candidates=verdict.candidates, ambiguity=verdict.ambiguity)
            witnesses.open.add(free.name)
            if verdict.candidates and len(set(goal)) > 1:
                witnesses.unsure.add(site.key)
        return self.store.entry(free)

    def set_entries(self, operand: int, new: Sequence[Dim]) -> None:
        """New contents of a constant operand; -1 entries that stay true are kept in the file."""
        value = self.operands[operand]
        old = self.specialised(operand)
        if value is None or old is None:
            return
        elements: tuple[Element, ...] = tuple(new)
        shape = value.shape if len(new) == len(old) else (len(new),)
        self.operands[operand] = Value(value.name, shape, elements, value.type, constant=True)
        self._patch(operand, old, new)

    def set_option(self, name: str, new: Sequence[Dim]) -> None:
        """New contents of an option vector such as ``new_shape``."""
        opt = self.site.opt
        old: tuple[int, ...] = tuple(vars(opt).get(name, ()))
        changed = type(opt)(**vars(opt))
        setattr(changed, name, tuple(new))
        self.site.opt = changed
        self.store.options[self.site.key] = changed
        self._patch(-1, old, new, name)

    def set_number(self, name: str, new: Dim) -> None:
        """A new number in the options, such as a window's height."""
        opt = self.site.opt
        old = int(vars(opt).get(name, 0))
        changed = type(opt)(**{**vars(opt), name: new})
        self.site.opt = self.store.options[self.site.key] = changed
        self._patch(-1, (old,), [new], name)

    def _patch(
        self, operand: int, old: tuple[int, ...], new: Sequence[Dim], option: str = ""
    ) -> None:
        tensor = self.site.op.inputs[operand] if not option else -1
        site = self.site
        patch = Patch(site.key, site.kind, operand, str(site), tensor, old, tuple(new), option)
        self.store.patches[site.key, operand, option] = patch
        self.patches.append(patch)

    def keep(self, operand: int, contents: object, heuristic: str) -> None:
        """Leave a constant as it is where it might have followed an axis: assumed."""
        kept = Kept(str(self.site), operand, str(contents), heuristic)
        self.store.kept[self.site.key, operand] = kept

    def assume(self, heuristic: str) -> None:
        """Name the heuristic that chose what this operator's constants mean."""
        for patch in self.patches:
            patch.assumed.add(heuristic)

    def agree(self, a: Dim, b: Dim) -> Dim | None:
        """The one size two dims are; ``None`` when they cannot agree."""
        return self.store.agree(a, b)

    def read(
        self, interpretations: Sequence[Interpretation], rivals: Sequence[Interpretation] = ()
    ) -> Interpretation:
        """The interpretation to go on with; others wait in case a consumer contradicts.

        ``rivals`` are taken only to see whether somebody refutes them.
        """
        search = self.store.search
        found = [*interpretations, *(rivals if search.floor is not None else ())]
        return found[search.index(self.site.key, len(found))]

    def swap(self, perm: tuple[int, ...], split: Shape | None, between: Shape | None) -> None:
        """Make this RESHAPE a TRANSPOSE; see ``Swap`` for what may stand around it."""
        site = self.site
        self.store.swaps[site.key] = Swap(site.key, str(site), perm, split, between)

    def insert_reshape(self, operand: int, shape: Shape, heuristic: str) -> None:
        """Reshape an operand before it is read."""
        value, site = self.operands[operand], self.site
        if value is None:
            return
        insert = Insert(site.key, operand, str(site), shape, heuristic)
        self.store.inserts[site.key, operand] = insert
        self.operands[operand] = replace(value, shape=shape, elements=None)

    def conflict(self, sentence: str, *, follows: bool = False) -> None:
        """Note a conflict and go on; if there is another interpretation, try that first.

        ``follows``: two computed operands contradict each other, perhaps because of an earlier
        conflict.
        """
        self.backtrack()
        self.store.add_conflict(f"{self.site}: {sentence}", self.site.key, follows=follows)

    def backtrack(self) -> None:
        """Restart with another interpretation of an operator that leads here, if one is left."""
        backtrack(self.store, self.site)

    def prefer_other(self, heuristic: str) -> None:
        """Take another interpretation upstream if there is one, else assume the unlikely one."""
        self.backtrack()
        self.assume(heuristic)

    def replace_shape(self, operand: int, axis: int, size: Dim) -> None:
        """Take an operand's axis to be ``size``."""
        value = self.operands[operand]
        if value is None or value.shape is None:
            return
        shape = (*value.shape[:axis], size, *value.shape[axis + 1 :])
        self.operands[operand] = Value(value.name, shape, None, value.type, value.constant)

    def is_variable(self, operand: int) -> bool:
        """Whether an operand is a variable tensor."""
        return self.site.graph.tensors[self.site.op.inputs[operand]].is_variable

    def follow_variable(self, operand: int, axis: int, size: Dim) -> None:
        """A variable tensor (a zero state) takes the size of the batch it belongs to."""
        self.replace_shape(operand, axis, size)
        index = self.site.op.inputs[operand]
        self.store.trail.assign(self.site.frame, index, self.operands[operand])

    def regrow(self, operand: int, extents: Mapping[int, Dim], extension: Extension) -> None:
        """Note that a data constant gets other extents."""
        index = self.site.op.inputs[operand]
        self.store.regrown[self.site.key, operand] = Regrow(
            self.site.key, operand, str(self.site), index, dict(extents), extension
        )


def backtrack(store: Store, site: Site) -> None:
    """Restart with another interpretation of an operator that leads to ``site``, if one is left."""
    store.search.backtrack(site.key, site.graph.producers, site.op.inputs)
