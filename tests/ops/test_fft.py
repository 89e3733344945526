"""RFFT2D."""

import pytest

from tests.case import Case, case, fails

RFFT2D = [
    case("2,8,8", [8, 8], out="2,8,5"),
    case("N,3,5", [4, 8], out="N,4,5"),
    case("H,W", ["A", "B"], out="A,B//2+1"),
    case("N,3,5", "2", out="N,_,_"),
    case("?", [4, 8], out="?"),
    fails("8", [8, 8], error="'in0' has rank 1, expected at least 2"),
    fails("8,8", [8], error="'in1' has 1 elements, expected 2"),
]


@pytest.mark.parametrize("c", RFFT2D, ids=str)
def test_rfft2d(c: Case) -> None:
    c.check("RFFT2D")
