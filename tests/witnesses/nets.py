"""Networks at any size: what an exporter would write there."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from circle_resizer.schema.types import Padding
from tests.support.build import ModelBuilder
from tests.support.build_graph import GraphBuilder

Net = Callable[[GraphBuilder, int], Any]
INT, F = np.int32, np.float32
ALL: dict[str, Net] = {}


def net(function: Net) -> Net:
    ALL[function.__name__] = function
    return function


def built(function: Net, size: int) -> bytes:
    model = ModelBuilder(kind="tflite")
    graph = model.graph()
    graph.output(function(graph, size))
    return bytes(model.finish())


def ints(graph: GraphBuilder, *numbers: int) -> Any:
    return graph.const(np.array(numbers, INT))


def random(*shape: int, seed: int = 0) -> np.ndarray:
    return np.random.default_rng(seed).standard_normal(shape).astype(F)


def rows(graph: GraphBuilder, x: int, begin: int, count: int) -> Any:
    return graph.op(
        "SLICE", [x, ints(graph, 0, begin, 0), ints(graph, 2, count, 3)], [[2, count, 3]]
    )


@net
def half(graph: GraphBuilder, n: int) -> Any:
    x = graph.input([2, n, 3], name="x")
    return graph.op("RELU", [rows(graph, x, 0, n // 2)], [[2, n // 2, 3]])


@net
def larger_half(graph: GraphBuilder, n: int) -> Any:
    x, m = graph.input([2, n, 3], name="x"), (n + 1) // 2
    return graph.op("RELU", [rows(graph, x, 0, m)], [[2, m, 3]])


@net
def second_half(graph: GraphBuilder, n: int) -> Any:
    x = graph.input([2, n, 3], name="x")
    return graph.op("RELU", [rows(graph, x, n // 2, n - n // 2)], [[2, n - n // 2, 3]])


@net
def first_rows(graph: GraphBuilder, n: int) -> Any:
    x = graph.input([2, n, 3], name="x")
    return graph.op("RELU", [rows(graph, x, 0, 5)], [[2, 5, 3]])


@net
def all_but_three(graph: GraphBuilder, n: int) -> Any:
    x = graph.input([2, n, 3], name="x")
    return graph.op("RELU", [rows(graph, x, 3, n - 3)], [[2, n - 3, 3]])


@net
def roll(graph: GraphBuilder, n: int) -> Any:
    x = graph.input([2, n, 3], name="x")
    parts = [rows(graph, x, 3, n - 3), rows(graph, x, 0, 3)]
    y = graph.op("CONCATENATION", parts, [[2, n, 3]], axis=1)
    return graph.op("RELU", [y], [[2, n, 3]])


@net
def filled(graph: GraphBuilder, n: int) -> Any:
    x = graph.input([2, n, 3], name="x")
    y = graph.op("FILL", [ints(graph, 2, n // 4, 3), graph.const(np.float32(1))], [[2, n // 4, 3]])
    return graph.op("CONCATENATION", [x, y], [[2, n + n // 4, 3]], axis=1)


@net
def doubled(graph: GraphBuilder, n: int) -> Any:
    x = graph.input([1, n, 4, 3], name="x")
    y = graph.op("RESIZE_BILINEAR", [x, ints(graph, 2 * n, 8)], [[1, 2 * n, 8, 3]])
    return graph.op("RELU", [y], [[1, 2 * n, 8, 3]])


@net
def brought_to_a_size(graph: GraphBuilder, n: int) -> Any:
    x = graph.input([1, n, 4, 3], name="x")
    y = graph.op("RESIZE_BILINEAR", [x, ints(graph, 32, 8)], [[1, 32, 8, 3]])
    return graph.op("RELU", [y], [[1, 32, 8, 3]])


@net
def best(graph: GraphBuilder, n: int) -> Any:
    x, k = graph.input([2, n], name="x"), min(n, 20)
    values, _ = graph.op("TOPK_V2", [x, graph.const(np.int32(k))],
                         [[2, k], [2, k]], dtype=["FLOAT32", "INT32"])  # fmt: skip
    return graph.op("RELU", [values], [[2, k]])


def pool(graph: GraphBuilder, n: int, window: int, stride: int, out: int) -> Any:
    x = graph.input([1, n, 4, 3], name="x")
    y = graph.op(
        "AVERAGE_POOL_2D", [x], [[1, out, 4, 3]], filter_height=window, filter_width=1,
        stride_h=stride, stride_w=1, padding=Padding.VALID,
    )  # fmt: skip
    return graph.op("RELU", [y], [[1, out, 4, 3]])


@net
def pooled_whole(graph: GraphBuilder, n: int) -> Any:
    return pool(graph, n, n, n, 1)


@net
def pooled_into_bins(graph: GraphBuilder, n: int) -> Any:
    return pool(graph, n, n // 4, n // 4, 4)


@net
def pooled_by_windows(graph: GraphBuilder, n: int) -> Any:
    return pool(graph, n, 4, 4, n // 4)


@net
def padded_to_eight(graph: GraphBuilder, n: int) -> Any:
    x, more = graph.input([1, n, 4, 3], name="x"), -n % 8
    pads = graph.const(np.array([[0, 0], [0, more], [0, 0], [0, 0]], INT))
    y = graph.op("PAD", [x, pads], [[1, n + more, 4, 3]])
    return graph.op("RELU", [y], [[1, n + more, 4, 3]])


@net
def windows(graph: GraphBuilder, n: int) -> Any:
    x = graph.input([1, n, 3], name="x")
    y = graph.op("RESHAPE", [x, ints(graph, n // 4, 4, 3)], [[n // 4, 4, 3]])
    return graph.op(
        "SOFTMAX", [graph.op("RELU", [y], [[n // 4, 4, 3]])], [[n // 4, 4, 3]], beta=1.0
    )


@net
def four_groups(graph: GraphBuilder, n: int) -> Any:
    x = graph.input([1, n, 3], name="x")
    y = graph.op("RESHAPE", [x, ints(graph, 4, n // 4, 3)], [[4, n // 4, 3]])
    return graph.op(
        "SOFTMAX", [graph.op("RELU", [y], [[4, n // 4, 3]])], [[4, n // 4, 3]], beta=1.0
    )


@net
def positions(graph: GraphBuilder, n: int) -> Any:
    x = graph.input([2, n, 3], name="x")
    table = graph.const(random(1, 64, 3)[:, :n].copy(), name="table")
    return graph.op("ADD", [x, table], [[2, n, 3]])


@net
def centre_of_a_window(graph: GraphBuilder, n: int) -> Any:
    x, first = graph.input([2, n, 3], name="x"), (64 - n) // 2
    table = graph.const(random(1, 64, 3)[:, first : first + n].copy(), name="table")
    return graph.op("ADD", [x, table], [[2, n, 3]])


@net
def causal(graph: GraphBuilder, n: int) -> Any:
    x = graph.input([2, n, n], name="x")
    mask = np.where(np.tri(n) > 0, 0, -1e9).astype(F)[None]
    return graph.op("ADD", [x, graph.const(mask, name="mask")], [[2, n, n]])


@net
def mean_as_a_product(graph: GraphBuilder, n: int) -> Any:
    x = graph.input([2, n, 3], name="x")
    y = graph.op("SUM", [x, ints(graph, 1)], [[2, 3]])
    return graph.op("MUL", [y, graph.const(np.float32(1 / n), name="factor")], [[2, 3]])


@net
def gain_that_equals_a_size(graph: GraphBuilder, n: int) -> Any:
    x = graph.input([2, n, 3], name="x")
    y = graph.op("SUM", [x, ints(graph, 1)], [[2, 3]])
    return graph.op("MUL", [y, graph.const(np.float32(1 / 16), name="factor")], [[2, 3]])


@net
def last_index(graph: GraphBuilder, n: int) -> Any:
    x = graph.input([2, n, 3], name="x")
    places = graph.op("ARG_MAX", [x, ints(graph, 1)], [[2, 3]], dtype="INT32", output_type=2)
    places = graph.op("MINIMUM", [places, graph.const(np.int32(n - 1), name="last")], [[2, 3]],
                      dtype="INT32")  # fmt: skip
    return graph.op("CAST", [places], [[2, 3]])


@net
def normalised_places(graph: GraphBuilder, n: int) -> Any:
    x = graph.input([2, n, 3], name="x")
    places = (np.arange(n, dtype=F) / F(n - 1)).reshape(1, n, 1)
    return graph.op("MUL", [x, graph.const(places, name="places")], [[2, n, 3]])


@net
def steps_backward(graph: GraphBuilder, n: int) -> Any:
    x = graph.input([2, n, 3], name="x")
    cuts = [ints(graph, 0, n - 1, 0), ints(graph, 2, 0, 3), ints(graph, 1, -1, 1)]
    y = graph.op("STRIDED_SLICE", [x, *cuts], [[2, n, 3]], end_mask=2)
    return graph.op("RELU", [y], [[2, n, 3]])


@net
def every_second(graph: GraphBuilder, n: int) -> Any:
    x, m = graph.input([2, n, 3], name="x"), (n + 1) // 2
    cuts = [ints(graph, 0, 0, 0), ints(graph, 2, n, 3), ints(graph, 1, 2, 1)]
    y = graph.op("STRIDED_SLICE", [x, *cuts], [[2, m, 3]])
    return graph.op("RELU", [y], [[2, m, 3]])


@net
def last_row(graph: GraphBuilder, n: int) -> Any:
    x = graph.input([2, n, 3], name="x")
    return graph.op("RELU", [rows(graph, x, n - 1, 1)], [[2, 1, 3]])


@net
def row_fifteen(graph: GraphBuilder, n: int) -> Any:
    x = graph.input([2, n, 3], name="x")
    return graph.op("RELU", [rows(graph, x, 7, 1)], [[2, 1, 3]])


@net
def widened(graph: GraphBuilder, n: int) -> Any:
    x = graph.input([n, 3], name="x")
    y = graph.op("RESHAPE", [x, ints(graph, 1, n, 3)], [[1, n, 3]])
    y = graph.op("BROADCAST_TO", [y, ints(graph, n // 2, n, 3)], [[n // 2, n, 3]])
    return graph.op("RELU", [y], [[n // 2, n, 3]])


@net
def split_in_two(graph: GraphBuilder, n: int) -> Any:
    x, m = graph.input([2, n, 3], name="x"), n // 4
    one, two = graph.op(
        "SPLIT_V", [x, ints(graph, m, n - m), graph.const(np.int32(1))], [[2, m, 3], [2, n - m, 3]],
        num_splits=2,
    )  # fmt: skip
    return graph.op("CONCATENATION", [two, one], [[2, n, 3]], axis=1)


@net
def picked_rows(graph: GraphBuilder, n: int) -> Any:
    x = graph.input([2, n, 3], name="x")
    order = np.roll(np.arange(n, dtype=INT), 2)
    y = graph.op("GATHER", [x, graph.const(order, name="order")], [[2, n, 3]], axis=1)
    return graph.op("RELU", [y], [[2, n, 3]])


@net
def squared(graph: GraphBuilder, n: int) -> Any:
    x = graph.input([n, n, 3], name="x")
    y = graph.op("RESHAPE", [x, ints(graph, n * n, 3)], [[n * n, 3]])
    return graph.op("RELU", [y], [[n * n, 3]])


@net
def counted(graph: GraphBuilder, n: int) -> Any:
    x, m = graph.input([2, n, 3], name="x"), n // 2
    y = graph.op("RANGE", [graph.const(np.int32(0)), graph.const(np.int32(m)),
                           graph.const(np.int32(1))], [[m]], dtype="INT32")  # fmt: skip
    y = graph.op("GATHER", [x, y], [[2, m, 3]], axis=1)
    return graph.op("RELU", [y], [[2, m, 3]])


@net
def scaled_by_a_root(graph: GraphBuilder, n: int) -> Any:
    x = graph.input([2, n, 3], name="x")
    y = graph.op("SUM", [x, ints(graph, 1)], [[2, 3]])
    return graph.op("MUL", [y, graph.const(np.float32(n**-0.5), name="factor")], [[2, 3]])


@net
def kept_rows(graph: GraphBuilder, n: int) -> Any:
    """Of 16 rows all are taken, of 24 the first 16 are."""
    x = graph.input([2, n, 3], name="x")
    return graph.op("RELU", [rows(graph, x, 0, 16)], [[2, 16, 3]])
