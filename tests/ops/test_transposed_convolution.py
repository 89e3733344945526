"""TRANSPOSE_CONV and CONV_3D_TRANSPOSE."""

import pytest

from circle_resizer.schema.types import Padding
from tests.support.case import Case, case, fails

VALID = Padding.VALID
CUBE = {"stride_d": 1, "stride_h": 1, "stride_w": 1}
DOUBLE = {"stride_h": 2, "stride_w": 2}

TRANSPOSE_CONV = [
    case([1, 8, 7, 5], "5,3,3,2", "1,4,4,2", out="1,8,7,5", **DOUBLE),
    case([1, 9, 9, 5], "5,3,3,2", "1,4,4,2", "5", out="1,9,9,5", padding=VALID, **DOUBLE),
    case(["N", "2*H", 8, 5], "5,3,3,2", "N,H,4,2", out="N,2*H,8,5", **DOUBLE),
    case(
        ["N", "2*H+1", "2*W+1", 5],
        "5,3,3,2",
        "N,H,W,2",
        out="N,2*H+1,2*W+1,5",
        padding=VALID,
        **DOUBLE,
    ),
    case("4", "5,3,3,2", "1,4,4,2", out="_,_,_,_", **DOUBLE),
    case("?", "5,3,3,2", "?", out="_,_,_,_", **DOUBLE),
    fails([1, 8, 8], "5,3,3,2", "1,4,4,2", error="'in0' has 3 elements, expected 4", **DOUBLE),
    fails([1, 8, 8, 5], "5,3,3,3", "1,4,4,2", error="2 input channels, the kernel has 3", **DOUBLE),
    fails(
        [1, 8, 8, 5],
        "5,3,3,2",
        "1,5,4,2",
        error="an output of 8 comes from 4 by stride 2, the input has 5",
        **DOUBLE,
    ),
    fails(
        [1, 8, 8, 5],
        "5,3,3,2",
        "2,4,4,2",
        error="the output shape has 1 batches, the operands 2",
        **DOUBLE,
    ),
    fails([1, 8, 8, 4], "5,3,3,2", "1,4,4,2", error="has 4 channels, the operands 5", **DOUBLE),
    fails(
        [1, -1, 8, 5],
        "5,3,3,2",
        "1,4,4,2",
        error="'in0' [1, -1, 8, 5] has a negative size",
        **DOUBLE,
    ),
    fails([1, 8, 8, 5], "5,3,3,2", "1,4,4,2", "4", error="4 elements for 5 output", **DOUBLE),
]

CONV_3D_TRANSPOSE = [
    case([1, 4, 6, 8, 3], "2,2,2,3,2", "1,2,3,4,2", "3", out="1,4,6,8,3", stride_d=2, **DOUBLE),
    case(["N", 4, 6, 7, 3], "2,2,2,3,2", "N,3,5,6,2", out="N,4,6,7,3", padding=VALID, **CUBE),
    case(
        [1, 7, 6, 8, 3],
        "3,2,2,3,2",
        "1,3,5,7,2",
        out="1,7,6,8,3",
        padding=VALID,
        dilation_d_factor=2,
        **CUBE,
    ),
    case("5", "2,2,2,3,2", "1,2,3,4,2", out="_,_,_,_,_", stride_d=2, **DOUBLE),
    fails([1, 4, 6, 8, 3], "2,2,2,3,1", "1,2,3,4,2", error="2 input channels, the kernel has 1"),
    fails([1, 5, 6, 8, 3], "2,2,2,3,2", "1,2,3,4,2", error="comes from 3", stride_d=2, **DOUBLE),
]


@pytest.mark.parametrize("c", TRANSPOSE_CONV, ids=str)
def test_transpose_conv(c: Case) -> None:
    c.check("TRANSPOSE_CONV")


@pytest.mark.parametrize("c", CONV_3D_TRANSPOSE, ids=str)
def test_conv_3d_transpose(c: Case) -> None:
    c.check("CONV_3D_TRANSPOSE")
