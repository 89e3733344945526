"""Numbers of the file that belong to RESIZE_BILINEAR and RESIZE_NEAREST_NEIGHBOR."""

from __future__ import annotations

import pytest

from circle_resizer import ResizeError, resize
from tests.support.build import ModelBuilder
from tests.support.build_graph import GraphBuilder
from tests.support.nets import built, constant, floats, ints, twins


def back_to_the_image(graph: GraphBuilder, n: int) -> int:
    """A quarter as large, rounded up, and as large as the image again."""
    x, small = graph.input([1, n, n, 3], name="x"), -(-n // 4)
    strides = {"stride_h": 4, "stride_w": 4, "padding": 0}
    y = graph.op("CONV_2D", [x, floats(graph, 5, 4, 4, 3), None], [[1, small, small, 5]], **strides)
    return graph.op("RESIZE_BILINEAR", [y, ints(graph, n, n)], [[1, n, n, 5]])


def test_a_size_of_an_earlier_map_is_no_scale() -> None:
    with pytest.raises(
        ResizeError, match=r"may be that of an earlier map, 18, or .* its input, 20"
    ):
        resize(built(back_to_the_image, 16), [[1, 18, 18, 3]])


def test_where_map_and_scale_agree_there_is_no_doubt() -> None:
    resized, wanted = twins(back_to_the_image, 16, 32)
    assert resized == wanted


@pytest.mark.parametrize("kind", ["RESIZE_BILINEAR", "RESIZE_NEAREST_NEIGHBOR"])
def test_a_multiple_of_the_input_stays_that_multiple(kind: str) -> None:
    model = ModelBuilder(kind="tflite")
    graph = model.graph()
    x = graph.input([1, 8, 8, 3], name="x")
    strides = {"stride_h": 2, "stride_w": 2, "padding": 0}
    y = graph.op("CONV_2D", [x, floats(graph, 5, 3, 3, 3), None], [[1, 4, 4, 5]], **strides)
    y = graph.op(kind, [y, ints(graph, 12, 12)], [[1, 12, 12, 5]])
    graph.output(graph.op("RELU", [y], [[1, 12, 12, 5]]))
    assert constant(resize(model.finish(), [[1, 12, 16, 3]]).data, 1, 1) == [18, 24]
