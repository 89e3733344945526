"""A number that equals a form of a size that changes is never proven to stay."""

from __future__ import annotations

from collections.abc import Callable

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
    integer,
    ints,
    outcome,
)

Made = Callable[[GraphBuilder, int], int]
"""A tensor made from a number alone."""


def fill(g: GraphBuilder, v: int) -> int:
    return int(g.op("FILL", [ints(g, 1, v, 4), g.const(np.float32(0.5))], [[1, v, 4]]))


def fill_of_integers(g: GraphBuilder, v: int) -> int:
    return int(g.op("FILL", [ints(g, v), integer(g, 0)], [[v]], dtype="INT32"))


def fill_with_it(g: GraphBuilder, v: int) -> int:
    return int(g.op("FILL", [ints(g, 3), integer(g, v)], [[3]], dtype="INT32"))


def filled_and_summed(g: GraphBuilder, v: int) -> int:
    ones = g.op("FILL", [ints(g, 1, v), g.const(np.float32(1))], [[1, v]])
    return int(g.op("SUM", [ones, ints(g, 1)], [[1]]))


def count(g: GraphBuilder, v: int) -> int:
    return int(g.op("RANGE", [integer(g, i) for i in (0, v, 1)], [[v]], dtype="INT32"))


def count_of_floats(g: GraphBuilder, v: int) -> int:
    return int(g.op("RANGE", [g.const(np.float32(i)) for i in (0, v, 1)], [[v]]))


def count_cast(g: GraphBuilder, v: int) -> int:
    return int(g.op("CAST", [count(g, v)], [[v]], in_data_type=2, out_data_type=0))


def widened(g: GraphBuilder, v: int) -> int:
    return int(g.op("BROADCAST_TO", [floats(g, 1, 1, 4), ints(g, 1, v, 4)], [[1, v, 4]], version=3))


def tiled(g: GraphBuilder, v: int) -> int:
    return int(g.op("TILE", [floats(g, 1, 1, 4), ints(g, 1, v, 1)], [[1, v, 4]]))


def scattered(g: GraphBuilder, v: int) -> int:
    place = g.const(np.array([[0]], np.int32))
    return int(g.op("SCATTER_ND", [place, floats(g, 1), ints(g, v)], [[v]]))


def padded(g: GraphBuilder, v: int) -> int:
    edges = g.const(np.array([[0, 0], [0, v - 2], [0, 0]], np.int32))
    return int(g.op("PAD", [floats(g, 1, 2, 4), edges], [[1, v, 4]]))


def stored(g: GraphBuilder, v: int) -> int:
    return int(g.const(np.zeros((1, v, 4), np.float32)))


def number(g: GraphBuilder, v: int) -> int:
    return integer(g, v)


MADE = [
    fill, fill_of_integers, fill_with_it, filled_and_summed, count, count_of_floats, count_cast,
    widened, tiled, scattered, padded, stored, number,
]  # fmt: skip
FORMS: dict[str, Callable[[int], int]] = {
    "n": lambda n: n,
    "n - 1": lambda n: n - 1,
    "n + 1": lambda n: n + 1,
    "2n": lambda n: 2 * n,
    "2n - 1": lambda n: 2 * n - 1,
    "4n": lambda n: 4 * n,
    "n / 2": lambda n: n // 2,
    "n * n": lambda n: n * n,
}


def beside(make: Made, form: Callable[[int], int], size: int | None) -> Net:
    """A result of its own beside a computation; of a form of ``n``, or of a literal."""

    def net(g: GraphBuilder, n: int) -> list[int]:
        x = g.input([1, n, 3], name="x")
        return [g.op("RELU", [x], [[1, n, 3]]), make(g, form(size or n))]

    return net


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("make", MADE)
def test_a_result_that_may_be_made_from_a_size(make: Made, form: str, kind: str) -> None:
    """``zeros([1, 8, 4])`` beside 8 rows: as many, or 8."""
    moves, stays = (beside(make, FORMS[form], size) for size in (None, 8))
    assert built(moves, 8, kind) == built(stays, 8, kind)
    found = outcome(stays, 8, 12, kind)
    if make in {stored, number} and form == "n":
        assert found.startswith(REFUSED)
        assert "may have been made for the stored size 8, which changes" in found
    else:
        assert found == ASSUMED
        assert outcome(moves, 8, 12, kind).startswith("WRONG (assumed)")


@pytest.mark.parametrize("make", MADE)
def test_a_result_that_no_size_explains_is_proven(make: Made) -> None:
    assert outcome(beside(make, lambda _: 3, None), 10, 14) == PROVEN


def added(make: Made) -> Net:
    """Beside rows of the input, which decide."""

    def net(g: GraphBuilder, n: int) -> int:
        x = g.input([1, n, 4], name="x")
        return int(g.op("ADD", [x, make(g, n)], [[1, n, 4]]))

    return net


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("make", [fill, widened, tiled])
def test_a_consumer_decides(make: Made, kind: str) -> None:
    assert outcome(added(make), 8, 12, kind) == PROVEN
