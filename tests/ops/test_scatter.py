"""SCATTER_ND and SPARSE_TO_DENSE."""

import pytest

from circle_resizer.errors import RuleError
from circle_resizer.inference.rules import Context, known_elements
from circle_resizer.schema.options import Options
from tests.support.case import Case, case, fails, gives, operand

SCATTER_ND = [
    case("4,1", "4", [8], out="8"),
    case("A,1", "A,3", ["N", 3], out="N,3"),
    case("2,2,2", "2,2", [4, 5], out="4,5"),
    case("A,1", "A", "1", out="_"),
    case("A,1", "A,3", "2", out="_,_"),
    case("A,1", "A,3", "?", out="?"),
    case("A,H", "A", [4, 5, 6, 7], out="4,5,6,7"),
    case("?", "4", [8], out="8"),
    gives([[1], [3], [1]], ["N", 5, 6], [4], elements=[0, "N+6", 0, 5]),
    gives([[1]], [["N", 2]], [2, 2], elements=[[0, 0], ["N", 2]]),
    gives([[1]], ["N"], "1", elements=None),
    fails("4,1", "5", [8], error="'in1' has shape [5], expected [4]"),
    fails("4,1", "4,2", [8, 3], error="'in1' has shape [4, 2], expected [4, 3]"),
    fails("4,1", "4", "2", error="'in1' has shape [4], expected [4, ?]"),
    fails("", "4", [8], error="'in0' has rank 0, expected at least 1"),
    fails("4,1", "4", [-8], error="'in2' [-8] has a negative size"),
]

SPARSE_TO_DENSE = [
    case("5,2", [4, 5], "5", "", out="4,5"),
    case("A,2", ["N", 5], "A", "", out="N,5"),
    case("A", [7], "A", "", out="7"),
    case("", [7], "", "", out="7"),
    case("A,2", [4, 5], "", "", out="4,5"),
    case("4,2", "2", "4", "", out="_,_"),
    case("4,2", "?", "4", "", out="?"),
    case("?", [4], "?", "", out="4"),
    fails("5,3", [4, 5], "5", "", error="'in0' has 3 columns for 2 axes"),
    fails("5", [4, 5], "5", "", error="'in0' has 1 columns for 2 axes"),
    fails("5,2", [4, 5], "6", "", error="6 values for 5 positions"),
    fails("5,2,1", [4, 5], "5", "", error="'in0' has rank 3, expected 2"),
    fails("5,2", [4, 5], "5,1", "", error="'in2' has rank 2, expected 1"),
]


@pytest.mark.parametrize("c", SCATTER_ND, ids=str)
def test_scatter_nd(c: Case) -> None:
    c.check("SCATTER_ND")


@pytest.mark.parametrize("c", SPARSE_TO_DENSE, ids=str)
def test_sparse_to_dense(c: Case) -> None:
    c.check("SPARSE_TO_DENSE")


def test_a_position_outside_is_refused() -> None:
    operands = [operand(spec, "x") for spec in ([[2]], [5], [2])]
    with pytest.raises(RuleError, match=r"position \[2\] is outside the shape \[2\]"):
        known_elements("SCATTER_ND", operands, Context(Options()))
