"""Elements of arithmetic."""

import operator

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from circle_resizer.inference.rules import Context, known_elements
from circle_resizer.ops.arithmetic import attempt, each, floored, truncated
from circle_resizer.schema.options import AddOptions, MulOptions
from circle_resizer.schema.types import TensorType
from circle_resizer.symbolic.dim import bind, unknown
from tests.support.case import Case, gives, scalar, typed

FLOAT, INT = TensorType.FLOAT32, TensorType.INT32

ELEMENTS = {
    "ADD": [
        gives([2, 3], [4, -1], elements=[6, 2]),
        gives(["N", 3], ["N", 1], elements=["2*N", 4]),
        gives(["N", "H"], 1, elements=["N+1", "H+1"]),
        gives(0.1, 0.2, elements=float(np.float32(0.3))),
        gives(["N"], [1.0], elements=["N+1"]),
        gives(["N", 4], [0.5, 0.5], elements=["_", 4.5]),
        gives([[1], [2]], [10, 20], elements=[[11, 21], [12, 22]]),
        gives("2", [1, 1], elements=None),
        gives([1, 1], "2", elements=None),
    ],
    "SUB": [gives(["N"], [2], elements=["N-2"]), gives(2, scalar("N"), elements="2-N")],
    "MUL": [gives(["N", 3], ["H", 2], elements=["N*H", 6]), gives([0.5], [3.0], elements=[1.5])],
    "DIV": [
        gives(typed([7, -7], INT), typed([2, 2], INT), elements=[3, -3]),
        gives(typed(["4*N", "N"], INT), typed([2, 2], INT), elements=["2*N", "N//2"]),
        gives(typed(["N-3"], INT), typed([2], INT), elements=["_"]),
        gives(typed(["2*N-2"], INT), typed([2], INT), elements=["N-1"]),
        gives(typed([7.0], FLOAT), typed([2.0], FLOAT), elements=[3.5]),
        gives(typed(["4*N", "N"], FLOAT), typed([2.0], FLOAT), elements=["2*N", "_"]),
        gives(typed([1, 4], INT), typed([0, 2], INT), elements=["_", 2]),
        gives(typed([1.0], INT), typed([2], INT), elements=["_"]),
    ],
    "FLOOR_DIV": [
        gives([7, -7, 7], [2, 2, -2], elements=[3, -4, -4]),
        gives(["N"], [2], elements=["N//2"]),
        gives([7.0, -7.0], [2.0, 2.0], elements=[3.0, -4.0]),
    ],
    "FLOOR_MOD": [
        gives([7, -7, 7], [3, 3, -3], elements=[1, 2, -2]),
        gives(["N", 9], [2, 0], elements=["N-N//2*2", "_"]),
    ],
    "MAXIMUM": [
        gives([2, 5], [3, 1], elements=[3, 5]),
        gives(["N", "N"], [0, "H"], elements=["N", "max(N,H)"]),
        gives([0.5], [2.0], elements=[2.0]),
        gives(["N"], [0.5], elements=["_"]),
    ],
    "MINIMUM": [
        gives([2, 5], [3, 1], elements=[2, 1]),
        gives(["N", "N"], [0, "H"], elements=[0, "min(N,H)"]),
        gives([0.5], [2.0], elements=[0.5]),
    ],
    "POW": [
        gives([2, 3], [5, 0], elements=[32, 1]),
        gives(["N"], [2], elements=["N*N"]),
        gives([2.0], [0.5], elements=[float(np.float32(2**0.5))]),
        gives([2, 2, -2.0], [-1, "N", 0.5], elements=["_", "_", "_"]),
    ],
    "SQUARED_DIFFERENCE": [gives([2], [5], elements=[9])],
    "BITWISE_XOR": [gives([6, 5], [3, 5], elements=[5, 0]), gives(["N"], [1], elements=["_"])],
    "RIGHT_SHIFT": [
        gives([9, -9], [1, 1], elements=[4, -5]),
        gives(["N", 1], [2, -1], elements=["N//4", "_"]),
    ],
    "ADD_N": [gives([1], ["N"], [2], elements=["N+3"]), gives([1], elements=[1])],
    "NEG": [gives([1, "N"], elements=[-1, "-1*N"])],
    "ABS": [gives([-2, "N", "N-2", -0.5], elements=[2, "N", "_", 0.5])],
    "SIGN": [gives([-2, 0, "N+1", "N", -0.5], elements=[-1, 0, 1, "_", -1.0])],
    "SQUARE": [gives([3, "N"], elements=[9, "N*N"])],
    "SQRT": [gives([9.0, -1.0, "N"], elements=[3.0, "_", "_"])],
    "RELU": [gives([-2, "N-2", -1.5, 2.5], elements=[0, "max(N-2,0)", 0.0, 2.5])],
    "CEIL": [gives([1.5, -1.5, "N", 2], elements=[2.0, -1.0, "N", 2])],
    "FLOOR": [gives([1.5, -1.5, "N"], elements=[1.0, -2.0, "N"])],
    "ROUND": [gives([0.5, 1.5, -2.5, 2.4, "N"], elements=[0.0, 2.0, -2.0, 2.0, "N"])],
}


@pytest.mark.parametrize(
    ("operator_", "c"), [(name, c) for name, table in ELEMENTS.items() for c in table], ids=str
)
def test_elements(operator_: str, c: Case) -> None:
    c.check(operator_)


@pytest.mark.parametrize(
    ("activation", "wanted"), [(0, [-1, 3, 9]), (1, [0, 3, 9]), (3, [0, 3, 6]), (2, None)]
)
def test_a_fused_activation_counts(activation: int, wanted: list[int] | None) -> None:
    opt = AddOptions(fused_activation_function=activation)
    operands = [typed([-2, 2, 8], INT), typed(1, INT)]
    answer = known_elements("ADD", operands, Context(opt))
    assert answer is not None
    assert (answer[0] is None) if wanted is None else (answer[0].tolist() == wanted)


def test_an_activation_reaches_unknown_sizes() -> None:
    opt = MulOptions(fused_activation_function=1)
    answer = known_elements("MUL", [typed(["N"], INT), typed([2], INT)], Context(opt))
    assert answer is not None
    assert answer[0].tolist() == [unknown("N") * 2]


@given(st.integers(-50, 50), st.integers(-9, 9).filter(bool))
def test_whole_numbers_are_cut_towards_zero(a: int, b: int) -> None:
    assert truncated(a, b) == int(a / b)


@given(st.integers(0, 50), st.integers(1, 9))
def test_an_unknown_size_divides_as_its_number_does(n: int, b: int) -> None:
    size = unknown("N")
    for function in (truncated, floored):
        found = function(size, b)
        assert not isinstance(found, float)
        assert bind(found, {"N": n}) == function(n, b)


def test_what_float32_cannot_hold_is_infinite() -> None:
    assert attempt(operator.mul, [1e30, 1e30]) == float("inf")


def test_a_scalar_stays_a_scalar() -> None:
    two = np.array(2, dtype=object)
    assert each(operator.add, two, two).shape == ()
    assert attempt(operator.add, [2, 2]) == 4
