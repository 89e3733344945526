"""An operator that did nothing at the stored size was written for another one.

A slice of 16 rows of 16 takes all of them, or the first 16; a PAD by nothing fills an axis up to a
multiple that it happened to be. Neither is proven unless a consumer decides.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from circle_resizer import resize
from circle_resizer.generalize.ops.slicing import WHOLE
from tests.support.build_graph import GraphBuilder
from tests.support.nets import one
from tests.support.two_sizes import ASSUMED, KINDS, PROVEN, REFUSED, Net, floats, ints, outcome

Slice = Callable[[GraphBuilder, int, int], int]
"""Of ``x`` [2, n, 3] the first so many rows of n."""


def by_size(g: GraphBuilder, x: int, rows: int) -> int:
    return int(g.op("SLICE", [x, ints(g, 0, 0, 0), ints(g, 2, rows, 3)], [[2, rows, 3]]))


def beside_minus_one(g: GraphBuilder, x: int, rows: int) -> int:
    return int(g.op("SLICE", [x, ints(g, 0, 0, 0), ints(g, -1, rows, 2)], [[2, rows, 2]]))


def by_end(g: GraphBuilder, x: int, rows: int) -> int:
    cuts = [ints(g, 0, 0, 0), ints(g, 2, rows, 3), ints(g, 1, 1, 1)]
    return int(g.op("STRIDED_SLICE", [x, *cuts], [[2, rows, 3]]))


def beside_a_mask(g: GraphBuilder, x: int, rows: int) -> int:
    cuts = [ints(g, 0, 0, 0), ints(g, 0, rows, 2), ints(g, 1, 1, 1)]
    return int(g.op("STRIDED_SLICE", [x, *cuts], [[2, rows, 2]], end_mask=1))


SLICES = [by_size, beside_minus_one, by_end, beside_a_mask]


def sliced(cut: Slice, rows: int | None) -> Net:
    def net(g: GraphBuilder, n: int) -> int:
        y = cut(g, g.input([2, n, 3], name="x"), rows or n)
        return int(g.op("SUM", [y, ints(g, 2)], [[2, rows or n]]))

    return net


@pytest.mark.parametrize("cut", SLICES)
def test_a_slice_of_all_rows_may_be_one_of_so_many(cut: Slice) -> None:
    assert outcome(sliced(cut, None), 16, 24) == ASSUMED
    assert outcome(sliced(cut, 16), 16, 24).startswith("WRONG (assumed)")


@pytest.mark.parametrize("kind", KINDS)
def test_an_end_beside_a_cut_is_that_of_the_axis(kind: str) -> None:
    """SLICE names an end of every axis: of those that are not cut it is the extent."""

    def net(g: GraphBuilder, n: int) -> int:
        x = g.input([2, n, 3], name="x")
        y = g.op("SLICE", [x, ints(g, 0, 0, 1), ints(g, 2, n, 2)], [[2, n, 2]])
        return int(g.op("RELU", [y], [[2, n, 2]]))

    assert outcome(net, 16, 24, kind) == PROVEN


def test_limits_in_the_attributes() -> None:
    cut = {"start_indices": [0, 0, 0], "limit_indices": [2, 16, 3], "strides": [1, 1, 1]}
    report = resize(one("STABLEHLO_SLICE", [[2, 16, 3]], [2, 16, 3], **cut), [[2, 24, 3]]).report
    assert [change.why for change in report.changes] == [WHOLE]
    assert report.summary == "1 change, 1 assumed"


@pytest.mark.parametrize("cut", [by_size, by_end])
def test_what_the_rows_are_added_to_decides(cut: Slice) -> None:
    def net(g: GraphBuilder, n: int) -> int:
        x = g.input([2, n, 3], name="x")
        return int(g.op("ADD", [x, cut(g, x, n)], [[2, n, 3]]))

    assert outcome(net, 16, 24) == PROVEN


def test_a_table_of_so_many_rows_decides() -> None:
    """Then the first 16 are meant, and rows are left out: that is refused, not done."""

    def net(g: GraphBuilder, n: int) -> int:
        x = g.input([2, n, 3], name="x")
        return int(g.op("ADD", [by_size(g, x, 16), floats(g, 1, 16, 3)], [[2, 16, 3]]))

    found = outcome(net, 16, 24)
    assert found.startswith(REFUSED)
    assert "1 slice reads all 16 rows of axis 1" in found


def padded(n: int, *pairs: tuple[int, int], of: int = 0) -> np.ndarray:
    """Amounts for [1, n, 4, 3]; with ``of`` axis 1 is filled up to a multiple."""
    found = np.zeros((4, 2), np.int32)
    found[1, 1] = -n % of if of else 0
    for axis, pair in enumerate(pairs, 1):
        found[axis] += pair
    return found


def padding(of: int = 0, *pairs: tuple[int, int], added: bool = False) -> Net:
    def net(g: GraphBuilder, n: int) -> int:
        x, pads = g.input([1, n, 4, 3], name="x"), padded(n, *pairs, of=of)
        out = [size + int(more) for size, more in zip([1, n, 4, 3], pads.sum(1), strict=True)]
        y = g.op("PAD", [x, g.const(pads)], [out])
        return int(g.op("ADD", [x, y], [out])) if added else int(g.op("RELU", [y], [out]))

    return net


@pytest.mark.parametrize("stored", [16, 14])
@pytest.mark.parametrize("kind", KINDS)
def test_a_padding_may_fill_an_axis_up(stored: int, kind: str) -> None:
    """To a multiple of 8: 0 behind 16, 2 behind 14."""
    assert outcome(padding(8), stored, 20, kind).startswith("WRONG (assumed)")
    more = (0, -stored % 8)
    assert outcome(padding(0, more), stored, 20, kind) == ASSUMED


def test_a_multiple_asked_for_leaves_no_choice() -> None:
    assert outcome(padding(8), 16, 48) == PROVEN


def test_padding_in_front_or_of_other_axes_is_what_it_is() -> None:
    assert outcome(padding(0, (1, 1)), 16, 20) == PROVEN
    assert outcome(padding(0, (0, 0), (0, 0), (0, 2)), 16, 20) == PROVEN


def test_what_a_padded_map_is_added_to_decides() -> None:
    assert outcome(padding(0, added=True), 16, 20) == PROVEN


def joined(rows: Callable[[int], int], **also: Any) -> Net:
    """Some rows of ones behind those of the input."""

    def net(g: GraphBuilder, n: int) -> int:
        x, m = g.input([2, n, 3], name="x"), rows(n)
        y = g.op("FILL", [ints(g, 2, m, 3), g.const(np.float32(1))], [[2, m, 3]])
        z = g.op("CONCATENATION", [x, y], [[2, n + m, 3]], axis=1)
        if also:
            other = g.input([2, n + m, 3], name="other")
            return int(g.op("ADD", [z, other], [[2, n + m, 3]]))
        return int(g.op("RELU", [z], [[2, n + m, 3]]))

    return net


@pytest.mark.parametrize("rows", [lambda n: n // 4, lambda n: 4 * n, lambda n: 8 * n])
def test_a_part_or_a_multiple_of_a_size_is_no_literal(rows: Callable[[int], int]) -> None:
    assert outcome(joined(rows), 16, 24).startswith("WRONG (assumed)")
    assert outcome(joined(lambda _: rows(16)), 16, 24) == ASSUMED
    assert outcome(joined(rows, also=True), 16, 24) == PROVEN


def windows(g: GraphBuilder, n: int) -> int:
    """A map filled up to windows of 7, the mean of each window's rows."""
    x, more = g.input([1, n, n, 3], name="x"), -n % 7
    size = n + more
    y = g.op("PAD", [x, g.const(np.array([[0, 0], [0, more], [0, more], [0, 0]], np.int32))],
             [[1, size, size, 3]])  # fmt: skip
    cut = [1, size // 7, 7, size // 7, 7, 3]
    z = g.op("RESHAPE", [y, ints(g, *cut)], [cut])
    return int(g.op("MEAN", [z, ints(g, 2)], [[1, size // 7, size // 7, 7, 3]], keep_dims=False))


@pytest.mark.parametrize("ends", [(24, 16), (16, 24), (10, 33)])
@pytest.mark.parametrize("kind", KINDS)
def test_a_padding_fills_up_the_windows_behind(ends: tuple[int, int], kind: str) -> None:
    """24 + 4 rows are 4 windows of 7, and 16 are 3 with 5 more: not 4 windows of 5."""
    assert outcome(windows, *ends, kind) == ASSUMED


def test_one_window_does_not_become_several() -> None:
    assert outcome(windows, 6, 12).startswith(REFUSED)
