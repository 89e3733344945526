"""Sizes that are equal by chance: dropped RESHAPEs, and heads as many as batches.

At a batch of 1 ``[B,8]`` beside ``[B,12,8,8]`` needs no RESHAPE to ``[B,1,1,8]``, and has none.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product

import numpy as np
import pytest

from tests.support.build_graph import GraphBuilder
from tests.support.two_sizes import (
    ASSUMED,
    KINDS,
    PROVEN,
    REFUSED,
    Net,
    built,
    floats,
    ints,
    outcome,
)

Shapes = tuple[Sequence[int], Sequence[int], Sequence[int]]
"""Of the first operand, of the second, and that of the RESHAPE between; 0 for the batch."""
OPERATORS = [
    "ADD", "SUB", "MUL", "DIV", "MAXIMUM", "MINIMUM", "SQUARED_DIFFERENCE", "GREATER", "SELECT_V2",
]  # fmt: skip
CLEAR: list[Shapes] = [
    ([0, 12, 8, 8], [0, 8], [0, 1, 1, 8]), ([0, 8, 8, 8], [0, 8], [0, 1, 1, 8]),
    ([0, 8, 4], [0, 4], [0, 1, 4]), ([0, 8, 8], [0, 8], [0, 1, 8]),
    ([0, 2, 8, 8], [0, 8], [0, 1, 1, 8]), ([0, 2, 8, 8], [0, 2, 8], [0, 2, 1, 8]),
    ([0, 4, 4], [0, 1], [0, 1, 1]), ([0, 3, 4], [0], [0, 1, 1]), ([0, 4], [0], [0, 1]),
    ([0, 1, 8, 8], [0, 8], [0, 1, 1, 8]),
]  # fmt: skip
PAIRS: list[Shapes] = [([0, 8, 1, 8], [0, 8], [0, 1, 1, 8]), ([0, 1, 1, 8], [0, 8], [0, 1, 1, 8])]
"""Where every row beside every row would fit as well."""


def dropped(name: str, shapes: Shapes, *, swap: bool) -> Net:
    def net(g: GraphBuilder, n: int) -> int:
        first, second, between = ([d or n for d in s] for s in shapes)
        x, y = g.input(first, name="x"), g.input(second, name="y")
        if n > 1:
            y = g.op("RESHAPE", [y, ints(g, *between)], [between])
        out = [list(np.broadcast_shapes(tuple(first), tuple(between)))]
        operands = [y, x] if swap else [x, y]
        if name == "GREATER":
            return int(g.op(name, operands, out, dtype="BOOL"))
        if name == "SELECT_V2":
            mask = g.op("GREATER", [x, g.const(np.float32(0))], [first], dtype="BOOL")
            return int(g.op(name, [mask, *operands], out))
        return int(g.op(name, operands, out))

    return net


@pytest.mark.parametrize("swap", [False, True])
@pytest.mark.parametrize("shapes", [*CLEAR, *PAIRS])
@pytest.mark.parametrize("name", OPERATORS)
def test_a_reshape_that_was_left_out(name: str, shapes: Shapes, *, swap: bool) -> None:
    """Put back at a batch that equals nothing, and at one that equals channels or rows."""
    net = dropped(name, shapes, swap=swap)
    found = [outcome(net, 1, count, kind) for count, kind in product((3, 8, 12), KINDS)]
    assert all(f in {PROVEN, ASSUMED} or f.startswith(REFUSED) for f in found)
    assert len({f.split()[0] for f in found}) == 1  # the batch asked for makes no difference
    assert PROVEN not in found or shapes in CLEAR


def pairs(name: str, *, rows: bool) -> Net:
    """``x[:, None] - x``: of all pairs; or of equal rows, written with one RESHAPE less."""

    def net(g: GraphBuilder, n: int) -> int:
        x = g.input([n, 8], name="x")
        one = g.op("RESHAPE", [x, ints(g, n, 1, 8)], [[n, 1, 8]])
        if rows and n > 1:
            x = g.op("RESHAPE", [x, ints(g, n, 1, 8)], [[n, 1, 8]])
        return int(g.op(name, [one, x], [[n, 1 if rows else n, 8]]))

    return net


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("name", ["SUB", "MUL", "MAXIMUM"])
def test_all_pairs_and_equal_rows_are_one_file(name: str, kind: str) -> None:
    nets = [pairs(name, rows=rows) for rows in (True, False)]
    assert built(nets[0], 1, kind) == built(nets[1], 1, kind)
    assert outcome(nets[0], 1, 3, kind) == ASSUMED
    assert outcome(nets[1], 1, 3, kind).startswith("WRONG (assumed)")


Heads = tuple[int, int, int]
"""Tokens, heads, width of a head."""


def attention(g: GraphBuilder, batch: int, sizes: Heads) -> int:
    """Self-attention behind a residual: every axis may be as long as any other."""
    tokens, heads, width = sizes
    shape, inner = [batch, tokens, heads * width], [batch, heads, tokens, width]
    x = g.input(shape, name="x")

    def head(name: str) -> int:
        dense = [x, floats(g, shape[2], shape[2], name=name)]
        y = g.op("FULLY_CONNECTED", dense, [shape], keep_num_dims=True)
        split = [batch, tokens, heads, width]
        y = g.op("RESHAPE", [y, ints(g, *split)], [split])
        return swapped(g, y, split)

    scores = [batch, heads, tokens, tokens]
    y = g.op("BATCH_MATMUL", [head("q"), head("k")], [scores], adjoint_rhs=True)
    y = g.op("SOFTMAX", [y], [scores], beta=1.0)
    y = swapped(g, g.op("BATCH_MATMUL", [y, head("v")], [inner]), inner)
    y = g.op("RESHAPE", [y, ints(g, *shape)], [shape])
    return int(g.op("ADD", [x, y], [shape]))


def swapped(g: GraphBuilder, x: int, shape: Sequence[int]) -> int:
    """Axes 1 and 2 change places: a RESHAPE where one of them is 1."""
    out = [shape[i] for i in (0, 2, 1, 3)]
    if 1 in shape[1:3]:
        return int(g.op("RESHAPE", [x, ints(g, *out)], [out]))
    return int(g.op("TRANSPOSE", [x, ints(g, 0, 2, 1, 3)], [out]))


ALIKE: list[Heads] = [(4, 2, 4), (4, 4, 4), (2, 2, 2), (8, 8, 2), (3, 1, 4), (1, 2, 4), (1, 1, 8)]


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("sizes", ALIKE)
def test_batches_as_many_as_tokens_heads_or_channels(sizes: Heads, kind: str) -> None:
    def net(g: GraphBuilder, n: int) -> int:
        return attention(g, n, sizes)

    for stored, wanted in ((1, 3), (1, 8), (2, 4), (4, 2), (8, 3)):
        found = outcome(net, stored, wanted, kind)
        assert found == PROVEN or (found == ASSUMED and 1 in sizes and stored == 1)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("sizes", [s for s in ALIKE if s[0] > 1])
def test_tokens_as_many_as_batches_heads_or_channels(sizes: Heads, kind: str) -> None:
    for batch, wanted in product((1, 4), (2, 6, 8)):

        def net(g: GraphBuilder, n: int, batch: int = batch) -> int:
            return attention(g, batch, (n, *sizes[1:]))

        if wanted != sizes[0]:
            assert outcome(net, sizes[0], wanted, kind) == PROVEN


def widened_batch(extents: tuple[int, ...]) -> Net:
    """One row that is repeated to the size that the batch is asked for."""

    def net(g: GraphBuilder, n: int) -> int:
        x = g.input([n, 4], name="x")
        y = g.op("BROADCAST_TO", [x, ints(g, *extents)], [list(extents)])
        return int(g.op("RELU", [y], [list(extents)]))

    return net


@pytest.mark.parametrize("extents", [(3, 4), (5, 3, 4)])
def test_a_batch_that_meets_the_size_it_was_repeated_to_by_chance(extents: tuple[int, ...]) -> None:
    assert outcome(widened_batch(extents), 1, 3) == ASSUMED
    assert outcome(widened_batch(extents), 1, 2).startswith(REFUSED)
