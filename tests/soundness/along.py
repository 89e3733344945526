"""Operators that work along the last axis, each as (graph, operand, shape) -> (result, shape)."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from tests.support.build_graph import GraphBuilder
from tests.support.two_sizes import floats, integer, ints

Shape = list[int]
Along = Callable[[GraphBuilder, int, Shape], "tuple[int, Shape]"]
ALONG: dict[str, Along] = {}


def along(make: Along) -> Along:
    ALONG[make.__name__] = make
    return make


@along
def rms_norm(g: GraphBuilder, x: int, s: Shape) -> tuple[int, Shape]:
    return g.op("RMS_NORM", [x, g.const(np.ones(1, np.float32))], [s], epsilon=1e-6), s


@along
def softmax(g: GraphBuilder, x: int, s: Shape) -> tuple[int, Shape]:
    return g.op("SOFTMAX", [x], [s], beta=1.0), s


@along
def log_softmax(g: GraphBuilder, x: int, s: Shape) -> tuple[int, Shape]:
    return g.op("LOG_SOFTMAX", [x], [s]), s


@along
def l2_norm(g: GraphBuilder, x: int, s: Shape) -> tuple[int, Shape]:
    return g.op("L2_NORMALIZATION", [x], [s]), s


@along
def cumsum(g: GraphBuilder, x: int, s: Shape) -> tuple[int, Shape]:
    return g.op("CUMSUM", [x, integer(g, len(s) - 1)], [s]), s


@along
def cumsum_of_the_last(g: GraphBuilder, x: int, s: Shape) -> tuple[int, Shape]:
    return g.op("CUMSUM", [x, integer(g, -1)], [s]), s


@along
def reverse(g: GraphBuilder, x: int, s: Shape) -> tuple[int, Shape]:
    return g.op("REVERSE_V2", [x, ints(g, len(s) - 1)], [s]), s


@along
def top_two(g: GraphBuilder, x: int, s: Shape) -> tuple[int, Shape]:
    out = [*s[:-1], 2]
    found = g.op("TOPK_V2", [x, integer(g, 2)], [out, out], dtype=["FLOAT32", "INT32"])
    return found[0], out


@along
def mean(g: GraphBuilder, x: int, s: Shape) -> tuple[int, Shape]:
    out = [*s[:-1], 1]
    middle = g.op("MEAN", [x, ints(g, len(s) - 1)], [out], keep_dims=True)
    return g.op("SUB", [x, middle], [s]), s


@along
def largest(g: GraphBuilder, x: int, s: Shape) -> tuple[int, Shape]:
    out = [*s[:-1], 1]
    most = g.op("REDUCE_MAX", [x, ints(g, len(s) - 1)], [out], keep_dims=True)
    return g.op("SUB", [x, most], [s]), s


@along
def arg_max(g: GraphBuilder, x: int, s: Shape) -> tuple[int, Shape]:
    place = g.op("ARG_MAX", [x, integer(g, len(s) - 1)], [s[:-1]], dtype="INT32", output_type=2)
    place = g.op("CAST", [place], [s[:-1]], in_data_type=2, out_data_type=0)
    return g.op("RESHAPE", [place, ints(g, *s[:-1], 1)], [[*s[:-1], 1]]), [*s[:-1], 1]


@along
def update(g: GraphBuilder, x: int, s: Shape) -> tuple[int, Shape]:
    """The first number becomes another."""
    new = floats(g, *[1] * len(s))
    return g.op("DYNAMIC_UPDATE_SLICE", [x, new, ints(g, *[0] * len(s))], [s]), s


@along
def gather(g: GraphBuilder, x: int, s: Shape) -> tuple[int, Shape]:
    out = [*s[:-1], 2]
    return g.op("GATHER", [x, ints(g, 3, 1)], [out], axis=len(s) - 1), out


@along
def cut(g: GraphBuilder, x: int, s: Shape) -> tuple[int, Shape]:
    out = [*s[:-1], 4]
    return g.op("SLICE", [x, ints(g, *[0] * len(s)), ints(g, *out)], [out]), out


@along
def pad(g: GraphBuilder, x: int, s: Shape) -> tuple[int, Shape]:
    out = [*s[:-1], s[-1] + 1]
    edges = np.zeros((len(s), 2), np.int32)
    edges[-1, 1] = 1
    return g.op("PAD", [x, g.const(edges)], [out]), out


@along
def twice(g: GraphBuilder, x: int, s: Shape) -> tuple[int, Shape]:
    out = [*s[:-1], 2 * s[-1]]
    return g.op("CONCATENATION", [x, x], [out], axis=len(s) - 1), out


@along
def halves(g: GraphBuilder, x: int, s: Shape) -> tuple[int, Shape]:
    out = [*s[:-1], s[-1] // 2]
    one, two = g.op("SPLIT", [integer(g, len(s) - 1), x], [out, out], num_splits=2)
    return g.op("SUB", [one, two], [out]), out


@along
def channels(g: GraphBuilder, x: int, s: Shape) -> tuple[int, Shape]:
    return g.op("ADD", [x, floats(g, s[-1])], [s]), s
