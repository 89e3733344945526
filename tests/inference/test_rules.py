"""What a rule may be, and what it may answer."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import pytest

import circle_resizer.ops  # noqa: F401  # fills the tables
from circle_resizer.errors import RuleError
from circle_resizer.inference.axis_kinds import opaque
from circle_resizer.inference.rules import RULES, elements, rule
from circle_resizer.inference.value import Sizes, Value


@pytest.mark.parametrize("decorator", [partial(rule, axes=opaque), elements])
def test_an_operator_has_one_rule(decorator: Callable[..., Callable[..., object]]) -> None:
    def another(x: Value) -> Sizes | None:
        return x.shape

    with pytest.raises(ValueError, match=r"^ADD is already registered"):
        decorator("ADD")(another)


def test_no_operator_without_axis_kinds_can_be_registered() -> None:
    with pytest.raises(TypeError, match=r"'axes'$"):
        rule("ANOTHER")  # type: ignore[call-arg]
    assert "ANOTHER" not in RULES


def test_unknown_sizes_are_named_after_tensor_and_axis() -> None:
    assert str(Value.named("x", [2, None]).shape) == "(2, x[1])"
    assert Value.named("x", None).shape is None


def test_no_size_is_negative() -> None:
    with pytest.raises(RuleError, match=r"^the output's shape has a negative size: -1 on axis 1$"):
        Value.named("x", [2, -1])
