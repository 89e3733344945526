"""Operators run in the order of the file, and each tensor is computed once."""

from __future__ import annotations

import pytest

from circle_resizer.errors import ModelError
from circle_resizer.file.model import Model
from tests.support.build import ModelBuilder


def wired(*operators: tuple[list[int], int]) -> bytes:
    """Operators between four tensors; the first one is the input."""
    model = ModelBuilder("circle")
    graph = model.graph()
    graph.input([2, 3])
    for _ in range(3):
        graph.tensor([2, 3])
    for inputs, output in operators:
        graph.raw_op("ADD_N", inputs, [output])
    graph.output(3)
    return model.finish()


DAMAGED = {
    "reads itself": ([([0, 1], 1)], "operator 0 of subgraph 0 makes 't1', which was read before"),
    "reads a later one": ([([2], 1), ([0], 2)], "operator 1 .* makes 't2', which was read before"),
    "computed twice": ([([0], 1), ([0], 1)], "operator 1 .* makes 't1', which is there already"),
}


@pytest.mark.parametrize(("operators", "error"), DAMAGED.values(), ids=DAMAGED)
def test_operators_out_of_order(operators: list[tuple[list[int], int]], error: str) -> None:
    with pytest.raises(ModelError, match=error):
        _ = Model(wired(*operators)).subgraphs


def test_operators_in_order() -> None:
    graph = Model(wired(([0], 1), ([0, 1], 2), ([1, 2], 3))).subgraphs[0]
    assert [op.outputs for op in graph.operators] == [(1,), (2,), (3,)]
