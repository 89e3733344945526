"""Positions at which operators read and write."""

from __future__ import annotations

import pytest

from circle_resizer.file.model import Model
from circle_resizer.inference.value import Value
from circle_resizer.loops.subscripts import part, strided
from circle_resizer.symbolic.dim import Dim
from circle_resizer.symbolic.polynomial import unknown
from tests.support.build_graph import GraphBuilder
from tests.support.nets import built

N = unknown("n")


def last_rows(first: Dim, count: Dim) -> list[tuple[int, object, int, bool]]:
    """Operand, position, further rows and openness of what a SLICE reads."""
    model = Model.open(
        built(lambda g, n: g.op("SLICE", [g.input([n]), g.input([1]), g.input([1])], [[1]]), 4)
    )
    values = [Value("x", (N,)), Value("begin", (1,), (first,)), Value("size", (1,), (count,))]
    found = part(model.main.operators[0], values, 1)
    return [(s.operand, s.index, s.reach, s.is_open) for s in found]


def test_a_part_of_fixed_size_reaches_its_last_row() -> None:
    assert last_rows(N, 3) == [(1, N, 2, False)]


def test_a_part_of_all_the_rest_is_open() -> None:
    assert last_rows(2, -1) == [(1, 2, 0, True)]


def test_the_last_row_of_a_part_that_grows_is_one_before_its_end() -> None:
    assert last_rows(2, N) == [(2, N + 1, 0, False)]


@pytest.mark.parametrize(
    ("begin", "end", "masks", "read"),
    [
        (N, N + 3, {}, (N, 2, False)),
        (2, 5, {}, (2, 2, False)),
        (2, 5, {"begin_mask": 1}, (0, 4, False)),
        (2, 5, {"end_mask": 1}, (2, 0, True)),
        (2, 5, {"shrink_axis_mask": 1}, (2, 0, False)),
    ],
)
def test_a_strided_part_reaches_the_row_before_its_end(
    begin: Dim, end: Dim, masks: dict[str, int], read: tuple[Dim, int, bool]
) -> None:
    def net(g: GraphBuilder, n: int) -> int:
        return g.op("STRIDED_SLICE", [g.input([n]), *(g.input([1]) for _ in "123")], [[1]], **masks)

    op = Model.open(built(net, 4)).main.operators[0]
    values = [Value("x", (N,)), Value("begin", (1,), (begin,)), Value("end", (1,), (end,))]
    found = strided(op, [*values, Value("steps", (1,), (1,))], 1)
    assert [(s.index, s.reach, s.is_open) for s in found] == [read]
