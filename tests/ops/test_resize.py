"""RESIZE_BILINEAR and RESIZE_NEAREST_NEIGHBOR."""

import pytest

from tests.support.case import Case, case, fails

RESIZE = [
    case("1,4,4,3", [6, 8], out="1,6,8,3"),
    case("N,H,W,C", ["2*H", "W//2"], out="N,2*H,W//2,C"),
    case("N,4,4,3", "2", out="N,_,_,3"),
    case("?", [6, 8], out="_,6,8,_"),
    fails("1,4,4,3", [6, 8, 3], error="'in1' has 3 elements, expected 2"),
    fails("1,4,4,3", [6, -1], error="'in1' [6, -1] has a negative size"),
    fails("4,4,3", [6, 8], error="'in0' has rank 3, expected 4"),
]


@pytest.mark.parametrize("operator", ["RESIZE_BILINEAR", "RESIZE_NEAREST_NEIGHBOR"])
@pytest.mark.parametrize("c", RESIZE, ids=str)
def test_resize(c: Case, operator: str) -> None:
    c.check(operator)
