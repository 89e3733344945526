"""Which input axes hold rows that stay apart, all the way to the outputs."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from circle_resizer.file.model import Model
from circle_resizer.inference.engine import Inference, input_values
from circle_resizer.inference.independent_rows import independent_rows
from circle_resizer.symbolic.dim import Dim, unknown
from tests.support.build import GraphBuilder, ModelBuilder

PLACE = r"^subgraph \d+, operator \d+ | '.*'$"
Build = Callable[[GraphBuilder, int], Any]
S = Dim | str


def answers(build: Build, *inputs: tuple[S, ...], more: tuple[Build, ...] = ()) -> dict[str, str]:
    """For each letter in the inputs' shapes "" or "OPERATOR kind"; ``more`` are other graphs."""
    model = ModelBuilder("circle")
    for number, function in enumerate((build, *more)):
        graph = model.graph(f"g{number}")
        made = function(graph, number)
        graph.output(*(made if isinstance(made, tuple) else (made,)))
    shapes = [tuple(unknown(d) if isinstance(d, str) else d for d in each) for each in inputs]
    parsed = Model(model.finish())
    inference = Inference(parsed)
    inference.run(input_values(parsed, shapes))
    found = independent_rows(inference)
    return {
        name: "" if how is None else f"{re.sub(PLACE, '', how.operator)} {how.kind.value}"
        for name, how in found.items()
    }


def i32(*values: int) -> np.ndarray:
    return np.array(values, np.int32)


def one(operator: str, *constants: Any, **options: Any) -> Build:
    """A graph of one operator."""

    def build(g: GraphBuilder, _: int) -> int:
        x = g.input([1, 1, 1], name="x")
        return g.op(operator, [x, *map(g.const, constants)], [None], name="y", **options)

    return build


ONE = [
    (one("RELU"), {"N": "", "T": ""}),
    (one("SOFTMAX"), {"N": "", "T": ""}),
    (one("ADD", np.ones((1, 1, 8), np.float32)), {"N": "", "T": ""}),
    (one("CUMSUM", np.int32(1)), {"N": "", "T": "CUMSUM sequential"}),
    (one("MEAN", i32(1)), {"N": "", "T": "MEAN reduced"}),
    (one("MEAN", i32(0)), {"N": "MEAN reduced", "T": ""}),
    (one("TRANSPOSE", i32(1, 0, 2)), {"N": "", "T": ""}),
    (one("RMS_NORM", np.ones(8, np.float32)), {"N": "", "T": ""}),
    (one("REVERSE_V2", i32(0)), {"N": "REVERSE_V2 gathered", "T": ""}),
    (one("SLICE", i32(0, 0, 2), i32(-1, -1, 3)), {"N": "", "T": ""}),
    (one("SLICE", i32(0, 1, 0), i32(-1, -1, -1)), {"N": "", "T": "SLICE gathered"}),
    (one("PAD", np.array([[0, 0], [1, 0], [0, 0]], np.int32)), {"N": "", "T": "PAD windowed"}),
    (one("SHAPE", dtype="INT32"), {"N": "SHAPE counted", "T": "SHAPE counted"}),
    (one("CUSTOM", custom="Mystery"), {"N": "Mystery opaque", "T": "Mystery opaque"}),
]


@pytest.mark.parametrize(("build", "expected"), ONE)
def test_one_operator(build: Build, expected: dict[str, str]) -> None:
    assert answers(build, ("N", "T", 8)) == expected


def merged(norm: str) -> Build:
    """[n,2,8] -> [2*n,8] -> a norm -> [n,16]."""

    def build(g: GraphBuilder, _: int) -> int:
        x = g.input([1, 2, 8], name="x")
        flat = g.op("RESHAPE", [x, g.const(i32(-1, 8))], [None], name="flat")
        more = {"SOFTMAX": [], "CUMSUM": [g.const(np.int32(0))]}[norm]
        y = g.op(norm, [flat, *more], [None], name="y")
        return g.op("RESHAPE", [y, g.const(i32(-1, 16))], [None], name="z")

    return build


def test_rows_are_followed_through_merged_axes() -> None:
    assert answers(merged("SOFTMAX"), ("N", 2, 8)) == {"N": ""}
    assert answers(merged("CUMSUM"), ("N", 2, 8)) == {"N": "CUMSUM sequential"}


def heads(g: GraphBuilder, _: int) -> int:
    """[n,t,2,4] -> [n*2,t,4], its products with itself -> [n,2,t,t]."""
    x = g.input([1, 5, 2, 4], name="x")
    turned = g.op("TRANSPOSE", [x, g.const(i32(0, 2, 1, 3))], [None], name="turned")
    flat = g.op("RESHAPE", [turned, g.const(i32(-1, 5, 4))], [None], name="flat")
    y = g.op("BATCH_MATMUL", [flat, flat], [None], name="y", adjoint_rhs=True)
    return g.op("RESHAPE", [y, g.const(i32(-1, 2, 5, 5))], [None], name="z")


def attended(g: GraphBuilder, _: int) -> int:
    """[n,t,4] times itself over the last axis."""
    x = g.input([1, 5, 4], name="x")
    return g.op("BATCH_MATMUL", [x, x], [None], name="y", adjoint_rhs=True)


def test_a_product_with_itself_keeps_batches_apart_and_mixes_rows() -> None:
    assert answers(attended, ("N", "T", 4)) == {"N": "", "T": "BATCH_MATMUL opaque"}
    assert answers(heads, ("N", 5, 2, 4)) == {"N": ""}


def counted(use: str) -> Build:
    """Something made from the number of rows meets the rows."""

    def build(g: GraphBuilder, _: int) -> int:
        x = g.input([1, 8], name="x")
        shape = g.op("SHAPE", [x], [None], name="shape", dtype="INT32")
        if use == "zeros":
            other = g.op("FILL", [shape, g.const(np.float32(0))], [None], name="o")
            return g.op("CONCATENATION", [x, other], [None], name="y", axis=1)
        first = [g.const(i32(0)), g.const(i32(1)), g.const(i32(1))]
        n = g.op(
            "STRIDED_SLICE", [shape, *first], [None], name="n", dtype="INT32", shrink_axis_mask=1
        )
        if use == "number":
            real = g.op("CAST", [n], [None], name="real")
            return g.op("DIV", [x, real], [None], name="y")
        bounds = [g.const(np.int32(0)), n, g.const(np.int32(1))]
        places = g.op("RANGE", bounds, [None], name="places", dtype="INT32")
        column = g.op("RESHAPE", [places, g.const(i32(-1, 1))], [None], name="c", dtype="INT32")
        real = g.op("CAST", [column], [None], name="real")
        return g.op("ADD", [x, real], [None], name="y")

    return build


def test_numbers_made_from_the_count_are_noticed() -> None:
    assert answers(counted("zeros"), ("N", 8)) == {"N": ""}
    assert answers(counted("number"), ("N", 8)) == {"N": "DIV counted"}
    assert answers(counted("places"), ("N", 8)) == {"N": "ADD counted"}


def two(g: GraphBuilder, _: int) -> int:
    x, y = g.input([1, 8], name="x"), g.input([1, 8], name="y")
    return g.op("ADD", [x, y], [None], name="z")


def test_inputs_move_together_only_by_one_symbol() -> None:
    assert answers(two, ("N", 8), ("N", 8)) == {"N": ""}
    assert answers(two, ("N", 8), (3, 8)) == {"N": "ADD opaque"}
    assert answers(two, ("N", "N"), ("N", 8)) == {"N": "the inputs opaque"}


def body(*operators: str) -> Build:
    """A graph of operators that follow one another."""

    def build(g: GraphBuilder, _: int) -> int:
        x = g.input([1, 8], name="x")
        for operator in operators:
            more = [g.const(np.int32(0))] if operator == "CUMSUM" else []
            x = g.op(operator, [x, *more], [None])
        return x

    return build


def choice(g: GraphBuilder, _: int) -> int:
    flag, x = g.input([], "BOOL", name="flag"), g.input([1, 8], name="x")
    return g.op("IF", [flag, x], [None], name="y", then_subgraph_index=1, else_subgraph_index=2)


def test_both_branches_must_keep_rows_apart() -> None:
    apart, mixing = body("RELU"), body("RELU", "CUMSUM")
    assert answers(choice, (), ("N", 8), more=(apart, body("ABS"))) == {"N": ""}
    assert answers(choice, (), ("N", 8), more=(apart, mixing)) == {"N": "IF opaque"}


def loop(g: GraphBuilder, _: int) -> tuple[int, int]:
    counter, x = g.input([], "INT32", name="i"), g.input([1, 8], name="x")
    return g.op(  # type: ignore[no-any-return]
        "WHILE", [counter, x], [None, None], dtype=["INT32", "FLOAT32"], name="y",
        cond_subgraph_index=1, body_subgraph_index=2,
    )  # fmt: skip


def condition(g: GraphBuilder, _: int) -> int:
    counter, _x = g.input([], "INT32", name="i"), g.input([1, 8], name="x")
    return g.op("LESS", [counter, g.const(np.int32(3))], [None], dtype="BOOL")


def stopping(g: GraphBuilder, _: int) -> int:
    """Goes on as long as all numbers are small."""
    _, x = g.input([], "INT32", name="i"), g.input([1, 8], name="x")
    most = g.op("REDUCE_MAX", [x, g.const(i32(0, 1))], [None])
    return g.op("LESS", [most, g.const(np.float32(3))], [None], dtype="BOOL")


def passes(operator: str) -> Build:
    def build(g: GraphBuilder, number: int) -> tuple[int, int]:
        counter = g.input([], "INT32", name="i")
        y = body(operator)(g, number)
        return g.op("ADD", [counter, g.const(np.int32(1))], [None], dtype="INT32"), y

    return build


def test_loops_are_followed() -> None:
    rows = (), ("N", 8)
    assert answers(loop, *rows, more=(condition, passes("TANH"))) == {"N": ""}
    assert answers(loop, *rows, more=(condition, passes("CUMSUM"))) == {"N": "CUMSUM sequential"}
    assert answers(loop, *rows, more=(stopping, passes("TANH"))) == {"N": "WHILE sequential"}
