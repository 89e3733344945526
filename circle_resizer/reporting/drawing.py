"""Where the operators of a graph are drawn: in layers, each below those it takes results from."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from circle_resizer.edits.report import Change
from circle_resizer.file.model import Model, Subgraph

Dims = tuple[int, ...]
WIDTH, HEIGHT, GAP_X, GAP_Y, MARGIN = 270, 64, 24, 36, 16


@dataclass(slots=True)
class Node:
    """An operator, or an input of the graph."""

    title: str
    name: str
    shape: Dims
    before: Dims | None
    """The stored shape of its first result; ``None`` for an operator that was not there."""
    sources: list[int]
    changes: list[Change] = field(default_factory=list)
    layer: int = 0
    column: int = 0

    @property
    def moved(self) -> bool:
        """Whether its result has another shape."""
        return self.before != self.shape

    @property
    def x(self) -> int:
        """Pixels from the left."""
        return MARGIN + self.column * (WIDTH + GAP_X)

    @property
    def y(self) -> int:
        """Pixels from the top."""
        return MARGIN + self.layer * (HEIGHT + GAP_Y)


def stored_dims(model: Model) -> list[list[Dims]]:
    """The recorded shape of every tensor, graph by graph."""
    return [[tensor.dims for tensor in graph.tensors] for graph in model.subgraphs]


def nodes_of(graph: Subgraph, before: Sequence[Dims], changes: Sequence[Change]) -> list[Node]:
    """Inputs and operators of a graph of the new model, with places; constants are no nodes."""
    made: dict[int, int] = {}
    nodes: list[Node] = []
    for index in graph.inputs:
        made[index] = len(nodes)
        nodes.append(node(graph, "input", index, before, []))
    for op in graph.operators:
        sources = sorted({made[i] for i in op.inputs if i in made})
        first = next((i for i in op.outputs if i >= 0), -1)
        made.update({i: len(nodes) for i in op.outputs if i >= 0})
        nodes.append(node(graph, op.custom_code or op.kind, first, before, sources))
    results = {tensor.name: k for k, tensor in enumerate(graph.tensors)}
    attach(changes, graph, {name: nodes[made[k]] for name, k in results.items() if k in made})
    place(nodes)
    return nodes


def attach(changes: Sequence[Change], graph: Subgraph, makers: Mapping[str, Node]) -> None:
    """Give each change of a graph to the node that makes the tensor it is named after."""
    for change in changes:
        owner = makers.get(result_named(change.where))
        if owner is not None and change.place.subgraph == graph.index:
            owner.changes.append(change)


def node(
    graph: Subgraph, title: str, tensor: int, before: Sequence[Dims], sources: list[int]
) -> Node:
    """A node by the first tensor that it makes."""
    if tensor < 0:
        return Node(title, "", (), (), sources)
    old = before[tensor] if tensor < len(before) else None
    return Node(title, graph.tensors[tensor].name, graph.tensors[tensor].dims, old, sources)


def result_named(where: str) -> str:
    """The name at the end of ``subgraph 0, operator 7 RESHAPE 'name'``."""
    return where.partition("'")[2].removesuffix("'")


def place(nodes: Sequence[Node]) -> None:
    """A layer below all sources, and the first free column near the first of them."""
    taken: dict[int, set[int]] = {}
    for each in nodes:
        each.layer = 1 + max((nodes[k].layer for k in each.sources), default=-1)
        wanted = min((nodes[k].column for k in each.sources), default=0)
        used = taken.setdefault(each.layer, set())
        each.column = next(c for c in range(wanted, wanted + len(used) + 1) if c not in used)
        used.add(each.column)
