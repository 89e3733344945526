"""SPLIT, SPLIT_V, UNPACK."""

import pytest

from tests.support.case import Case, case, fails, gives

SPLIT = [
    case(1, "5,6", out=["5,3", "5,3"], num_splits=2),
    case(-1, "N,2,9", out=["N,2,3"] * 3, num_splits=3),
    case([0], "4,N", out=["2,N", "2,N"], num_splits=2),
    case(0, "2*N,3", out=["N,3", "N,3"], num_splits=2),
    case("", "6,8", out=["_,_", "_,_"], num_splits=2),
    case(1, "?", out=["?", "?"], num_splits=2),
    gives(0, ["N", 1, 2, "H"], elements=[["N", 1], [2, "H"]], num_splits=2),
    gives(-1, [[1, 2], [3, 4]], elements=[[[1], [3]], [[2], [4]]], num_splits=2),
    fails(1, "5,7", error="size 7 of axis 1 does not split into 2 parts", num_splits=2),
    fails(2, "5,6", error="axis 2 is outside the rank 2 of 'in1'", num_splits=2),
    fails(1, "5,6", error="num_splits 0 must be at least 1"),
]

SPLIT_V = [
    case("3,9", [2, -1, 1], 1, out=["3,2", "3,6", "3,1"], num_splits=3),
    case("4,7,2", [3, 4], -2, out=["4,3,2", "4,4,2"], num_splits=2),
    case("N", [-1, 2], 0, out=["N-2", "2"], num_splits=2),
    case("N,13", ["6", 7], 1, out=["N,6", "N,7"], num_splits=2),
    case("N,H", ["H//2", "H-H//2"], 1, out=["N,H//2", "N,H-H//2"], num_splits=2),
    case("3,8", "2", 1, out=["3,_", "3,_"], num_splits=2),
    case("3,8", ["_", -1], 1, out=["3,_", "3,_"], num_splits=2),
    case("3,8", [4, 4], "", out=["_,_", "_,_"], num_splits=2),
    case("?", [4, 4], 0, out=["?", "?"], num_splits=2),
    gives(["N", 1, 2], [1, -1], 0, elements=[["N"], [1, 2]], num_splits=2),
    gives([[1, 2, 3]], [2, 1], [1], elements=[[[1, 2]], [[3]]], num_splits=2),
    fails("3,9", [-1, -1], 1, error="split sizes [-1, -1] have more than one -1", num_splits=2),
    fails("3,9", [4, 4], 1, error="split sizes [4, 4] do not add up to 9", num_splits=2),
    fails("3,9", [-1, 10], 1, error="split sizes [-1, 10] do not add up to 9", num_splits=2),
    fails("3,9", [4, 5], 1, error="'in1' has 2 elements, expected 3", num_splits=3),
]

UNPACK = [
    case("2,5,6", out=["5,6", "5,6"], num=2),
    case("N,H,3", out=["N,H"] * 3, num=3, axis=-1),
    case("N,3", out=["3"] * 4, num=4),
    case("3", out=["", "", ""], num=3),
    case("?", out=["?", "?"], num=2),
    gives(["N", 3, 4], elements=["N", 3, 4], num=3),
    gives([["N", 3], [4, 5]], elements=[["N", 4], [3, 5]], num=2, axis=1),
    fails("2,5", error="axis 0 of 'in0' has 2 entries for 3 outputs", num=3),
    fails("", error="axis 0 is outside the rank 0 of 'in0'", num=3),
]


@pytest.mark.parametrize("c", SPLIT, ids=str)
def test_split(c: Case) -> None:
    c.check("SPLIT")


@pytest.mark.parametrize("c", SPLIT_V, ids=str)
def test_split_v(c: Case) -> None:
    c.check("SPLIT_V")


@pytest.mark.parametrize("c", UNPACK, ids=str)
def test_unpack(c: Case) -> None:
    c.check("UNPACK")
