"""Axes that both sides of a RESHAPE cut alike, and what all functions about axes have in common."""

from __future__ import annotations

import pytest

from circle_resizer.inference.axis_kinds import Axis, AxisKind, regrouped
from circle_resizer.inference.rules import RULES, axis_kinds, operator_axes
from circle_resizer.inference.value import Shape, Value
from circle_resizer.schema.options import Options, SoftmaxOptions
from circle_resizer.symbolic.dim import Dim, unknown

N, T = unknown("N"), unknown("T")
RESHAPES: list[tuple[Shape, Shape, dict[int, tuple[int, ...]]]] = [
    ((N, 4, 8), (N, 32), {0: (0,), 1: (-1, 1), 2: (-1, 1)}),
    ((N, 32), (N, 4, 8), {0: (0,), 1: (-1, 1, 2)}),
    ((N, T, 8), (N * T, 8), {0: (-1, 0), 1: (-1, 0), 2: (1,)}),
    ((N, 4, T), (4, N, T), {0: (-1, 0, 1), 1: (-1, 0, 1), 2: (2,)}),
    ((1, N, 8), (N, 8), {0: (-1,), 1: (0,), 2: (1,)}),
    ((N, 1, 1, 8), (N, 1, 1, 8), {0: (0,), 1: (1,), 2: (2,), 3: (3,)}),
    ((N, 1, 8), (N, 1, 1, 8), {0: (0,), 1: (-1,), 2: (3,)}),
    ((2, 1, 3), (6,), {0: (-1, 0), 1: (-1,), 2: (-1, 0)}),
    ((2, 3), (3, 2), {0: (-1, 0, 1), 1: (-1, 0, 1)}),
    ((N, 0), (0, N), {0: (-1,), 1: (-1,)}),
    ((), (1,), {}),
    ((N, 8), (N, unknown("?y")), {0: (0,), 1: (-1,)}),
]
"""From, to, and for each axis where it goes; -1 in front says that it is cut otherwise."""


@pytest.mark.parametrize(("shape", "out", "expected"), RESHAPES, ids=str)
def test_axes_that_both_sides_cut_alike_stay(
    shape: Shape, out: tuple[Dim, ...], expected: dict[int, tuple[int, ...]]
) -> None:
    found = regrouped(0, shape, out)
    wanted = {}
    for axis, (first, *rest) in expected.items():
        kind = AxisKind.REGROUPED if first < 0 else AxisKind.PARALLEL
        places = rest if first < 0 else [first]
        wanted[0, axis] = Axis(kind, tuple((0, to) for to in places))
    assert found == wanted


def test_axes_of_an_unknown_operator_are_opaque() -> None:
    kinds = axis_kinds("CUSTOM:Mystery", [Value("x", (N, 8)), None, Value("y", None)], Options())
    assert kinds == {(0, 0): AxisKind.OPAQUE, (0, 1): AxisKind.OPAQUE}


def test_the_shape_rule_is_asked_for_outputs_that_are_not_given() -> None:
    x, target = Value("x", (N, 4, 8)), Value("shape", (2,), (-1, 32))
    entry = RULES["RESHAPE"]
    alone = operator_axes("RESHAPE", [x, target], entry.options())
    assert alone == operator_axes("RESHAPE", [x, target], entry.options(), [Value("y", (N, 32))])
    assert alone[0, 0].kind is AxisKind.PARALLEL
    assert alone[1, 0].kind is AxisKind.PARAMETER


def test_kinds_are_those_of_the_operator() -> None:
    kinds = axis_kinds("SOFTMAX", [Value("x", (N, 8))], SoftmaxOptions())
    assert kinds == {(0, 0): AxisKind.PARALLEL, (0, 1): AxisKind.REDUCED}
