"""Operators whose operands stretch to one shape."""

import pytest

from circle_resizer.ops.broadcast import agree, meet
from circle_resizer.symbolic.dim import factors_of, merged, unknown
from tests.support.case import Case, case, fails, gives

BINARY = [
    case("4,1,3", "5,1", out="4,5,3"),
    case("", "7", out="7"),
    case("", "", out=""),
    case("2,1,3,1", "", out="2,1,3,1"),
    case("1", "1", out="1"),
    case("0,3", "1,3", out="0,3"),
    case("1,1,1,1,1,1,1,2", "8,7,6,5,4,3,2,1", out="8,7,6,5,4,3,2,2"),
    case("N,4", "4", out="N,4"),
    case("N,1", "N,H", out="N,H"),
    case("N,3", "1", out="N,3"),
    case("N", "7", out="7"),
    case("7", "N", out="7"),
    case("N", "H", out="_"),
    case("?", "3", out="?"),
    case("3", "?", out="?"),
    fails("2,3", "4", error="'in0' [2, 3] and 'in1' [4] do not broadcast"),
    fails("0", "2", error="do not broadcast"),
    fails("2", error="operand 1 'y' is missing"),
    fails("2", "2", "2", error="takes at most 2"),
]

ATAN2 = [
    case("4,5", "4,5", out="4,5"),
    case("N,5", "N,5", out="N,5"),
    case("N,H", "7,H", out="7,H"),
    case("?", "2,3", out="2,3"),
    case("2,3", "?", out="2,3"),
    fails("4,5", "5", error="'in0' [4, 5] and 'in1' [5] must have the same shape"),
    fails("N", "N+1", error="must have the same shape"),
]

ADD_N = [
    case("4", out="4"),
    case("4", "4", "4", out="4"),
    case("N,3", "4,3", "N,3", out="4,3"),
    case("?", "2", "2", out="2"),
    fails("4", "4", "1", error="'in0' [4] and 'in2' [1] must have the same shape"),
]

PRELU = [
    case("2,5,6,3", "1,1,3", out="2,5,6,3"),
    case("4,5", "5", out="4,5"),
    case("N,H,3", "3", out="N,H,3"),
    case("N,H", "7", out="N,H"),
    case("?", "3", out="?"),
    case("N,3", "?", out="N,3"),
    fails("1,3", "2,3", error="cannot stretch 'in1' [2, 3] to 'in0' [1, 3]"),
    fails("3", "2,3", error="cannot stretch"),
]

BROADCAST_TO = [
    case("2,1", [2, 3], out="2,3"),
    case("1", [2, 3], out="2,3"),
    case("", [4], out="4"),
    case("", [], out=""),
    case("N,1", ["N", 3], out="N,3"),
    case("1,3", ["N", "H"], out="N,3"),
    case("N", [7], out="7"),
    case("N", ["H"], out="H"),
    case("1,1", "3", out="_,_,_"),
    case("1,1", "N", out="?"),
    case("?", [2, 3], out="2,3"),
    fails("2,3", [3], error="'in0' [2, 3] does not stretch to [3]"),
    fails("2,3", [2, 4], error="does not stretch to [2, 4]"),
    fails("1", [-1], error="'in1' [-1] has a negative size"),
    fails("2", "1,1", error="'in1' has rank 2, expected 1"),
    gives([[1], [2]], [2, 2], elements=[[1, 1], [2, 2]]),
    gives(5, [3], elements=[5, 5, 5]),
    gives(["N"], [2], elements=["N", "N"]),
]

BROADCAST_ARGS = [
    case("1", "3", out="3"),
    case("N", "3", out="max(N,3)"),
    case("?", "3", out="_"),
    fails("1", "2,3", error="'in1' has rank 2, expected 1"),
    gives([5], [1, 5], elements=[1, 5]),
    gives(["N", 1, "H"], [4, 1], elements=["N", 4, "H"]),
    gives(["N"], ["H"], elements=["_"]),
    gives("2", [4, 1], elements=None),
]


@pytest.mark.parametrize("operator", ["ADD", "LESS", "LOGICAL_OR", "POW"])
@pytest.mark.parametrize("c", BINARY, ids=str)
def test_binary(c: Case, operator: str) -> None:
    c.check(operator)


@pytest.mark.parametrize("c", ATAN2, ids=str)
def test_atan2(c: Case) -> None:
    c.check("ATAN2")


@pytest.mark.parametrize("c", ADD_N, ids=str)
def test_add_n(c: Case) -> None:
    c.check("ADD_N")


@pytest.mark.parametrize("c", PRELU, ids=str)
def test_prelu(c: Case) -> None:
    c.check("PRELU")


@pytest.mark.parametrize("c", BROADCAST_TO, ids=str)
def test_broadcast_to(c: Case) -> None:
    c.check("BROADCAST_TO")


@pytest.mark.parametrize("c", BROADCAST_ARGS, ids=str)
def test_broadcast_args(c: Case) -> None:
    c.check("BROADCAST_ARGS")


def test_of_equal_sizes_the_one_with_factors_is_kept() -> None:
    parts = unknown("B"), unknown("S")
    plain, rich = parts[0] * parts[1], merged(parts)
    for answer in (meet([plain, rich]), meet([rich, 1, plain]), agree(plain, rich)):
        assert answer is not None
        assert factors_of(answer) == parts
