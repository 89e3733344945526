"""Loops made at one size and resized to another are the loops made there, or are refused."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import pytest

from circle_resizer import ResizeError, resize
from circle_resizer.file.model import Model
from tests.support.build import ModelBuilder
from tests.support.build_graph import GraphBuilder

Content = list[tuple[object, ...]]


def content(data: bytes) -> Content:
    """What every operator reads and makes: shapes, and the data of constants."""
    model = Model(data)
    found: Content = []
    for graph in model.subgraphs:
        for op in graph.operators:
            for i in (*op.inputs, *op.outputs):
                tensor = graph.tensors[i]
                made = i in graph.producers or i in graph.inputs
                data_of = b"" if made else bytes(model.data(tensor) or b"")
                found.append((graph.index, op.kind, tensor.dims, data_of))
    return found


@dataclass
class Graph:
    """A graph with the few operators that loops are made of."""

    graph: GraphBuilder
    sizes: dict[str, int] = field(default_factory=dict)

    def number(self, n: float) -> int:
        return self.graph.const(np.float32(n) if isinstance(n, float) else np.int32(n))

    def vector(self, *n: int) -> int:
        return self.graph.const(np.array(n, np.int32))

    def zeros(self, *shape: int) -> int:
        return self.graph.const(np.zeros(shape, np.float32))

    def op(self, kind: str, *inputs: int, shape: Sequence[int] = (), **more: Any) -> Any:
        return self.graph.op(kind, inputs, [list(shape)], **more)

    def scalar(self, kind: str, *inputs: int) -> Any:
        return self.op(kind, *inputs, dtype="INT32")

    def test(self, kind: str, *inputs: int) -> Any:
        return self.op(kind, *inputs, dtype="BOOL")

    def row(self, x: int, i: int) -> Any:
        return self.op("GATHER", x, i, shape=[self.sizes["B"], 3], axis=0)

    def put(self, into: int, h: int, i: int, rows: int) -> Any:
        b = self.sizes["B"]
        one = self.op("RESHAPE", h, self.vector(1, b, 3), shape=[1, b, 3])
        at = self.op(
            "PACK", i, self.number(0), self.number(0), shape=[3], dtype="INT32", values_count=3
        )
        return self.op("DYNAMIC_UPDATE_SLICE", into, one, at, shape=[rows, b, 3])


Part = Callable[[Graph, int], int]


def same(_: Graph, i: int) -> int:
    return i


@dataclass(frozen=True)
class Recipe:
    """A loop over ``x`` [S,B,3] that keeps a sum and writes it to an accumulator."""

    go_on: Part
    read: Part = same
    write: Part | None = same
    start: Callable[[int], int] = lambda _: 0
    step: int = 1
    rows: Callable[[int], int] = lambda s: s
    table: int = 0
    kind: str = "WHILE"

    def make(self, s: int, b: int) -> bytes:
        model, rows = ModelBuilder("tflite"), self.rows(s)
        sizes = {"S": s, "B": b}
        shapes: list[list[int]] = [[], [s, b, 3], [rows, b, 3], [b, 3]]
        types = ["INT32", "FLOAT32", "FLOAT32", "FLOAT32"]
        main, cond, body = (Graph(model.graph(), sizes) for _ in range(3))
        x = main.graph.input([s, b, 3], name="x")
        states = [main.number(self.start(s)), x, main.zeros(rows, b, 3), main.zeros(b, 3)]
        graphs = {"cond_subgraph_index": 1, "body_subgraph_index": 2}
        outs = main.graph.op(self.kind, states, shapes, dtype=types, **graphs)
        main.graph.output(outs[2], outs[3])
        i, *_ = [cond.graph.input(d, t) for d, t in zip(shapes, types, strict=True)]
        cond.graph.output(self.go_on(cond, i))
        i, x, sums, h = [body.graph.input(d, t) for d, t in zip(shapes, types, strict=True)]
        h = body.op("ADD", h, body.row(x, self.read(body, i)), shape=[b, 3])
        if self.table:
            h = body.op("ADD", h, body.row(body.zeros(self.table, b, 3), i), shape=[b, 3])
        if self.write is not None:
            sums = body.put(sums, h, self.write(body, i), rows)
        body.graph.output(body.scalar("ADD", i, body.number(self.step)), x, sums, h)
        return bytes(model.finish())


def compared(kind: str, less: int = 0, *, mirrored: bool = False) -> Part:
    """The induction variable beside S less a number."""

    def go_on(g: Graph, i: int) -> int:
        sides = [i, g.number(g.sizes["S"] - less)]
        return int(g.test(kind, *(sides[::-1] if mirrored else sides)))

    return go_on


def with_zero(kind: str, number: int = 0) -> Part:
    return lambda g, i: int(g.test(kind, i, g.number(number)))


def both(g: Graph, i: int) -> int:
    return int(g.test("LOGICAL_AND", compared("LESS")(g, i), compared("LESS")(g, i)))


def backward(g: Graph, i: int) -> int:
    return int(g.scalar("SUB", g.number(g.sizes["S"] - 1), i))


def backward_from_the_end(g: Graph, i: int) -> int:
    rest = g.scalar("SUB", g.number(g.sizes["S"]), i)
    return int(g.scalar("SUB", rest, g.number(1)))


def plus(number: int) -> Part:
    return lambda g, i: int(g.scalar("ADD", i, g.number(number)))


def last(s: int) -> int:
    return s - 1


FOLLOWED = {
    "less": Recipe(compared("LESS")),
    "of StableHLO": Recipe(compared("LESS"), kind="STABLEHLO_WHILE"),
    "less or equal": Recipe(compared("LESS_EQUAL", 1)),
    "greater": Recipe(compared("GREATER", mirrored=True)),
    "greater or equal": Recipe(compared("GREATER_EQUAL", 1, mirrored=True)),
    "not equal": Recipe(compared("NOT_EQUAL")),
    "and": Recipe(both),
    "down to 0": Recipe(with_zero("GREATER_EQUAL"), start=last, step=-1),
    "down, above -1": Recipe(with_zero("GREATER", -1), start=last, step=-1),
    "down, not -1": Recipe(with_zero("NOT_EQUAL", -1), start=last, step=-1),
    "down from S": Recipe(
        with_zero("GREATER"), read=plus(-1), write=plus(-1), start=lambda s: s, step=-1
    ),
    "read backward": Recipe(compared("LESS"), read=backward),
    "read backward from the end": Recipe(compared("LESS"), read=backward_from_the_end),
    "written backward": Recipe(compared("LESS"), write=backward),
    "from the second row": Recipe(compared("LESS"), start=lambda _: 1),
    "every other row": Recipe(compared("LESS"), step=2),
    "the next row": Recipe(compared("LESS", 1), read=plus(1), rows=last),
    "first row kept": Recipe(compared("LESS"), write=plus(1), rows=lambda s: s + 1),
}


@pytest.mark.parametrize("name", FOLLOWED)
@pytest.mark.parametrize(("old", "new"), [((4, 2), (6, 2)), ((6, 2), (4, 2)), ((4, 4), (7, 5))])
def test_a_loop_over_an_axis_follows_it(
    name: str, old: tuple[int, int], new: tuple[int, int]
) -> None:
    result = resize(FOLLOWED[name].make(*old), [[*new, 3]])
    assert content(result.data) == content(FOLLOWED[name].make(*new))
    assert {"a loop over the whole axis stays one"} <= {
        name for line in result.report.assumptions for name in [line.partition("assumed: ")[2][:-1]]
    }


@pytest.mark.parametrize("name", FOLLOWED)
@pytest.mark.parametrize("batch", [1, 3, 4])
def test_another_batch_leaves_the_trip_count(name: str, batch: int) -> None:
    result = resize(FOLLOWED[name].make(4, 2), [[4, batch, 3]])
    assert content(result.data) == content(FOLLOWED[name].make(4, batch))


def test_a_batch_of_one_grows() -> None:
    result = resize(FOLLOWED["less"].make(4, 1), [[4, 3, 3]])
    assert content(result.data) == content(FOLLOWED["less"].make(4, 3))


@pytest.mark.parametrize(("new", "rows"), [([1, 3, 3], "1 and 3"), ([3, 1, 3], "3 and 1")])
def test_of_two_axes_of_one_row_either_may_be_run_along(new: list[int], rows: str) -> None:
    message = f"axis 0 of 't1', which has 1 row, as has axis 1; they become {rows}, and either may"
    with pytest.raises(ResizeError, match=message):
        resize(FOLLOWED["less"].make(1, 1), [new])


@pytest.mark.parametrize("name", ["less", "down to 0", "read backward"])
def test_a_limit_cannot_follow_an_unknown_size(name: str) -> None:
    with pytest.raises(ResizeError, match=r"tied to the stored size \(axis 0 4 -> x\[0\]\)"):
        resize(FOLLOWED[name].make(4, 2), [[-1, 2, 3]])


def test_strict_refuses_the_limit() -> None:
    with pytest.raises(ResizeError, match="assumed: a loop over the whole axis stays one"):
        resize(FOLLOWED["less"].make(4, 2), [[6, 2, 3]], strict=True)


def rest_of(g: Graph, i: int) -> int:
    return int(g.scalar("FLOOR_MOD", i, g.number(g.sizes["S"])))


def minus_size(g: Graph, i: int) -> int:
    gap = g.scalar("SUB", i, g.number(g.sizes["S"]))
    return int(g.test("LESS", gap, g.number(0)))


def as_data(g: Graph, i: int) -> int:
    whole = g.op("CAST", i)
    return int(g.test("LESS", whole, g.number(float(g.sizes["S"]))))


def first(g: Graph, _: int) -> int:
    return g.number(0)


REFUSED = {
    "all but the last row": (Recipe(compared("LESS", 1)), "limit 3 does not follow axis 0 of"),
    "down from the last but one": (
        Recipe(with_zero("GREATER_EQUAL"), start=lambda s: s - 2, step=-1),
        "its limit 0 does not follow axis 0 of",
    ),
    "index of another kind": (
        Recipe(compared("LESS"), read=rest_of),
        "an index other than an induction variable, plus or minus a number, does not follow",
    ),
    "size inside the condition": (Recipe(minus_size), "its limit is 4, which may be the old size"),
    "limit as a real number": (Recipe(as_data), "its limit does not follow axis 0"),
    "nothing written": (
        Recipe(compared("LESS"), write=None),
        "axis 0 of its state 't6' has the old size 4 of an axis that becomes 6",
    ),
    "nothing read": (
        Recipe(compared("LESS"), read=first, write=first),
        "its limit is 4, which may be the old size 4 of an axis that becomes 6",
    ),
    "room for more": (
        Recipe(compared("LESS"), rows=lambda _: 16),
        "it runs along only a part of axis 0 of 't2', which has 16 rows",
    ),
    "rows for the old size": (
        Recipe(compared("LESS"), table=4),
        "it runs along axis 0 of 't6', 4 rows, beside one that becomes 6",
    ),
    "too few rows": (
        Recipe(compared("LESS"), table=5),
        "it would get to row 5 of axis 0 of 't6', which has 5",
    ),
    "from the third row": (
        Recipe(compared("LESS"), start=lambda _: 2),
        "its limit 4 does not follow axis 0 of",
    ),
}


@pytest.mark.parametrize("name", REFUSED)
def test_what_is_not_understood_is_refused(name: str) -> None:
    recipe, message = REFUSED[name]
    with pytest.raises(ResizeError, match=message):
        resize(recipe.make(4, 2), [[6, 2, 3]])


def test_a_table_with_rows_enough_stays() -> None:
    recipe = Recipe(compared("LESS"), table=8)
    assert content(resize(recipe.make(4, 2), [[6, 2, 3]]).data) == content(recipe.make(6, 2))


@pytest.mark.parametrize("name", ["all but the last row", "nothing read", "nothing written"])
def test_the_batch_of_such_a_loop_may_change(name: str) -> None:
    recipe, _ = REFUSED[name]
    if name == "nothing written":
        with pytest.raises(ResizeError, match="axis 1 of its state"):
            resize(recipe.make(7, 2), [[7, 3, 3]])
        return
    assert content(resize(recipe.make(7, 2), [[7, 3, 3]]).data) == content(recipe.make(7, 3))
