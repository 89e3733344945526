"""IF, CASE and WHILE decide once: a condition that gets more elements than one is refused."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from circle_resizer import ResizeError, resize
from tests.generalize.ops.test_loops import Graph, content
from tests.support.build import ModelBuilder

Decider = Callable[[Graph, int, int], int]
"""A condition made of ``x`` [B,4]: (graph, x, B)."""


def mean_of_rows(g: Graph, x: int, b: int, kind: str = "GREATER", dtype: str = "BOOL") -> int:
    """Keeps an element for each row."""
    rows = g.op("MEAN", x, g.vector(1), shape=[b, 1], keep_dims=True)
    if dtype == "INT32":
        return int(g.op("CAST", rows, shape=[b, 1], dtype=dtype))
    return int(g.op(kind, rows, g.number(0.5), shape=[b, 1], dtype=dtype))


def through_reshape(g: Graph, x: int, b: int) -> int:
    return int(g.op("RESHAPE", mean_of_rows(g, x, b), g.vector(b), shape=[b], dtype="BOOL"))


def through_squeeze(g: Graph, x: int, b: int) -> int:
    rows = mean_of_rows(g, x, b)
    return int(g.op("SQUEEZE", rows, shape=[b], dtype="BOOL", squeeze_dims=[1]))


def of_all_rows(g: Graph, x: int, _: int) -> int:
    whole = g.op("MEAN", x, g.vector(0, 1), shape=[])
    return int(g.test("GREATER", whole, g.number(0.5)))


def decided(kind: str, decide: Decider, b: int) -> bytes:
    """RELU or TANH, by ``x`` itself."""
    model = ModelBuilder(kind)
    main, then, other = (Graph(model.graph()) for _ in range(3))
    x = main.graph.input([b, 4], name="x")
    graphs = {"then_subgraph_index": 1, "else_subgraph_index": 2}
    main.graph.output(main.op("IF", decide(main, x, b), x, shape=[b, 4], **graphs))
    for graph, name in ((then, "RELU"), (other, "TANH")):
        graph.graph.output(graph.op(name, graph.graph.input([b, 4]), shape=[b, 4]))
    return bytes(model.finish())


def cased(b: int) -> bytes:
    """The same by an index."""
    model = ModelBuilder("tflite")
    main, *branches = (Graph(model.graph()) for _ in range(3))
    x = main.graph.input([b, 4], name="x")
    index = mean_of_rows(main, x, b, dtype="INT32")
    options = {"branch_subgraph_indices": [1, 2]}
    main.graph.output(main.op("STABLEHLO_CASE", index, x, shape=[b, 4], **options))
    for graph in branches:
        graph.graph.output(graph.op("RELU", graph.graph.input([b, 4]), shape=[b, 4]))
    return bytes(model.finish())


def repeated(decide: Decider, b: int) -> bytes:
    """Halves ``x`` as long as it is large."""
    model = ModelBuilder("tflite")
    main, cond, body = (Graph(model.graph()) for _ in range(3))
    x = main.graph.input([b, 4], name="x")
    graphs = {"cond_subgraph_index": 1, "body_subgraph_index": 2}
    main.graph.output(main.op("WHILE", x, shape=[b, 4], **graphs))
    cond.graph.output(decide(cond, cond.graph.input([b, 4]), b))
    half = body.op("MUL", body.graph.input([b, 4]), body.number(0.5), shape=[b, 4])
    body.graph.output(half)
    return bytes(model.finish())


@pytest.mark.parametrize("kind", ["circle", "tflite"])
@pytest.mark.parametrize("decide", [mean_of_rows, through_reshape, through_squeeze])
def test_if_does_not_decide_for_each_row(kind: str, decide: Decider) -> None:
    with pytest.raises(ResizeError, match=r"its condition 't[0-9]+' would have 3 elements"):
        resize(decided(kind, decide, 1), [[3, 4]])


def test_case_does_not_decide_for_each_row() -> None:
    with pytest.raises(ResizeError, match=r"its condition 't[0-9]+' would have 3 elements"):
        resize(cased(1), [[3, 4]])


@pytest.mark.parametrize("decide", [mean_of_rows, through_reshape])
def test_while_does_not_decide_for_each_row(decide: Decider) -> None:
    with pytest.raises(ResizeError, match=r"its condition 't[0-9]+' would have 3 elements"):
        resize(repeated(decide, 1), [[3, 4]])


def test_a_condition_of_unknown_size_is_refused() -> None:
    with pytest.raises(ResizeError, match=r"would have x\[0\] elements"):
        resize(decided("tflite", mean_of_rows, 1), [[-1, 4]])


@pytest.mark.parametrize("kind", ["circle", "tflite"])
def test_one_condition_over_all_rows_goes_on(kind: str) -> None:
    result = resize(decided(kind, of_all_rows, 1), [[3, 4]])
    assert content(result.data) == content(decided(kind, of_all_rows, 3))
    result = resize(repeated(of_all_rows, 1), [[3, 4]])
    assert content(result.data) == content(repeated(of_all_rows, 3))


def test_columns_may_change_under_a_condition_of_one_row() -> None:
    model = ModelBuilder("tflite")
    main = Graph(model.graph())
    x = main.graph.input([1, 4], name="x")
    main.graph.output(
        main.op(
            "IF", mean_of_rows(main, x, 1), x, shape=[1, 4],
            then_subgraph_index=1, else_subgraph_index=1,
        )
    )  # fmt: skip
    then = Graph(model.graph())
    then.graph.output(then.op("RELU", then.graph.input([1, 4]), shape=[1, 4]))
    result = resize(bytes(model.finish()), [[1, 6]])
    assert result.outputs_after == [(1, 6)]
