"""Custom operators by their TensorFlow name."""

import pytest

from circle_resizer.ops.custom import BINARY, REDUCTIONS, UNARY
from tests.ops.test_custom_options import field, flex, node
from tests.support.case import Case, case, fails


@pytest.mark.parametrize("name", [*UNARY.split(), "FlexErf"])
@pytest.mark.parametrize("c", [case("2,N", out="2,N"), case("", out="")], ids=str)
def test_unary(name: str, c: Case) -> None:
    c.check(f"CUSTOM:{name}")


PAIRS = [
    case("N,1,3", "4,1", out="N,4,3"),
    case("", "N", out="N"),
    fails("2,3", "4", error="do not broadcast"),
]


@pytest.mark.parametrize("name", [*BINARY.split(), "FlexAddV2"])
@pytest.mark.parametrize("c", PAIRS, ids=str)
def test_binary(name: str, c: Case) -> None:
    c.check(f"CUSTOM:{name}")


@pytest.mark.parametrize("c", [case("N,4,4", "", "", out="N,4,4")], ids=str)
def test_matrix_band_part(c: Case) -> None:
    c.check("CUSTOM:MatrixBandPart")


@pytest.mark.parametrize("c", [case("N,4", "1", "1", out="N,4")], ids=str)
def test_roll(c: Case) -> None:
    c.check("CUSTOM:Roll")


KEEP = [flex({"keep_dims": True}), node("All", keep_dims=field(5, 1))]
REDUCED = [
    case("N,3,4", [1], out="N,4"),
    case("N,3,4", [-1], out="N,3", data=flex({"keep_dims": False})),
    *(case("N,3,4", [1], out="N,1,4", data=data) for data in KEEP),
    fails("2,3", [2], error="axis 2 is outside the rank 2"),
]


@pytest.mark.parametrize("name", [*REDUCTIONS.split(), "FlexAll"])
@pytest.mark.parametrize("c", REDUCED, ids=str)
def test_reduce(name: str, c: Case) -> None:
    c.check(f"CUSTOM:{name}")


MATRICES = [
    case("N,3,4", "N,4,5", out="N,3,5"),
    case("N,3,4", "N,5,4", out="N,3,5", data=flex({"adj_y": True})),
    case("N,4,3", "4,5", out="N,3,5", data=node("BatchMatMulV2", adj_x=field(5, 1))),
    fails("2,3", "4,5", error="rows of 3"),
]


@pytest.mark.parametrize("name", ["BatchMatMul", "BatchMatMulV2", "FlexBatchMatMulV3"])
@pytest.mark.parametrize("c", MATRICES, ids=str)
def test_batch_mat_mul(name: str, c: Case) -> None:
    c.check(f"CUSTOM:{name}")


MAT_MUL = [
    case("N,3", "3,W", out="N,W"),
    case("3,N", "W,3", out="N,W", data=flex({"transpose_a": True, "transpose_b": True})),
    fails("1,2,3", "3,4", error="'in0' has rank 3, expected 2"),
]


@pytest.mark.parametrize("c", MAT_MUL, ids=str)
def test_mat_mul(c: Case) -> None:
    c.check("CUSTOM:MatMul")


BROADCAST = [
    case("1,3", [4, 3], out="4,3"),
    case("N,3", [2, "N", 3], out="2,N,3"),
    fails("2,3", [4, 3], error="does not stretch"),
]


@pytest.mark.parametrize("c", BROADCAST, ids=str)
def test_broadcast_to(c: Case) -> None:
    c.check("CUSTOM:BroadcastTo")


THREE = flex({"num_split": 3})
SPLIT = [
    case("N,7", [1, -1, 2], [1], out=["N,1", "N,4", "N,2"], data=THREE),
    case("H,7", [1, -1, 2], [0], out=["1,7", "H-3,7", "2,7"], data=THREE),
    fails("N,7", [1, -1, 2], [1], error="its options hold no number 'num_split'"),
]


@pytest.mark.parametrize("c", SPLIT, ids=str)
def test_split_v(c: Case) -> None:
    c.check("CUSTOM:SplitV")


RANDOM = [case([2, "N"], [1, 2], out="2,N"), case("2", "2", out="_,_")]


@pytest.mark.parametrize("c", RANDOM, ids=str)
def test_stateless_random(c: Case) -> None:
    c.check("CUSTOM:StatelessRandomUniform")


NORM = [
    case("N,4,4,8", "8", "8", "8", "8", out=["N,4,4,8", "8", "8", "8", "8", "?"]),
    fails("N,4,4,8", "8,1", "8", "8", "8", error="'in1' has rank 2, expected 1"),
]


@pytest.mark.parametrize("c", NORM, ids=str)
def test_fused_batch_norm(c: Case) -> None:
    c.check("CUSTOM:FusedBatchNormV3")


POOL = {"ksize": [1, 3, 2, 1], "strides": [1, 2, 2, 1], "padding": "SAME"}
ARGMAX = [
    case("N,H,9,3", out=["N,(H+1)//2,5,3"] * 2, data=flex(POOL)),
    case("N,H,9,3", out=["N,(H-1)//2,4,3"] * 2, data=flex(POOL | {"padding": "VALID"})),
    fails("2,8,9,3", error="its options hold no text 'padding'"),
    fails("2,8,9,3", error="its options hold no list 'ksize'", data=flex({"padding": "SAME"})),
]


@pytest.mark.parametrize("c", ARGMAX, ids=str)
def test_max_pool_with_argmax(c: Case) -> None:
    c.check("CUSTOM:MaxPoolWithArgmax")
