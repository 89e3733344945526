"""Chains that compute an extent, an axis or a count, and small networks of them."""

from __future__ import annotations

from typing import Any

from tests.oracle.kernel import Net, Ref, net
from tests.oracle.operators_layers import SAME, conv, w
from tests.oracle.shape_math import pack, part, shape, size


def positions(n: Net) -> Any:
    x = n.data("i:2,5")
    return n("ADD", x, n("RANGE", 0, size(n, x, 1), 1))


def every_other(n: Net) -> Any:
    x = n.data("2,5")
    at = n("RANGE", 0, size(n, x, 1), 2)
    return n("GATHER", x, at, axis=1)


def countdown(n: Net) -> Any:
    x = n.data("2,5")
    last = n("SUB", size(n, x, 1), 1)
    return n("GATHER", x, n("RANGE", last, -1, -1), axis=1)


def upsample(n: Net) -> Any:
    x = n.data("1,4,6,2")
    s = part(n, shape(n, x), 1, 3)
    return n("RESIZE_NEAREST_NEIGHBOR", x, n("MUL", s, [2, 2]))


def like_lateral(n: Net) -> Any:
    x, y = n.data("1,4,6,2"), n.data("1,8,12,2")
    up = n("RESIZE_BILINEAR", x, part(n, shape(n, y), 1, 3))
    return n("ADD", up, y)


def halve_up(n: Net) -> Any:
    x = n.data("1,8,6,1")
    half = n("FLOOR_DIV", n("ADD", part(n, shape(n, x), 1, 3), [1, 1]), [2, 2])
    return n("RESIZE_BILINEAR", x, half)


def by_reals(n: Net) -> Any:
    x = n.data("1,8,6,1")
    real = n("CAST", part(n, shape(n, x), 1, 3), outs="f", in_data_type=2, out_data_type=0)
    wide = n("CAST", n("MUL", real, 1.5), outs="i", in_data_type=0, out_data_type=2)
    return n("RESIZE_BILINEAR", x, wide)


def crop_to(n: Net) -> Any:
    x, y = n.data("2,8,9"), n.data("2,5,6")
    return n("SLICE", x, [0, 0, 0], shape(n, y))


def first_half(n: Net) -> Any:
    x = n.data("8,5")
    end = pack(n, n("FLOOR_DIV", size(n, x, 0), 2), 0)
    return n("STRIDED_SLICE", x, [0, 0], end, [1, 1], end_mask=2)


def last_three(n: Net) -> Any:
    x = n.data("8,5")
    start = pack(n, n("SUB", size(n, x, 0), 3), 0)
    return n("STRIDED_SLICE", x, start, [0, 0], [1, 1], end_mask=3)


def pad_to_multiple(n: Net) -> Any:
    x = n.data("2,6")
    missing = n("FLOOR_MOD", n("NEG", size(n, x, 1)), 4)
    pads = n("RESHAPE", pack(n, 0, 0, 0, missing), [2, 2])
    return n("PAD", x, pads)


def one_hot_depth(n: Net) -> Any:
    x, y = n.data("i:3"), n.data("6,2")
    return n("ONE_HOT", x, size(n, y, 0), 1.0, 0.0, axis=-1)


def best_half(n: Net) -> Any:
    x = n.data("3,8")
    return n("TOPK_V2", x, n("FLOOR_DIV", size(n, x, 1), 2), outs="fi")


def at_most(n: Net) -> Any:
    x = n.data("3,8")
    return n("TOPK_V2", x, n("MINIMUM", size(n, x, 1), 5), outs="fi")


def split_rest(n: Net) -> Any:
    x = n.data("3,8")
    half = n("FLOOR_DIV", size(n, x, 1), 2)
    sizes = pack(n, half, n("SUB", size(n, x, 1), half))
    return n("SPLIT_V", x, sizes, 1, outs="ff", num_splits=2)


def last_axis(n: Net) -> Any:
    x = n.data("2,3,4")
    return n("MEAN", x, n("SUB", n("RANK", x, outs="i"), 1))


def all_axes(n: Net) -> Any:
    x = n.data("2,3,4")
    return n("SUM", x, n("RANGE", 0, n("RANK", x, outs="i"), 1), keep_dims=True)


def reverse_axes(n: Net) -> Any:
    x = n.data("2,3,4")
    order = n("RANGE", n("SUB", n("RANK", x, outs="i"), 1), -1, -1)
    return n("TRANSPOSE", x, order)


def segments(n: Net) -> Any:
    x, ids, like = n.data("4,3"), n.data("i:4"), n.data("6,1")
    return n("UNSORTED_SEGMENT_SUM", x, ids, size(n, like, 0))


def scatter_like(n: Net) -> Any:
    at, x, like = n.data("i:3,1"), n.data("3"), n.data("8")
    return n("SCATTER_ND", at, x, shape(n, like), outs="f")


def boxes(n: Net) -> Any:
    x, scores = n.data("6,4"), n.data("6")
    limit = n("MINIMUM", size(n, x, 0), 4)
    return n("NON_MAX_SUPPRESSION_V4", x, scores, limit, 0.5, 0.1, outs="ii")


def deconvolve(n: Net) -> Any:
    x = n.data("1,4,6,3")
    s = shape(n, x)
    area = n("MUL", part(n, s, 1, 3), [2, 2])
    target = n("CONCATENATION", part(n, s, 0, 1), area, [5], axis=0)
    return n("TRANSPOSE_CONV", target, w(5, 2, 2, 3), x, outs="f", **conv(2, SAME))


def positive(n: Net) -> Any:
    x = n.data("2,3")
    return n("RESHAPE", x, n("ABS", n("NEG", shape(n, x))))


def compared(n: Net) -> Any:
    x = n.data("2,6")
    big = n("GREATER", size(n, x, 1), 4)
    pieces = n("SELECT_V2", big, 2, 1, outs="i")
    return n("RESHAPE", x, pack(n, pieces, -1))


def group_norm(n: Net) -> Any:
    x = n.data("2,4,6")
    y = n("RESHAPE", x, pack(n, size(n, x, 0), size(n, x, 1), 2, -1))
    centred = n("SUB", y, n("MEAN", y, [3], keep_dims=True))
    return n("RESHAPE", centred, shape(n, x))


def pixel_shuffle(n: Net) -> Any:
    x = n.data("1,3,4,8")
    b, h, width = (size(n, x, axis) for axis in range(3))
    y = n("RESHAPE", x, pack(n, b, h, width, 2, 2, 2))
    y = n("TRANSPOSE", y, [0, 1, 3, 2, 4, 5])
    return n("RESHAPE", y, pack(n, b, n("MUL", h, 2), n("MUL", width, 2), -1))


def attention(n: Net) -> Any:
    x = n.data("1,5,8")

    def split(y: Ref) -> Any:
        y = n("RESHAPE", y, pack(n, size(n, y, 0), size(n, y, 1), 2, 4))
        return n("TRANSPOSE", y, [0, 2, 1, 3])

    q, k, v = (split(n("FULLY_CONNECTED", x, w(8, 8), w(8), keep_num_dims=True)) for _ in range(3))
    weights = n("SOFTMAX", n("BATCH_MATMUL", q, k, adjoint_rhs=True), beta=1.0)
    y = n("TRANSPOSE", n("BATCH_MATMUL", weights, v), [0, 2, 1, 3])
    return n("ADD", x, n("RESHAPE", y, shape(n, x)))


TWO, IMAGE = ["4,7", "1,1"], ["2,8,10,2", "1,3,5,2"]
BY_NAME = {
    positions: TWO, every_other: TWO, countdown: TWO, upsample: IMAGE,
    like_lateral: ["2,5,7,2;2,9,11,2"], halve_up: ["1,9,7,1"], by_reals: ["1,10,7,1"],
    crop_to: ["2,9,9;2,6,4"], first_half: ["13,5", "2,4"], last_three: ["13,5", "4,4"],
    pad_to_multiple: ["3,9", "3,4"], one_hot_depth: ["7;4,1"], best_half: ["3,13"],
    at_most: ["3,4", "2,13"], split_rest: ["3,13"], last_axis: ["5,6,7", "4,5"],
    all_axes: ["5,6,7", "4,5"], reverse_axes: ["5,6,7", "4,5"], segments: ["5,2;5;9,1"],
    scatter_like: ["4,1;4;11"], boxes: ["9,4;9", "2,4;2"], deconvolve: ["2,5,7,3"], positive: TWO,
    compared: ["3,8", "3,2"], group_norm: ["3,5,6", "1,2,4"], pixel_shuffle: ["2,5,6,8"],
    attention: ["2,7,8", "1,1,8"],
}  # fmt: skip
CASES = [case for build, to in BY_NAME.items() for case in net(build, to=to, name=build.__name__)]
