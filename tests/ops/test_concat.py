"""CONCATENATION and PACK."""

import pytest

from circle_resizer.inference.rules import RULES, Context
from circle_resizer.inference.value import Value
from circle_resizer.schema.options import PackOptions
from circle_resizer.symbolic.dim import factors_of, merged, unknown
from tests.support.case import Case, case, fails, gives, scalar

CONCATENATION = [
    case("2,3", "2,4", out="2,7", axis=1),
    case("5,3", "5,6", "5,2", out="5,11", axis=-1),
    case("N,3", "A,3", out="N+A,3"),
    case("N,H", "N,H", out="N,2*H", axis=1),
    case("N,3", "4,H", out="4,H+3", axis=1),
    case("A,N", "1,N", "H-A-1,N", out="H,N"),
    case("2,3", out="2,3"),
    case("", "", out="2"),
    case("?", "2,3", out="_,3"),
    case("?", "?", out="?"),
    case("1,1,1,1,1,1,1,2", "1,1,1,1,1,1,1,3", out="1,1,1,1,1,1,1,5", axis=7),
    gives(["N"], [3, 4], elements=["N", 3, 4]),
    gives([[1], ["N"]], [[2], [3]], elements=[[1, 2], ["N", 3]], axis=1),
    gives(1, 2, elements=[1, 2]),
    gives(["_", 2], [3], elements=["_", 2, 3]),
    gives("2", [3, 4], elements=None),
    fails("2,3", "4,4", error="'in1' has size 4 in axis 0, 'in0' has 2", axis=1),
    fails("2,3", "2", error="'in1' has rank 1, expected 2", axis=1),
    fails("2,3", "2,3", error="axis 2 is outside the rank 2 of 'in0'", axis=2),
    fails(error="has no operands"),
]

PACK = [
    case("4", "4", out="2,4", values_count=2),
    case("4,5", "4,5", "4,5", out="4,5,3", axis=-1),
    case("N,3", "N,3", out="N,2,3", axis=1),
    case("N,3", "4,H", out="2,4,3"),
    case("", "", out="2"),
    case("?", "N", out="2,N"),
    case("?", "?", out="?"),
    gives(scalar("N"), 3, elements=["N", 3]),
    gives(scalar("_", "data[0]"), 3, 224, elements=["_", 3, 224]),
    gives("", 3, elements=None),
    gives(["N", 2], [3, 4], elements=[["N", 3], [2, 4]], axis=1),
    gives(["N", 2], [3, 4], elements=[["N", 3], [2, 4]], axis=-1),
    fails("4", "5", error="'in1' has size 5 in axis 0, 'in0' has 4"),
    fails("4", "4", error="axis 2 is outside the rank 2 of 'the result'", axis=2),
    fails("4", "4", error="values_count 3 for 2 operands", values_count=3),
]


@pytest.mark.parametrize("c", CONCATENATION, ids=str)
def test_concatenation(c: Case) -> None:
    c.check("CONCATENATION")


@pytest.mark.parametrize("c", PACK, ids=str)
def test_pack(c: Case) -> None:
    c.check("PACK")


def test_the_size_that_knows_its_factors_wins() -> None:
    n, s = unknown("N"), unknown("S")
    plain, rich = Value("a", (n * s,)), Value("b", (merged((n, s)),))
    (sizes,) = RULES["PACK"]([plain, rich], Context(PackOptions()))
    assert sizes is not None
    assert factors_of(sizes[1]) == (n, s)
