"""Operands of one element."""

import pytest

from circle_resizer.errors import RuleError
from circle_resizer.inference.value import Value
from circle_resizer.ops.scalar import index, scalar
from circle_resizer.symbolic.dim import unknown


def test_any_rank_will_do() -> None:
    assert scalar(Value("x", (), (3,))) == 3
    assert scalar(Value("x", (1, 1), (0.5,))) == 0.5


def test_an_index_is_a_known_whole_number() -> None:
    assert index(Value("x", (1,), (-1,))) == -1
    assert index(Value("x", (1,), (unknown("N"),))) is None
    assert index(Value("x", (), (2.0,))) is None
    assert index(Value("x", None)) is None
    assert index(Value("x", (unknown("N"),))) is None


def test_more_than_one_element_is_refused() -> None:
    with pytest.raises(RuleError, match="'x' has 2 elements, expected 1"):
        index(Value("x", (2,), (0, 1)))
