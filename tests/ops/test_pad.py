"""PAD, PADV2, MIRROR_PAD."""

import pytest

from tests.support.case import Case, case, fails, gives

PAD = [
    case("5,6", [[1, 1], [0, 1]], out="7,7"),
    case("N,H,4,2", [[0, 0], [1, 2], [2, 0], [0, 0]], out="N,H+3,6,2"),
    case("N,H", [[0, 0], [0, "A"]], out="N,H+A"),
    case("5,6", "2,2", out="_,_"),
    case("5,6", [[0, "_"], [1, 1]], out="_,8"),
    case("?", [[0, 0], [1, 1]], out="_,_"),
    case("?", "?", out="?"),
    case("", "0,2", out=""),
    case("1,1,1,1,1,1,1,1", [[0, 1]] * 8, out="2,2,2,2,2,2,2,2"),
    gives(["N", 2], [[1, 2]], elements=[0, "N", 2, 0, 0]),
    gives([[1], [2]], [[0, 0], [1, 0]], elements=[[0, 1], [0, 2]]),
    gives([1, 2], "1,2", elements=None),
    fails("5,6", [[1, 1]], error="'in1' has shape [1, 2], expected [2, 2]"),
    fails("5", [[-1, 1]], error="'in1' [-1, 1] has a negative amount"),
    fails("5", [1, 1], error="'in1' has rank 1, expected 2"),
]

PADV2 = [
    case("N,6", [[1, 1], [0, 1]], "", out="N+2,7"),
    gives(["N", 2], [[1, 0]], 7, elements=[7, "N", 2]),
    gives(["A", 2], [[1, 0]], "", elements=None),
]

REFLECT, SYMMETRIC = {"mode": 0}, {"mode": 1}

MIRROR_PAD = [
    case("5,6", [[1, 1], [0, 1]], out="7,7", **REFLECT),
    case("N,H", [[0, 0], [2, 1]], out="N,H+3", **SYMMETRIC),
    case("2,9", [[1, 2], [0, 1]], out="5,10", **SYMMETRIC),
    case("5,6", "2,2", out="_,_", **REFLECT),
    case("?", [[0, 0], [2, 1]], out="_,_", **REFLECT),
    gives(["N", 2, 3], [[1, 2]], elements=[2, "N", 2, 3, 2, "N"], **REFLECT),
    gives(["N", 2, 3], [[1, 2]], elements=["N", "N", 2, 3, 3, 2], **SYMMETRIC),
    fails("2", [[0, 2]], error="2 entries cannot be mirrored from the 2 of axis 0", **REFLECT),
    fails("2", [[3, 0]], error="3 entries cannot be mirrored from the 2 of axis 0", **SYMMETRIC),
    fails("2", [[-1, 0]], error="has a negative amount", **REFLECT),
]


@pytest.mark.parametrize("c", PAD, ids=str)
def test_pad(c: Case) -> None:
    c.check("PAD")


@pytest.mark.parametrize("c", PADV2, ids=str)
def test_padv2(c: Case) -> None:
    c.check("PADV2")


@pytest.mark.parametrize("c", MIRROR_PAD, ids=str)
def test_mirror_pad(c: Case) -> None:
    c.check("MIRROR_PAD")
