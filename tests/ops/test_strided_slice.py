"""STRIDED_SLICE."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from circle_resizer.ops.strided_slice import extent
from circle_resizer.symbolic.dim import bind, unknown
from tests.support.case import Case, case, fails, gives

N = unknown("N")
INDEX = st.one_of(st.just("open"), st.integers(-9, 9))
STEP = st.integers(-4, 4).filter(bool)

PLAIN = [
    case("10,8", [2, 0], [7, 8], [1, 2], out="5,4"),
    case("10,8", [-1, 0], [-11, 8], [-1, 1], out="10,8"),
    case("10,8", [9, 0], [0, 0], [1, 1], out="0,8", end_mask=2),
    case("6,8", [-1, 5], [0, -9], [-1, -2], out="6,3", end_mask=1),
    case("N,8", [0, 0], [0, 4], [1, 1], out="N,4", end_mask=1),
    case("N,H", [0, 0], [0, 0], [-1, 2], out="N,(H+1)//2", begin_mask=3, end_mask=3),
    case("N", [1], [0], [1], out="N-1", end_mask=1),
    case("N", [0], [-1], [1], out="N-1"),
    case("N", [-1], [0], [1], out="1", end_mask=1),
    case("N", [3], [0], [1], out="N-min(3,N)", end_mask=1),
    case("N", [0], [3], [1], out="min(3,N)"),
    case("N", [-3], [0], [1], out="min(3,N)", end_mask=1),
    case("N", [2], [5], [1], out="min(5,N)-min(2,N)"),
    case("N", [1], [-1], [1], out="N-2"),
    case("N", ["N-3"], [0], [1], out="3", end_mask=1),
    case("N", [0], ["N//2"], [1], out="N//2", begin_mask=1),
    case("N", [0], ["A"], [1], out="min(A,N)"),
    case("512", ["A"], ["A+2"], [1], out="2"),
    case("512", [0], ["A"], [1], out="min(A,512)"),
    case("N", ["-A"], [0], [1], out="min(A,N)", end_mask=1),
    case("10,8", "2", [7, 8], [1, 1], out="_,8", begin_mask=2),
    case("10,8", [0, 0], ["_", 4], [1, 1], out="_,4"),
    case("10,8", [0, 0], [7, 8], "2", out="_,_"),
    case("3,4,5", [1], [2], [1], out="1,4,5"),
    case("4", [0, 1], [3, 2], [1, 1], out="3"),
    case("?", [0], [1], [1], out="?"),
    case("4,4", "N", "N", "N", out="?"),
    fails("4", [0], [4], [0], error="a stride is 0"),
    fails("4", [0], [4, 1], [1], error="'in2' has 2 elements, expected 1"),
]

MASKS = [
    case("N,8", [0, 1], [1, 2], [1, 1], out="8", shrink_axis_mask=1, begin_mask=2, end_mask=2),
    case("N,8", "2", "2", [1, 1], out="N", shrink_axis_mask=2, begin_mask=1, end_mask=1),
    case("A,B,C", [0, 0], [0, 3], [1, 1], out="A,B,min(3,C)", ellipsis_mask=1),
    case("A,B,C", [0, 0], [3, 0], [1, 1], out="min(3,A),B,C", ellipsis_mask=2),
    case("A,B", [0, 0], [0, 0], [1, 1], out="1,A,B", new_axis_mask=1, end_mask=2),
    case("2,3,4", [0, 0], [0, 0], [1, 1], out="2,3,4,1", ellipsis_mask=1, new_axis_mask=2),
    case("2,3", [0, 0], [1, 1], [1, 1], out="1,1,3", new_axis_mask=1, shrink_axis_mask=1),
    case("4,5", [0, 1, 1], [0, 2, 3], [1, 1, 1], out="4,1", ellipsis_mask=1),
    case(
        "3,N,5,6",
        [1, 0, 0, 2],
        [2, 0, 0, 5],
        [1, 1, 1, 2],
        out="1,N,5,2",
        ellipsis_mask=4,
        new_axis_mask=2,
        shrink_axis_mask=1,
    ),
    case("N,5", "2", [2, 3], [1, 2], out="2,2", offset=True),
    case("N,5", [0, 0], ["A", -4], [1, -2], out="A,2", offset=True, end_mask=3),
    case("5", [2], [-1], [1], out="0", offset=True),
    case("5", [2], "1", [1], out="_", offset=True),
    fails("2,3", [2, 0], [3, 1], [1, 1], error="index 2 is outside the size 2", shrink_axis_mask=1),
    fails("2", [0, 0, 0], [1, 1, 1], [1, 1, 1], error="3 entries are too many", new_axis_mask=4),
    fails("2", [-3], [3], [1], error="index -3 is outside the size 2", shrink_axis_mask=1),
]

ELEMENTS = [
    gives(["N", 3, 4], [0], [1], [1], elements="N", shrink_axis_mask=1),
    gives(["N", 3, 4], [-1], [0], [1], elements=4, shrink_axis_mask=1),
    gives(["N", 3, 4], [1], [0], [1], elements=[3, 4], end_mask=1),
    gives(["N", 3, 4], [0], [0], [-1], elements=[4, 3, "N"], begin_mask=1, end_mask=1),
    gives(["N", 3, 4], [0, 0], [0, 2], [1, 1], elements=[["N", 3]], new_axis_mask=1),
    gives(
        [[1, "N"], [3, 4]],
        [0, 1],
        [0, 2],
        [1, 1],
        elements=["N", 4],
        ellipsis_mask=1,
        shrink_axis_mask=2,
    ),
    gives([[1, "N"], [3, 4]], [1], [2], [1], elements=[3, 4], shrink_axis_mask=1),
    gives(["N", 3, 4, 5], [1], [2], [1], elements=[3, 4], offset=True),
    gives(["N", 3, 4, 5], [-3], [2], [1], elements=[3, 4], offset=True),
    gives(["N", 3, 4], ["A"], [2], [1], elements=None),
    gives(["N", 3, 4], ["A"], [2], [1], elements=["N", 3], begin_mask=1),
    gives(["N", "A"], [0], ["A"], [1], elements="N", shrink_axis_mask=1),
]


@pytest.mark.parametrize("c", [*PLAIN, *MASKS, *ELEMENTS], ids=str)
def test_strided_slice(c: Case) -> None:
    c.check("STRIDED_SLICE")


def edge(index: int | str) -> int | None:
    return None if isinstance(index, str) else index


@given(st.integers(0, 6), INDEX, INDEX, STEP)
def test_extent_is_what_python_slicing_takes(size: int, begin, end, step: int) -> None:
    assert extent(size, begin, end, step) == len(range(size)[edge(begin) : edge(end) : step])


@given(st.integers(1, 9), INDEX, INDEX, STEP)
def test_an_unknown_size_answers_the_same_unless_the_slice_leaves_it(
    size: int, begin, end, step: int
) -> None:
    taken = extent(N, begin, end, step)
    got = taken if isinstance(taken, int) else bind(taken, {"N": size})
    count = len(range(size)[edge(begin) : edge(end) : step])
    crossed = begin != "open" and end != "open" and (begin < 0) != (end < 0)
    assert count in {got, 0} or crossed


def test_cuts_of_one_axis_add_up() -> None:
    parts = [extent(N, "open", 3, 1), extent(N, 3, 7, 1), extent(N, 7, "open", 1)]
    assert sum(np.array(parts, dtype=object)) == N
