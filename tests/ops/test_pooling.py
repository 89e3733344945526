"""Pooling of images and volumes, and REDUCE_WINDOW."""

import pytest

from circle_resizer.schema.types import Padding
from tests.ops.test_custom_options import flex
from tests.support.case import Case, case, fails

SAME, VALID = Padding.SAME, Padding.VALID
WINDOW = {"filter_height": 2, "filter_width": 3}
STRIDE = {"stride_h": 3, "stride_w": 2}

POOL_2D = [
    case("1,9,8,3", out="1,3,4,3", padding=SAME, **WINDOW, **STRIDE),
    case("2,12,7,5", out="2,4,3,5", padding=VALID, **WINDOW, **STRIDE),
    case("N,H,W,C", out="N,H-1,W-2,C", padding=VALID, stride_h=1, stride_w=1, **WINDOW),
    case("N,H,W,C", out="N,(H+2)//3,(W+1)//2,C", **WINDOW, **STRIDE),
    case("?", out="_,_,_,_", **WINDOW, **STRIDE),
    fails("9,8,3", error="'in0' has rank 3, expected 4", **WINDOW, **STRIDE),
    fails("1,1,8,3", error="a window of 2 does not fit into 1", padding=VALID, **WINDOW, **STRIDE),
    fails("1,9,8,3", error="window [0, 0] must be at least 1", **STRIDE),
    fails("1,9,8,3", error="stride 0 and dilation 1 must be at least 1", **WINDOW),
]

CUBE = flex({"padding": "VALID", "ksize": [1, 2, 3, 1, 1], "strides": [1, 2, 1, 3, 1]})
SAME_CUBE = flex({"padding": "SAME", "ksize": [1, 2, 3, 1, 1], "strides": [1, 2, 1, 3, 1]})

POOL_3D = [
    case("1,5,6,7,2", out="1,2,4,3,2", data=CUBE),
    case("N,5,H,W,C", out="N,3,H,(W+2)//3,C", data=SAME_CUBE),
    case("?", out="_,_,_,_,_", data=SAME_CUBE),
    fails("1,5,2,7,2", error="a window of 3 does not fit into 2", data=CUBE),
    fails("1,5,6,7", error="'in0' has rank 4, expected 5", data=CUBE),
    fails("1,5,6,7,2", error="its options hold no text 'padding'"),
]

REDUCE_WINDOW = [
    case("6,7", "", [2, 3], [1, 2], [1, 1], out="5,3"),
    case("8", "", [3], [2], [2], out="2"),
    case("N,H", "", [2, 3], [1, 1], [1, 2], out="N-1,H-4"),
    case("6,7", "", "2", [1, 2], [1, 1], out="_,_"),
    case("6,7", "", [2, 3], [1, "_"], [1, 1], out="5,_"),
    case("?", "", [2, 3], [1, 2], [1, 1], out="?"),
    fails("6,7", "", [2], [1, 2], [1, 1], error="'in2' has 1 elements, expected 2"),
    fails("6,1", "", [2, 3], [1, 2], [1, 1], error="a window of 3 does not fit into 1"),
]


@pytest.mark.parametrize("operator", ["AVERAGE_POOL_2D", "MAX_POOL_2D", "L2_POOL_2D"])
@pytest.mark.parametrize("c", POOL_2D, ids=str)
def test_pool_2d(c: Case, operator: str) -> None:
    c.check(operator)


@pytest.mark.parametrize("name", ["AveragePool3D", "MaxPool3D", "FlexAvgPool3D", "FlexMaxPool3D"])
@pytest.mark.parametrize("c", POOL_3D, ids=str)
def test_pool_3d(c: Case, name: str) -> None:
    c.check(f"CUSTOM:{name}")


@pytest.mark.parametrize("c", REDUCE_WINDOW, ids=str)
def test_reduce_window(c: Case) -> None:
    c.check("REDUCE_WINDOW")
