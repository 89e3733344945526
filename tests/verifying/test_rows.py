"""Which part of the new outputs belongs to which rows of the new inputs."""

from __future__ import annotations

import numpy as np
import pytest

from circle_resizer.inference.axis_kinds import AxisKind
from circle_resizer.inference.row_states import Mixed, Rows
from circle_resizer.symbolic.dim import unknown
from circle_resizer.verifying.rows import (
    Claim,
    Moving,
    claims,
    inputs_for,
    moving,
    parts_of,
    run_sizes,
)


def test_sizes_that_one_file_leaves_open_are_those_of_the_other() -> None:
    assert run_sizes([(-1, 3), (1, -1)], [(4, 3), (1, -1)]) == ([(4, 3), (1, 2)],) * 2
    assert run_sizes([(1, 3)], [(-1, 3)]) == ([(1, 3)], [(1, 3)])
    assert run_sizes([(-1, 3)], [(2, 3, 1)]) == ([(2, 3)], [(2, 3, 1)])


def test_axes_that_move_together() -> None:
    assert moving([(1, 8), (1, 1)], [(4, 8), (4, 1)]) == [Moving("rows 0", 1, 4, {0: 0, 1: 0})]
    assert moving([(1, 8)], [(4, 16)]) == [
        Moving("rows 0", 1, 4, {0: 0}), Moving("rows 1", 8, 16, {0: 1}),
    ]  # fmt: skip
    assert moving([(8, 8)], [(16, 16)]) is None
    assert moving([(8,)], [(8, 1)]) is None


@pytest.mark.parametrize(
    ("old", "new", "parts"),
    [
        (1, 3, [[0], [1], [2]]),
        (3, 8, [[0, 1, 2], [3, 4, 5], [5, 6, 7]]),
        (5, 2, [[0, 1, 0, 1, 0]]),
    ],
)
def test_parts_hold_every_row(old: int, new: int, parts: list[list[int]]) -> None:
    found = parts_of([Moving("b", old, new, {0: 0})])
    assert [part["b"].tolist() for part in found] == parts


def test_inputs_of_the_old_network() -> None:
    move = Moving("b", 2, 3, {1: 1})
    shared, rows = np.arange(3), np.arange(6).reshape(2, 3)
    one, two = inputs_for([shared, rows], {"b": np.array([1, 2])}, [move])
    assert one is not rows
    assert (one == shared).all()
    assert two.tolist() == [[1, 2], [4, 5]]


def test_rows_in_runs_and_in_turns() -> None:
    move, part = Moving("b", 1, 3, {0: 0}), {"b": np.array([2])}
    runs = np.arange(6)  # [b * 2]: two numbers of each row beside each other
    assert Claim(0, {"b": Rows(0, 1, 2)}).part(runs, part, [move]).tolist() == [4, 5]
    assert Claim(0, {"b": Rows(0, 2, 1)}).part(runs, part, [move]).tolist() == [2, 5]


def test_two_axes_that_were_merged() -> None:
    moves = [Moving("b", 1, 2, {0: 0}), Moving("s", 2, 4, {0: 1})]
    array = np.arange(8)  # [b * s]
    claim = Claim(0, {"b": Rows(0, 1, unknown("s")), "s": Rows(0, unknown("b"), 1)})
    parts = {"b": np.array([1]), "s": np.array([2, 3])}
    assert claim.part(array, parts, moves).tolist() == [6, 7]


def test_outputs_that_are_known_for_every_move() -> None:
    moves = [Moving("b", 1, 2, {0: 0}), Moving("s", 2, 4, {0: 1})]
    states = [[Rows(0), Rows(0), None], [Mixed("x", AxisKind.REDUCED), Rows(1), None]]
    assert claims(states, moves, 3) == [Claim(1, {"b": Rows(0), "s": Rows(1)}), Claim(2, {})]
