"""LSTM and its sequences."""

import pytest

from tests.support.case import Case, case, fails

NONE = (None,)
BIASES = ("5",) * 4
PLAIN = ("5,4",) * 4 + ("5,5",) * 4 + NONE * 3 + BIASES + NONE * 2
CIFG = NONE + ("5,4",) * 3 + NONE + ("5,5",) * 3 + NONE * 4 + BIASES[1:] + NONE * 2
PEEPHOLE = ("5,4",) * 4 + ("5,5",) * 4 + ("5",) * 3 + BIASES + NONE * 2
PROJECTED = ("5,4",) * 4 + ("5,3",) * 4 + NONE * 3 + BIASES + ("3,5", "3")
DIAGONAL = ("5,4",) * 4 + ("5",) * 4 + NONE * 3 + BIASES + NONE * 2
BACK = ("6,4",) * 4 + ("6,6",) * 4 + NONE * 3 + ("6",) * 4 + NONE * 2
BASIC = {"kernel_type": 1}

LSTM = [
    case("2,4", *PLAIN, "2,5", "2,5", out=["2,5"]),
    case("N,4", *PLAIN, "N,5", "N,5", out=["N,5"]),
    case("N,4", *PROJECTED, "N,3", "N,5", out=["N,3"]),
    case("N,4", *CIFG, "5*N", "5*N", out=["N,5"]),
    case("N,4", *PEEPHOLE, "N,5", "N,5", *("5",) * 4, out=["N,5"]),
    fails("2,7,4", *PLAIN, "2,5", "2,5", error="'in0' has rank 3, expected 2"),
    fails("2,3", *PLAIN, "2,5", "2,5", error="'in1' is [5, 4], expected [5, 3]"),
    fails("3,4", *PLAIN, "2,5", "2,5", error="'in18' [2, 5] holds 10 elements, expected [3, 5]"),
    fails("2,4", *PROJECTED, "2,5", "2,5", error="holds 10 elements, expected [2, 3]"),
    fails("2,4", *PLAIN, "2,5", error="operand 'cell_state' is missing"),
    fails("2,4", *PLAIN[:3], error="operand 'input_to_output_weights' is missing"),
    fails("2,4", *PLAIN[:7], error="operand 'recurrent_to_output_weights' is missing"),
    case("N,4", "N,3", "12,7", "12", "N,3", out=["N,3", "N,3", "N,7", "N,12"], **BASIC),
    fails("2,4", "2,3", "12,8", "12", "2,3", error="'in2' is [12, 8], expected [12, 7]", **BASIC),
    fails("3,4", "2,3", "12,7", "12", "3,3", error="'in1' is [2, 3], expected [3, 3]", **BASIC),
    fails("2,4", "2,3", "12,7", "12", error="operand 'state' is missing", **BASIC),
]


@pytest.mark.parametrize("c", LSTM, ids=str)
def test_lstm(c: Case) -> None:
    c.check("LSTM")


UNIDIRECTIONAL = [
    case("2,7,4", *PLAIN, "2,5", "2,5", out="2,7,5"),
    case("N,T,4", *PLAIN, "N,5", "N,5", out="N,T,5"),
    case("T,N,4", *PLAIN, "N,5", "N,5", out="T,N,5", time_major=True),
    case("N,T,4", *PROJECTED, "N,3", "N,5", out="N,T,3"),
    case("N,T,4", *DIAGONAL, "N,5", "N,5", out="N,T,5", diagonal_recurrent_tensors=True),
    case("N,T,4", *CIFG, "N,5", "N,5", None, "5", "5", "5", out="N,T,5"),
    case("?", *PLAIN, "N,5", "N,5", out="_,_,5"),
    fails("3,7,4", *PLAIN, "2,5", "2,5", error="holds 10 elements, expected [3, 5]"),
    fails("2,7,4", *PLAIN, "2,5", "2,6", error="'in19' [2, 6] holds 12 elements"),
    fails("2,7,4", *PLAIN, "2,5", "2,5", "4", error="'in20' is [4], expected [5]"),
]


@pytest.mark.parametrize("c", UNIDIRECTIONAL, ids=str)
def test_unidirectional_sequence_lstm(c: Case) -> None:
    c.check("UNIDIRECTIONAL_SEQUENCE_LSTM")


STATES = ("N,5", "N,5", "N,6", "N,6")
AUX = ("5,2",) * 4 + ("6,2",) * 4
BIDIRECTIONAL = [
    case("T,N,4", *PLAIN, *BACK, *STATES, out=["T,N,5", "T,N,6"]),
    case("T,N,4", *PLAIN, *BACK, *STATES, out=["T,N,11"], merge_outputs=True),
    case("N,T,4", *PLAIN, *BACK, *STATES, out=["N,T,5", "N,T,6"], time_major=False),
    case("T,N,4", *PLAIN, *BACK, *STATES, "T,N,2", *AUX, out=["T,N,5", "T,N,6"]),
    case("T,N,4", *PLAIN, *BACK, *STATES, "T,N,4", *NONE * 8, out=["T,N,5", "T,N,6"]),
    fails(
        "T,N,4", *PLAIN, *BACK, *STATES, "T,N,3", *AUX, error="'in40' is [5, 2], expected [5, 3]"
    ),
    fails(
        "7,2,4",
        *PLAIN,
        *BACK,
        *("2,5",) * 2,
        *("2,6",) * 2,
        "7,1,2",
        *AUX,
        error="'in39' is [7, 1, 2], expected [7, 2, 2]",
    ),
    fails("7,2,4", *PLAIN, *BACK, "2,5", "2,5", "2,6", error="operand 'cell_state' is missing"),
    fails("7,2,4", *PLAIN, *BACK, "2,5", "2,5", "2,6", "2,7", error="holds 14 elements"),
    fails("7,2,4", *PLAIN, *PLAIN, *STATES[:2], "2,6", "2,6", error="expected [2, 5]"),
]


@pytest.mark.parametrize("c", BIDIRECTIONAL, ids=str)
def test_bidirectional_sequence_lstm(c: Case) -> None:
    c.check("BIDIRECTIONAL_SEQUENCE_LSTM")
