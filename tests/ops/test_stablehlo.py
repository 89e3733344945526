"""STABLEHLO operators element by element, and those that move, cut or join whole tensors."""

import pytest

from circle_resizer.ops.stablehlo import BINARY, UNARY
from tests.support.case import Case, case, fails


@pytest.mark.parametrize("name", UNARY.split())
@pytest.mark.parametrize(
    "c", [case("2,N", out="2,N"), case("", out=""), case("?", out="?")], ids=str
)
def test_unary(name: str, c: Case) -> None:
    c.check(f"STABLEHLO_{name}")


PAIRS = [
    case("2,3", "2,3", out="2,3"),
    case("N,3", "N,3", out="N,3"),
    case("", "", out=""),
    case("?", "N,3", out="N,3"),
    case("N,3", "?", out="N,3"),
    case("N,H", "3,H", out="3,H"),
    fails("2,3", "1,3", error="'in0' [2, 3] and 'in1' [1, 3] must have the same shape"),
    fails("2,3", "3", error="must have the same shape"),
    fails("2,3", error="operand 1 'y' is missing"),
]


@pytest.mark.parametrize("name", BINARY.split())
@pytest.mark.parametrize("c", PAIRS, ids=str)
def test_binary(name: str, c: Case) -> None:
    c.check(f"STABLEHLO_{name}")


CLAMP = [
    case("", "N,3", "", out="N,3"),
    case("N,3", "N,3", "", out="N,3"),
    fails("2,4", "2,3", "", error="'in1' [2, 3] and 'in0' [2, 4]"),
]


@pytest.mark.parametrize("c", CLAMP, ids=str)
def test_clamp(c: Case) -> None:
    c.check("STABLEHLO_CLAMP")


SELECT = [
    case("", "N,3", "N,3", out="N,3"),
    case("N,3", "N,3", "N,3", out="N,3"),
    fails("2", "2,3", "2,3", error="'in0' [2] and 'in1' [2, 3]"),
    fails("", "2,3", "3", error="'in1' [2, 3] and 'in2' [3]"),
]


@pytest.mark.parametrize("c", SELECT, ids=str)
def test_select(c: Case) -> None:
    c.check("STABLEHLO_SELECT")


BROADCAST = [
    case("3", out="2,3", outs=["2,3"], broadcast_dimensions=(1,)),
    case("N,3", out="N,4,3", outs=["2,4,3"], broadcast_dimensions=(0, 2)),
    case("1,3", out="2,4,3", outs=["2,4,3"], broadcast_dimensions=(0, 2)),
    case("", out="2,3", outs=["2,3"]),
    case("?", out="2,3", outs=["2,3"], broadcast_dimensions=(1,)),
    case("3", out="?", outs=["?"], broadcast_dimensions=(1,)),
    fails("3", error="[] do not place the axes of 'in0'", outs=["2,3"]),
    fails("3", error="axis 2 is outside", outs=["2,3"], broadcast_dimensions=(2,)),
]


@pytest.mark.parametrize("c", BROADCAST, ids=str)
def test_broadcast_in_dim(c: Case) -> None:
    c.check("STABLEHLO_BROADCAST_IN_DIM")


RESHAPE = [
    case("2,3", out="3,2", outs=["3,2"]),
    case("?", out="3,2", outs=["3,2"]),
    case("2,3", out="?", outs=["?"]),
    fails("2,3", error="has 6 elements, the recorded shape [3, 3] holds 9", outs=["3,3"]),
]


@pytest.mark.parametrize("c", RESHAPE, ids=str)
def test_reshape(c: Case) -> None:
    c.check("STABLEHLO_RESHAPE")


IOTA = [case(out="4,5", outs=["4,5"]), case(out="?", outs=["?"])]


@pytest.mark.parametrize("c", IOTA, ids=str)
def test_iota(c: Case) -> None:
    c.check("STABLEHLO_IOTA")


TRANSPOSE = [
    case("2,3,4", out="4,2,3", permutation=(2, 0, 1)),
    case("N,3", out="3,N", permutation=(1, 0)),
    case("", out=""),
    case("?", out="?", permutation=(1, 0)),
    fails("2,3", error="permutation [1, 1] does not order the axes of [2, 3]", permutation=(1, 1)),
    fails("2,3", error="permutation [0] does not order", permutation=(0,)),
]


@pytest.mark.parametrize("c", TRANSPOSE, ids=str)
def test_transpose(c: Case) -> None:
    c.check("STABLEHLO_TRANSPOSE")


def edges(*axes: tuple[int, int, int]) -> dict[str, tuple[int, ...]]:
    """(low, high, interior) of every axis."""
    names = ("edge_padding_low", "edge_padding_high", "interior_padding")
    return dict(zip(names, zip(*axes, strict=True), strict=True))


PAD = [
    case("2,3", "", out="5,8", **edges((1, 2, 0), (0, 1, 2))),
    case("N,H", "", out="N+3,3*H-1", **edges((1, 2, 0), (0, 1, 2))),
    case("5", "", out="2", **edges((-1, -2, 0))),
    case("2", "", out="0", **edges((-1, -2, 0))),
    case("N", "", out="max(0,N-3)", **edges((-1, -2, 0))),
    case("0", "", out="3", **edges((1, 2, 4))),
    fails("2", "1", error="padding value 'in1' is not a scalar: [1]", **edges((0, 0, 0))),
    fails("2", "", error="interior padding -1 is negative", **edges((0, 0, -1))),
]


@pytest.mark.parametrize("c", PAD, ids=str)
def test_pad(c: Case) -> None:
    c.check("STABLEHLO_PAD")


CONCATENATE = [
    case("2,3", "2,4", out="2,7", dimension=1),
    case("N,3", "N,W", "N,1", out="N,W+4", dimension=1),
    case("N,3", "?", out="N,_", dimension=1),
    case("?", "?", out="?"),
    fails("2,3", "3,3", error="[2, 3] and [3, 3] do not join along axis 1", dimension=1),
    fails("2,3", "2", error="do not join along axis 0"),
    fails("2,3", error="axis 2 is outside the rank 2 of 'in0'", dimension=2),
]


@pytest.mark.parametrize("c", CONCATENATE, ids=str)
def test_concatenate(c: Case) -> None:
    c.check("STABLEHLO_CONCATENATE")
