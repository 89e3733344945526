"""FULLY_CONNECTED and BATCH_MATMUL."""

import pytest

from circle_resizer.inference.value import Value
from circle_resizer.ops.matmul import rows
from circle_resizer.symbolic.dim import factors_of, unknown
from tests.support.case import Case, case, fails

FULLY_CONNECTED = [
    case("2,4", "3,4", "3", out=["2,3"]),
    case("5,2,4", "3,4", None, out=["10,3"]),
    case("5,2,2", "3,4", out=["5,3"]),
    case("8", "3,4", out=["2,3"]),
    case("N,4", "3,4", out=["N,3"]),
    case("N,H,4", "3,4", out=["N*H,3"]),
    case("N,2,2", "3,4", out=["N,3"]),
    case("5,0", "3,0", out=["5,3"]),
    case("?", "3,4", out=["_,3"]),
    case("N,H,4", "3,4", out=["N,H,3"], keep_num_dims=True),
    case("4", "3,4", out=["3"], keep_num_dims=True),
    case("?", "3,4", out=["?"], keep_num_dims=True),
    case("N,4", "A,4", out=["N,A"]),
    case("1,4", "?", out=["_,_"]),
    case("4,64", "16,64", "16", out=["4,16", "4,64"], weights_format=1),
    case("1,1,64", "16,64", "16", out=["1,16", "1,1,64"], weights_format=1),
    case("?", "16,64", "16", out=["_,16", "?"], weights_format=1),
    fails(
        "2,64",
        "16,64",
        error="'in0' has 2 rows, a kernel of shuffled weights takes 1 or 4",
        weights_format=1,
    ),
    fails("2,4", "3,3", error="the 8 elements of 'in0' are not rows of 3"),
    fails("2,4", "3,5", error="'in0' has 4 entries in its last axis", keep_num_dims=True),
    fails("", "3,5", error="'in0' has no entries in its last axis", keep_num_dims=True),
    fails("2,4", "3,4", "4", error="has 4 elements for 3 output channels"),
    fails("2,4", "3,2,2", error="'in1' has rank 3, expected 2"),
]

BATCH_MATMUL = [
    case("2,3", "3,4", out="2,4"),
    case("2,1,3,4", "5,4,2", out="2,5,3,2"),
    case("N,H,4", "N,4,W", out="N,H,W"),
    case("N,4,H", "1,W,4", out="N,H,W", adjoint_lhs=True, adjoint_rhs=True),
    case("A,1,H,8", "B,8,W", out="A,B,H,W"),
    case("A,H,8", "B,8,W", out="_,H,W"),
    case("1,2,3,4,5,6,7,8", "8,9", out="1,2,3,4,5,6,7,9"),
    case("?", "3,4", out="?"),
    fails("2,3", "4,4", error="'in0' has rows of 3, 'in1' has columns of 4"),
    fails("2,3", "4,3", error="'in0' has rows of 2", adjoint_lhs=True, adjoint_rhs=True),
    fails("3", "3,4", error="'in0' has rank 1, expected at least 2"),
    fails("2,3,4", "5,4,2", error="'in0' [2] and 'in1' [5] do not broadcast"),
]


@pytest.mark.parametrize("c", FULLY_CONNECTED, ids=str)
def test_fully_connected(c: Case) -> None:
    c.check("FULLY_CONNECTED")


@pytest.mark.parametrize("c", BATCH_MATMUL, ids=str)
def test_batch_matmul(c: Case) -> None:
    c.check("BATCH_MATMUL")


def test_flattened_rows_remember_what_they_were_merged_from() -> None:
    n, s = unknown("N"), unknown("S")
    merged = rows(Value("x", (n, s, 4)), (n, s, 4), 4)
    assert factors_of(merged) == (n, s)
