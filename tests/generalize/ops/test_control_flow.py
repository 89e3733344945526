"""Numbers of the file that belong to IF and STABLEHLO_CASE."""

from __future__ import annotations

import pytest

from circle_resizer import ResizeError, resize
from tests.generalize.ops.test_loops import Graph, content
from tests.support.build import ModelBuilder


def branches(batch: int, *, filled: bool) -> bytes:
    """RELU, or zeros of the same shape."""
    model = ModelBuilder("tflite")
    main, then, other = (Graph(model.graph()) for _ in range(3))
    flag, x = main.graph.input([], "BOOL"), main.graph.input([batch, 4])
    graphs = {"then_subgraph_index": 1, "else_subgraph_index": 2}
    main.graph.output(main.op("IF", flag, x, shape=[batch, 4], **graphs))
    then.graph.output(then.op("RELU", then.graph.input([batch, 4]), shape=[batch, 4]))
    other.graph.input([batch, 4])
    zeros = other.zeros(batch, 4)
    if filled:
        zeros = other.op("FILL", other.vector(batch, 4), other.number(0.0), shape=[batch, 4])
    other.graph.output(zeros)
    return bytes(model.finish())


@pytest.mark.parametrize(("old", "new"), [(2, 3), (3, 2), (4, 1), (1, 4)])
def test_literal_sizes_of_one_branch_follow_the_other(old: int, new: int) -> None:
    result = resize(branches(old, filled=True), [[], [new, 4]])
    assert content(result.data) == content(branches(new, filled=True))


def test_a_constant_that_a_branch_returns_is_refused() -> None:
    with pytest.raises(ResizeError, match="axis 0 of which was 2 in both and becomes 3 and 2"):
        resize(branches(2, filled=False), [[], [3, 4]])


def test_a_condition_for_each_batch_is_refused() -> None:
    model = ModelBuilder("tflite")
    main, then, other = (Graph(model.graph()) for _ in range(3))
    flag, x = main.graph.input([1], "BOOL", name="flag"), main.graph.input([1, 4])
    graphs = {"branch_subgraph_indices": [1, 2]}
    main.graph.output(main.op("STABLEHLO_CASE", flag, x, shape=[1, 4], **graphs))
    for graph in (then, other):
        graph.graph.output(graph.op("RELU", graph.graph.input([1, 4]), shape=[1, 4]))
    with pytest.raises(ResizeError, match="its condition 'flag' would have 3 elements"):
        resize(model.finish(), [[3], [3, 4]])
