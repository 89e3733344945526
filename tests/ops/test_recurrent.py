"""RNN, its sequences and SVDF."""

import pytest

from tests.support.case import Case, case, fails

CELL = ("5,4", "5,5", "5")
BACK = ("3,4", "3,3", "3")

RNN = [
    case("2,4", *CELL, "2,5", out="2,5"),
    case("N,4", *CELL, "N,5", out="N,5"),
    case("N,4", *CELL, "3,5", out="N,5"),
    case("?", *CELL, "N,5", out="_,5"),
    fails("2,7,4", *CELL, "2,5", error="'in0' has rank 3, expected 2"),
    fails("2,3", *CELL, "2,5", error="'in1' is [5, 4], expected [5, 3]"),
    fails("3,4", *CELL, "2,5", error="'in4' is [2, 5], expected [3, 5]"),
    fails("2,4", "5,4", "5,6", "5", "2,5", error="'in2' is [5, 6], expected [5, 5]"),
    fails("2,4", "5,4", "5,5", "6", "2,5", error="'in3' is [6], expected [5]"),
    fails("2,4", *CELL, error="operand 4 'state' is missing"),
]


@pytest.mark.parametrize("c", RNN, ids=str)
def test_rnn(c: Case) -> None:
    c.check("RNN")


UNIDIRECTIONAL = [
    case("2,7,4", *CELL, "2,5", out="2,7,5"),
    case("N,T,4", *CELL, "N,5", out="N,T,5"),
    case("T,N,4", *CELL, "N,5", out="T,N,5", time_major=True),
    fails("2,7,4", *CELL, "2,5", error="'in4' is [2, 5], expected [7, 5]", time_major=True),
    fails("7,2,4", *CELL, "2,5", error="'in4' is [2, 5], expected [7, 5]"),
]


@pytest.mark.parametrize("c", UNIDIRECTIONAL, ids=str)
def test_unidirectional_sequence_rnn(c: Case) -> None:
    c.check("UNIDIRECTIONAL_SEQUENCE_RNN")


BOTH = ("N,T,4", *CELL, "N,5", *BACK, "N,3")
BIDIRECTIONAL = [
    case(*BOTH, out=["N,T,5", "N,T,3"]),
    case(*BOTH, None, None, None, out=["N,T,8"], merge_outputs=True),
    case("T,N,4", *BOTH[1:], out=["T,N,5", "T,N,3"], time_major=True),
    case(*BOTH, "N,T,6", "5,6", "3,6", out=["N,T,5", "N,T,3"]),
    case(*BOTH, "N,T,4", None, None, out=["N,T,5", "N,T,3"]),
    fails(*BOTH, "N,T,6", "5,6", "3,7", error="'in11' is [3, 7], expected [3, 6]"),
    fails(
        "2,7,4",
        *CELL,
        "2,5",
        *BACK,
        "2,3",
        "2,6,9",
        "5,9",
        "3,9",
        error="'in9' is [2, 6, 9], expected [2, 7, 9]",
    ),
    fails(*BOTH[:-1], "2,4", error="'in8' is [2, 4], expected [N, 3]"),
]


@pytest.mark.parametrize("c", BIDIRECTIONAL, ids=str)
def test_bidirectional_sequence_rnn(c: Case) -> None:
    c.check("BIDIRECTIONAL_SEQUENCE_RNN")


SVDF = [
    case("2,4", "6,4", "6,5", "3", "2,30", out="2,3", rank=2),
    case("N,4", "6,4", "6,5", None, "N,30", out="N,6", rank=1),
    case("N,4", "6,4", "6,5", "3", "3,30", out="N,3", rank=2),
    case("N,4", "6,4", "6,5", out="N,6", rank=1),
    fails("2,4", "6,4", "6,5", "3", "2,30", error="6 filters are not a multiple", rank=4),
    fails("2,4", "6,4", "6,5", "3", "2,30", error="of the rank 0"),
    fails("2,3", "6,4", "6,5", "3", "2,30", error="'in1' is [6, 4], expected [6, 3]", rank=2),
    fails("2,4", "6,4", "6,5", "4", "2,30", error="'in3' is [4], expected [3]", rank=2),
    fails("3,4", "6,4", "6,5", "3", "2,30", error="'in4' is [2, 30], expected [3, 30]", rank=2),
]


@pytest.mark.parametrize("c", SVDF, ids=str)
def test_svdf(c: Case) -> None:
    c.check("SVDF")
