"""Two guesses do not prove each other: rows at the end of an axis, and boundaries inside it."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from circle_resizer import ResizeError, resize
from tests.support.build_graph import GraphBuilder
from tests.support.two_sizes import (
    ASSUMED,
    KINDS,
    PROVEN,
    REFUSED,
    Net,
    built,
    integer,
    ints,
    outcome,
)

Read = Callable[[GraphBuilder, int, int], int]
"""Row ``at`` of ``x`` [1,n,4], as [1,1,4]."""


def by_slice(g: GraphBuilder, x: int, at: int) -> int:
    return int(g.op("SLICE", [x, ints(g, 0, at, 0), ints(g, 1, 1, 4)], [[1, 1, 4]]))


def by_strides(g: GraphBuilder, x: int, at: int) -> int:
    cuts = [ints(g, 0, at, 0), ints(g, 1, at + 1, 4), ints(g, 1, 1, 1)]
    return int(g.op("STRIDED_SLICE", [x, *cuts], [[1, 1, 4]]))


def by_gather(g: GraphBuilder, x: int, at: int) -> int:
    return int(g.op("GATHER", [x, ints(g, at)], [[1, 1, 4]], axis=1))


def rows(read: Read, times: int, join: str, at: int | None) -> Net:
    """The last row (``at`` None) or a certain one, several times."""

    def net(g: GraphBuilder, n: int) -> int:
        x = g.input([1, n, 4], name="x")
        found = [read(g, x, n - 1 if at is None else at) for _ in range(times)]
        if join == "CONCATENATION":
            return int(g.op(join, found, [[1, times, 4]], axis=1))
        while len(found) > 1:
            found = [g.op(join, found[:2], [[1, 1, 4]]), *found[2:]]
        return int(g.op("RELU", found, [[1, 1, 4]]))

    return net


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("join", ["CONCATENATION", "ADD", "MUL", "MAXIMUM"])
@pytest.mark.parametrize("times", [1, 2, 3])
@pytest.mark.parametrize("read", [by_slice, by_strides, by_gather])
def test_the_last_row_taken_again_is_no_proof(read: Read, times: int, join: str, kind: str) -> None:
    """``x[:, 7:8]`` of 8 rows is the last one or the eighth: one file, two networks of 12 rows."""
    last, eighth = (rows(read, times, join, at) for at in (None, 7))
    assert built(last, 8, kind) == built(eighth, 8, kind)
    found = [outcome(net, 8, 12, kind) for net in (last, eighth)]
    if read is by_gather:
        assert all(f.startswith(REFUSED) and "rows [7] of axis 1, 8 -> 12" in f for f in found)
    else:
        assert found[0] == ASSUMED
        assert found[1].startswith("WRONG (assumed)")


def enlarged(times: int, size: int | None) -> Net:
    """A map brought to twice its size, or to 16 x 16."""

    def net(g: GraphBuilder, n: int) -> int:
        x = g.input([1, n, n, 3], name="x")
        side = size or 2 * n
        shape = [1, side, side, 3]
        operands = [x, ints(g, side, side)]
        found = [g.op("RESIZE_NEAREST_NEIGHBOR", operands, [shape]) for _ in range(times)]
        while len(found) > 1:
            found = [g.op("ADD", found[:2], [shape]), *found[2:]]
        return int(g.op("RELU", found, [shape]))

    return net


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("times", [1, 2, 3])
def test_equal_maps_beside_each_other_are_no_proof(times: int, kind: str) -> None:
    twice, literal = enlarged(times, None), enlarged(times, 16)
    assert built(twice, 8, kind) == built(literal, 8, kind)
    for net in (twice, literal):
        found = outcome(net, 8, 12, kind)
        assert found.startswith(REFUSED)
        assert "RESIZE_NEAREST_NEIGHBOR" in found
        assert "[16, 16]" in found


def part(first: bool, count: int, *, from_end: bool) -> Net:  # noqa: FBT001
    """Some rows of 8, counted from the front or from the end; read twice, and added."""

    def net(g: GraphBuilder, n: int) -> int:
        x = g.input([1, n, 4], name="x")
        rows_kept = count if first or not from_end else 8 - count
        size = n - 8 + rows_kept if first and from_end else count
        begin = 0 if first else n - count if from_end else 8 - count
        cut = [ints(g, 0, begin, 0), ints(g, 1, size, 4)]
        both = [g.op("SLICE", [x, *cut], [[1, size, 4]]) for _ in range(2)]
        return int(g.op("ADD", both, [[1, size, 4]]))

    return net


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(("first", "count"), [(True, 7), (True, 5), (False, 2), (False, 3)])
def test_a_boundary_met_twice_is_no_proof(first: bool, count: int, kind: str) -> None:  # noqa: FBT001
    nets = [part(first, count, from_end=from_end) for from_end in (True, False)]
    assert built(nets[0], 8, kind) == built(nets[1], 8, kind)
    for net in nets:
        found = outcome(net, 8, 12, kind)
        assert found.startswith(REFUSED)
        assert f"the constant {count if first else 8 - count} lies inside an axis" in found


HALVES = ["ADD", "MUL", "MAXIMUM", "PACK", "CONCATENATION"]


def halves(join: str) -> Net:
    """``x[:, :n/2] + x[:, n/2:]``: both boundaries are one."""

    def net(g: GraphBuilder, n: int) -> int:
        x, h = g.input([1, n, 4], name="x"), n // 2
        both = [
            g.op("SLICE", [x, ints(g, 0, begin, 0), ints(g, 1, h, 4)], [[1, h, 4]])
            for begin in (0, h)
        ]
        if join == "PACK":
            return int(g.op(join, both, [[2, 1, h, 4]], axis=0, values_count=2))
        if join == "CONCATENATION":
            return int(g.op(join, both, [[1, h, 8]], axis=2))
        return int(g.op(join, both, [[1, h, 4]]))

    return net


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("wanted", [16, 12, 6])
@pytest.mark.parametrize("join", HALVES)
def test_a_boundary_that_both_parts_share_is_half(join: str, wanted: int, kind: str) -> None:
    assert outcome(halves(join), 8, wanted, kind) == PROVEN


@pytest.mark.parametrize("join", HALVES)
def test_an_odd_number_of_rows_has_no_halves(join: str) -> None:
    assert "the constant 4 lies inside an axis" in refusal(halves(join), 8, 15)


def refusal(net: Net, stored: int, wanted: int) -> str:
    """What a refusal says; the network at the other size cannot be had."""
    with pytest.raises(ResizeError) as error:
        resize(built(net, stored), [[1, wanted, 4]])
    return str(error.value)


def quarters(g: GraphBuilder, n: int) -> int:
    """SPLIT says in how many parts: nothing is open."""
    x, q = g.input([1, n, 4], name="x"), n // 4
    parts = g.op("SPLIT", [integer(g, 1), x], [[1, q, 4]] * 4, num_splits=4)
    return int(g.op("CONCATENATION", list(parts), [[1, q, 16]], axis=2))


@pytest.mark.parametrize("kind", KINDS)
def test_parts_by_their_number_are_proven(kind: str) -> None:
    assert outcome(quarters, 8, 12, kind) == PROVEN
