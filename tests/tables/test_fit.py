"""Constants tied to a size: repeated, cut, extended by a rule found in them, or refused."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import numpy as np
import pytest
from numpy.typing import NDArray

from circle_resizer.tables.fit import by_factors, extension

TYPES = ("?", "i1", "u1", "i2", "f2", "i4", "f4", "i8", "f8", "c8", "c16", ">f4", "V2")
Random = np.random.Generator


@pytest.mark.parametrize("dtype", TYPES)
@pytest.mark.parametrize("new", [1, 9])
def test_equal_slices_are_repeated_and_cut_in_their_own_type(dtype: str, new: int) -> None:
    row = np.ones(128, "u1").view(dtype)[:8].reshape(1, 1, -1)
    table = np.repeat(row, 4, axis=1)
    table.flags.writeable = False
    found = extension(table, {1: new})
    assert found is not None
    assert found.proven
    assert found.rule == "all slices along axis 1 are equal"
    built = found.build()
    assert built.dtype == table.dtype
    assert built.tobytes() == np.repeat(row, new, axis=1).tobytes()


def test_slices_are_compared_by_their_bits() -> None:
    nan = np.full((3, 2), np.nan, "f4")
    assert extension(nan, {0: 5}) is not None
    nan.view("u4")[1] += 1
    assert extension(nan, {0: 5}) is None
    assert extension(np.array([[0.0], [-0.0]]), {0: 5}) is None


def test_repeating_strided_and_negative_axes() -> None:
    table = np.repeat(np.random.default_rng(0).random((5, 1, 7)), 4, axis=1).T[:, ::2, ::-1]
    found = extension(table, {-2: 6})
    assert found is not None
    assert np.array_equal(found.build(), np.repeat(table[:, :1], 6, axis=1))


def test_one_slice_is_repeated_and_says_so() -> None:
    token = np.random.default_rng(0).random((1, 1, 8), "f4")
    found = extension(token, {0: 3})
    assert found is not None
    assert found.proven
    assert found.rule == "the one slice along axis 0 is repeated"
    assert found.build().tobytes() == token.tobytes() * 3


def test_one_whole_number_is_no_proof() -> None:
    found = extension(np.array([0]), {0: 3})
    assert found is not None
    assert not found.proven


@pytest.mark.parametrize("form", [lambda n: 1 / n, lambda n: n**-0.5, float, np.log])
@pytest.mark.parametrize("n", [2, 7, 49])
def test_a_constant_made_from_its_extent_is_refused(form: Callable[[int], float], n: int) -> None:
    assert extension(np.full((1, n), form(n), "f4"), {1: n + 1}) is None
    assert extension(np.full((1, n), form(n) * 1.25, "f4"), {1: n + 1}) is not None


@pytest.mark.parametrize("value", [0, 1, -1, -np.inf, np.finfo("f4").min, 1e-5, -100])
@pytest.mark.parametrize("n", [1, 2, 3, 4, 64, 100])
def test_usual_fillings_are_repeated(value: float, n: int) -> None:
    found = extension(np.full((1, n), value, "f4"), {1: n + 1})
    assert found is not None
    assert found.proven


def test_a_mean_over_two_axes_is_refused() -> None:
    assert extension(np.full((4, 6), 1 / 24, "f4"), {0: 8, 1: 12}) is None


def test_whole_numbers_equal_to_a_changing_size_are_refused() -> None:
    lengths = np.full((4,), 16, "i4")
    assert extension(lengths, {0: 2}) is not None
    assert extension(lengths, {0: 2}, sizes=[4, 16]) is None
    assert extension(lengths - 1, {0: 2}, sizes=[4, 16]) is None
    assert extension(np.arange(16, 24), {0: 9}) is not None
    assert extension(np.arange(16, 24), {0: 9}, sizes=[16]) is None


def test_some_axes_repeat_while_another_follows_a_rule() -> None:
    found = extension(np.repeat(np.arange(6)[None, :, None], 2, axis=0), {0: 3, 1: 9})
    assert found is not None
    assert not found.proven
    assert found.rule == "counts 0, 1, 2, ... along axis 1; all slices along axis 0 are equal"
    assert np.array_equal(found.build(), np.repeat(np.arange(9)[None, :, None], 3, axis=0))


def test_heads_that_share_a_mask_do_not_change_that() -> None:
    mask = np.broadcast_to(np.tri(6, dtype=bool), (2, 4, 6, 6))
    found = extension(mask, {0: 1, 2: 9, 3: 9})
    assert found is not None
    assert np.array_equal(found.build(), np.broadcast_to(np.tri(9, dtype=bool), (1, 4, 9, 9)))


def test_a_table_is_cut_only_on_request_and_only_to_shrink() -> None:
    table = np.random.default_rng(0).random((4, 6))
    assert extension(table, {0: 3}) is None
    found = extension(table, {0: 3, 1: 2}, cut=True)
    assert found is not None
    assert not found.proven
    assert (
        found.rule == "cut to its first rows on request (3 of 4 along axis 0, 2 of 6 along axis 1)"
    )
    assert np.array_equal(found.build(), table[:3, :2])
    assert extension(table, {0: 3, 1: 7}, cut=True) is None


def test_a_rule_goes_before_cutting() -> None:
    found = extension(np.arange(6)[::-1], {0: 3}, cut=True)
    assert found is not None
    assert found.build().tolist() == [2, 1, 0]


@pytest.mark.parametrize("array", [np.array(["a", "a"]), np.array([None, None]), np.zeros((0, 2))])
def test_what_is_no_plain_data_is_refused(array: NDArray[np.generic]) -> None:
    assert extension(array, {0: 3}, cut=True) is None


def test_no_size_below_one() -> None:
    assert extension(np.zeros(4), {0: 0}) is None


Shape = tuple[int, ...]
LEARNED: Mapping[str, Callable[[Random, Shape], NDArray[np.generic]]] = {
    "normal": lambda r, s: r.normal(size=s).astype("f4"),
    "half": lambda r, s: r.normal(size=s).astype("f2"),
    "double": lambda r, s: r.random(s),
    "tiny": lambda r, s: (r.normal(size=s) * 1e-8).astype("f4"),
    "near 1": lambda r, s: (1 + 6e-8 * r.integers(-2, 3, s)).astype("f4"),
    "smooth": lambda r, s: r.normal(size=s).cumsum(0).cumsum(0).astype("f4"),
    "waves": lambda r, s: (np.cos(ramp(s) * r.random(s[1:])) + noise(r, s)).astype("f4"),
    "curve": lambda r, s: (np.tanh(ramp(s) / s[0] - 0.5) + noise(r, s)).astype("f4"),
    "int8": lambda r, s: r.integers(-128, 128, s).astype("i1"),
    "int32": lambda r, s: r.integers(-1000, 1000, s).astype("i4"),
    "bool": lambda r, s: r.random((*s, 4)) < 0.5,
}


def ramp(shape: Shape) -> NDArray[np.float64]:
    return np.arange(shape[0], dtype="f8").reshape(-1, *[1] * (len(shape) - 1))


def noise(random: Random, shape: Shape) -> NDArray[np.float64]:
    return random.normal(size=shape) * 1e-4


@pytest.mark.parametrize("learned", LEARNED.values(), ids=LEARNED)
def test_learned_tables_are_refused(
    learned: Callable[[Random, Shape], NDArray[np.generic]],
) -> None:
    random = np.random.default_rng(20)
    for _ in range(100):
        shape = (*random.integers(4, 9, random.integers(1, 3)), 5)
        table = learned(random, shape)
        changing = random.permutation(table.ndim)[: random.integers(1, 3)]
        changed = {int(axis): int(random.integers(9, 20)) for axis in changing}
        assert extension(table, changed) is None


@pytest.mark.parametrize("rows", [2, 3])
def test_learned_tables_of_few_rows_are_refused(rows: int) -> None:
    random = np.random.default_rng(3)
    for _ in range(100):
        assert extension(random.normal(size=(1, rows, 6)).astype("f4"), {1: 4}) is None


def test_a_merged_axis_follows_its_factors() -> None:
    def grid(height: int, width: int) -> NDArray[np.float32]:
        rows, columns = np.mgrid[:height, :width].astype("f4") + np.float32(0.5)
        return np.stack([columns, rows], axis=-1).reshape(1, height * width, 2)

    found = by_factors(grid(4, 5), {1: [(4, 6), (5, 3)]})
    assert found is not None
    assert not found.proven
    assert np.array_equal(found.build(), grid(6, 3))


@pytest.mark.parametrize(("old", "new"), [(1, 3), (3, 1), (2, 5)])
def test_heads_are_repeated_for_every_batch(old: int, new: int) -> None:
    heads = np.random.default_rng(0).random((4, 7, 2), "f4")
    found = by_factors(np.tile(heads, (old, 1, 1)), {0: [(old, new), (4, 4)]})
    assert found is not None
    assert found.proven
    assert np.array_equal(found.build(), np.tile(heads, (new, 1, 1)))


def test_another_shape_of_as_many_is_another_table() -> None:
    table = np.random.default_rng(0).random((24, 7), "f4")
    assert by_factors(table, {0: [(4, 6), (6, 4)]}) is None
    rows = np.repeat(np.arange(4, dtype="f4"), 6)
    found = by_factors(rows, {0: [(4, 6), (6, 4)]})
    assert found is not None
    assert np.array_equal(found.build(), np.repeat(np.arange(6, dtype="f4"), 4))


def test_factors_do_not_excuse_data_that_differs() -> None:
    table = np.random.default_rng(0).random((12, 7), "f4")
    assert by_factors(table, {0: [(3, 5), (4, 4)]}) is None


def test_a_count_over_a_merged_axis_goes_on_as_a_whole() -> None:
    """As 3 rows of 4 the rows would stay 4 apart."""
    found = by_factors(np.arange(12) + 5, {0: [(3, 3), (4, 6)]})
    assert found is not None
    assert np.array_equal(found.build(), np.arange(18) + 5)


MERGED: dict[str, Callable[[int, int], float]] = {
    "1 / (h * w)": lambda h, w: 1 / (h * w),
    "1 / h": lambda h, _: 1 / h,
    "h * w": lambda h, w: h * w,
    "h - 1": lambda h, _: h - 1,
    "1 / sqrt(h)": lambda h, _: h**-0.5,
}


@pytest.mark.parametrize("form", MERGED.values(), ids=MERGED)
@pytest.mark.parametrize("new", [(7, 6), (3, 6), (7, 9)])
def test_a_filling_made_from_a_factor_that_changes_is_refused(
    form: Callable[[int, int], float], new: tuple[int, int]
) -> None:
    column = np.full((24, 1), form(4, 6), "f4")
    assert by_factors(column, {0: [(4, new[0]), (6, new[1])]}) is None


def test_a_filling_made_from_the_factor_that_stays_is_repeated() -> None:
    found = by_factors(np.full((24, 1), 1 / 6, "f4"), {0: [(4, 9), (6, 6)]})
    assert found is not None
    assert found.proven


BOXES = {
    "w, h": lambda h, w: (w, h),
    "w, h, w, h": lambda h, w: (w, h, w, h),
    "w - 1, h - 1": lambda h, w: (w - 1, h - 1),
    "1 / w, 1 / h, 1, 1": lambda h, w: (1 / w, 1 / h, 1, 1),
    "2 / w, 2 / h": lambda h, w: (2 / w, 2 / h),
    "8 w, 8 h": lambda h, w: (8 * w, 8 * h),
    "0, 0, w, h": lambda h, w: (0, 0, w, h),
}


@pytest.mark.parametrize("row", BOXES.values(), ids=BOXES)
@pytest.mark.parametrize("new", [(8, 10), (8, 6), (5, 9), (3, 4)])
def test_rows_of_widths_and_heights_are_refused(
    row: Callable[[int, int], tuple[float, ...]], new: tuple[int, int]
) -> None:
    table = np.tile(np.array(row(5, 6), "f4"), (1, 30, 1))
    factors = [(5, new[0]), (6, new[1])]
    assert by_factors(table, {1: factors}, sizes=[5, 6]) is None
    assert extension(table, {1: new[0] * new[1]}, sizes=[5, 6]) is None
    assert extension(table.reshape(1, 5, 6, -1), {1: new[0], 2: new[1]}, sizes=[5, 6]) is None


def test_a_filling_with_the_size_of_an_image_is_refused() -> None:
    assert extension(np.full((1, 36, 4), 48, "f4"), {1: 81}, sizes=[6]) is None
    assert extension(np.full((1, 36, 4), 50, "f4"), {1: 81}, sizes=[6]) is not None


ROWS: tuple[tuple[float, ...], ...] = (
    (0, 1, 2, 3),
    (1, 2, 1, 2),
    (0.485, 0.456, 0.406),
    (0, 6, 7.5),
    (-0.3, 0.25, 1.7, 0.9, 0.4, 0.2),
)


@pytest.mark.parametrize("row", ROWS)
@pytest.mark.parametrize("n", [3, 4, 6])
def test_other_rows_are_repeated(row: tuple[float, ...], n: int) -> None:
    found = extension(np.tile(np.array(row, "f4"), (n, 1)), {0: n + 3}, sizes=[3, 4, 6])
    assert found is not None
    assert found.proven


CORNERS = {
    "mask": np.zeros((1, 1), "f4"),
    "identity": np.ones((1, 1, 1), "f4"),
    "by heads": np.zeros((4, 1, 1), "f4"),
}


@pytest.mark.parametrize("corner", CORNERS.values(), ids=CORNERS)
def test_one_entry_of_a_table_over_two_growing_axes_is_refused(
    corner: NDArray[np.generic],
) -> None:
    assert extension(corner, {-1: 5, -2: 5}) is None
    assert extension(corner, {-1: 5}) is not None


def test_a_token_is_repeated_along_two_axes() -> None:
    found = extension(np.random.default_rng(0).random((1, 1, 8), "f4"), {0: 3, 1: 2})
    assert found is not None
    assert found.build().shape == (3, 2, 8)


def test_where_the_parts_of_an_axis_and_the_whole_disagree_the_one_that_grows_decides() -> None:
    def same_column(height: int, width: int) -> NDArray[np.bool_]:
        x = np.tile(np.arange(width), height)
        return x[:, None] == x

    factors = [(6, 4), (5, 4)]
    found = by_factors(same_column(6, 5), {0: factors, 1: factors})
    assert found is not None
    assert np.array_equal(found.build(), same_column(4, 4))
