"""Random numbers."""

import pytest

from tests.support.case import Case, case, fails, scalar

RANDOM = [
    case([2, 3], out="2,3"),
    case(["N", 3], out="N,3"),
    case([], out=""),
    case("2", out="_,_"),
    case("N", out="?"),
    fails([2, -3], error="'in0' [2, -3] has a negative size"),
    fails(3, error="'in0' has rank 0, expected 1"),
]

MULTINOMIAL = [
    case("2,5", 6, out="2,6"),
    case("N,5", scalar("H"), out="N,H"),
    case("N,5", "", out="N,_"),
    case("?", 6, out="_,6"),
    fails("5", 6, error="'in0' has rank 1, expected 2"),
    fails("2,5", -1, error="cannot draw -1 samples"),
]


@pytest.mark.parametrize("operator", ["RANDOM_UNIFORM", "RANDOM_STANDARD_NORMAL"])
@pytest.mark.parametrize("c", RANDOM, ids=str)
def test_random(c: Case, operator: str) -> None:
    c.check(operator)


@pytest.mark.parametrize("c", MULTINOMIAL, ids=str)
def test_multinomial(c: Case) -> None:
    c.check("MULTINOMIAL")
