"""The order of workflows."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from onelib.TopologicalSortHelper import TopologicalSortHelper

NAMES = "ABCDEF"
EDGES = st.sets(st.tuples(st.sampled_from(NAMES), st.sampled_from(NAMES)), max_size=12)


def graph(edges: set[tuple[str, str]]) -> TopologicalSortHelper:
    helper = TopologicalSortHelper(NAMES)
    for u, v in sorted(edges):
        helper.add_edge(u, v)
    return helper


@given(EDGES)
def test_forward_edges_are_no_cycle(edges: set[tuple[str, str]]) -> None:
    forward = {(min(pair), max(pair)) for pair in edges if pair[0] != pair[1]}
    helper = graph(forward)
    order = helper.sort()
    assert sorted(order) == list(NAMES)
    assert all(order.index(u) < order.index(v) for u, v in forward)
    assert helper.cycle() == []


@given(EDGES)
def test_cycle_is_made_of_edges(edges: set[tuple[str, str]]) -> None:
    cycle = graph(edges).cycle()
    assert all(pair in edges for pair in pairwise(cycle))
    if cycle:
        assert cycle[0] == cycle[-1]
        assert len(cycle) > 1
    else:
        order = graph(edges).sort()
        assert all(order.index(u) < order.index(v) for u, v in edges)


def test_independent_names_come_last_first() -> None:
    assert TopologicalSortHelper("ABC").sort() == ["C", "B", "A"]


def test_unknown_name() -> None:
    with pytest.raises(KeyError):
        graph({("A", "Z")})


def test_long_chain() -> None:
    names = [str(i) for i in range(5000)]
    helper = TopologicalSortHelper(names)
    for u, v in pairwise(names):
        helper.add_edge(u, v)
    assert names == helper.sort()
