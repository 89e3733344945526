"""SELECT, SELECT_V2, comparisons and logic."""

import pytest

from tests.support.case import Case, case, fails, gives, typed

SELECT = [
    case("4,2", "4,2", "4,2", out="4,2"),
    case("", "4,2", "4,2", out="4,2"),
    case("4", "4,5,2", "4,5,2", out="4,5,2"),
    case("N", "N,5", "N,5", out="N,5"),
    case("N", "4,5", "4,5", out="4,5"),
    case("", "N,5", "4,5", out="4,5"),
    case("?", "N,5", "N,5", out="N,5"),
    case("4", "?", "4,2", out="4,2"),
    case("4", "?", "?", out="?"),
    case("1", "1", "1", outs=[""], out=""),
    case("1,1", "1", "1", outs=["1,1,1"], out="1,1,1"),
    case("1", "1", "1", outs=["N,1"], out="1,1"),
    case("1", "1", "1", outs=["2"], out="1"),
    case("N", "N", "N", outs=[""], out="N"),
    fails("3", "2,3", "2,3", error="cannot select by 'in0' [3] from 'in1' [2, 3]"),
    fails("2,1", "2,3", "2,3", error="cannot select by 'in0' [2, 1]"),
    fails("4,5", "4,5,2", "4,5,2", error="cannot select"),
    fails("2,3", "2,3", "3", error="'in1' [2, 3] and 'in2' [3] must have the same shape"),
    gives([True, False], [1, 2], ["N", "H"], elements=[1, "H"]),
    gives([True, False], [[1, 2], [3, 4]], [[5, 6], [7, 8]], elements=[[1, 2], [7, 8]]),
    gives([True], [[1, 2]], [[3, 4]], elements=[[1, 2]]),
    gives(["N", "N"], [1, 2], [1, 3], elements=[1, "_"]),
]

SELECT_V2 = [
    case("4,1", "1,5", "", out="4,5"),
    case("4", "4", "4", out="4"),
    case("2,1,1,1,1", "2,3,1,1,2", "1", out="2,3,1,1,2"),
    case("N", "1", "H,1", out="H,N"),
    case("?", "2", "2", out="?"),
    case("1", "", "", outs=["1,1"], out="1,1"),
    case("1", "", "", outs=["2"], out="1"),
    fails("2", "2,3", "2,3", error="'in0' [2] and 'in1' [2, 3] and 'in2' [2, 3] do not"),
    gives([[True], [False]], [1, 2], 0, elements=[[1, 2], [0, 0]]),
    gives([False, True], ["N", 1], [4, 4], elements=[4, 1]),
]

LOGIC = {
    "LESS": [gives([1, 2, 2.5], [2, 2, 3.0], elements=[True, False, True])],
    "GREATER": [gives([1, 3], [2, 2], elements=[False, True])],
    "LESS_EQUAL": [gives([1, 2, 3], [2, 2, 2], elements=[True, True, False])],
    "GREATER_EQUAL": [
        gives([1, 2], [2, 2], elements=[False, True]),
        gives(["N", "N+1", "N", "N"], [0, "N", 1, 0.5], elements=[True, True, "_", "_"]),
    ],
    "EQUAL": [
        gives([1, 2, 2.0], [2, 2, 2.5], elements=[False, True, False]),
        gives(["N", "N", "N", "N"], ["N", -1, 1, "N+1"], elements=[True, False, "_", False]),
        gives(["N", "N"], [0.5, 2.0], elements=["_", "_"]),
        gives([True], [False], elements=[False]),
    ],
    "NOT_EQUAL": [gives([1, "N", "N"], [2, "N", 1], elements=[True, False, "_"])],
    "LOGICAL_AND": [
        gives([True, True, False], [True, False, False], elements=[True, False, False]),
        gives(["N", "N", False], [False, True, "N"], elements=[False, "N", False]),
        gives([True, "N"], ["N", "N"], elements=["N", "_"]),
    ],
    "LOGICAL_OR": [
        gives([True, True, False], [True, False, False], elements=[True, True, False]),
        gives(["N", "N", True], [False, True, "N"], elements=["N", True, True]),
        gives([False, "N"], ["N", "N"], elements=["N", "_"]),
    ],
    "LOGICAL_NOT": [gives([True, False, "N"], elements=[False, True, "_"])],
}


@pytest.mark.parametrize("c", SELECT, ids=str)
def test_select(c: Case) -> None:
    c.check("SELECT")


@pytest.mark.parametrize("c", SELECT_V2, ids=str)
def test_select_v2(c: Case) -> None:
    c.check("SELECT_V2")


@pytest.mark.parametrize(
    ("operator", "c"), [(name, c) for name, table in LOGIC.items() for c in table], ids=str
)
def test_logic(operator: str, c: Case) -> None:
    c.check(operator)


def test_types_do_not_matter() -> None:
    case(typed("3", 6), "3", "3", out="3").check("SELECT_V2")
