"""GATHER and GATHER_ND."""

import pytest

from circle_resizer.errors import RuleError
from circle_resizer.inference.rules import RULES, Context, known_elements
from tests.support.case import Case, case, fails, gives, operand

GATHER = [
    case("6,4", "3,2", out="3,2,4"),
    case("N,H,8", "5", out="N,5,8", axis=1),
    case("N,8", "A,4", out="N,A,4", axis=-1),
    case("N,8", "", out="8"),
    case("3,6,7", "2,2", out="3,2,2,7", axis=-2),
    case("N,2,7,3", "N,2,4", out="N,2,4,3", axis=2, batch_dims=2),
    case("3,7", "3,2", out="3,2", axis=1, batch_dims=-1),
    case("N,7", "A,2", out="N,2", axis=1, batch_dims=1),
    case("?", "3", out="?"),
    case("3", "?", out="?"),
    gives(["N", 4, 8], 0, elements="N"),
    gives(["N", 4, 8], [2, 0], elements=[8, "N"]),
    gives([["N", 4], [5, 6]], [1], elements=[[4], [6]], axis=1),
    gives([["N", 4], [5, 6]], [[1], [0]], elements=[[4], [5]], axis=1, batch_dims=1),
    gives([["N", 4], [5, 6]], [1, 0], elements=[4, 5], axis=1, batch_dims=1),
    gives([0] * 20, ["N"], elements=None),
    fails("2,3", "4", error="axis 2 is outside the rank 2 of 'in0'", axis=2),
    fails("", "4", error="axis 0 is outside the rank 0 of 'in0'"),
    fails(
        "2,3",
        "3,4",
        error="'in0' [2, 3] and 'in1' [3, 4] differ in batch axis 0",
        axis=1,
        batch_dims=1,
    ),
    fails("2,3", "2", error="batch_dims 1 does not fit axis 0 and rank 1", batch_dims=1),
    fails("2,3", "2", error="batch_dims -2 does not fit", batch_dims=-2),
]

GATHER_ND = [
    case("6,7", "2,3,2", out="2,3"),
    case("3,2,7", "1", out="2,7"),
    case("N,H,8", "A,1", out="A,H,8"),
    case("N,H", "A,0", out="A,N,H"),
    case("N,H,2,2,2,2,2,2", "5,A", out="?"),
    case("?", "5,1", out="?"),
    gives([["N", 2], [3, 4]], [[0, 0], [1, 1]], elements=["N", 4]),
    gives([["N", 2], [3, 4]], [[1]], elements=[[3, 4]]),
    gives(["N", 2], [1], elements=2),
    fails("6,7", "2,3", error="indices of 3 axes into the rank 2 of 'in0'"),
    fails("6,7", "", error="'in1' has rank 0, expected at least 1"),
]


@pytest.mark.parametrize("c", GATHER, ids=str)
def test_gather(c: Case) -> None:
    c.check("GATHER")


@pytest.mark.parametrize("c", GATHER_ND, ids=str)
def test_gather_nd(c: Case) -> None:
    c.check("GATHER_ND")


@pytest.mark.parametrize(
    ("operator", "index"), [("GATHER", [3]), ("GATHER", [-1]), ("GATHER_ND", [[3]])]
)
def test_an_index_outside_is_refused(operator: str, index: list[int]) -> None:
    values = [operand([5, 6, 7], "x"), operand(index, "i")]
    with pytest.raises(RuleError, match=r"index -?\d is outside the size 3"):
        known_elements(operator, values, Context(RULES[operator].options()))
