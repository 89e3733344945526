"""RESHAPE, SQUEEZE, EXPAND_DIMS, TRANSPOSE."""

import pytest

from circle_resizer.ops.reshape import retrace
from circle_resizer.schema.types import TensorType
from circle_resizer.symbolic.dim import factors_of, merged, unknown
from tests.support.case import Case, case, fails, gives, typed

B, S, H = unknown("B"), unknown("S"), unknown("H")

RESHAPE = [
    case("2,3,4", [6, 4], out="6,4"),
    case("2,3,4", [-1, 4], out="6,4"),
    case("N,4,4,8", [-1, 128], out="N,128"),
    case("N,H,12", [-1, 3], out="4*N*H,3"),
    case("N,6", ["N", 2, 3], out="N,2,3"),
    case("N,6", ["2*N", -1], out="2*N,3"),
    case("2,3", new_shape=(3, 2), out="3,2"),
    case("2,3", [3, 2], new_shape=(6,), out="3,2"),
    case("2,3", 6, new_shape=(3, 2), out="3,2"),
    case("2,3", "1,2", new_shape=(3, 2), out="3,2"),
    case("2,3", typed([6], TensorType.INT64), new_shape=(3, 2), out="3,2"),
    case("2,3", typed([3, 2], TensorType.INT64), out="3,2"),
    case("1,1", new_shape=(0,), out=""),
    case("1,1", out=""),
    case("1,1", [], out=""),
    case("", [-1], out="1"),
    case("0,3", [-1, 3], out="0,3"),
    case("?", [3, -1], out="3,_"),
    case("2,3,4", "2", out="_,_"),
    case("2,3,4", ["_", 4], out="_,4"),
    case("2,3,4", [-1, "_"], out="_,_"),
    case("2,3,4", "N", out="?"),
    fails("2,3", [4, -1], error="'in0' [2, 3] has 6 elements, shape [4, -1] holds 4"),
    fails("2,3,4", [-1, -1], error="shape [-1, -1] has more than one -1"),
    fails("2,3,4", [5, 5], error="'in0' [2, 3, 4] has 24 elements, shape [5, 5] holds 25"),
    fails("2,3", [0, 3], error="has 6 elements, shape [0, 3] holds 0"),
    fails("2,3", error="has 6 elements, shape [] holds 1"),
    gives([1, "N", 3, 4], [2, 2], elements=[[1, "N"], [3, 4]]),
    gives([5], [], elements=5),
    gives(5, [-1], elements=[5]),
    gives(["N"], new_shape=(1, 1), elements=[["N"]]),
]

SQUEEZE = [
    case("4,1,5,1", out="4,5"),
    case("2,3", out="2,3"),
    case("1,1", out=""),
    case("5,1,6,1", squeeze_dims=(-1,), out="5,1,6"),
    case("5,1,6,1", squeeze_dims=(1, -3, 3), out="5,6"),
    case("N,1,H", out="N,H"),
    case("N,1,1,3", squeeze_dims=(1, 2), out="N,3"),
    case("?", squeeze_dims=(0,), out="?"),
    case("", out=""),
    fails("2,3", squeeze_dims=(1,), error="axis 1 of 'in0' [2, 3] is not 1"),
    fails("2,1", squeeze_dims=(2,), error="axis 2 is outside the rank 2"),
    gives([["N", 3]], elements=["N", 3]),
    gives([[7]], squeeze_dims=(0,), elements=[7]),
    gives([7], elements=7),
]

EXPAND_DIMS = [
    case("4,5", 1, out="4,1,5"),
    case("4,5", [-1], out="4,5,1"),
    case("4,5", -3, out="1,4,5"),
    case("", [-1], out="1"),
    case("N,H", 2, out="N,H,1"),
    case("4,5", "1", out="_,_,_"),
    case("?", 0, out="?"),
    fails("4,5", 3, error="axis 3 is outside the rank 3 of the result"),
    fails("4,5", -4, error="axis -4 is outside the rank 3 of the result"),
    fails("4,5", [0, 1], error="'in1' has 2 elements, expected 1"),
    gives(5, 0, elements=[5]),
    gives(["N", 2], [-1], elements=[["N"], [2]]),
]

TRANSPOSE = [
    case("5,6,7", [2, 0, 1], out="7,5,6"),
    case("2,3,4", [-1, 0, 1], out="4,2,3"),
    case("7", [0], out="7"),
    case("", [], out=""),
    case("N,H,W,C", [0, 3, 1, 2], out="N,C,H,W"),
    case("8,7,6,5,4,3,2,1", [7, 6, 5, 4, 3, 2, 1, 0], out="1,2,3,4,5,6,7,8"),
    case("5,6,7", "3", out="_,_,_"),
    case("?", [1, 0], out="_,_"),
    case("?", "N", out="?"),
    fails("2,3", [0], error="[0] does not permute the 2 axes of 'in0'"),
    fails("2,3", [0, 0], error="[0, 0] does not permute"),
    fails("2,3", [0, 2], error="axis 2 is outside the rank 2 of 'in0'"),
    gives([[1, "N"], [3, 4]], [1, 0], elements=[[1, 3], ["N", 4]]),
]


@pytest.mark.parametrize("c", RESHAPE, ids=str)
def test_reshape(c: Case) -> None:
    c.check("RESHAPE")


@pytest.mark.parametrize("c", SQUEEZE, ids=str)
def test_squeeze(c: Case) -> None:
    c.check("SQUEEZE")


@pytest.mark.parametrize("c", EXPAND_DIMS, ids=str)
def test_expand_dims(c: Case) -> None:
    c.check("EXPAND_DIMS")


@pytest.mark.parametrize("c", TRANSPOSE, ids=str)
def test_transpose(c: Case) -> None:
    c.check("TRANSPOSE")


def test_merged_axes_remember_their_factors() -> None:
    flat, rest = retrace((B, S, 4, 8), [B * S, 32])
    assert factors_of(flat) == (B, S)
    assert rest == 32


def test_a_merged_axis_that_is_split_gives_its_factors_back() -> None:
    assert retrace((merged((B, S, H)), 8), [B * S, H, 8]) == [B * S, H, 8]
    first = retrace((merged((B, S, H)), 8), [B * S, H, 8])[0]
    assert factors_of(first) == (B, S)


def test_factors_are_found_from_the_back_where_the_front_does_not_line_up() -> None:
    two, three, tail = retrace((6, B, S), [2, 3, B * S])
    assert (two, three) == (2, 3)
    assert factors_of(tail) == (B, S)


def test_axes_that_do_not_line_up_are_left_alone() -> None:
    assert retrace((B, S), [S, B]) == [S, B]
