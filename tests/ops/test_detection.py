"""NON_MAX_SUPPRESSION_V4 and V5."""

import pytest

from tests.support.case import Case, case, fails, scalar

REAL = ("", "")

V4 = [
    case("6,4", "6", 3, *REAL, out=["3", ""]),
    case("N,4", "N", scalar("A"), *REAL, out=["A", ""]),
    case("N,4", "N", "", *REAL, out=["_", ""]),
    case("?", "?", 3, *REAL, out=["3", ""]),
    fails("6,5", "6", 3, *REAL, error="boxes 'in0' have 5 coordinates, expected 4"),
    fails("6,4", "5", 3, *REAL, error="5 scores for 6 boxes"),
    fails("6,4", "6", -3, *REAL, error="max_output_size -3 is negative"),
    fails("6,4", "6", error="operand 2 'most' is missing"),
]

V5 = [
    case("6,4", "6", 4, *REAL, "", out=["4", "4", ""]),
    case("N,4", "N", "", *REAL, "", out=["_", "_", ""]),
    fails("1,6,4", "6", 4, *REAL, "", error="'in0' has rank 3, expected 2"),
]


@pytest.mark.parametrize("c", V4, ids=str)
def test_non_max_suppression_v4(c: Case) -> None:
    c.check("NON_MAX_SUPPRESSION_V4")


@pytest.mark.parametrize("c", V5, ids=str)
def test_non_max_suppression_v5(c: Case) -> None:
    c.check("NON_MAX_SUPPRESSION_V5")
