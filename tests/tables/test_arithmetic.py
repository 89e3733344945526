"""Counts, grids and evenly spaced lines at another extent."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from numpy.typing import NDArray

from circle_resizer.tables.fit import extension

Numbers = NDArray[np.generic]
F = np.float32


def slopes(n: int) -> Numbers:
    """ALiBi slopes of 8 heads, times the position."""
    return np.arange(n, dtype=F) * F(2) ** -np.arange(1, 9, dtype=F)[:, None]


COUNTS: dict[str, Callable[[int], Numbers]] = {
    "0..": np.arange,
    "1..": lambda n: np.arange(1, n + 1),
    "2..": lambda n: np.arange(2, n + 2),
    "-1..": lambda n: np.arange(-1, n - 1),
    "half steps beside": lambda n: np.arange(n, dtype=F) + F(0.5),
    "cells of 8": lambda n: np.arange(n, dtype=F) * 8 + 4,
    "reversed": lambda n: np.arange(n)[::-1],
    "reversed to 1": lambda n: np.arange(n, 0, -1),
    "up to 0": lambda n: np.arange(1 - n, 1),
    "floats": lambda n: np.arange(n, dtype=F),
    "halves": lambda n: np.arange(n, dtype=np.float16),
    "bytes": lambda n: np.arange(n, dtype=np.uint8),
    "pairs": lambda n: np.stack([np.arange(n), 3 * np.arange(n) + 1, np.full(n, 77)], -1),
    "in [1, n, 1]": lambda n: np.arange(n, dtype=np.int32)[None, :, None],
    "alibi": slopes,
    "alibi, from the end": lambda n: -slopes(n)[:, ::-1],
    "alibi, two heads": lambda n: np.outer([F(2) ** -1, F(2) ** -2], np.arange(1 - n, 1)),
}


def changes(new: Numbers, old: Numbers) -> dict[int, int]:
    sizes = zip(new.shape, old.shape, strict=True)
    return {axis: size for axis, (size, before) in enumerate(sizes) if size != before}


@pytest.mark.parametrize("n", [6, 16])
@pytest.mark.parametrize("new", [3, 7, 31])
@pytest.mark.parametrize("count", COUNTS.values(), ids=COUNTS)
def test_counts_go_on(count: Callable[[int], Numbers], n: int, new: int) -> None:
    found = extension(count(n), changes(count(new), count(n)))
    assert found is not None
    assert not found.proven
    built = found.build()
    assert built.dtype == count(n).dtype
    assert np.array_equal(built, count(new))


GRIDS: dict[str, Callable[[int, int], Numbers]] = {
    "int": lambda h, w: np.stack(np.mgrid[:h, :w], -1),
    "float": lambda h, w: np.stack(np.mgrid[:w, :h], 1).astype(F),
    "centres": lambda h, w: (np.stack(np.mgrid[:h, :w], -1) + 0.5).astype(F) * 4,
    "x only": lambda h, w: np.broadcast_to(np.arange(w), (h, w)),
    "x + y": lambda h, w: np.arange(h)[:, None] + np.arange(w),
    "row-major": lambda h, w: np.arange(h * w).reshape(h, w),
    "row-major, in a column": lambda h, w: np.arange(h * w, dtype=F).reshape(h, w, 1),
}


@pytest.mark.parametrize("new", [(3, 3), (9, 7), (5, 14), (10, 7)])
@pytest.mark.parametrize("grid", GRIDS.values(), ids=GRIDS)
def test_grids_go_on(grid: Callable[[int, int], Numbers], new: tuple[int, int]) -> None:
    old = grid(5, 7)
    found = extension(old, changes(grid(*new), old))
    assert found is not None
    assert np.array_equal(found.build(), grid(*new))


LINES: dict[str, Callable[[int], Numbers]] = {
    "runs from 0 to 1 (both ends included)": lambda n: np.linspace(0, 1, n),
    "runs from -1 to 1 (both ends included)": lambda n: np.linspace(-1, 1, n),
    "runs from 1 to -1 (both ends included)": lambda n: np.linspace(1, -1, n),
    "runs from 0 to 1 (cell centres)": lambda n: (np.arange(n) + 0.5) / n,
    "runs from -1 to 1 (cell centres)": lambda n: 2 * (np.arange(n) + 0.5) / n - 1,
    "runs from 0 to 1 (end left out)": lambda n: np.arange(n) / n,
    "runs from 0 to 1 (start left out)": lambda n: np.arange(1, n + 1) / n,
}


@pytest.mark.parametrize("dtype", ["f2", "f4", "f8"])
@pytest.mark.parametrize("new", [1, 3, 15, 64])
@pytest.mark.parametrize("n", [4, 7, 16])
@pytest.mark.parametrize("rule", LINES)
def test_normalised_lines_keep_their_ends(rule: str, n: int, new: int, dtype: str) -> None:
    found = extension(LINES[rule](n).astype(dtype), {0: new})
    assert found is not None
    assert found.rule == rule + " along axis 0"
    built = found.build()
    assert built.dtype == np.dtype(dtype)
    assert np.abs(built - LINES[rule](new).astype(dtype)).max() <= np.finfo(dtype).eps


def test_a_normalised_grid_over_two_axes() -> None:
    def grid(h: int, w: int) -> Numbers:
        axes = np.meshgrid(np.linspace(-1, 1, w), (np.arange(h) + 0.5) / h)
        return np.stack(axes, -1).astype(F)

    found = extension(grid(6, 9), {0: 11, 1: 5})
    assert found is not None
    assert np.allclose(found.build(), grid(11, 5), rtol=0, atol=1e-7)


def test_a_short_step_stays() -> None:
    found = extension(np.arange(17, dtype=F) * F(0.3), {0: 30})
    assert found is not None
    assert np.array_equal(found.build(), np.arange(30, dtype=F) * F(0.3))


REFUSED = {
    "two entries": np.arange(2),
    "n .. 2n - 1": np.arange(16, 32),
    "n / 2 on": np.arange(8, 24),
    "-n / 2 on": np.arange(-8, 8),
    "-1, 0, 1": np.arange(-1, 2),
    "down to 5": np.arange(20, 4, -1),
    "from a later place, few": np.arange(23, 27),
    "steps of n": np.arange(16) * 16,
    "steps of n - 1": np.arange(16) * 15,
    "0 .. 999": np.arange(0, 1000, 333),
    "0 .. 1/2": np.linspace(0, 0.5, 5),
    "1/2 .. 4": np.linspace(0.5, 4, 5),
    "frequencies": np.fft.rfftfreq(8),
    "0 .. 100": np.linspace(0, 100, 5, dtype=F),
    "0 .. 10 in 7 steps": np.linspace(0, 10, 8, dtype=F),
    "0 .. 2 in 4 steps": np.linspace(0, 2, 5, dtype=F),
    "turns": np.linspace(0, 2 * np.pi, 9, dtype=F),
    "beside n": np.stack([np.arange(16), np.full(16, 16)], -1),
    "squares": np.arange(16) ** 2,
    "one off": np.where(np.arange(16) == 9, 10, np.arange(16)),
    "a few ulps around 1": (1 + np.arange(16) * 1.2e-7).astype(F),
    "beyond int8": np.arange(100, dtype=np.int8),
    "beyond the whole numbers of float16": np.arange(1500, dtype=np.float16),
}


@pytest.mark.parametrize("array", REFUSED.values(), ids=REFUSED)
def test_in_doubt_there_is_no_answer(array: Numbers) -> None:
    assert extension(array, {0: 3000}) is None


def test_a_centred_count_stays_centred_where_it_can() -> None:
    found = extension(np.arange(-15, 16), {0: 35})
    assert found is not None
    assert np.array_equal(found.build(), np.arange(-17, 18))
    assert extension(np.arange(-15, 16), {0: 34}) is None


def test_rows_that_continue_each_other_have_two_interpretations() -> None:
    assert extension(np.arange(12).reshape(3, 4) + 5, {1: 6}) is None


def test_a_step_equal_to_another_changing_extent_is_refused() -> None:
    rows = np.broadcast_to(np.arange(6)[:, None] * 9, (6, 9))
    assert extension(rows, {0: 8}) is not None
    assert extension(rows, {0: 8, 1: 12}) is None


@pytest.mark.parametrize("new", [2, 7, 9])
def test_x_plus_y_goes_on_where_one_axis_changes(new: int) -> None:
    found = extension(np.arange(5)[:, None] + np.arange(7), {0: new})
    assert found is not None
    assert np.array_equal(found.build(), np.arange(new)[:, None] + np.arange(7))


def test_rows_of_a_map_with_a_margin_are_refused() -> None:
    rows = np.arange(4)[:, None] * 8 + np.arange(6)
    assert extension(rows, {1: 9}) is None
    assert extension(rows, {0: 6, 1: 9}) is None


def test_of_x_minus_y_nobody_knows_the_zero() -> None:
    assert extension(np.arange(8) - np.arange(8)[:, None], {0: 8, 1: 12}) is None


@pytest.mark.parametrize("beside", [(7, 5), (1 / 7, 1 / 5), (2 / 7, 2 / 5), (6, 0.3)])
def test_boxes_scaled_by_the_map_beside_counts_are_refused(beside: tuple[float, float]) -> None:
    y, x = np.mgrid[:5, :7].astype(F)
    boxes = np.stack([x, y, *(np.full_like(x, number) for number in beside)], -1)
    assert extension(boxes, {0: 8, 1: 9}) is None
    assert extension(boxes, {0: 8} if beside[1] != 0.3 else {1: 9}) is None
    boxes[..., 2:] = 0.45, 0.35
    assert extension(boxes, {0: 8, 1: 9}) is not None


@pytest.mark.parametrize("n", [4, 5, 8, 9])
def test_two_slopes_made_from_the_extent_are_refused(n: int) -> None:
    gaps = n if n % 2 == 0 else n - 1
    assert extension(np.outer([F(1) / gaps, F(0.5) / gaps], np.arange(n)), {1: 12}) is None
