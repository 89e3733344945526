"""Numbers of the file that belong to AVERAGE_POOL_2D and MAX_POOL_2D."""

from __future__ import annotations

import pytest

from circle_resizer import ResizeError, resize
from circle_resizer.file.model import Model
from circle_resizer.schema.options import Pool2DOptions
from tests.support.build import ModelBuilder
from tests.support.build_graph import GraphBuilder
from tests.support.nets import Net, built, one


def pooled() -> bytes:
    model = ModelBuilder(kind="circle")
    graph = model.graph()
    x = graph.op("RELU", [graph.input([1, 7, 7, 3], name="x")], [[1, 7, 7, 3]])
    window = {"padding": 1, "stride_h": 1, "stride_w": 1, "filter_height": 7, "filter_width": 7}
    graph.output(graph.op("AVERAGE_POOL_2D", [x], [[1, 1, 1, 3]], **window))
    return bytes(model.finish())


def test_a_window_of_the_whole_map_is_refused() -> None:
    with pytest.raises(ResizeError, match=r"window \[7, 7\] covers the whole stored map"):
        resize(pooled(), [[1, 9, 11, 3]])


def test_a_window_of_the_whole_map_is_widened_on_request() -> None:
    model = Model(resize(pooled(), [[1, 9, 11, 3]], global_pool=True).data)
    opt = model.subgraphs[0].operators[1].options(Pool2DOptions)
    assert (opt.filter_height, opt.filter_width) == (9, 11)
    assert model.output_shapes == [(1, 1, 1, 3)]


def test_another_batch_leaves_the_window() -> None:
    model = Model(resize(pooled(), [[5, 7, 7, 3]]).data)
    assert model.output_shapes == [(5, 1, 1, 3)]


def test_a_shape_that_follows_from_the_inputs_cannot_be_given() -> None:
    name = Model(pooled()).subgraphs[0].tensors[1].name
    with pytest.raises(ResizeError, match="follows from the inputs"):
        resize(pooled(), [[5, 7, 7, 3]], output_shapes={name: [5, 7, 7, 3]})


def bins(graph: GraphBuilder, n: int) -> int:
    x = graph.input([1, n, n, 3], name="x")
    window = {"filter_height": n // 2, "filter_width": n // 2, "padding": 1}
    strides = {"stride_h": n // 2, "stride_w": n // 2}
    y = graph.op("AVERAGE_POOL_2D", [x], [[1, 2, 2, 3]], **window, **strides)
    return graph.op("RELU", [y], [[1, 2, 2, 3]])


def strips(graph: GraphBuilder, n: int) -> int:
    x = graph.input([1, n, 9, 3], name="x")
    window = {"filter_height": n, "filter_width": 1, "padding": 1, "stride_h": 1, "stride_w": 1}
    return graph.op("MAX_POOL_2D", [x], [[1, 1, 9, 3]], **window)


@pytest.mark.parametrize(
    ("net", "old", "new", "match"),
    [
        (bins, 8, 12, r"divide the stored map \[8, 8\] into \[2, 2\] bins"),
        (strips, 4, 6, "covers the whole stored map"),
    ],
)
def test_what_has_two_interpretations_is_refused(net: Net, old: int, new: int, match: str) -> None:
    with pytest.raises(ResizeError, match=match):
        resize(built(net, old), Model(built(net, new)).input_shapes)


@pytest.mark.parametrize("kind", ["AVERAGE_POOL_2D", "MAX_POOL_2D", "L2_POOL_2D"])
def test_small_windows_slide_over_more(kind: str) -> None:
    window = {"padding": 1, "stride_h": 2, "stride_w": 2, "filter_height": 2, "filter_width": 2}
    data = one(kind, [[1, 8, 8, 3]], [1, 4, 4, 3], **window)
    assert resize(data, [[1, 12, 10, 3]]).outputs_after == [(1, 6, 5, 3)]
