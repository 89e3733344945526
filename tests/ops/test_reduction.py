"""MEAN, SUM and the other REDUCE_*, ARG_MAX and ARG_MIN."""

import pytest

from circle_resizer.schema.types import TensorType
from tests.support.case import Case, case, fails, gives, typed

REDUCTION = [
    case("5,6,7", [1], out="5,7"),
    case("5,6,7", [-1, -2], out="5,1,1", keep_dims=True),
    case("4,5", [0, 1], out=""),
    case("4,5,6", 0, out="5,6"),
    case("4,5,6", [1, 1, -2], out="4,6"),
    case("4,5", [], out="4,5"),
    case("N,H,3", [1], out="N,3"),
    case("N,H,3", [0], out="1,H,3", keep_dims=True),
    case("", [0], out=""),
    case("?", [0], out="?"),
    case("N,H,3", "1", out="_,_"),
    case("N,H,3", "", out="_,_"),
    case("N,H,3", "2", out="?"),
    case("N,H,3", "2", out="_,_,_", keep_dims=True),
    fails("2,3", [2], error="axis 2 is outside the rank 2 of 'in0'"),
    fails("2,3", [-3], error="axis -3 is outside", keep_dims=True),
]

ELEMENTS = {
    "SUM": [
        gives([[1, 2], [3, "N"]], [0], elements=[4, "N+2"]),
        gives([[1, 2], [3, 4]], [-1, 0], elements=10),
        gives([[1, 2], [3, 4]], [1], elements=[[3], [7]], keep_dims=True),
        gives([], [0], elements=0),
        gives(5, [0], elements=5),
        gives([1, 2], "1", elements=None),
    ],
    "REDUCE_PROD": [
        gives([[2, "N"], [4, 5]], [1], elements=["2*N", 20]),
        gives([2, 3, 4], [0], elements=[24], keep_dims=True),
        gives([], [0], elements=1),
    ],
    "REDUCE_MAX": [
        gives([3, 5, 4], [0], elements=5),
        gives([["N", 0], ["N", "H"]], [1], elements=["N", "max(N,H)"]),
        gives([], [0], elements=None),
    ],
    "REDUCE_MIN": [gives([3, 5, 4], 0, elements=3)],
    "REDUCE_ANY": [
        gives([[False, True], [False, False]], [1], elements=[True, False]),
        gives([["N", True], ["N", False]], [1], elements=[True, "N"]),
        gives([], [0], elements=False),
    ],
    "REDUCE_ALL": [
        gives([[True, True], [True, False]], [1], elements=[True, False]),
        gives([], [0], elements=True),
    ],
    "MEAN": [
        gives(typed([1.0, 2.0], TensorType.FLOAT32), [0], elements=1.5),
        gives(typed([[1, 2], [4, 3]], TensorType.INT32), [1], elements=[1, 3]),
        gives(typed([["N", "N"]], TensorType.INT32), [1], elements=["N"]),
        gives(typed("3", TensorType.INT32), [0], elements=None),
        gives(typed([], TensorType.INT32), [0], elements=None),
    ],
}

ARG_MAX = [
    case("5,6,7", -1, out="5,6"),
    case("3,1,5,6", [1], out="3,5,6"),
    case("4", 0, out=""),
    case("N,H,7", 1, out="N,7"),
    case("N,H", "1", out="_"),
    case("?", 0, out="?"),
    fails("2,3", 2, error="axis 2 is outside the rank 2 of 'in0'"),
    fails("", 0, error="'in0' is a scalar"),
    fails("2,3", [0, 1], error="'in1' has 2 elements, expected 1"),
    gives([[1, 5, 5], [7, 2, 3]], 1, elements=[1, 0]),
    gives([4, 9], 0, elements=1),
    gives(["N", 1], 0, elements=None),
    gives([], 0, elements=None),
]


@pytest.mark.parametrize("operator", ["MEAN", "REDUCE_ANY", "SUM"])
@pytest.mark.parametrize("c", REDUCTION, ids=str)
def test_reduction(c: Case, operator: str) -> None:
    c.check(operator)


@pytest.mark.parametrize(
    ("operator", "c"), [(name, c) for name, table in ELEMENTS.items() for c in table], ids=str
)
def test_elements(operator: str, c: Case) -> None:
    c.check(operator)


@pytest.mark.parametrize("c", ARG_MAX, ids=str)
def test_arg_max(c: Case) -> None:
    c.check("ARG_MAX")


@pytest.mark.parametrize(
    "c", [gives([[1, 5, 5], [7, 2, 2]], 1, elements=[0, 1]), gives([], 0, elements=None)], ids=str
)
def test_arg_min(c: Case) -> None:
    c.check("ARG_MIN")
