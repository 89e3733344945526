"""TOPK_V2, UNIQUE, WHERE."""

import pytest

from tests.support.case import Case, case, fails, gives, scalar

TOPK_V2 = [
    case("4,6", 2, out=["4,2", "4,2"]),
    case("8", [3], out=["3", "3"]),
    case("2,3", 0, out=["2,0", "2,0"]),
    case("N,H", 2, out=["N,2", "N,2"]),
    case("N,H", scalar("H//2"), out=["N,H//2", "N,H//2"]),
    case("N,6", "", out=["N,_", "N,_"]),
    case("?", 2, out=["?", "?"]),
    fails("2,3", 4, error="k is 4, but the last axis of 'in0' [2, 3] is 3"),
    fails("2,3", -1, error="k is -1"),
    fails("", 1, error="'in0' is a scalar"),
    fails("2,3", [1, 1], error="'in1' has 2 elements, expected 1"),
    gives([3, 7, 7, 1], 2, elements=[[7, 7], [1, 2]]),
    gives([[0.5, 1.5]], 1, elements=[[[1.5]], [[1]]]),
    gives(["N", 1], 1, elements=None),
]

UNIQUE = [
    case("4", out=["_", "4"]),
    case("N", out=["_", "N"]),
    case([3, 3, 5], out=["2", "3"]),
    case(["N", 3], out=["_", "2"]),
    case([], out=["0", "0"]),
    fails("2,3", error="'in0' has rank 2, expected 1"),
    gives([3, 1, 3], elements=[[3, 1], [0, 1, 0]]),
    gives(["N", 1], elements=None),
]

WHERE = [
    case("2,3", out="_,2"),
    case("N", out="_,1"),
    case("?", out="_,_"),
    case([True, False, True], out="2,1"),
    case([["N", 0]], out="_,2"),
    fails("", error="'in0' is a scalar"),
    gives([[True, False], [False, True]], elements=[[0, 0], [1, 1]]),
    gives([0, 5], elements=[[1]]),
    gives(["N", 5], elements=None),
    gives("3", elements=None),
]


@pytest.mark.parametrize("c", TOPK_V2, ids=str)
def test_topk_v2(c: Case) -> None:
    c.check("TOPK_V2")


@pytest.mark.parametrize("c", UNIQUE, ids=str)
def test_unique(c: Case) -> None:
    c.check("UNIQUE")


@pytest.mark.parametrize("c", WHERE, ids=str)
def test_where(c: Case) -> None:
    c.check("WHERE")
