"""Convolutions."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from circle_resizer.ops.convolution import window
from circle_resizer.schema.types import Padding
from tests.support.case import Case, case, fails

SAME, VALID = Padding.SAME, Padding.VALID
UNIT = {"stride_h": 1, "stride_w": 1}
CUBE = {"stride_d": 1, **UNIT}
DILATED = {"dilation_h_factor": 2, "dilation_w_factor": 2}

CONV_2D = [
    case("1,5,5,3", "8,3,3,3", "8", out="1,5,5,8", padding=SAME, **UNIT),
    case("1,5,5,3", "8,3,3,3", None, out="1,3,3,8", padding=VALID, **UNIT),
    case("1,5,5,3", "8,3,3,3", out="1,1,1,8", padding=VALID, **DILATED, **UNIT),
    case("1,9,8,3", "5,3,3,3", out="1,5,3,5", padding=SAME, stride_h=2, stride_w=3),
    case("N,H,W,3", "8,3,3,3", out="N,(H-1)//2,W-2,8", padding=VALID, stride_h=2, stride_w=1),
    case("N,H,W,3", "8,3,3,3", out="N,(H+1)//2,W,8", stride_h=2, stride_w=1),
    case("N,H,W,6", "8,1,1,3", out="N,H,W,8", **UNIT),
    case("N,H,W,C", "8,1,1,3", out="N,H,W,8", **UNIT),
    case("?", "8,3,3,3", out="_,_,_,8", padding=VALID, **UNIT),
    case("1,5,5,3", "?", out="1,5,5,_", **UNIT),
    case("0,0,5,3", "8,3,3,3", out="0,0,3,8", padding=VALID, **UNIT),
    case("1,5,5,3", "8,3,3,3", "1,1,1,8", out="1,5,5,8", **UNIT),
    case("1,5,5,3", "8,3,3,3", "?", out="1,5,5,8", **UNIT),
    fails("1,5,5,3", "8,3,3,2", error="3 input channels are not a multiple of the kernel's 2"),
    fails("1,5,5,3", "8,3,3,3", "9", error="'in2' has 9 elements for 8 output channels", **UNIT),
    fails("5,5,3", "8,3,3,3", error="'in0' has rank 3, expected 4", **UNIT),
    fails("1,2,5,3", "8,3,3,3", error="a window of 3 does not fit into 2", padding=VALID, **UNIT),
    fails("1,2,5,3", "8,3,3,3", error="stride 0 and dilation 1 must be at least 1"),
    fails("1,5,5,3", error="operand 1 'kernel' is missing"),
]

DEPTHWISE_CONV_2D = [
    case("1,9,8,3", "1,3,2,6", "6", out="1,3,4,6", stride_h=3, stride_w=2, depth_multiplier=2),
    case("N,H,W,3", "1,3,2,3", out="N,H-4,W-1,3", padding=VALID, dilation_h_factor=2, **UNIT),
    case("N,H,W,C", "1,3,3,6", out="N,H,W,6", **UNIT),
    fails("1,9,8,4", "1,3,2,6", error="6 output channels are not a multiple of the 4", **UNIT),
    fails("1,9,8,3", "2,3,2,6", error="kernel 'in1' has 2 filters, expected 1", **UNIT),
    fails("1,9,8,3", "1,3,2,6", "3", error="has 3 elements for 6 output channels", **UNIT),
]

CONV_3D = [
    case("1,5,6,7,2", "2,3,2,2,4", "4", out="1,3,6,7,4", stride_d=2, stride_h=1, stride_w=1),
    case("N,5,H,W,2", "2,3,2,2,4", out="N,4,H-4,W-1,4", padding=VALID, dilation_h_factor=2, **CUBE),
    case("?", "2,3,2,2,4", out="_,_,_,_,4", **CUBE),
    fails("1,5,6,7,3", "2,3,2,2,4", error="3 input channels, the kernel has 2", **CUBE),
    fails("1,5,6,7", "2,3,2,2,4", error="'in0' has rank 4, expected 5", **CUBE),
    fails("1,1,6,7,2", "2,3,2,2,4", error="does not fit into 1", padding=VALID, **CUBE),
]


@pytest.mark.parametrize("c", CONV_2D, ids=str)
def test_conv_2d(c: Case) -> None:
    c.check("CONV_2D")


@pytest.mark.parametrize("c", DEPTHWISE_CONV_2D, ids=str)
def test_depthwise_conv_2d(c: Case) -> None:
    c.check("DEPTHWISE_CONV_2D")


@pytest.mark.parametrize("c", CONV_3D, ids=str)
def test_conv_3d(c: Case) -> None:
    c.check("CONV_3D")


@given(st.integers(1, 20), st.integers(1, 5), st.integers(1, 4), st.integers(1, 3))
def test_a_valid_window_is_counted_by_moving_it(
    n: int, kernel: int, stride: int, dilation: int
) -> None:
    reach = (kernel - 1) * dilation + 1
    places = len(range(0, n - reach + 1, stride))
    if places:
        assert window(n, kernel, stride, dilation, VALID) == places
