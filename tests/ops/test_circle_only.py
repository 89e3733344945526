"""Operators that only circle has."""

import pytest

from tests.support.case import Case, case, fails

CLUSTERS = [[0, 8], [1, 4]]

FULLY_CONNECTED = [
    case("16,3", "12", "12,1", "12", CLUSTERS, out="12,3"),
    case("16,N", "12", "12,1", None, CLUSTERS, out="12,N"),
    case("16,N", "12", "12,1", None, "2,2", out="_,N"),
    fails("16,3,2", "12", "12,1", "12", CLUSTERS, error="'in0' has rank 3, expected 2"),
    fails("16,3", "12", "12,1", "12", [[1, 2, 3]], error="'in4' [1, 3] does not hold pairs"),
]


@pytest.mark.parametrize("c", FULLY_CONNECTED, ids=str)
def test_bcq_fully_connected(c: Case) -> None:
    c.check("BCQ_FULLY_CONNECTED")


GATHER = [
    case("12", "12,2", "5", CLUSTERS, out="5,64"),
    case("12", "12,2", "N,W", CLUSTERS, out="N,W,60", input_hidden_size=60),
    case("12", "12,2", "", CLUSTERS, out="12", axis=1),
    case("12", "12,2", "?", CLUSTERS, out="?"),
    fails("12", "12,2", "5", CLUSTERS, error="axis 2 is outside the rank 2", axis=2),
]


@pytest.mark.parametrize("c", GATHER, ids=str)
def test_bcq_gather(c: Case) -> None:
    c.check("BCQ_GATHER")


INSTANCE_NORM = [
    case("1,4,4,8", "8", "8", out="1,4,4,8"),
    case("N,H,W,8", "1", "8", out="N,H,W,8"),
    case("N,8,W", "8", "8", out="N,8,W"),
    case("?", "8", "8", out="?"),
    fails("1,4,4,8", "4", "8", error="'in1' has 4 numbers for 8 channels"),
    fails("1,8,4", "8", "4", error="'in2' has 4 numbers for 8 channels"),
    fails("4,8", "8", "8", error="'in0' has rank 2, expected 3 or 4"),
]


@pytest.mark.parametrize("c", INSTANCE_NORM, ids=str)
def test_instance_norm(c: Case) -> None:
    c.check("INSTANCE_NORM")


RMS_NORM = [
    case("1,7,16", "16", out="1,7,16"),
    case("N,T,16", "1", out="N,T,16"),
    case("?", "16", out="?"),
    fails("1,7,16", "8", error="'in1' has 8 numbers for 16 channels"),
    fails("", "8", error="'in0' is a scalar"),
]


@pytest.mark.parametrize("c", RMS_NORM, ids=str)
def test_rms_norm(c: Case) -> None:
    c.check("RMS_NORM")


ROPE = [
    case("1,4,7,16", "1,1,1,16", "1,1,1,16", out="1,4,7,16"),
    case("N,4,T,16", "1,1,T,16", "1,1,T,16", out="N,4,T,16"),
    fails("1,4,7,16", "1,1,7,16", "1,1,7,8", error="'in2' [1, 1, 7, 8] does not turn 16 numbers"),
    fails("4,7,16", "1,16", "1,16", error="'in0' has rank 3, expected 4"),
]


@pytest.mark.parametrize("c", ROPE, ids=str)
def test_rope(c: Case) -> None:
    c.check("ROPE")


WEIGHTS = ("16,16",) * 4
ATTENTION = [
    case("1,1,16", *WEIGHTS, "1,4", "1,4", None, "1,8,2,8", "1,8,2,8", "1", out="1,1,16"),
    case("N,T,16", *WEIGHTS, out="N,T,16"),
    fails("7,16", *WEIGHTS, error="'in0' has rank 2, expected 3"),
]


@pytest.mark.parametrize("c", ATTENTION, ids=str)
def test_attention(c: Case) -> None:
    c.check("ATTENTION")


CELL = ("12,4", "12", "12,2", "12")
GRU = [
    case("3,1,2", *CELL, "1,4", out="1,4", time_major=True),
    case("T,N,2", *CELL, "N,4", out="N,4", time_major=True),
    case("N,T,2", *CELL, "N,4", out="N,4"),
    case("N,T,2", *CELL, "N,4", out="N,T,4", return_sequences=True),
    fails("3,1,5", *CELL, "3,4", error="'in3' is [12, 2], expected [12, 5]"),
    fails("3,1,2", "11,4", *CELL[1:], "3,4", error="'in1' is [11, 4], expected [12, 4]"),
    fails("3,1,2", *CELL, "1,4", error="'in5' is [1, 4], expected [3, 4]"),
]


@pytest.mark.parametrize("c", GRU, ids=str)
def test_gru(c: Case) -> None:
    c.check("GRU")
