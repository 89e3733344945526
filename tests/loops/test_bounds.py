"""Files that were made to keep a search going: it ends as fast as they are written."""

from __future__ import annotations

import pytest

from circle_resizer import ResizeError, resize
from tests.generalize.ops.test_loops import Graph, Recipe, compared, content

DEEP = 200


def doubled_index(g: Graph, i: int) -> int:
    """``S - 1 - i``, in which the literal is the difference of sums of sums of it."""
    last = g.scalar("SUB", g.number(g.sizes["S"] - 1), i)
    zero = g.scalar("SUB", i, i)
    for _ in range(DEEP):
        zero = g.scalar("ADD", zero, zero)
    return int(g.scalar("ADD", last, zero))


def doubled_condition(g: Graph, i: int) -> int:
    """A conjunction of itself, over and over."""
    go = compared("LESS")(g, i)
    for _ in range(DEEP):
        go = g.test("LOGICAL_AND", go, go)
    return go


def twice(g: Graph, i: int) -> int:
    """``S - 1 - i`` by a half that is added twice."""
    half = g.scalar("SUB", g.number((g.sizes["S"] - 1) // 2), i)
    return int(g.scalar("ADD", g.scalar("ADD", half, half), i))


def test_sums_of_shared_sums_are_looked_at_once() -> None:
    recipe = Recipe(compared("LESS"), read=doubled_index)
    assert content(resize(recipe.make(4, 2), [[6, 2, 3]]).data) == content(recipe.make(6, 2))


def test_conjunctions_of_shared_conditions_are_looked_at_once() -> None:
    recipe = Recipe(doubled_condition)
    assert content(resize(recipe.make(4, 2), [[6, 2, 3]]).data) == content(recipe.make(6, 2))


def test_a_literal_that_counts_twice_does_not_follow() -> None:
    with pytest.raises(ResizeError, match="the index of 't1' does not follow axis 0"):
        resize(Recipe(compared("LESS"), read=twice).make(5, 2), [[7, 2, 3]])
