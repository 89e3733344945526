"""A graph at other shapes as one more subgraph and signature, over the same weights.

Subgraphs that a variant runs (loop bodies, branches) are shared with the old graph where they stay
as they are, and copied where they do not.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from circle_resizer.edits.entries import Decided, called, moved_variables
from circle_resizer.edits.plan import plan_into
from circle_resizer.errors import InputError, RefusedError
from circle_resizer.file.copied_graphs import Copies, names_of, signature_table
from circle_resizer.file.model import Model, Operator
from circle_resizer.file.rewrite import Rewrite
from circle_resizer.file.signatures import signatures
from circle_resizer.inference.rules import RULES
from circle_resizer.inference.site import options_of


@dataclass
class Variants:
    """The variants of a file in the making."""

    model: Model
    rewrite: Rewrite = field(init=False)
    entries: list[int] = field(default_factory=list)
    """The new subgraphs that signatures run."""
    _made: dict[bytes, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.rewrite = Rewrite(self.model)

    def copies(self) -> Copies:
        """For the changes of one variant."""
        return Copies(self.model, base=self.rewrite, made=self._made)

    def plan(self, copies: Copies, one: Decided) -> None:
        """Put the decisions for one variant into the changes of its copies."""
        for (_, name), (old, new) in moved_variables(one.inference).items():
            raise RefusedError(
                f"signature '{one.key}': variable '{name}' would become {new} instead of {old}, "
                "and the graph that it is made from uses it as well"
            )
        plan_into(copies, [one.store], one.inference)

    def add(self, copies: Copies, one: Decided) -> None:
        """The copies of one variant, behind the subgraphs that there are."""
        first = len(self.model.subgraphs) + len(self.rewrite.new_graphs)
        changed = self._to_copy(copies, one)
        new = {index: first + k for k, index in enumerate(changed)}
        for index in changed:
            for op in self.model.subgraphs[index].operators:
                for name, old in graph_fields(op):
                    if new.keys() & {*as_tuple(old)}:
                        copies.redirect((index, op.index), name, old, new)
        names = {i: one.key if i == one.entry else f"{one.key}/{i}" for i in changed}
        copies.finish(names)
        self.sign(one.key, one.entry, first)

    def sign(self, key: str, entry: int, graph: int) -> None:
        """A signature for a subgraph of the new file, with the names that ``entry`` has."""
        names = names_of(self.model, self.model.subgraphs[entry])
        self.rewrite.new_signatures.append(signature_table(key, graph, *names))
        if graph != entry:
            self.entries.append(graph)

    def _to_copy(self, copies: Copies, one: Decided) -> list[int]:
        """The graph, and those it runs that change or run one that does."""
        others = [index for index in sorted(one.inference.frames) if index != one.entry]
        found = {one.entry} | copies.touched()
        while more := {i for i in others if i not in found and self._runs(i, found)}:
            found |= more
        return [one.entry, *(index for index in others if index in found)]

    def _runs(self, index: int, graphs: set[int]) -> bool:
        return any(graphs & {*called(op)} for op in self.model.subgraphs[index].operators)


def graph_fields(op: Operator) -> Iterator[tuple[str, object]]:
    """The options that hold numbers of subgraphs."""
    opt = options_of(op, RULES.get(op.kind))
    for name, _, _ in opt.FIELDS:
        if "subgraph" in name:
            yield name, getattr(opt, name)


def as_tuple(value: object) -> tuple[object, ...]:
    """One number or several."""
    return value if isinstance(value, tuple) else (value,)


def check_keys(model: Model, keys: Mapping[str, object]) -> None:
    """New signatures have names of their own."""
    known = {signature.key for signature in signatures(model)}
    for key in keys:
        if not key:
            raise InputError("a signature needs a name")
        if key in known:
            raise InputError(f"the model has a signature '{key}' already")
    if not keys:
        raise InputError("no signature is to be added")
