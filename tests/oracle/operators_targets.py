"""Chains that compute a whole shape: RESHAPE, BROADCAST_TO, FILL and TILE."""

from __future__ import annotations

from typing import Any

import numpy as np

from tests.oracle.kernel import Net, net
from tests.oracle.shape_math import pack, part, shape, size


def flatten(n: Net) -> Any:
    x = n.data("2,3,4")
    return n("RESHAPE", x, pack(n, size(n, x, 0), -1))


def flatten_prod(n: Net) -> Any:
    x = n.data("2,3,4")
    rest = n("REDUCE_PROD", part(n, shape(n, x), 1, 3), [0])
    return n("RESHAPE", x, pack(n, size(n, x, 0), rest))


def heads(n: Net) -> Any:
    x = n.data("2,5,12")
    y = n("RESHAPE", x, pack(n, size(n, x, 0), size(n, x, 1), 4, 3))
    return n("TRANSPOSE", y, [0, 2, 1, 3])


def heads_divided(n: Net) -> Any:
    x = n.data("2,5,12")
    width = n("FLOOR_DIV", size(n, x, 2), 4)
    return n("RESHAPE", x, pack(n, size(n, x, 0), size(n, x, 1), 4, width))


def merge(n: Net) -> Any:
    x = n.data("2,3,4,5")
    s = shape(n, x)
    middle = n("MUL", part(n, s, 1, 2), part(n, s, 2, 3))
    target = n("CONCATENATION", part(n, s, 0, 1), middle, part(n, s, 3, 4), axis=0)
    return n("RESHAPE", x, target)


def like_other(n: Net) -> Any:
    x, y = n.data("6,4"), n.data("2,3,4")
    return n("ADD", n("RESHAPE", x, shape(n, y)), y)


def gathered(n: Net) -> Any:
    x = n.data("2,3,4")
    return n("RESHAPE", x, n("GATHER", shape(n, x), [2, 0, 1], axis=0))


def reversed_sizes(n: Net) -> Any:
    x = n.data("2,3,4")
    return n("RESHAPE", x, n("REVERSE_V2", shape(n, x), [0]))


def unpacked(n: Net) -> Any:
    x = n.data("2,3,4")
    a, b, c = n("UNPACK", shape(n, x), outs="iii", num=3, axis=0)
    return n("RESHAPE", x, pack(n, c, n("MUL", a, b)))


def split_sizes(n: Net) -> Any:
    x = n.data("2,3,4")
    a, b = n("SPLIT_V", shape(n, x), [1, 2], 0, outs="ii", num_splits=2)
    return n("RESHAPE", x, n("CONCATENATION", b, a, axis=0))


def int64(n: Net) -> Any:
    x = n.data("2,3,4")
    s = n("CAST", shape(n, x, "l"), outs="i", in_data_type=4, out_data_type=2)
    return n("RESHAPE", x, n("CONCATENATION", part(n, s, 0, 1), [-1], axis=0))


def squeezed(n: Net) -> Any:
    x = n.data("2,3")
    first = part(n, shape(n, x), 0, 1)
    again = n("EXPAND_DIMS", n("SQUEEZE", first, squeeze_dims=[0]), 0)
    return n("RESHAPE", x, n("CONCATENATION", again, [1, -1], axis=0))


def scattered(n: Net) -> Any:
    x = n.data("2,3,4")
    first = n("SCATTER_ND", [[0]], part(n, shape(n, x), 0, 1), [2], outs="i")
    return n("RESHAPE", x, n("ADD", first, [0, -1]))


def broadcast_batch(n: Net) -> Any:
    x = n.data("2,3")
    token = np.ones((1, 3), np.float32)
    return n("BROADCAST_TO", token, pack(n, size(n, x, 0), 3), version=2)


def broadcast_maximum(n: Net) -> Any:
    x, y = n.data("1,3"), n.data("4,1")
    return n("BROADCAST_TO", x, n("MAXIMUM", shape(n, x), shape(n, y)), version=2)


def broadcast_args(n: Net) -> Any:
    x, y = n.data("1,3"), n.data("4,1")
    return n("BROADCAST_TO", x, n("BROADCAST_ARGS", shape(n, x), shape(n, y)), version=2)


def expand_ones(n: Net) -> Any:
    x, target = n.data("1,3"), n.data("4,3")
    s = shape(n, target)
    ones = n("EQUAL", s, [1, 1])
    return n("BROADCAST_TO", x, n("SELECT", ones, shape(n, x), s, outs="i"), version=2)


def zero_state(n: Net) -> Any:
    x = n.data("2,3")
    return n("CONCATENATION", x, n("FILL", pack(n, size(n, x, 0), 4), 0.0, outs="f"), axis=1)


def zeros_times(n: Net) -> Any:
    x = n.data("2,3")
    return n("FILL", n("MUL", shape(n, x), [2, 3]), 1.0, outs="f")


def tiled(n: Net) -> Any:
    x, token = n.data("2,3"), np.ones((1, 4), np.float32)
    return n("CONCATENATION", x, n("TILE", token, pack(n, size(n, x, 0), 1)), axis=1)


THREE, TWO = ["5,6,7", "1,2,1"], ["4,7", "1,1"]
BY_NAME = {
    flatten: THREE, flatten_prod: THREE, heads: ["3,7,12", "1,1,12"], heads_divided: ["3,7,8"],
    merge: ["3,4,5,6"], like_other: ["12,2;3,4,2"], gathered: THREE, reversed_sizes: THREE,
    unpacked: THREE, split_sizes: THREE, int64: THREE, squeezed: TWO, scattered: THREE,
    broadcast_batch: ["5,3", "1,3"], broadcast_maximum: ["1,7;5,1"], broadcast_args: ["1,7;5,1"],
    expand_ones: ["1,5;7,5"], zero_state: ["5,3", "1,6"], zeros_times: TWO, tiled: ["5,3", "1,2"],
}  # fmt: skip
CASES = [case for build, to in BY_NAME.items() for case in net(build, to=to, name=build.__name__)]
