"""Traps: networks at two sizes whose file at the first would run, wrongly, at the second."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from circle_resizer import ResizeError, resize
from circle_resizer.file.model import Model
from tests.support.build import ModelBuilder
from tests.support.build_graph import GraphBuilder
from tests.test_property import records

Net = Callable[[GraphBuilder, int], int]
INT, F = np.int32, np.float32


def built(net: Net, size: int) -> bytes:
    model = ModelBuilder(kind="tflite")
    graph = model.graph()
    graph.output(net(graph, size))
    return bytes(model.finish())


def ints(graph: GraphBuilder, *numbers: int) -> int:
    return graph.const(np.array(numbers, INT))


def floats(graph: GraphBuilder, *shape: int) -> int:
    return graph.const(np.random.default_rng(0).standard_normal(shape).astype(F), name="w")


def sliced(graph: GraphBuilder, x: int, cuts: list[list[int]], out: list[int], **masks: int) -> int:
    return graph.op("STRIDED_SLICE", [x, *(ints(graph, *cut) for cut in cuts)], [out], **masks)


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


def twice(graph: GraphBuilder, n: int) -> int:
    """A batch beside itself, taken apart again."""
    x = graph.input([n, 3], name="x")
    y = graph.op("CONCATENATION", [x, x], [[2 * n, 3]], axis=0)
    return graph.op("RESHAPE", [y, ints(graph, 2, n, 3)], [[2, n, 3]])


def rows_of_a_map(graph: GraphBuilder, n: int) -> int:
    x = graph.input([1, n, 5, 4], name="x")
    return graph.op("RESHAPE", [x, ints(graph, 1, 5 * n, 4)], [[1, 5 * n, 4]])


def picked_rows(graph: GraphBuilder, n: int) -> int:
    """One row of each batch: the batches are counted in a constant."""
    x, index = graph.input([n, 5, 3], name="x"), graph.input([n, 1], "INT32", name="index")
    count = graph.const(np.arange(n, dtype=INT)[:, None])
    y = graph.op("CONCATENATION", [count, index], [[n, 2]], dtype="INT32", axis=1)
    return graph.op("GATHER_ND", [x, y], [[n, 3]], dtype="FLOAT32")


@pytest.mark.parametrize(
    ("net", "sizes"),
    [
        (backward, (6, 9)), (backward, (9, 6)), (backward_to_the_end, (6, 9)),
        (class_token, (4, 6)), (class_token, (6, 4)), (twice, (2, 5)), (rows_of_a_map, (1, 3)),
        (picked_rows, (1, 3)), (picked_rows, (2, 5)), (picked_rows, (3, 1)),
    ],
)  # fmt: skip
def test_the_other_size_comes_out(net: Net, sizes: tuple[int, int]) -> None:
    one, two = (built(net, size) for size in sizes)
    assert records(resize(one, Model(two).input_shapes).data) == records(two)


def single_row(graph: GraphBuilder, n: int) -> int:
    """The last step of one: all, the first or the last."""
    x = graph.input([2, n, 3], name="x")
    y = sliced(graph, x, [[0, n - 1, 0], [2, n, 3], [1, 1, 1]], [2, 1, 3])
    return graph.op("RELU", [y], [[2, 1, 3]])


def one_of_a_table(graph: GraphBuilder, n: int) -> int:
    x = graph.input([1, n, 3], name="x")
    return graph.op("ADD", [x, floats(graph, 1, n, 3)], [[1, n, 3]])


def unrolled(graph: GraphBuilder, n: int) -> int:
    x = graph.input([2, n, 3], name="x")
    rows = graph.op("SPLIT", [graph.const(INT(1)), x], [[2, 1, 3]] * n, num_splits=n)
    return graph.op("ADD_N", list(rows) if isinstance(rows, tuple) else [rows], [[2, 1, 3]])


def pairs(graph: GraphBuilder, n: int) -> int:
    x = graph.input([2, n, 1, 3], name="x")
    return graph.op("RELU", [graph.op("TILE", [x, ints(graph, 1, 1, n, 1)], [[2, n, n, 3]])],
                    [[2, n, n, 3]])  # fmt: skip


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


def back_to_the_image(graph: GraphBuilder, n: int) -> int:
    """A quarter as large, rounded up, and as large as the image again."""
    x, small = graph.input([1, n, n, 3], name="x"), -(-n // 4)
    strides = {"stride_h": 4, "stride_w": 4, "padding": 0}
    y = graph.op("CONV_2D", [x, floats(graph, 5, 4, 4, 3), None], [[1, small, small, 5]], **strides)
    return graph.op("RESIZE_BILINEAR", [y, ints(graph, n, n)], [[1, n, n, 5]])


def same_padding(graph: GraphBuilder, n: int) -> int:
    x = graph.input([1, n, n, 3], name="x")
    before, large, small = n % 2, n + 1 + n % 2, -(-n // 2)
    pads = graph.const(np.array([[0, 0], [before, 1], [before, 1], [0, 0]], INT))
    y = graph.op("PAD", [x, pads], [[1, large, large, 3]])
    strides = {"stride_h": 2, "stride_w": 2, "padding": 1}
    return graph.op("CONV_2D", [y, floats(graph, 5, 3, 3, 3), None], [[1, small, small, 5]],
                    **strides)  # fmt: skip


def cached_position(graph: GraphBuilder, n: int) -> int:
    """A step behind n others: rotary rows of position n."""
    cache, x = graph.input([1, n, 8], name="cache"), graph.input([1, 1, 8], name="x")
    angle = n * 10000.0 ** (-np.arange(4) / 4)
    row = np.concatenate([np.cos(angle), np.cos(angle)]).astype(F)[None, None]
    y = graph.op("MUL", [x, graph.const(row, name="cos")], [[1, 1, 8]])
    return graph.op("CONCATENATION", [cache, y], [[1, n + 1, 8]], axis=1)


def flattened(graph: GraphBuilder, n: int) -> int:
    """A map of one pixel in front of weights."""
    x = graph.input([1, n, n, 3], name="x")
    y = graph.op("RESHAPE", [x, ints(graph, 1, 3 * n * n)], [[1, 3 * n * n]])
    return graph.op("FULLY_CONNECTED", [y, floats(graph, 2, 3 * n * n), None], [[1, 2]])


def lengths(graph: GraphBuilder, n: int) -> int:
    graph.input([n, 3], name="x")
    return ints(graph, *[7] * n)


@pytest.mark.parametrize(
    ("net", "sizes", "match"),
    [
        (single_row, (1, 4), "the constant 1 lies inside an axis that changes"),
        (one_of_a_table, (1, 4), "'w' has one row on axis 1, as there was one step"),
        (unrolled, (4, 6), "takes axis 1 apart into its 4 rows, which become 6"),
        (pairs, (4, 6), "nothing that reads the result decides"),
        (bins, (8, 12), r"divide the stored map \[8, 8\] into \[2, 2\] bins"),
        (strips, (4, 6), "covers the whole stored map"),
        (back_to_the_image, (16, 18), "may be that of an earlier map, 18, or .* its input, 20"),
        (same_padding, (16, 17), "as much as SAME padding in front of a window of 3 with stride 2"),
        (cached_position, (5, 9), "'cos' holds sines or cosines of position 5"),
        (flattened, (1, 2), "take rows of 3, .* become 12: weights cannot follow"),
        (lengths, (5, 8), "is a constant of shape .5. that may have been made for .* size 5"),
    ],
)
def test_what_has_two_readings_is_refused(net: Net, sizes: tuple[int, int], match: str) -> None:
    one, two = (built(net, size) for size in sizes)
    with pytest.raises(ResizeError, match=match):
        resize(one, Model(two).input_shapes)


@pytest.mark.parametrize(
    ("net", "sizes"), [(same_padding, (16, 20)), (back_to_the_image, (16, 32))]
)
def test_where_both_readings_agree_there_is_no_doubt(net: Net, sizes: tuple[int, int]) -> None:
    one, two = (built(net, size) for size in sizes)
    assert records(resize(one, Model(two).input_shapes).data) == records(two)


def one_pixel(graph: GraphBuilder, n: int) -> int:
    """A map of one pixel, channels last and then first."""
    x = graph.input([1, n, n, 5], name="x")
    if n > 1:
        return graph.op("TRANSPOSE", [x, ints(graph, 0, 3, 1, 2)], [[1, 5, n, n]])
    return graph.op("RESHAPE", [x, ints(graph, 1, 5, 1, 1)], [[1, 5, 1, 1]])


def test_a_map_of_one_pixel_changes_its_layout_like_others() -> None:
    model = Model(resize(built(one_pixel, 1), [[1, 2, 3, 5]]).data)
    assert [op.kind for op in model.subgraphs[0].operators] == ["TRANSPOSE"]
    assert model.output_shapes == [(1, 5, 2, 3)]
