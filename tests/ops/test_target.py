"""Shapes given as an operand."""

import pytest

from circle_resizer.errors import RuleError
from circle_resizer.inference.value import Value
from circle_resizer.ops.target import any_target, target
from circle_resizer.symbolic.dim import unknown

N = unknown("N")


def test_known_sizes_are_passed_on() -> None:
    assert target(Value("s", (2,), (N, 3)), 2) == (N, 3)


def test_unknown_contents_are_unknown_sizes() -> None:
    assert target(Value("s", (2,)), 2) == [None, None]
    assert any_target(Value("s", (2,))) == [None, None]


def test_an_unknown_count_is_an_unknown_rank() -> None:
    assert any_target(Value("s", (N,))) is None


def test_a_wrong_count_is_refused() -> None:
    with pytest.raises(RuleError, match="'s' has 2 elements, expected 3"):
        target(Value("s", (2,), (4, 5)), 3)


def test_a_negative_size_is_refused() -> None:
    with pytest.raises(RuleError, match=r"'s' \[4, -1\] has a negative size"):
        any_target(Value("s", (2,), (4, -1)))
