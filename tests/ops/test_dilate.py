"""DILATE."""

import pytest

from tests.support.case import Case, case, fails

DILATE = [
    case("2,3", [2, 3], "", out="3,7"),
    case("N,H", [1, 2], "", out="N,2*H-1"),
    case("3,4", "2", "", out="_,_"),
    case("3,4", ["_", 2], "", out="_,7"),
    case("?", [1, 2], "", out="_,_"),
    case("?", "?", "", out="?"),
    fails("2,3", [0, 3], "", error="'in1' must be at least 1"),
    fails("2,3", [2], "", error="'in1' has 1 elements, expected 2"),
    fails("0", [3], "", error="nothing to dilate in axis 0"),
]


@pytest.mark.parametrize("c", DILATE, ids=str)
def test_dilate(c: Case) -> None:
    c.check("DILATE")
