"""Loops over the second axis of ``x`` [B,S,3]: ways to read a row with ways to keep it."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from circle_resizer import resize
from tests.generalize.ops.test_loops import Graph, content
from tests.support.build import ModelBuilder

Read = Callable[[Graph, int, int, int], int]
"""Row ``i`` [B,3] of ``x``: (graph, x, i, B)."""
Write = Callable[[Graph, int, int, int], int]
"""The next state [B,S,3]: (graph, state, row [B,1,3], i)."""


def pack(g: Graph, *numbers: int) -> int:
    made = g.op("PACK", *numbers, shape=[len(numbers)], dtype="INT32", values_count=len(numbers))
    return int(made)


def by_gather(g: Graph, x: int, i: int, b: int) -> int:
    return int(g.op("GATHER", x, i, shape=[b, 3], axis=1))


def by_slice(g: Graph, x: int, i: int, b: int) -> int:
    zero = g.number(0)
    row = g.op("SLICE", x, pack(g, zero, i, zero), g.vector(b, 1, 3), shape=[b, 1, 3])
    return int(g.op("RESHAPE", row, g.vector(b, 3), shape=[b, 3]))


def by_strided_slice(g: Graph, x: int, i: int, b: int) -> int:
    zero = g.number(0)
    end = pack(g, g.number(b), g.scalar("ADD", i, g.number(1)), g.number(3))
    cuts = (pack(g, zero, i, zero), end, g.vector(1, 1, 1))
    return int(g.op("STRIDED_SLICE", x, *cuts, shape=[b, 3], shrink_axis_mask=2))


def in_place(g: Graph, state: int, row: int, i: int) -> int:
    b, s = g.sizes["B"], g.sizes["S"]
    at = pack(g, g.number(0), i, g.number(0))
    return int(g.op("DYNAMIC_UPDATE_SLICE", state, row, at, shape=[b, s, 3]))


def pushed(g: Graph, state: int, row: int, _: int) -> int:
    b, s = g.sizes["B"], g.sizes["S"]
    kept = g.op("SLICE", state, g.vector(0, 1, 0), g.vector(b, s - 1, 3), shape=[b, s - 1, 3])
    return int(g.op("CONCATENATION", kept, row, shape=[b, s, 3], axis=1))


def between(g: Graph, state: int, row: int, i: int) -> int:
    """As TensorFlow lowers the lists of its loops."""
    b, s = g.sizes["B"], g.sizes["S"]
    part, zero, rest = {"shape": [b, 1, 3], "signature": [b, -1, 3]}, g.number(0), g.number(-1)
    before = g.op("SLICE", state, g.vector(0, 0, 0), pack(g, rest, i, rest), **part)
    next_row = pack(g, zero, g.scalar("ADD", i, g.number(1)), zero)
    after = g.op("SLICE", state, next_row, g.vector(-1, -1, -1), **part)
    return int(g.op("CONCATENATION", before, row, after, shape=[b, s, 3], axis=1))


def collected(read: Read, write: Write, s: int, b: int) -> bytes:
    """All sums of the first rows of ``x``, from a state that comes in."""
    model = ModelBuilder("tflite")
    main, cond, body = (Graph(model.graph(), {"B": b, "S": s}) for _ in range(3))
    shapes: list[list[int]] = [[], [b, s, 3], [b, s, 3], [b, 3]]
    types = ["INT32", "FLOAT32", "FLOAT32", "FLOAT32"]
    x, h = main.graph.input([b, s, 3], name="x"), main.graph.input([b, 3], name="h")
    states = [main.number(0), x, main.zeros(b, s, 3), h]
    graphs = {"cond_subgraph_index": 1, "body_subgraph_index": 2}
    outs = main.graph.op("WHILE", states, shapes, dtype=types, **graphs)
    main.graph.output(outs[2], outs[3])
    i, *_ = [cond.graph.input(d, t) for d, t in zip(shapes, types, strict=True)]
    cond.graph.output(cond.test("LESS", i, cond.number(s)))
    i, x, sums, h = [body.graph.input(d, t) for d, t in zip(shapes, types, strict=True)]
    h = body.op("ADD", h, read(body, x, i, b), shape=[b, 3])
    row = body.op("RESHAPE", h, body.vector(b, 1, 3), shape=[b, 1, 3])
    sums = write(body, sums, row, i)
    body.graph.output(body.scalar("ADD", i, body.number(1)), x, sums, h)
    return bytes(model.finish())


@pytest.mark.parametrize("read", [by_gather, by_slice, by_strided_slice])
@pytest.mark.parametrize("write", [in_place, pushed, between])
@pytest.mark.parametrize(
    ("old", "new"),
    [
        ((5, 1), (5, 3)),
        ((5, 3), (5, 1)),
        ((5, 1), (7, 1)),
        ((5, 2), (7, 3)),
        ((5, 1), (5, 5)),
        ((4, 4), (4, 5)),
        ((4, 4), (6, 4)),
    ],
)
def test_rows_are_read_and_kept(
    read: Read, write: Write, old: tuple[int, int], new: tuple[int, int]
) -> None:
    s, b = new
    result = resize(collected(read, write, *old), [[b, s, 3], [b, 3]])
    assert content(result.data) == content(collected(read, write, s, b))
