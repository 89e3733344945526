"""Positions at which operators read and write."""

from __future__ import annotations

from circle_resizer.file.model import Model
from circle_resizer.inference.value import Value
from circle_resizer.loops.subscripts import part
from circle_resizer.symbolic.dim import Dim
from circle_resizer.symbolic.polynomial import unknown
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
