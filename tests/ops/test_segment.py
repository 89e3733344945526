"""SEGMENT_SUM and UNSORTED_SEGMENT_*."""

import pytest

from circle_resizer.errors import RuleError
from circle_resizer.inference.rules import Context, known_elements
from circle_resizer.schema.options import Options
from tests.support.case import Case, case, fails, gives, operand, scalar

SEGMENT_SUM = [
    case("4,5,2", [0, 0, 1, 2], out="3,5,2"),
    case("A,N", "A", out="_,N"),
    case("4", [0, 0, 0, 0], out="1"),
    case("0,2", [], out="0,2"),
    case("?", "4", out="?"),
    case("3,5", [0, 1, "S"], out="S+1,5"),
    gives([["N", 1], [2, 3], [4, 5]], [0, 0, 1], elements=[["N+2", 4], [4, 5]]),
    gives([1, 2], "2", elements=None),
    fails("4,5", [0, 0, 1], error="3 ids for 4 entries of 'in0'"),
    fails("", [0], error="1 ids for no entries of 'in0'"),
    fails("2", [1 << 30, 0], error="'in1' is not sorted: 0 comes after 1073741824"),
    fails("2", [-1, 0], error="'in1' is not sorted: -1 comes after 0"),
]

UNSORTED_SEGMENT = [
    case("4,5,2", [0, 2, 1, 2], 3, out="3,5,2"),
    case("2,3,N", "2,3", 6, out="6,N"),
    case("A,N", "A", scalar("H"), out="H,N"),
    case("A,N", "A", "", out="_,N"),
    case("4", "", 2, out="2,4"),
    case("?", "4", 3, out="?"),
    fails("4,5", "3", 3, error="'in1' must have the first sizes of 'in0'"),
    fails("4", "4,1", 3, error="'in1' must have the first sizes of 'in0'"),
    fails("4,5", "4", -1, error="num_segments -1 is negative"),
]

ELEMENTS = {
    "UNSORTED_SEGMENT_SUM": [
        gives(["N", 2, 3, 4], [0, 2, -1, 2], 4, elements=["N", 0, 6, 0]),
        gives([["N", 2], [3, 4]], [1, 1], 2, elements=[[0, 0], ["N+3", 6]]),
        gives([1, 2], [0, 1], "", elements=None),
    ],
    "UNSORTED_SEGMENT_PROD": [gives(["N", 2, 3], [0, 0, 2], 3, elements=["2*N", 1, 3])],
    "UNSORTED_SEGMENT_MAX": [
        gives([5, 2, 3], [0, 0, 1], 2, elements=[5, 3]),
        gives([5, 2, 3], [0, 0, 1], 3, elements=None),
    ],
    "UNSORTED_SEGMENT_MIN": [gives([["N", 2], ["N+1", 0]], [0, 0], 1, elements=[["N", 0]])],
}


@pytest.mark.parametrize("c", SEGMENT_SUM, ids=str)
def test_segment_sum(c: Case) -> None:
    c.check("SEGMENT_SUM")


@pytest.mark.parametrize("operator", ELEMENTS)
@pytest.mark.parametrize("c", UNSORTED_SEGMENT, ids=str)
def test_unsorted_segment(c: Case, operator: str) -> None:
    c.check(operator)


@pytest.mark.parametrize(
    ("operator", "c"), [(o, c) for o, cases in ELEMENTS.items() for c in cases], ids=str
)
def test_unsorted_segment_elements(c: Case, operator: str) -> None:
    c.check(operator)


def test_an_id_outside_is_refused() -> None:
    operands = [operand(spec, "x") for spec in ([5, 6], [0, 3], 2)]
    with pytest.raises(RuleError, match="id 3 is outside the 2 segments"):
        known_elements("UNSORTED_SEGMENT_SUM", operands, Context(Options()))
