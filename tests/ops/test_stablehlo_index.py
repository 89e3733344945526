"""STABLEHLO operators that read or write parts."""

from typing import Any

import pytest

from tests.support.case import Case, case, fails


def cut(*bounds: tuple[int, int, int]) -> dict[str, tuple[int, ...]]:
    """(start, limit, stride) of every axis."""
    names = ("start_indices", "limit_indices", "strides")
    return dict(zip(names, zip(*bounds, strict=True), strict=True))


SLICE = [
    case("5,7", out="2,3", **cut((1, 3, 1), (0, 7, 3))),
    case("N,7", out="2,7", **cut((0, 2, 1), (0, 7, 1))),
    case("4", out="0", **cut((4, 4, 1))),
    fails("5", error="slice 0:6:1 does not fit 5 of axis 0", **cut((0, 6, 1))),
    fails("5", error="slice 3:2:1 does not fit", **cut((3, 2, 1))),
    fails("5", error="slice 0:2:0 does not fit", **cut((0, 2, 0))),
    fails("5,5", error="'in0' has rank 2, expected 1", **cut((0, 2, 1))),
]


@pytest.mark.parametrize("c", SLICE, ids=str)
def test_slice(c: Case) -> None:
    c.check("STABLEHLO_SLICE")


DYNAMIC_SLICE = [
    case("5,7", "", "", out="2,3", slice_sizes=(2, 3)),
    case("N,7", "", "", out="2,7", slice_sizes=(2, 7)),
    fails("5,7", "", error="1 starts for rank 2 of 'in0'", slice_sizes=(2, 3)),
    fails("5,7", "", "", error="8 of axis 1 exceed the 7 there are", slice_sizes=(2, 8)),
]


@pytest.mark.parametrize("c", DYNAMIC_SLICE, ids=str)
def test_dynamic_slice(c: Case) -> None:
    c.check("STABLEHLO_DYNAMIC_SLICE")


DYNAMIC_UPDATE_SLICE = [
    case("5,7", "2,3", "", "", out="5,7"),
    case("N,7", "1,7", "", "", out="N,7"),
    case("?", "1,7", "", "", out="?"),
    fails("5,7", "6,3", "", "", error="6 of axis 0 exceed the 5 there are"),
    fails("5,7", "2", "", "", error="'in1' has rank 1, expected 2"),
]


@pytest.mark.parametrize("c", DYNAMIC_UPDATE_SLICE, ids=str)
def test_dynamic_update_slice(c: Case) -> None:
    c.check("STABLEHLO_DYNAMIC_UPDATE_SLICE")


def rows(*slice_sizes: int, **more: Any) -> dict[str, Any]:
    """Whole rows, picked by vectors of one index."""
    picked = {"offset_dims": (1,), "collapsed_slice_dims": (0,), "start_index_map": (0,)}
    return {**picked, "index_vector_dim": 1, "slice_sizes": slice_sizes, **more}


GATHER = [
    case("6,3", "7,1", out="7,3", **rows(1, 3)),
    case("H,3", "N,1", out="N,3", **rows(1, 3)),
    case("6,3", "N", out="N,3", **rows(1, 3)),
    case("6,3", "N,W,1", out="N,W,3", **rows(1, 3, offset_dims=(2,), index_vector_dim=2)),
    case(
        "6,8",
        "1,N",
        out="2,N,5",
        **rows(2, 5, offset_dims=(0, 2), collapsed_slice_dims=(), index_vector_dim=0),
    ),
    case("6,3", "?", out="?", **rows(1, 3)),
    fails("6,3", "7,1", error="4 of axis 1 exceed the 3 there are", **rows(1, 4)),
    fails(
        "6,3",
        "7,1",
        error="2 sizes of a slice for offset_dims [1]",
        **rows(1, 3, collapsed_slice_dims=()),
    ),
    fails("6,3,2", "7,1", error="'in0' has rank 3, expected 2", **rows(1, 3)),
]


@pytest.mark.parametrize("c", GATHER, ids=str)
def test_gather(c: Case) -> None:
    c.check("STABLEHLO_GATHER")


ROWS = {"update_window_dims": (1,), "inserted_window_dims": (0,), "index_vector_dim": 1}
SCATTER = [
    case("7,4", "3,1", "3,4", out=["7,4"], **ROWS),
    case("H,4", "N,1", "N,4", out=["H,4"], **ROWS),
    case("H,4", "H,4", "N,1", "N,4", "N,4", out=["H,4", "H,4"], **ROWS),
    case("H,4", "?", "N,4", out=["H,4"], **ROWS),
    fails("7,4", "3,1", "2,4", error="'in2' has [2] updates for [3] indices", **ROWS),
]


@pytest.mark.parametrize("c", SCATTER, ids=str)
def test_scatter(c: Case) -> None:
    c.check("STABLEHLO_SCATTER")
