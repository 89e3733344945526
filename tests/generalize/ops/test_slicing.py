"""Numbers of the file that belong to SLICE and DYNAMIC_UPDATE_SLICE."""

from __future__ import annotations

import numpy as np
import pytest

from circle_resizer import ResizeError, resize
from tests.support.build import ModelBuilder
from tests.support.build_graph import GraphBuilder
from tests.support.nets import constant, constants, ints, one, twins


def enlarged(height: int) -> bytes:
    """ConvTranspose2d(kernel 3, stride 2, padding 1): the padding is cut off behind it."""
    model = ModelBuilder(kind="circle")
    graph = model.graph()
    x = graph.input([1, height, 5, 4], name="x")
    full = [1, 2 * height + 1, 11, 4]
    operands = [graph.const(np.array(full, np.int32)), graph.const(np.ones((4, 3, 3, 4), "f4")), x]
    options = {"padding": 1, "stride_h": 2, "stride_w": 2}
    y = graph.op("TRANSPOSE_CONV", operands, [full], dtype="FLOAT32", **options)
    cut = [1, 2 * height - 1, 9, 4]
    begin, size = (graph.const(np.array(n, np.int32)) for n in ([0, 1, 1, 0], cut))
    graph.output(graph.op("SLICE", [y, begin, size], [cut]))
    return bytes(model.finish())


def test_the_padding_of_a_transposed_convolution_is_cut_off_again() -> None:
    result = resize(enlarged(4), [[1, 7, 5, 4]])
    assert constant(result.data, 1, 2) == [1, 13, 9, 4]
    assert "cut off at both ends" in str(result.report)


def rows_behind(graph: GraphBuilder, n: int) -> int:
    """All rows but the first."""
    x = graph.op("RELU", [graph.input([2, n, 3], name="x")], [[2, n, 3]])
    begin, size = ints(graph, 0, 1, 0), ints(graph, 2, n - 1, 3)
    y = graph.op("SLICE", [x, begin, size], [[2, n - 1, 3]])
    return graph.op("RELU", [y], [[2, n - 1, 3]])


@pytest.mark.parametrize(("old", "new"), [(6, 9), (9, 6)])
def test_a_size_that_reached_the_end_still_does(old: int, new: int) -> None:
    resized, wanted = twins(rows_behind, old, new)
    assert resized == wanted


def test_a_cut_inside_a_resized_axis_is_ambiguous() -> None:
    cut = [np.array(n, np.int32) for n in ([0, 0, 0], [2, 3, 3])]
    with pytest.raises(ResizeError, match="the constant 3 lies inside an axis that changes"):
        resize(one("SLICE", [[2, 6, 3], *cut], [2, 3, 3]), [[2, 9, 3]])


@pytest.mark.parametrize("kind", ["DYNAMIC_UPDATE_SLICE", "STABLEHLO_DYNAMIC_UPDATE_SLICE"])
def test_an_update_is_written_over_every_batch(kind: str) -> None:
    many = kind.startswith("STABLEHLO")
    starts = [np.int32(0)] * 3 if many else [np.zeros(3, np.int32)]
    zeros = np.zeros((1, 2, 3), np.float32)
    data = one(kind, [[1, 6, 3], zeros, *map(np.asarray, starts)], [1, 6, 3])
    assert constants(resize(data, [[4, 6, 3]]).data)["c1"].shape == (4, 2, 3)
    assert constants(resize(data, [[1, 9, 3]]).data)["c1"].shape == (1, 2, 3)
