"""FILL, RANGE, TILE, ONE_HOT."""

import numpy as np
import pytest

from circle_resizer.inference.value import Value
from circle_resizer.ops.fill import tile
from circle_resizer.symbolic.dim import factors_of, merged, unknown
from tests.support.case import Case, case, fails, gives, scalar

FILL = [
    case([2, 3], 1.0, out="2,3"),
    case([], 1.0, out=""),
    case(["N", 3, "N*H"], 0, out="N,3,N*H"),
    case("2", "", out="_,_"),
    case("N", "", out="?"),
    fails([2, -3], 1.0, error="'in0' [2, -3] has a negative size"),
    fails(2, 1.0, error="'in0' has rank 0, expected 1"),
    fails([2], [1.0], error="'in1' has rank 1, expected 0"),
    gives([2], 5, elements=[5, 5]),
    gives([2, 1], scalar("N"), elements=[["N"], ["N"]]),
    gives(["N"], 5, elements=None),
]

RANGE = [
    case(0, 5, 1, out="5"),
    case(5, 0, -2, out="3"),
    case(0, 0, 1, out="0"),
    case(0.0, 1.0, float(np.float32(0.1)), out="10"),
    case(1.0, 0.0, float(np.float32(-0.3)), out="4"),
    case(0.0, 3.0, 1.0, out="3"),
    case(0, scalar("N"), 1, out="N"),
    case(1, scalar("N"), 2, out="N//2"),
    case(0.0, scalar("N"), 2.0, out="(N+1)//2"),
    case(scalar("N"), 0, -1, out="N"),
    case(scalar("N"), scalar("N+3"), 1, out="3"),
    case(0.0, scalar("N"), 0.5, out="_"),
    case(0, 8, scalar("N"), out="_"),
    case("", 5, 1, out="_"),
    fails(0, 5, -1, error="cannot count from 0 to 5 in steps of -1"),
    fails(0, 5, 0, error="in steps of 0"),
    fails(0.5, 0.0, 0.25, error="cannot count from 0.5 to 0.0 in steps of 0.25"),
    fails(0.0, 0.5, 0.0, error="in steps of 0.0"),
    fails(0.0, float("inf"), 1.0, error="cannot count from 0.0 to inf in steps of 1.0"),
    fails(0.0, float("nan"), 1.0, error="cannot count from 0.0 to nan"),
    fails([0], 5, 1, error="'in0' has rank 1, expected 0"),
    gives(0, 3, 1, elements=[0, 1, 2]),
    gives(5, 0, -2, elements=[5, 3, 1]),
    gives(scalar("N"), scalar("N+2"), 1, elements=["N", "N+1"]),
    gives(0.0, 1.0, 0.5, elements=[0.0, 0.5]),
    gives(0, 1000, 1, elements=None),
    gives(0, scalar("N"), 1, elements=None),
]

TILE = [
    case("4,5", [2, 3], out="8,15"),
    case("4,5", [[2, 3]], out="8,15"),
    case("", [], out=""),
    case("4,5", [0, 1], out="0,5"),
    case("N,5", [2, "H"], out="2*N,5*H"),
    case("4,5", "2", out="_,_"),
    case("?", [2, 3], out="_,_"),
    case("?", "2", out="?"),
    fails("2,3", [2], error="1 multiples for 'in0' [2, 3]"),
    fails("2,3", [-1, 1], error="multiples [-1, 1] are negative"),
    gives(["N", 2], [2], elements=["N", 2, "N", 2]),
    gives([[1], [2]], [1, 2], elements=[[1, 1], [2, 2]]),
    gives([1, 2], [100], elements=None),
]

ONE_HOT = [
    case("4", 6, 1.0, 0.0, axis=-1, out="4,6"),
    case("4,5", [6], [1.0], [0.0], axis=0, out="6,4,5"),
    case("4,5", 6, 1.0, 0.0, axis=1, out="4,6,5"),
    case("", 3, 1.0, 0.0, axis=-1, out="3"),
    case("N", scalar("H"), 1.0, 0.0, axis=-1, out="N,H"),
    case("N", "", 1.0, 0.0, axis=0, out="_,N"),
    case("?", 3, 1.0, 0.0, axis=0, out="?"),
    fails("4", -1, 1.0, 0.0, axis=0, error="depth -1 is negative"),
    fails("4", 6, 1.0, 0.0, axis=2, error="axis 2 is outside the rank 2 of the result"),
    fails("4", 6, 1.0, 0.0, axis=-2, error="axis -2 is outside"),
    fails("4", [6, 6], 1.0, 0.0, axis=0, error="'in1' has 2 elements, expected 1"),
    gives([1, 0], 3, 5, 0, axis=-1, elements=[[0, 5, 0], [5, 0, 0]]),
    gives([1, 0], 3, [5], [0], axis=0, elements=[[0, 5], [5, 0], [0, 0]]),
    gives([0], scalar("N"), 5, 0, axis=0, elements=None),
    gives([0], 100, 5, 0, axis=0, elements=None),
]


@pytest.mark.parametrize("c", FILL, ids=str)
def test_fill(c: Case) -> None:
    c.check("FILL")


@pytest.mark.parametrize("c", RANGE, ids=str)
def test_range(c: Case) -> None:
    c.check("RANGE")


@pytest.mark.parametrize("c", TILE, ids=str)
def test_tile(c: Case) -> None:
    c.check("TILE")


@pytest.mark.parametrize("c", ONE_HOT, ids=str)
def test_one_hot(c: Case) -> None:
    c.check("ONE_HOT")


def test_copies_are_the_outer_factor() -> None:
    b, s, m = unknown("B"), unknown("S"), unknown("M")
    sizes = tile(Value("x", (merged((b, s)), 8)), Value("m", (2,), (m, 1)))
    assert sizes is not None
    assert sizes[0] is not None
    assert factors_of(sizes[0]) == (m, b, s)
    assert sizes[1] == 8
