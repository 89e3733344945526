"""Einsum."""

import pytest

from tests.ops.test_custom_options import flex
from tests.support.case import Case, case, fails


def equation(text: str) -> bytes:
    """The options of an Einsum."""
    return flex({"equation": text})


EINSUM = [
    case("N,T,4", "4,5", out="N,T,5", data=equation("bti,io->bto")),
    case("N,2,T,4", "N,2,S,4", out="N,2,T,S", data=equation("bhqd, bhkd -> bhqk")),
    case("N,T,4", "4,5", out="N,T,5", data=equation("...i,io->...o")),
    case("N,1,3,4", "7,4,5", out="N,7,3,5", data=equation("...ij,...jk->...ik")),
    case("3,N", out="N", data=equation("ab->b")),
    case("N,3", out="", data=equation("ab->")),
    case("N,3", "?", out="?", data=equation("ab,bc->ac")),
    case("N,4", "7,4", out="7", data=equation("ab,ab->a")),
    fails("2,3", "4,5", error="axis b is 3 and 4", data=equation("ab,bc->ac")),
    fails("2,3", error="names 2 operands, there are 1", data=equation("ab,bc->ac")),
    fails("2,3,4", error="'in0' [2, 3, 4] does not fit ab", data=equation("ab->ba")),
    fails("2", error="does not fit a...b", data=equation("a...b->ab")),
]


@pytest.mark.parametrize("c", EINSUM, ids=str)
def test_einsum(c: Case) -> None:
    c.check("CUSTOM:Einsum")
