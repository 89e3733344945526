"""Numbers of the file that belong to STRIDED_SLICE."""

from __future__ import annotations

import numpy as np
import pytest

from circle_resizer import ResizeError, resize
from tests.support.build import ModelBuilder
from tests.support.build_graph import GraphBuilder
from tests.support.nets import Net, built, constant, floats, ints, sliced, twins


def cut(first: int, last: int) -> bytes:
    model = ModelBuilder(kind="circle")
    graph = model.graph()
    x = graph.op("RELU", [graph.input([1, 8, 4], name="x")], [[1, 8, 4]])
    begin, end = np.array([0, first, 0], np.int32), np.array([1, last, 4], np.int32)
    operands = [x, graph.const(begin), graph.const(end), graph.const(np.ones(3, np.int32))]
    graph.output(graph.op("STRIDED_SLICE", operands, [[1, last - first, 4]]))
    return bytes(model.finish())


@pytest.mark.parametrize(("first", "last"), [(0, 4), (0, 3), (4, 8), (2, 6)])
def test_a_cut_inside_an_axis_that_changes_is_refused(first: int, last: int) -> None:
    with pytest.raises(ResizeError, match="lies inside an axis that changes"):
        resize(cut(first, last), [[1, 12, 4]])


def test_an_end_that_was_the_extent_follows_it() -> None:
    assert constant(resize(cut(0, 8), [[2, 12, 4]]).data, 1, 2) == [2, 12, 4]


def test_the_last_row_stays_the_last() -> None:
    data = resize(cut(7, 8), [[1, 12, 4]]).data
    assert constant(data, 1, 1) == [0, 11, 0]
    assert constant(data, 1, 2) == [1, 12, 4]


def test_strict_refuses_what_is_assumed() -> None:
    with pytest.raises(ResizeError, match="last row stays last"):
        resize(cut(7, 8), [[1, 12, 4]], strict=True)


def test_there_and_back_restores_the_bytes() -> None:
    data = cut(0, 8)
    there = resize(data, [[3, 12, 4]]).data
    assert resize(there, [[1, 8, 4]]).data == data


def backward(graph: GraphBuilder, n: int) -> int:
    x = graph.input([2, n, 3], name="x")
    cuts = [[0, n - 1, 0], [2, 0, 3], [1, -1, 1]]
    y = sliced(graph, x, cuts, [2, n, 3], end_mask=2)
    return graph.op("RELU", [y], [[2, n, 3]])


def backward_to_the_end(graph: GraphBuilder, n: int) -> int:
    x = graph.input([2, n, 3], name="x")
    cuts = [[0, -1, 0], [2, -n - 1, 3], [1, -1, 1]]
    return graph.op("RELU", [sliced(graph, x, cuts, [2, n, 3])], [[2, n, 3]])


def class_token(graph: GraphBuilder, n: int) -> int:
    """A map that is flattened, gets a token and loses it again."""
    x = graph.input([1, n, 4, 3], name="x")
    y = graph.op("RESHAPE", [x, ints(graph, 1, 4 * n, 3)], [[1, 4 * n, 3]])
    y = graph.op("CONCATENATION", [floats(graph, 1, 1, 3), y], [[1, 4 * n + 1, 3]], axis=1)
    cuts = [[0, 1, 0], [1, 4 * n + 1, 3], [1, 1, 1]]
    y = sliced(graph, y, cuts, [1, 4 * n, 3])
    return graph.op("RESHAPE", [y, ints(graph, 1, n, 4, 3)], [[1, n, 4, 3]])


@pytest.mark.parametrize(
    ("net", "old", "new"),
    [
        (backward, 6, 9),
        (backward, 9, 6),
        (backward_to_the_end, 6, 9),
        (class_token, 4, 6),
        (class_token, 6, 4),
    ],
)
def test_the_other_size_comes_out(net: Net, old: int, new: int) -> None:
    resized, wanted = twins(net, old, new)
    assert resized == wanted


def single_row(graph: GraphBuilder, n: int) -> int:
    """The last step of one: all, the first or the last."""
    x = graph.input([2, n, 3], name="x")
    y = sliced(graph, x, [[0, n - 1, 0], [2, n, 3], [1, 1, 1]], [2, 1, 3])
    return graph.op("RELU", [y], [[2, 1, 3]])


def test_the_only_row_may_be_all_of_them() -> None:
    with pytest.raises(ResizeError, match="the constant 1 lies inside an axis that changes"):
        resize(built(single_row, 1), [[2, 4, 3]])
