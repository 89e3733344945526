"""Numbers that a loop counts."""

from __future__ import annotations

from circle_resizer.inference.value import Element, Value
from circle_resizer.loops.induction import induction_variables
from circle_resizer.symbolic.polynomial import unknown

AT, N = unknown("i"), unknown("n")


def steps(start: Element | None, after: Element | None) -> list[int]:
    """The steps of what starts with one element and holds another after an iteration."""

    def value(element: Element | None) -> list[Value]:
        return [Value("v", (), None if element is None else (element,))]

    return [v.step for v in induction_variables(value(start), value(AT), value(after))]


def test_what_changes_by_a_number_counts() -> None:
    assert steps(0, AT + 1) == [1]
    assert steps(N, AT - 2) == [-2]


def test_what_stays_or_changes_by_a_size_does_not_count() -> None:
    assert steps(0, AT) == []
    assert steps(0, AT + N) == []
    assert steps(0, 3) == []
    assert steps(0, None) == []
    assert steps(None, AT + 1) == []
    assert steps(0.5, AT + 1) == []
