"""Random networks, each built at two sizes in step, with the constants an exporter would write."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import prod
from random import Random
from typing import Any, NamedTuple

import numpy as np

from tests.support.build import ModelBuilder

Size = tuple[int, int]
"""One extent at A and at B."""
Axis = tuple[Size, ...]
"""An axis as the ordered factors it was merged from."""
BOTH = (0, 1)
LIMIT = 3000


class Node(NamedTuple):
    """A tensor of the network: its index (the same at both sizes) and its axes."""

    index: int
    axes: tuple[Axis, ...]

    @property
    def dims(self) -> list[Size]:
        """Extents, without the history."""
        return [whole(axis) for axis in self.axes]


def whole(axis: Axis) -> Size:
    """The product of factors, at each size."""
    return prod(f[0] for f in axis), prod(f[1] for f in axis)


def fixed(size: Size) -> bool:
    """True if the extent is the same at both sizes."""
    return size[0] == size[1]


def axis(size: int | Size) -> Axis:
    return ((size, size) if isinstance(size, int) else size,)


class Twins:
    """Two builders that do the same at A and at B."""

    def __init__(self, seed: int, kind: str = "tflite") -> None:
        self.random = Random(seed)  # noqa: S311
        self.numbers = np.random.default_rng(seed)
        self.models = [ModelBuilder(kind) for _ in BOTH]
        self.graphs = [model.graph() for model in self.models]
        self.nodes: list[Node] = []

    def pick(self, *choices: Any) -> Any:
        """One of several, the same at both sizes."""
        return self.random.choice(choices)

    def coin(self) -> bool:
        """Yes or no, the same at both sizes."""
        return self.random.random() < 0.5

    def input(self, axes: Sequence[Axis]) -> Node:
        """A model input."""
        dims = [whole(a) for a in axes]
        made = [g.input([d[i] for d in dims]) for i, g in zip(BOTH, self.graphs, strict=True)]
        return self.enter(made, axes)

    def enter(self, made: Sequence[int], axes: Sequence[Axis]) -> Node:
        assert made[0] == made[1]
        node = Node(made[0], tuple(axes))
        self.nodes.append(node)
        return node

    def data(self, *shape: int) -> int:
        """A weight, the same at both sizes."""
        values = self.numbers.standard_normal(shape).astype(np.float32) / 2
        return self.const([values, values])

    def const(self, arrays: Sequence[Any]) -> int:
        """A constant that may differ."""
        made = [g.const(np.asarray(a)) for g, a in zip(self.graphs, arrays, strict=True)]
        return made[0]

    def vector(self, sizes: Sequence[Size | int]) -> int:
        """A shape, or anything else of integers, frozen at each size."""
        pairs = [(s, s) if isinstance(s, int) else s for s in sizes]
        return self.const([np.array([p[i] for p in pairs], np.int32) for i in BOTH])

    def op(
        self,
        name: str,
        operands: Sequence[int],
        axes: Sequence[Axis],
        pairs: dict[str, Sequence[Size]] | None = None,
        **options: Any,
    ) -> Node:
        """An operator with one result; ``pairs`` are options that differ between the sizes."""
        made = []
        for i, graph in zip(BOTH, self.graphs, strict=True):
            own = {key: [p[i] for p in value] for key, value in (pairs or {}).items()}
            dims = [whole(a)[i] for a in axes]
            made.append(graph.op(name, list(operands), [dims], **options, **own))
        return self.enter(made, axes)

    def finish(self) -> tuple[bytes, bytes]:
        """The files at A and at B; every tensor that nobody reads is an output."""
        first = self.graphs[0]
        read = {i for op in first.operators for i in op.values["inputs"]}
        loose = [n.index for n in self.nodes if n.index not in read]
        for graph in self.graphs:
            graph.output(*loose)
        one, two = (model.finish() for model in self.models)
        return one, two

    def shapes(self, size: int) -> list[list[int]]:
        """Input shapes."""
        graph = self.graphs[size]
        return [list(graph.tensors[i].values["shape"]) for i in graph.inputs]


Move = Callable[[Twins, Node], Node | None]
MOVES: list[Move] = []


def move(make: Move) -> Move:
    """Enter a kind of step; it answers nothing where it does not fit."""
    MOVES.append(make)
    return make


def sizes(random: Random, stored: Sequence[int], *, changes: bool) -> Size:
    """A pair of extents."""
    one, two = random.choice(stored), random.choice(stored)
    return (one, two) if changes else (one, one)


def twins(seed: int, kind: str = "tflite") -> Twins:
    """A network of 5 to 30 steps over a picture or a sequence."""
    t = Twins(seed, kind)
    r = t.random
    while True:
        changes = [r.random() < 0.5 for _ in range(3)]
        if any(changes):
            break
    # A stored 1 that changes may be any 1 of a target: only unchanged batches are 1.
    batches = (2, 3, 4, 5) if changes[0] else (1, 2, 3)
    batch = axis(sizes(r, batches, changes=changes[0]))
    if r.random() < 0.5:
        x = t.input([batch, *(axis(sizes(r, (4, 6, 8), changes=c)) for c in changes[1:]), axis(4)])
    else:
        x = t.input([batch, axis(sizes(r, (3, 4, 5, 6), changes=changes[1])), axis(8)])
    for _ in range(r.randint(5, 30)):
        base = x if r.random() < 0.8 else r.choice(t.nodes)
        made = r.choice(MOVES)(t, base)
        if made is not None:
            x = made
    return t


def single(seed: int, kind: str = "tflite") -> Twins:
    """A network of 3 to 16 steps at a batch of 1, of which nothing else changes."""
    t = Twins(seed, kind)
    r = t.random
    batch = axis((1, r.choice((2, 3, 4, 8))))
    if r.random() < 0.5:
        x = t.input([batch, axis(r.choice((4, 6, 8))), axis(r.choice((4, 6, 8))), axis(4)])
    else:
        x = t.input([batch, axis(r.choice((3, 4, 5, 6, 8))), axis(8)])
    for _ in range(r.randint(3, 16)):
        base = x if r.random() < 0.8 else r.choice(t.nodes)
        made = r.choice(MOVES)(t, base)
        if made is not None:
            x = made
    return t


def small(axes: Sequence[Axis]) -> bool:
    """Whether a tensor stays cheap at both sizes."""
    dims = [whole(a) for a in axes]
    return max(prod(d[i] for d in dims) for i in BOTH) <= LIMIT
