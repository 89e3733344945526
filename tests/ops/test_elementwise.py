"""Operators that answer element by element."""

import numpy as np
import pytest

from circle_resizer.schema.types import TensorType
from tests.support.case import Case, case, fails, gives, typed

SAME = [
    case("4,5", out="4,5"),
    case("", out=""),
    case("0,3", out="0,3"),
    case("1,2,3,4,5,6,7,8", out="1,2,3,4,5,6,7,8"),
    case("N,H,3", out="N,H,3"),
    case("?", out="?"),
    fails(error="operand 0 'x' is missing"),
    fails("2", "2", error="has 2 operands, takes at most 1"),
]

ZEROS_LIKE = [
    gives(typed([1, "N"], TensorType.INT32), elements=[0, 0]),
    gives(typed("2,1", TensorType.FLOAT32), elements=[[0.0], [0.0]]),
    gives(typed("1", TensorType.BOOL), elements=[False]),
    gives("N", elements=None),
    gives("?", elements=None),
]

SOFTMAX = [
    case("4,5", out="4,5"),
    case("N", out="N"),
    case("?", out="?"),
    fails("", error="'in0' is a scalar"),
]

LOCAL_RESPONSE_NORMALIZATION = [
    case("2,4,5,6", out="2,4,5,6"),
    case("N,H,W,3", out="N,H,W,3"),
    case("?", out="_,_,_,_"),
    fails("4,5,6", error="'in0' has rank 3, expected 4"),
]

CUMSUM = [
    case("4,5", 1, out="4,5"),
    case("5", [-1], out="5"),
    case("N,5", "", out="N,5"),
    case("?", 1, out="?"),
    fails("2,3", 2, error="axis 2 is outside the rank 2 of 'in0'"),
    fails("", 0, error="axis 0 is outside the rank 0"),
    fails("2,3", [0, 1], error="'in1' has 2 elements, expected 1"),
    gives([1, 2, "N"], 0, elements=[1, 3, "N+3"]),
    gives([1, 2, 3], -1, elements=[0, 1, 3], exclusive=True),
    gives([1, 2, 3], 0, elements=[6, 5, 3], reverse=True),
    gives([1, 2, 3], 0, elements=[5, 3, 0], reverse=True, exclusive=True),
    gives([[1, 2], [3, 4]], 1, elements=[[1, 3], [3, 7]]),
    gives([0.1, 0.2], 0, elements=[0.1, float(np.float32(0.3))]),
    gives([], 0, elements=[]),
]

REVERSE_V2 = [
    case("4,5", [1], out="4,5"),
    case("4,N", [0, -1], out="4,N"),
    case("4,N", "1", out="4,N"),
    case("?", [5], out="?"),
    fails("2,3", [2], error="axis 2 is outside the rank 2 of 'in0'"),
    fails("2,3", 0, error="'in1' has rank 0, expected 1"),
    gives([1, "N", 3], [0], elements=[3, "N", 1]),
    gives([[1, 2], [3, 4]], [0, 1], elements=[[4, 3], [2, 1]]),
]

REVERSE_SEQUENCE = [
    case("5,6,1", "5", seq_dim=1, out="5,6,1"),
    case("N,H", "N", seq_dim=1, out="N,H"),
    case("N,4", "3", seq_dim=1, out="3,4"),
    case("3,H", "H", seq_dim=0, batch_dim=1, out="3,H"),
    case("?", "5", seq_dim=1, out="?"),
    case("2,H", [3, 2], seq_dim=1, out="2,H"),
    case("2,7", [7, 0], seq_dim=1, out="2,7"),
    fails("2,6", [7, 0], seq_dim=1, error="'in1' reverses 7 entries, axis 1 has 6"),
    fails("3,4", "2", seq_dim=1, error="'in1' has 2 lengths for 3 rows"),
    fails("3,4", "3", error="the axis to reverse and the batch axis are both 0"),
    fails("3,4", "3", seq_dim=2, error="axis 2 is outside the rank 2 of 'in0'"),
]

INT32 = [typed("?", TensorType.INT32)]
INT16 = [typed("?", TensorType.INT16)]
STRING = [typed("?", TensorType.STRING)]

BITCAST = [
    case("4,5", outs=INT32, out="4,5"),
    case("?", outs=INT32, out="?"),
    case("3,N", outs=INT16, out="3,N,2"),
    case("", outs=INT16, out="2"),
    case(typed("5,4", TensorType.UINT8), outs=INT32, out="5"),
    case(typed("N,2", TensorType.INT16), outs=INT32, out="N"),
    case(typed("5,N", TensorType.UINT8), outs=INT32, out="5"),
    fails(
        typed("5,3", TensorType.UINT8, "x"),
        outs=INT32,
        error="the last axis of 'x' [5, 3] is not 4",
    ),
    fails(typed("", TensorType.UINT8, "x"), outs=INT32, error="the last axis of 'x' [] is not 4"),
    fails("2", outs=STRING, error="cannot reinterpret type 0 as type 5"),
]


@pytest.mark.parametrize("operator", ["ABS", "CAST", "DEQUANTIZE", "LOGICAL_NOT", "RELU_0_TO_1"])
@pytest.mark.parametrize("c", SAME, ids=str)
def test_same_shape(c: Case, operator: str) -> None:
    if operator == "CAST":
        c = Case(c.operands, c.options, c.out, error=c.error, outs=INT32)
    c.check(operator)


@pytest.mark.parametrize("c", ZEROS_LIKE, ids=str)
def test_zeros_like(c: Case) -> None:
    c.check("ZEROS_LIKE")


@pytest.mark.parametrize("operator", ["SOFTMAX", "LOG_SOFTMAX", "L2_NORMALIZATION"])
@pytest.mark.parametrize("c", SOFTMAX, ids=str)
def test_softmax(c: Case, operator: str) -> None:
    c.check(operator)


@pytest.mark.parametrize("c", LOCAL_RESPONSE_NORMALIZATION, ids=str)
def test_local_response_normalization(c: Case) -> None:
    c.check("LOCAL_RESPONSE_NORMALIZATION")


@pytest.mark.parametrize("c", CUMSUM, ids=str)
def test_cumsum(c: Case) -> None:
    c.check("CUMSUM")


@pytest.mark.parametrize("c", REVERSE_V2, ids=str)
def test_reverse_v2(c: Case) -> None:
    c.check("REVERSE_V2")


@pytest.mark.parametrize("c", REVERSE_SEQUENCE, ids=str)
def test_reverse_sequence(c: Case) -> None:
    c.check("REVERSE_SEQUENCE")


@pytest.mark.parametrize("c", BITCAST, ids=str)
def test_bitcast(c: Case) -> None:
    c.check("BITCAST")
