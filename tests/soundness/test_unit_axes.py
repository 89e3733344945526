"""An axis of 1 is not any other axis of 1: layouts that row-major order does not tell apart.

A converter writes a TRANSPOSE as a RESHAPE where nothing but axes of 1 changes places.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import permutations

import numpy as np
import pytest

from circle_resizer import ResizeError, resize
from tests.support.build_graph import GraphBuilder
from tests.support.rows import row_difference
from tests.support.two_sizes import (
    ASSUMED,
    KINDS,
    Net,
    built,
    floats,
    integer,
    ints,
    outcome,
)

Shape = list[int]
Step = Callable[[GraphBuilder, int, Shape], "tuple[int, Shape]"]


def folded(g: GraphBuilder, x: int, shape: Shape, order: Sequence[int]) -> tuple[int, Shape]:
    """TRANSPOSE, or the RESHAPE it is written as."""
    out, moved = [shape[i] for i in order], [i for i in order if shape[i] != 1]
    kind, second = ("RESHAPE", out) if moved == sorted(moved) else ("TRANSPOSE", list(order))
    return g.op(kind, [x, ints(g, *second)], [out]), out


def plain(g: GraphBuilder, x: int, s: Shape) -> tuple[int, Shape]:
    return g.op("RELU", [x], [s]), s


def softmax(g: GraphBuilder, x: int, s: Shape) -> tuple[int, Shape]:
    return g.op("SOFTMAX", [x], [s], beta=1.0), s


def centred(axis: int) -> Step:
    """Less its sum over an axis."""

    def step(g: GraphBuilder, x: int, s: Shape) -> tuple[int, Shape]:
        one = [*s[:axis], 1, *s[axis + 1 :]]
        total = g.op("SUM", [x, ints(g, axis)], [one], keep_dims=True)
        return g.op("SUB", [x, total], [s]), s

    return step


def running(g: GraphBuilder, x: int, s: Shape) -> tuple[int, Shape]:
    return g.op("CUMSUM", [x, integer(g, 0)], [s]), s


def attention(g: GraphBuilder, x: int, s: Shape) -> tuple[int, Shape]:
    scores = [*s[:-1], s[-2]]
    y = g.op(
        "SOFTMAX", [g.op("BATCH_MATMUL", [x, x], [scores], adjoint_rhs=True)], [scores], beta=1.0
    )
    return g.op("BATCH_MATMUL", [y, x], [s]), s


def dense(g: GraphBuilder, x: int, s: Shape) -> tuple[int, Shape]:
    out = [*s[:-1], 5]
    weights = floats(g, 5, s[-1])
    return g.op("FULLY_CONNECTED", [x, weights], [out], keep_num_dims=True), out


def flat(g: GraphBuilder, x: int, s: Shape) -> tuple[int, Shape]:
    out = [s[0], int(np.prod(s[1:]))]
    return g.op("RESHAPE", [x, ints(g, *out)], [out]), out


def flat_rows(g: GraphBuilder, x: int, s: Shape) -> tuple[int, Shape]:
    out = [s[0] * s[1], int(np.prod(s[2:]))]
    return g.op("RESHAPE", [x, ints(g, *out)], [out]), out


def first(g: GraphBuilder, x: int, s: Shape) -> tuple[int, Shape]:
    out = [s[0], 1, *s[2:]]
    return g.op("SLICE", [x, ints(g, *[0] * len(s)), ints(g, *out)], [out]), out


STEPS = [plain, softmax, centred(0), centred(1), running, attention, dense, flat, flat_rows, first]
SHAPES: list[Shape] = [
    [0, 1, 8], [0, 1, 1, 8], [0, 5, 1], [0, 1, 5, 4], [0, 5, 1, 1], [0, 8, 1, 8],
]  # fmt: skip


def crossed(shape: Shape, order: Sequence[int], step: Step, *, back: bool) -> Net:
    def net(g: GraphBuilder, n: int) -> int:
        own = [d or n for d in shape]
        x = g.input(own, name="x")
        y, out = step(g, *folded(g, x, own, order))
        if back and len(out) == len(order):
            y, _ = folded(g, y, out, [int(i) for i in np.argsort(order)])
        return y

    return net


@pytest.mark.parametrize("step", STEPS)
@pytest.mark.parametrize("shape", SHAPES)
def test_every_batch_is_what_it_is_alone(shape: Shape, step: Step) -> None:
    for order in permutations(range(len(shape))):
        moved = [i for i in order if shape[i] > 1]
        if moved != sorted(moved):
            continue  # a TRANSPOSE: nothing is open
        for back in (True, False):
            net = crossed(shape, order, step, back=back)
            one = built(net, 1)
            count = 8 if 8 in shape[1:3] else 3
            try:
                data = resize(one, [[count, *shape[1:]]]).data
            except ResizeError as error:
                assert "axis" in str(error) or "rows" in str(error)  # noqa: PT017
                continue
            assert row_difference(one, data) == "", (order, back, count)


def windows(g: GraphBuilder, n: int) -> int:
    """A map [1,n,4,6] cut into windows of 2 x 2, worked on, and put together again."""
    cut, order = [1, n // 2, 2, 2, 2, 6], [0, 1, 3, 2, 4, 5]
    x = g.input([1, n, 4, 6], name="x")
    y = g.op("RESHAPE", [x, ints(g, *cut)], [cut])
    y = g.op("TRANSPOSE", [y, ints(g, *order)], [cut])  # two windows in a row: the same sizes
    flat_windows = [n, 4, 6]
    y = g.op("RESHAPE", [y, ints(g, *flat_windows)], [flat_windows])
    y, _ = attention(g, y, flat_windows)
    y = g.op("RESHAPE", [y, ints(g, *cut)], [cut])
    y = g.op("TRANSPOSE", [y, ints(g, *order)], [cut])
    y = g.op("RESHAPE", [y, ints(g, 1, n, 4, 6)], [[1, n, 4, 6]])
    return int(g.op("ADD", [x, y], [[1, n, 4, 6]]))


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("sizes", [(2, 4), (2, 6), (4, 2), (4, 6), (4, 8)])
def test_windows_keep_their_size(sizes: tuple[int, int], kind: str) -> None:
    """``H = 2`` is split as (1, 2): one window, not two rows of windows of 1."""
    assert outcome(windows, *sizes, kind) == ASSUMED
