"""SLICE and DYNAMIC_UPDATE_SLICE."""

import pytest

from circle_resizer.ops.slicing import signed
from circle_resizer.symbolic.dim import unknown
from tests.support.case import Case, case, fails, gives

SLICE = [
    case("4,5", [1, 0], [-1, 3], out="3,3"),
    case("4,5,6", [0, 2, 1], [-1, -1, 4], out="4,3,4"),
    case("N,H", [0, 1], [-1, 3], out="N,3"),
    case("N,H", [0, 1], [-1, -1], out="N,H-1"),
    case("N,5", ["A", 0], [-1, -1], out="N-A,5"),
    case("N,5", [0, 0], ["A", 5], out="A,5"),
    case("N", ["A+1"], [-1], out="N-A-1"),
    case("5,3", "2", [2, 1], out="2,1"),
    case("6,5", "2", [-1, 2], out="_,2"),
    case("6,5", [0, 0], "2", out="_,_"),
    case("6,5", ["_", 1], [-1, -1], out="_,4"),
    case("6,5", [0, 0], ["_", 2], out="_,2"),
    case("?", [0, 1], [-1, 2], out="_,2"),
    case("?", "2", [3, -1], out="3,_"),
    case("?", "?", "?", out="?"),
    case("", [], [], out=""),
    case("2,2,2,2,2,2,2,2", [0] * 8, [1] * 8, out="1,1,1,1,1,1,1,1"),
    gives([5, "N", 7], [1], [2], elements=["N", 7]),
    gives([5, "N", 7], [1], [-1], elements=["N", 7]),
    gives([[1, 2], [3, 4]], [1, 0], [1, -1], elements=[[3, 4]]),
    gives([0] * 20, ["N"], [1], elements=None),
    fails("4,5", [1, 0], [4, 3], error="a slice of 4 from 1 leaves the size 4"),
    fails("4,5", [5, 0], [-1, 3], error="a slice of -1 from 5 leaves the size 4"),
    fails("4,5", [-1, 0], [1, 3], error="a slice begins at -1"),
    fails("4,5", [0, 0], [-2, 3], error="a slice of size -2"),
    fails("4,5", [0], [1, 3], error="'in1' has 1 elements, expected 2"),
]

DYNAMIC_UPDATE_SLICE = [
    case("4,5", "2,2", [1, 1], out="4,5"),
    case("N,H", "A,1", "2", out="N,H"),
    case("9", "3", "1", out="9"),
    case("?", "3", "1", out="?"),
    gives([1, 2, 3, 4], ["N", 9], [1], elements=[1, "N", 9, 4]),
    gives([1, 2, 3, 4], [8, 9], [3], elements=[1, 2, 8, 9]),
    gives([1, 2, 3, 4], [8, 9], [-3], elements=[8, 9, 3, 4]),
    gives([[1, 2], [3, 4]], [["N"]], [0, 1], elements=[[1, "N"], [3, 4]]),
    gives([1, 2, 3], [9], ["N"], elements=None),
    fails("4,5", "5,2", [1, 1], error="an update of [5, 2] is larger than 'in0' [4, 5]"),
    fails("4,5", "2", [1, 1], error="'in1' has rank 1, expected 2"),
    fails("4,5", "2,2", [1], error="'in2' has 1 elements, expected 2"),
]


@pytest.mark.parametrize("c", SLICE, ids=str)
def test_slice(c: Case) -> None:
    c.check("SLICE")


@pytest.mark.parametrize("c", DYNAMIC_UPDATE_SLICE, ids=str)
def test_dynamic_update_slice(c: Case) -> None:
    c.check("DYNAMIC_UPDATE_SLICE")


def test_a_number_from_data_has_a_sign_only_if_it_shows() -> None:
    data = unknown("?x[0]")
    assert signed(data) is None
    assert signed(data * 0 + 3) == 3
    assert signed(unknown("N")) == unknown("N")
    assert signed(1.5) is None
