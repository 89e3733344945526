"""SHAPE and RANK."""

import pytest

from tests.support.case import Case, case, fails, gives

SHAPE = [
    case("2,3", out="2"),
    case("", out="0"),
    case("N,3,H", out="3"),
    case("?", out="_"),
    gives("N,3,H", elements=["N", 3, "H"]),
    gives("4", elements=[4]),
    gives("", elements=[]),
    gives("?", elements=None),
    fails(error="operand 0 'x' is missing"),
]

RANK = [
    case("2,3", out=""),
    case("?", out=""),
    gives("N,3,H", elements=3),
    gives("", elements=0),
    gives("?", elements=None),
]


@pytest.mark.parametrize("c", SHAPE, ids=str)
def test_shape(c: Case) -> None:
    c.check("SHAPE")


@pytest.mark.parametrize("c", RANK, ids=str)
def test_rank(c: Case) -> None:
    c.check("RANK")
