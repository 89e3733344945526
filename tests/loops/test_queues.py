"""States that rows are pushed into: one for every iteration, or the last few."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import pytest

from circle_resizer import ResizeError, resize
from tests.generalize.ops.test_loops import Graph, content
from tests.support.build import ModelBuilder

Push = Callable[[Graph, int, int, int, int], int]
"""The next state [n,B,3] from the last one and a row [1,B,3]: (graph, state, row, n, B)."""


def at_the_end(g: Graph, state: int, row: int, n: int, b: int) -> int:
    cuts = g.vector(1, 0, 0), g.vector(n - 1, b, 3)
    kept = g.op("SLICE", state, *cuts, shape=[n - 1, b, 3])
    return int(g.op("CONCATENATION", kept, row, shape=[n, b, 3], axis=0))


def at_the_front(g: Graph, state: int, row: int, n: int, b: int) -> int:
    cuts = g.vector(0, 0, 0), g.vector(n - 1, b, 3)
    kept = g.op("SLICE", state, *cuts, shape=[n - 1, b, 3])
    return int(g.op("CONCATENATION", row, kept, shape=[n, b, 3], axis=-3))


def by_strided_slice(g: Graph, state: int, row: int, n: int, b: int) -> int:
    cuts = g.vector(1, 0, 0), g.vector(n, 0, 0), g.vector(1, 1, 1)
    kept = g.op("STRIDED_SLICE", state, *cuts, shape=[n - 1, b, 3], begin_mask=6, end_mask=6)
    return int(g.op("CONCATENATION", kept, row, shape=[n, b, 3], axis=0))


def last_row_stays(g: Graph, state: int, row: int, n: int, b: int) -> int:
    """No queue: the last row is never pushed on."""
    cuts = g.vector(0, 0, 0), g.vector(n - 1, b, 3)
    kept = g.op("SLICE", state, *cuts, shape=[n - 1, b, 3])
    return int(g.op("CONCATENATION", kept, row, shape=[n, b, 3], axis=0))


@dataclass(frozen=True)
class Pushed:
    """A loop over ``x`` [S,B,3] that pushes its rows into a state, as long as that or ``rows``."""

    push: Push
    rows: int = 0
    kind: str = "tflite"

    def make(self, s: int, b: int) -> bytes:
        model, n = ModelBuilder(self.kind), self.rows or s
        main, cond, body = (Graph(model.graph()) for _ in range(3))
        shapes: list[list[int]] = [[], [s, b, 3], [n, b, 3]]
        types = ["INT32", "FLOAT32", "FLOAT32"]
        x = main.graph.input([s, b, 3], name="x")
        graphs = {"cond_subgraph_index": 1, "body_subgraph_index": 2}
        states = [main.number(0), x, main.zeros(n, b, 3)]
        outs = main.graph.op("WHILE", states, shapes, dtype=types, **graphs)
        main.graph.output(outs[2])
        i, *_ = [cond.graph.input(d, t) for d, t in zip(shapes, types, strict=True)]
        cond.graph.output(cond.test("LESS", i, cond.number(s)))
        i, x, state = [body.graph.input(d, t) for d, t in zip(shapes, types, strict=True)]
        row = body.op("GATHER", x, i, shape=[b, 3], axis=0)
        row = body.op("RESHAPE", row, body.vector(1, b, 3), shape=[1, b, 3])
        state = self.push(body, state, row, n, b)
        body.graph.output(body.scalar("ADD", i, body.number(1)), x, state)
        return bytes(model.finish())


PUSHES = {
    "at the end": at_the_end,
    "at the front": at_the_front,
    "by strided slice": by_strided_slice,
}
SIZES = [((6, 1), (9, 1)), ((6, 2), (4, 2)), ((6, 1), (6, 3)), ((7, 2), (9, 3))]


@pytest.mark.parametrize("kind", ["circle", "tflite"])
@pytest.mark.parametrize("name", PUSHES)
@pytest.mark.parametrize(("old", "new"), SIZES)
def test_a_queue_of_all_rows_stays_one(
    name: str, kind: str, old: tuple[int, int], new: tuple[int, int]
) -> None:
    net = Pushed(PUSHES[name], kind=kind)
    result = resize(net.make(*old), [[*new, 3]])
    assert content(result.data) == content(net.make(*new))


@pytest.mark.parametrize("name", PUSHES)
@pytest.mark.parametrize(("old", "new"), SIZES)
def test_a_queue_of_the_last_rows_keeps_its_length(
    name: str, old: tuple[int, int], new: tuple[int, int]
) -> None:
    net = Pushed(PUSHES[name], rows=5)
    result = resize(net.make(*old), [[*new, 3]])
    assert content(result.data) == content(net.make(*new))


def test_a_state_that_is_no_queue_is_refused() -> None:
    with pytest.raises(ResizeError, match="axis 0 of its state 't5' has the old size 6"):
        resize(Pushed(last_row_stays).make(6, 2), [[9, 2, 3]])
