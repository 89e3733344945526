"""Numbers of the file that belong to SPLIT and SPLIT_V."""

from __future__ import annotations

import numpy as np
import pytest

from circle_resizer import ResizeError, resize
from tests.support.build_graph import GraphBuilder
from tests.support.nets import built, ints, one, twins


def unrolled(graph: GraphBuilder, n: int) -> int:
    x = graph.input([2, n, 3], name="x")
    rows = graph.op("SPLIT", [graph.const(np.int32(1)), x], [[2, 1, 3]] * n, num_splits=n)
    return graph.op("ADD_N", list(rows) if isinstance(rows, tuple) else [rows], [[2, 1, 3]])


def test_single_rows_that_become_more_are_refused() -> None:
    with pytest.raises(ResizeError, match="takes axis 1 apart into its 4 rows, which become 6"):
        resize(built(unrolled, 4), [[2, 6, 3]])


def test_equal_parts_grow_with_the_axis() -> None:
    data = one("SPLIT", [np.array(1, np.int32), [2, 6]], [2, 3], [2, 3], num_splits=2)
    assert resize(data, [[2, 10]]).outputs_after == [(2, 5), (2, 5)]


def joined_again(graph: GraphBuilder, n: int) -> int:
    """A row and the rest, which is added to something as long."""
    x = graph.op("RELU", [graph.input([2, n], name="x")], [[2, n]])
    y = graph.input([2, n - 1], name="y")
    sizes, axis = ints(graph, 1, n - 1), graph.const(np.int32(1))
    _, rest = graph.op("SPLIT_V", [x, sizes, axis], [[2, 1], [2, n - 1]], num_splits=2)
    return graph.op("ADD", [rest, y], [[2, n - 1]])


@pytest.mark.parametrize(("old", "new"), [(6, 9), (9, 6)])
def test_a_consumer_decides_which_part_grows(old: int, new: int) -> None:
    resized, wanted = twins(joined_again, old, new)
    assert resized == wanted


def test_parts_that_nobody_decides_are_refused() -> None:
    cut = [np.array([2, 4], np.int32), np.array(1, np.int32)]
    with pytest.raises(ResizeError, match="the constant 2 lies inside an axis that changes"):
        resize(one("SPLIT_V", [[2, 6], *cut], [2, 2], [2, 4], num_splits=2), [[2, 9]])
