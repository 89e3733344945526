"""Numbers of the file that belong to BATCH_MATMUL and FULLY_CONNECTED."""

from __future__ import annotations

import numpy as np
import pytest

from circle_resizer import ResizeError, resize
from tests.support.build_graph import GraphBuilder
from tests.support.nets import built, constants, floats, ints, one


def flattened(graph: GraphBuilder, n: int) -> int:
    """A map of one pixel in front of weights."""
    x = graph.input([1, n, n, 3], name="x")
    y = graph.op("RESHAPE", [x, ints(graph, 1, 3 * n * n)], [[1, 3 * n * n]])
    return graph.op("FULLY_CONNECTED", [y, floats(graph, 2, 3 * n * n), None], [[1, 2]])


def test_weights_do_not_follow_the_rows_they_take() -> None:
    with pytest.raises(ResizeError, match=r"take rows of 3, .* become 12: weights cannot follow"):
        resize(built(flattened, 1), [[1, 2, 2, 3]])


def test_the_summed_axis_is_one_size() -> None:
    data = one("BATCH_MATMUL", [[2, 4, 8], [2, 8, 5]], [2, 4, 5])
    assert resize(data, [[3, 6, 9], [3, 9, 7]]).outputs_after == [(3, 6, 7)]
    with pytest.raises(ResizeError, match=r"agreed and no longer do: axis 2 .* 8 -> 9"):
        resize(data, [[2, 4, 9], [2, 8, 5]])


def test_a_square_constant_of_ones_stays_square() -> None:
    ones = np.ones((6, 6), np.float32)
    data = one("BATCH_MATMUL", [[2, 4, 6], ones], [2, 4, 6])
    assert constants(resize(data, [[2, 4, 9]]).data)["c1"].shape == (9, 9)


def test_other_axes_than_the_row_of_weights_may_change() -> None:
    weights = np.ones((5, 8), np.float32)
    data = one("FULLY_CONNECTED", [[2, 4, 8], weights, None], [2, 4, 5], keep_num_dims=True)
    assert resize(data, [[3, 7, 8]]).outputs_after == [(3, 7, 5)]
    with pytest.raises(ResizeError, match=r"'c1' take rows of 8, .* become 9: weights cannot"):
        resize(data, [[2, 4, 9]])
