"""Sizes: numbers are the oracle. Compute then bind, or bind then compute, it is the same."""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping
from typing import TypeAlias

import pytest
from hypothesis import given
from hypothesis import strategies as st

from circle_resizer.symbolic.dim import (
    Dim,
    Sym,
    atoms_of,
    bind,
    ceil_div,
    differ,
    factors_of,
    largest,
    merged,
    never_exceeds,
    product,
    smallest,
    unknown,
)

Binary: TypeAlias = Callable[[Dim, Dim], Dim]
Tree: TypeAlias = "int | str | tuple[Binary, Tree, Tree]"
LETTERS = "NMK"
N, M, K = map(unknown, LETTERS)
ARITHMETIC: list[Binary] = [
    operator.add,
    operator.sub,
    operator.mul,
    operator.floordiv,
    operator.mod,
]
TREES = st.recursive(
    st.integers(-3, 6) | st.sampled_from(LETTERS),
    lambda inner: st.tuples(st.sampled_from([*ARITHMETIC, smallest, largest]), inner, inner),
    max_leaves=6,
)
SIZES = st.fixed_dictionaries({letter: st.integers(1, 9) for letter in LETTERS})


def computed(tree: Tree, sizes: Mapping[str, Dim]) -> Dim:
    if isinstance(tree, int):
        return tree
    if isinstance(tree, str):
        return sizes[tree]
    function, a, b = tree
    return function(computed(a, sizes), computed(b, sizes))


@given(TREES, SIZES)
def test_numbers_may_come_before_or_after(tree: Tree, sizes: dict[str, int]) -> None:
    try:
        wanted = computed(tree, sizes)
        found = computed(tree, {letter: unknown(letter) for letter in LETTERS})
    except ZeroDivisionError:
        return
    assert atoms_of(found) <= set(LETTERS)
    assert bind(found, sizes) == wanted


@given(TREES, TREES, SIZES)
def test_claims_hold_for_all_numbers(one: Tree, two: Tree, sizes: dict[str, int]) -> None:
    letters = {letter: unknown(letter) for letter in LETTERS}
    try:
        a, b = computed(one, letters), computed(two, letters)
        x, y = bind(a, sizes), bind(b, sizes)
    except ZeroDivisionError:
        return
    assert isinstance(x, int)
    assert isinstance(y, int)
    assert x <= y or not never_exceeds(a, b)
    assert x != y or not differ(a, b)


CANONICAL = [
    (N * 4 * 4 * 8 // 128, "N"),
    ((N + 1) * 4 // 2, "2*N + 2"),
    (N * M - M * N, "0"),
    (N - 1 + 2 * M, "2*M + N - 1"),
    ((N + 5) // 2, "floor((N + 1)/(2)) + 2"),
    ((N + 1) // (N + 1), "1"),
    (N * M // N, "M"),
    (N * M // (N + 1), "floor((M*N)/(N + 1))"),
    (6 // N, "floor((6)/(N))"),
    (6 % N, "-1*N*floor((6)/(N)) + 6"),
    (N % 1, "0"),
    (-N, "-1*N"),
    (ceil_div(N, 1), "N"),
    (ceil_div(N, 2), "floor((N + 1)/(2))"),
    (smallest(N, N + 1), "N"),
    (smallest(N + 1, N), "N"),
    (smallest(N, M), "min(N, M)"),
    (largest(N, 0), "N"),
    (largest(0, N), "N"),
    (largest(N, M), "max(N, M)"),
    (product([]), "1"),
]


@pytest.mark.parametrize(("dim", "expected"), CANONICAL, ids=str)
def test_one_form(dim: Dim, expected: str) -> None:
    assert expected == str(dim)
    assert hash(dim) == hash(bind(dim, {}))


@pytest.mark.parametrize("function", ARITHMETIC, ids=lambda function: function.__name__)
@pytest.mark.parametrize("stranger", [0.5, None], ids=repr)
def test_only_sizes_are_computed_with(function: Binary, stranger: Dim) -> None:
    with pytest.raises(TypeError, match="unsupported operand"):
        function(N, stranger)


def test_a_name_with_a_question_mark_may_be_negative() -> None:
    number = unknown("?x")
    assert not never_exceeds(0, number)
    assert never_exceeds(0, largest(number, 0))
    assert never_exceeds(0, largest(number, N))
    assert not never_exceeds(0, smallest(number, N))
    assert never_exceeds(0, smallest(M, N))


def test_what_is_merged_remembers_its_factors() -> None:
    dim = merged([N, merged([2, M])])
    assert dim == N * 2 * M
    assert factors_of(dim) == (N, 2, M)
    assert factors_of(N * 2 * M) == (N * 2 * M,)
    assert factors_of(merged([2, 3])) == (6,)
    assert factors_of(merged([N])) == (N,)
    assert factors_of(bind(dim, {})) == (N, 2, M)
    assert factors_of(bind(dim, {"M": K + 1})) == (N, 2, K + 1)
    assert bind(dim, {"N": 3, "M": 5}) == 30


def test_operations_without_a_form_are_bound_inside() -> None:
    dim = smallest(N // 2, largest(M, 3))
    assert atoms_of(dim) == {"N", "M"}
    assert bind(dim, {"M": 1}) == smallest(N // 2, 3)
    assert bind(dim, {"N": 9, "M": 7}) == 4
    assert isinstance(dim, Sym)
    assert repr(dim) == "min(floor((N)/(2)), max(M, 3))"
