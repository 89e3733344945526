"""MATRIX_DIAG and MATRIX_SET_DIAG."""

import pytest

from tests.support.case import Case, case, fails

MATRIX_DIAG = [
    case("2,3", out="2,3,3"),
    case("N,H", out="N,H,H"),
    case("?", out="?"),
    fails("", error="'in0' has rank 0, expected at least 1"),
]

MATRIX_SET_DIAG = [
    case("3,3", "3", out="3,3"),
    case("N,4,5", "N,4", out="N,4,5"),
    case("N,H,W", "N,min(H,W)", out="N,H,W"),
    case("2,H,W", "2,A", out="2,H,W"),
    case("?", "2", out="?"),
    fails("2,4,5", "2,5", error="'in1' has size 5 in axis 1, expected 4"),
    fails("2,4,5", "4", error="'in1' has rank 1, expected 2"),
    fails("4", "4", error="'in0' has rank 1, expected at least 2"),
]


@pytest.mark.parametrize("c", MATRIX_DIAG, ids=str)
def test_matrix_diag(c: Case) -> None:
    c.check("MATRIX_DIAG")


@pytest.mark.parametrize("c", MATRIX_SET_DIAG, ids=str)
def test_matrix_set_diag(c: Case) -> None:
    c.check("MATRIX_SET_DIAG")
