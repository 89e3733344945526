"""STABLEHLO operators that slide a window, contract, reduce or sort."""

from typing import Any

import pytest

from tests.support.case import Case, case, fails


def nhwc(**more: Any) -> dict[str, Any]:
    """Activations and result NHWC, kernel HWIO."""
    layout = {
        "input_batch_dimension": 0,
        "input_feature_dimension": 3,
        "input_spatial_dimensions": (1, 2),
        "kernel_spatial_dimensions": (0, 1),
        "kernel_input_feature_dimension": 2,
        "kernel_output_feature_dimension": 3,
        "output_batch_dimension": 0,
        "output_feature_dimension": 3,
        "output_spatial_dimensions": (1, 2),
    }
    return layout | more


NCHW = {
    "input_feature_dimension": 1,
    "input_spatial_dimensions": (2, 3),
    "output_feature_dimension": 1,
    "output_spatial_dimensions": (2, 3),
}
CONVOLUTION = [
    case("1,8,9,3", "3,3,3,6", out="1,6,7,6", **nhwc()),
    case("N,H,W,3", "3,3,3,6", out="N,H,W,6", **nhwc(padding=(1, 1, 1, 1))),
    case("N,H,9,3", "3,3,3,6", out="N,(H-3)//2+1,4,6", **nhwc(window_strides=(2, 2))),
    case("N,H,9,3", "3,3,3,6", out="N,H-2,5,6", **nhwc(rhs_dilation=(1, 2))),
    case("N,H,4,3", "3,3,3,6", out="N,2*H-3,5,6", **nhwc(lhs_dilation=(2, 2))),
    case("N,3,H,9", "3,3,3,6", out="N,6,H-2,7", **nhwc(**NCHW)),
    case("N,8,8,6", "3,3,2,6", out="N,6,6,6", **nhwc(feature_group_count=3)),
    case("4*N,8,8,3", "3,3,3,6", out="2*N,6,6,6", **nhwc(batch_group_count=2)),
    case("1,2,9,3", "3,3,3,6", out="1,0,7,6", **nhwc()),
    fails("1,8,9,4", "3,3,3,6", error="4 input channels for 1 groups of 3", **nhwc()),
    fails("1,8,9", "3,3,3,6", error="'in0' has rank 3, expected 4", **nhwc()),
    fails("1,8,9,3", "3,3,3,6", error="stride 0 and", **nhwc(window_strides=(0, 1))),
]


@pytest.mark.parametrize("c", CONVOLUTION, ids=str)
def test_convolution(c: Case) -> None:
    c.check("STABLEHLO_CONVOLUTION")


TWO_BY_THREE = {"window_dimensions": (2, 3)}
REDUCE_WINDOW = [
    case("8,9", "", out=["7,4"], window_strides=(1, 2), **TWO_BY_THREE),
    case("N,H", "", out=["N-1,H-2"], **TWO_BY_THREE),
    case("N,H", "", out=["N+2,H-2"], padding=(1, 2, 0, 0), **TWO_BY_THREE),
    case("N,H", "", out=["N-1,2*H-3"], base_dilations=(1, 2), **TWO_BY_THREE),
    case("N,H", "", out=["N-3,H-2"], window_dilations=(3, 1), **TWO_BY_THREE),
    case("N,H", "N,H", "", "", out=["N-1,H-2", "N-1,H-2"], **TWO_BY_THREE),
    case("1,9", "", out=["0,7"], **TWO_BY_THREE),
    case("0,9", "", out=["0,7"], **TWO_BY_THREE),
    fails("8,9,3", "", error="'in0' has rank 3, expected 2", **TWO_BY_THREE),
    fails("8,9", "", "", error="has 3 operands", **TWO_BY_THREE),
]


@pytest.mark.parametrize("c", REDUCE_WINDOW, ids=str)
def test_reduce_window(c: Case) -> None:
    c.check("STABLEHLO_REDUCE_WINDOW")


REDUCE = [
    case("2,3,4", "", out=["2,4"], dimensions=(1,)),
    case("N,3,W", "", out=["3"], dimensions=(0, 2)),
    case("N,3", "N,3", "", "", out=["N,3", "N,3"]),
    case("?", "", out=["?"], dimensions=(1,)),
    fails("2,3", "", error="axis 2 is outside the rank 2 of 'in0'", dimensions=(2,)),
    fails("2,3", error="not an input for every start value", dimensions=(1,)),
]


@pytest.mark.parametrize("c", REDUCE, ids=str)
def test_reduce(c: Case) -> None:
    c.check("STABLEHLO_REDUCE")


def axes(**named: tuple[int, ...]) -> dict[str, tuple[int, ...]]:
    """Batching and contracting axes of both sides."""
    return {f"{name}ing_dimensions": value for name, value in named.items()}


DOT_GENERAL = [
    case("2,3", "3,4", out="2,4", **axes(lhs_contract=(1,), rhs_contract=(0,))),
    case(
        "N,H,8", "N,8,W", out="N,H,W",
        **axes(lhs_batch=(0,), rhs_batch=(0,), lhs_contract=(2,), rhs_contract=(1,)),
    ),
    case("N,8", "W,8", out="N,W", **axes(lhs_contract=(1,), rhs_contract=(1,))),
    case("8", "8", out="", **axes(lhs_contract=(0,), rhs_contract=(0,))),
    case("N,8", "?", out="?", **axes(lhs_contract=(1,), rhs_contract=(0,))),
    fails(
        "2,3", "4,5", error="axis 1 of [2, 3] and axis 0 of [4, 5] differ in size",
        **axes(lhs_contract=(1,), rhs_contract=(0,)),
    ),
]  # fmt: skip


@pytest.mark.parametrize("c", DOT_GENERAL, ids=str)
def test_dot_general(c: Case) -> None:
    c.check("STABLEHLO_DOT_GENERAL")


SORT = [
    case("N,3", out=["N,3"]),
    case("N,3", "N,3", out=["N,3", "N,3"]),
    fails("2,3", "2,4", error="must have the same shape"),
]


@pytest.mark.parametrize("c", SORT, ids=str)
def test_sort(c: Case) -> None:
    c.check("STABLEHLO_SORT")


RNG = [
    case("2", out=["2", "3,4"], outs=["2", "3,4"]),
    case("N", out=["N", "?"], outs=["2", "?"]),
]


@pytest.mark.parametrize("c", RNG, ids=str)
def test_rng_bit_generator(c: Case) -> None:
    c.check("STABLEHLO_RNG_BIT_GENERATOR")
