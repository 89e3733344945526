"""Numbers of the file that belong to SCATTER_ND."""

from __future__ import annotations

import numpy as np
import pytest

from tests.support.build_graph import GraphBuilder
from tests.support.nets import ints, twins


def scattered(graph: GraphBuilder, n: int) -> int:
    """Rows [2,n] at rows 1 and 4 of zeros [6,n]."""
    x = graph.op("RELU", [graph.input([2, n], name="x")], [[2, n]])
    rows = graph.const(np.array([[1], [4]], np.int32))
    return graph.op("SCATTER_ND", [rows, x, ints(graph, 6, n)], [[6, n]])


@pytest.mark.parametrize(("old", "new"), [(3, 5), (5, 3)])
def test_sizes_that_the_updates_fill_follow_them(old: int, new: int) -> None:
    resized, wanted = twins(scattered, old, new)
    assert resized == wanted
