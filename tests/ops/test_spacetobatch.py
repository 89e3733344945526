"""Blocks moved between space, batch and channels."""

import pytest

from circle_resizer.inference.value import Value
from circle_resizer.ops.spacetobatch import depth_to_space
from circle_resizer.schema.options import DepthToSpaceOptions
from circle_resizer.symbolic.dim import factors_of, unknown
from tests.support.case import Case, case, fails

NONE = [[0, 0], [0, 0]]

SPACE_TO_BATCH_ND = [
    case("1,4,5,2", [2, 3], [[0, 0], [1, 0]], out="6,2,2,2"),
    case("N,2*H,W,C", [2, 1], NONE, out="2*N,H,W,C"),
    case("N,H,4,2", [1, 2], [[1, 1], [0, 0]], out="2*N,H+2,2,2"),
    case("N,H,W,2", [2, 2], [[1, "2*H-H-1"], [0, "W"]], out="4*N,H,W,2"),
    case("3,6,5", [2], [[0, 0]], out="6,3,5"),
    case("1,6,6,1", [2, 2], "2,2", out="4,_,_,1"),
    case("1,6,6,1", "2", NONE, out="_,_,_,1"),
    case("1,6,6,1", ["_", 2], NONE, out="_,_,3,1"),
    case("?", [2, 2], NONE, out="_,_,_,_"),
    fails("1,5,6,1", [2, 2], NONE, error="padded size 5 is not a multiple of the block 2"),
    fails("1,6,6,1", [2], [[0, 0]], error="'in2' has shape [1, 2], expected [2, 2]"),
    fails("1,6,6,1", [0, 2], NONE, error="padded size 6 is not a multiple of the block 0"),
    fails("1,6", [2, 2], NONE, error="'in0' has no axis between batch and channels"),
    fails("?", "?", "?", error="'in0' has no axis between batch and channels"),
]

BATCH_TO_SPACE_ND = [
    case("6,4,5,2", [2, 3], [[0, 1], [1, 0]], out="1,7,14,2"),
    case("4*N,H,W,C", [2, 2], [[0, 0], [1, 1]], out="N,2*H,2*W-2,C"),
    case("6,3,5", [2], [[0, 0]], out="3,6,5"),
    case("4,3,5,1", [2, 2], "2,2", out="1,_,_,1"),
    case("4,3,5,1", "2", NONE, out="_,_,_,1"),
    case("4,3,5,1", ["_", 2], NONE, out="_,_,10,1"),
    fails("6,4,5,2", [2, 2], NONE, error="batch 3 is not a multiple of the block 2"),
    fails("4,1,5,2", [2, 2], [[1, 2], [0, 0]], error="crops of 3 leave nothing of 1 blocks of 2"),
    fails("4,1,5,2", [2, 2], [[-1, 2], [0, 0]], error="has a negative amount"),
]

SPACE_TO_DEPTH = [
    case("1,4,6,2", out="1,2,3,8", block_size=2),
    case("N,2*H,2*W,C", out="N,H,W,4*C", block_size=2),
    case("N,H,W,3", out="N,H,W,3", block_size=1),
    case("?", out="_,_,_,_", block_size=2),
    fails("1,5,6,2", error="height 5 is not a multiple of the block 2", block_size=2),
    fails("1,4,7,2", error="width 7 is not a multiple of the block 2", block_size=2),
    fails("1,4,6,2", error="height 4 is not a multiple of the block 0"),
]

DEPTH_TO_SPACE = [
    case("1,2,3,8", out="1,4,6,2", block_size=2),
    case("N,H,W,4*C", out="N,2*H,2*W,C", block_size=2),
    case("?", out="_,_,_,_", block_size=2),
    fails("1,2,3,6", error="channels 6 is not a multiple of the block 4", block_size=2),
    fails("2,3,8", error="'in0' has rank 3, expected 4", block_size=2),
]


@pytest.mark.parametrize("c", SPACE_TO_BATCH_ND, ids=str)
def test_space_to_batch_nd(c: Case) -> None:
    c.check("SPACE_TO_BATCH_ND")


@pytest.mark.parametrize("c", BATCH_TO_SPACE_ND, ids=str)
def test_batch_to_space_nd(c: Case) -> None:
    c.check("BATCH_TO_SPACE_ND")


@pytest.mark.parametrize("c", SPACE_TO_DEPTH, ids=str)
def test_space_to_depth(c: Case) -> None:
    c.check("SPACE_TO_DEPTH")


@pytest.mark.parametrize("c", DEPTH_TO_SPACE, ids=str)
def test_depth_to_space(c: Case) -> None:
    c.check("DEPTH_TO_SPACE")


def test_a_grown_height_remembers_its_block() -> None:
    h = unknown("H")
    sizes = depth_to_space(Value("x", (1, h, 3, 8)), opt=DepthToSpaceOptions(block_size=2))
    assert sizes[1] is not None
    assert factors_of(sizes[1]) == (h, 2)
