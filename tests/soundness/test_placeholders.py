"""An unknown axis is recorded as 1, and witnesses nothing: a literal 1 stays a literal."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from tests.support.build_graph import GraphBuilder
from tests.support.two_sizes import KINDS, PROVEN, Net, floats, integer, ints, outcome


class Unknown:
    """``x`` [1,n,8] or [b,n,8] of which the file knows nothing but the 8; at a size it is known."""

    def __init__(self, g: GraphBuilder, n: int, *, batch: bool) -> None:
        self.g, self.hidden = g, n == 1
        self.shape = [2 if batch and n > 1 else 1, n, 8]
        self.signature = [-1 if batch else 1, -1, 8]
        self.x = g.input(self.shape, name="x", signature=self.known(self.signature))

    def known(self, signature: list[int]) -> list[int] | None:
        return signature if self.hidden else None

    def op(self, kind: str, operands: list[int], *axes: int | str, **more: object) -> int:
        """Axes of the result: ``b``, ``n``, or a number."""
        places = {"b": 0, "n": 1}
        shape = [a if isinstance(a, int) else self.shape[places[a]] for a in axes]
        told = [a if isinstance(a, int) else self.signature[places[a]] for a in axes]
        return int(self.g.op(kind, operands, [shape], signature=self.known(told), **more))


Make = Callable[[Unknown], int]


def first_row(u: Unknown) -> int:
    g = u.g
    return u.op("SLICE", [u.x, ints(g, 0, 0, 0), ints(g, -1, 1, 8)], "b", 1, 8)


def first_row_by_strides(u: Unknown) -> int:
    cuts = [ints(u.g, 0, 0, 0), ints(u.g, 0, 1, 0), ints(u.g, 1, 1, 1)]
    return u.op("STRIDED_SLICE", [u.x, *cuts], "b", 1, 8, begin_mask=5, end_mask=5)


def last_row(u: Unknown) -> int:
    cuts = [ints(u.g, 0, -1, 0), ints(u.g, 0, 0, 0), ints(u.g, 1, 1, 1)]
    return u.op("STRIDED_SLICE", [u.x, *cuts], "b", 1, 8, begin_mask=5, end_mask=7)


def gathered_row(u: Unknown) -> int:
    return u.op("GATHER", [u.x, ints(u.g, 0)], "b", 1, 8, axis=1)


def first_row_added(u: Unknown) -> int:
    return u.op("ADD", [u.x, first_row(u)], "b", "n", 8)


def largest(u: Unknown) -> int:
    g = u.g
    turned = u.op("TRANSPOSE", [u.x, ints(g, 0, 2, 1)], "b", 8, "n")
    shape, told = [u.shape[0], 8, 1], u.known([u.signature[0], 8, 1])
    found = g.op("TOPK_V2", [turned, integer(g, 1)], [shape] * 2, dtype=["FLOAT32", "INT32"],
                 signature=[told, told] if told else None)  # fmt: skip
    return int(found[0])


def heads(u: Unknown) -> int:
    """A computed target: the 2 and the 4 are heads and their width."""
    g = u.g
    shape = g.op("SHAPE", [u.x], [[3]], dtype="INT32")
    cuts = [ints(g, 0), ints(g, 1), ints(g, 1)]
    batch = g.op("STRIDED_SLICE", [shape, *cuts], [[]], dtype="INT32", shrink_axis_mask=1)
    parts = [batch, *(integer(g, n) for n in (-1, 2, 4))]
    target = g.op("PACK", parts, [[4]], dtype="INT32", values_count=4)
    return u.op("RESHAPE", [u.x, target], "b", "n", 2, 4)


def filled(u: Unknown) -> int:
    row = u.g.op("FILL", [ints(u.g, 1, 1, 8), u.g.const(np.float32(2))], [[1, 1, 8]])
    return u.op("ADD", [u.x, row], "b", "n", 8)


def tiled(u: Unknown) -> int:
    return u.op("TILE", [u.x, ints(u.g, 1, 1, 1)], "b", "n", 8)


def scaled(u: Unknown) -> int:
    return u.op("MUL", [u.x, floats(u.g, 1, 1, 8)], "b", "n", 8)


def split_once(u: Unknown) -> int:
    return u.op("SPLIT", [integer(u.g, 2), u.x], "b", "n", 8, num_splits=1)


def row_by_row(u: Unknown) -> int:
    shape, told = [u.shape[0] * u.shape[1], 1, 8], u.known([-1, 1, 8])
    return int(u.g.op("RESHAPE", [u.x, ints(u.g, -1, 1, 8)], [shape], signature=told))


MAKES = [
    first_row, first_row_by_strides, last_row, gathered_row, first_row_added, largest, heads,
    filled, tiled, scaled, split_once, row_by_row,
]  # fmt: skip


def network(make: Make, *, batch: bool) -> Net:
    return lambda g, n: make(Unknown(g, n, batch=batch))


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("wanted", [2, 6, 8])
@pytest.mark.parametrize("batch", [False, True])
@pytest.mark.parametrize("make", MAKES)
def test_a_literal_beside_an_unknown_axis_stays(
    make: Make, wanted: int, kind: str, *, batch: bool
) -> None:
    assert outcome(network(make, batch=batch), 1, wanted, kind) == PROVEN
