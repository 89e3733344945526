"""Which operators of two exports of one network are the same."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from circle_resizer.errors import RefusedError
from circle_resizer.file.model import Model, Operator, Subgraph
from circle_resizer.inference.value import shown

OPTIONAL = frozenset({
    "RESHAPE", "TRANSPOSE", "SQUEEZE", "EXPAND_DIMS", "BROADCAST_TO", "TILE", "CAST", "PAD",
})  # fmt: skip
"""Operators that change nothing at some sizes, where an exporter leaves them out."""
LAYOUT = frozenset({"RESHAPE", "TRANSPOSE", "SQUEEZE", "EXPAND_DIMS"})
"""At one size an exporter may write one of these for another."""
MOST_STEPS = 4
"""Optional operators in a row that one file has and the other has not."""
SAMPLE = 1 << 12
"""Bytes of a weight that tell it from its neighbours."""
Key = tuple[int, int]
"""(subgraph, operator)."""


@dataclass(slots=True)
class Alignment:
    """Partners of the operators of a model in another file, by (subgraph, operator)."""

    partners: dict[Key, Operator] = field(default_factory=dict)
    loose: set[Key] = field(default_factory=set)
    """Operators beside one that only one of the files has: their shapes need not be alike."""
    alone: list[tuple[Subgraph, Operator]] = field(default_factory=list)
    """Optional operators that only the model has."""
    extra: list[tuple[Subgraph, Operator]] = field(default_factory=list)
    """Optional operators that only the other file has."""
    crossed: list[Key] = field(default_factory=list)
    """RESHAPEs of the model that are a TRANSPOSE in the other file."""
    reshaped: list[Key] = field(default_factory=list)
    """Operators whose results have another rank in the other file."""

    @property
    def is_exact(self) -> bool:
        """Whether every operator has a partner of its own kind."""
        return not (self.alone or self.extra or self.crossed or self.reshaped)

    @property
    def unlike(self) -> set[Key]:
        """Operators whose constants and attributes need not be alike."""
        return {*self.loose, *self.crossed, *self.reshaped}

    def turned(self, model: Model) -> Alignment:
        """The alignment seen from the other file."""
        graphs = model.subgraphs
        keys = {key: (key[0], other.index) for key, other in self.partners.items()}
        return Alignment(
            {keys[key]: graphs[key[0]].operators[key[1]] for key in self.partners},
            {keys[key] for key in self.loose if key in keys},
            self.extra,
            self.alone,
            [keys[key] for key in self.crossed],
            [keys[key] for key in self.reshaped],
        )


def foreign(label: str, why: str) -> RefusedError:
    """The files hold different networks."""
    return RefusedError(f"'{label}' is no other export of this network: {why}")


def input_order(graph: Subgraph, other: Subgraph) -> list[int]:
    """For each input of a graph the position of its partner: by name, else in order."""
    names = [graph.tensors[i].name for i in graph.inputs]
    others = [other.tensors[i].name for i in other.inputs]
    if len(set(names)) == len(names) and sorted(names) == sorted(others):
        return [others.index(name) for name in names]
    return list(range(len(names)))


def inputs(graph: Subgraph, other: Subgraph, label: str) -> Iterator[tuple[int, int]]:
    """The inputs of two graphs in pairs; types and ranks have to be the same."""
    mine, theirs = graph.inputs, other.inputs
    if len(mine) != len(theirs):
        raise foreign(label, f"it has {len(theirs)} inputs, the model {len(mine)}")
    for index, at in zip(mine, input_order(graph, other), strict=True):
        one, two = graph.tensors[index], other.tensors[theirs[at]]
        if one.type != two.type or len(one.dims) != len(two.dims):
            raise foreign(
                label,
                f"input '{one.name}' is {shown(one.dims)} in the model and {shown(two.dims)} "
                "there, of another rank or type",
            )
        yield index, theirs[at]
