"""Constants that depend on i - j only, at other extents."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from numpy.typing import NDArray

from circle_resizer.tables.fit import Extension, extension

Numbers = NDArray[np.generic]
Table = Callable[[int, int], Numbers]
F = np.float32
HEADS = F(2) ** -np.arange(1, 9, dtype=F)[:, None, None]


def ahead(m: int, n: int) -> NDArray[np.int64]:
    """The column minus the row."""
    return np.arange(n) - np.arange(m)[:, None]


def buckets(m: int, n: int, *, both: bool = True) -> NDArray[np.int64]:
    """T5: 32 buckets, of growing width up to distance 128."""
    distance = np.abs(ahead(m, n)) if both else -np.minimum(ahead(m, n), 0)
    count = 16 if both else 32
    exact = count // 2
    share = np.log(np.maximum(distance, 1) / exact) / np.log(128 / exact)
    far = np.minimum(exact + (share * (count - exact)).astype(int), count - 1)
    return np.where(distance < exact, distance, far) + (count * (ahead(m, n) > 0) if both else 0)


def between(old: Numbers, new: Numbers) -> Extension | None:
    """The extension from one table to the other."""
    sizes = zip(old.shape, new.shape, strict=True)
    return extension(old, {a: size for a, (was, size) in enumerate(sizes) if was != size})


MASKS: dict[str, Table] = {
    "causal, -inf": lambda m, n: np.where(ahead(m, n) > 0, F(-np.inf), F(0)),
    "causal, lowest": lambda m, n: np.where(ahead(m, n) > 0, np.finfo(F).min, F(0))[None, None],
    "causal, half": lambda m, n: np.where(ahead(m, n) > 0, np.float16(-65504), np.float16(0)),
    "causal, bool": lambda m, n: ahead(m, n) <= 0,
    "causal, int8": lambda m, n: (ahead(m, n) <= 0).astype(np.int8),
    "past only": lambda m, n: ahead(m, n) < 0,
    "upper": lambda m, n: ahead(m, n) >= 0,
    "last row sees all": lambda m, n: ahead(m, n) <= n - m,
}
BANDS: dict[str, Table] = {
    "window": lambda m, n: (ahead(m, n) <= 0) & (ahead(m, n) > -4),
    "window at the end": lambda m, n: (ahead(m, n) <= n - m) & (ahead(m, n) > n - m - 4),
    "around": lambda m, n: np.abs(ahead(m, n)) <= 2,
    "identity": lambda m, n: np.eye(m, n, dtype=F),
    "sign": lambda m, n: np.sign(ahead(m, n)),
}
DISTANCES: dict[str, Table] = {
    "i - j": lambda m, n: -ahead(m, n),
    "|i - j|": lambda m, n: np.abs(ahead(m, n)).astype(F),
    "alibi": lambda m, n: -np.abs(ahead(m, n)).astype(F) * HEADS,
    "causal alibi": lambda m, n: np.where(ahead(m, n) > 0, F(-np.inf), ahead(m, n) * HEADS),
    "causal alibi, finite": lambda m, n: np.where(ahead(m, n) > 0, F(-1e4), ahead(m, n) * HEADS),
    "alibi at the end": lambda m, n: -np.abs(ahead(m, n) - (n - m)).astype(F) * HEADS,
    "last axes first": lambda m, n: np.moveaxis(ahead(m, n).astype(F) * HEADS, 0, 2),
}


@pytest.mark.parametrize("sizes", [(3, 4), (3, 9), (8, 3), (8, 64), (64, 63)])
@pytest.mark.parametrize("table", MASKS.values(), ids=MASKS)
def test_square_masks(table: Table, sizes: tuple[int, int]) -> None:
    old, new = sizes
    found = between(table(old, old), table(new, new))
    assert found is not None
    assert not found.proven
    assert np.array_equal(found.build(), table(new, new))
    assert found.build().dtype == table(1, 1).dtype


@pytest.mark.parametrize("sizes", [(8, 9), (8, 32), (33, 8)])
@pytest.mark.parametrize("table", [*BANDS.values(), *DISTANCES.values()], ids=[*BANDS, *DISTANCES])
def test_square_bands_and_distances(table: Table, sizes: tuple[int, int]) -> None:
    old, new = sizes
    found = between(table(old, old), table(new, new))
    assert found is not None
    assert np.array_equal(found.build(), table(new, new))


DECAYS: dict[str, Table] = {
    "one way": lambda m, n: np.where(ahead(m, n) > 0, F(0), F(0.9) ** -ahead(m, n)),
    "both ways": lambda m, n: F(0.9) ** np.abs(ahead(m, n)),
    "by heads": lambda m, n: (1 - HEADS.astype("f8") / 4) ** np.abs(ahead(m, n)),
}


@pytest.mark.parametrize("sizes", [(7, 9), (7, 32), (33, 8)])
@pytest.mark.parametrize("table", DECAYS.values(), ids=DECAYS)
def test_decays_go_on_by_their_factor(table: Table, sizes: tuple[int, int]) -> None:
    old, new = (table(n, n).astype(F) for n in sizes)
    found = between(old, new)
    assert found is not None
    assert not found.proven
    assert found.build().dtype == F
    assert np.allclose(found.build(), new, rtol=2e-6, atol=0)


@pytest.mark.parametrize("factor", [lambda n: 1 - 1 / n, lambda n: np.exp(-1 / n)])
def test_a_decay_made_from_the_extent_is_refused(factor: Callable[[int], float]) -> None:
    tables = [(factor(n) ** np.abs(ahead(n, n))).astype(F) for n in (8, 12)]
    assert between(*tables) is None
    assert between(*tables[::-1]) is None


def test_a_short_decay_is_no_evidence() -> None:
    assert between(DECAYS["both ways"](4, 4), DECAYS["both ways"](6, 6)) is None


RECTANGLES = {**MASKS, **BANDS, **DISTANCES}
del RECTANGLES["around"]


@pytest.mark.parametrize("new", [(8, 24), (16, 24), (16, 40), (4, 12), (8, 12), (24, 8), (12, 12)])
@pytest.mark.parametrize("table", RECTANGLES.values(), ids=RECTANGLES)
def test_rectangles_keep_the_end_of_their_diagonal(table: Table, new: tuple[int, int]) -> None:
    found = between(table(8, 16), table(*new))
    assert found is not None
    assert np.array_equal(found.build(), table(*new))


def test_a_band_that_changes_at_neither_end_keeps_its_lead_or_is_refused() -> None:
    around = BANDS["around"]
    found = between(around(8, 16), around(16, 24))
    assert found is not None
    assert np.array_equal(found.build(), around(16, 24))
    assert between(around(8, 16), around(8, 24)) is None


@pytest.mark.parametrize("table", RECTANGLES.values(), ids=RECTANGLES)
def test_a_square_that_becomes_a_rectangle_has_two_interpretations(table: Table) -> None:
    assert between(table(8, 8), table(8, 16)) is None
    assert between(table(8, 8), table(12, 16)) is None


@pytest.mark.parametrize("n", [8, 12, 16, 40, 90])
@pytest.mark.parametrize("both", [True, False])
def test_buckets_do_not_grow_before_the_last_one_is_long(n: int, both: bool) -> None:  # noqa: FBT001
    weights = np.random.default_rng(0).random((64, 4), "f4")
    for old, new in ((n, n + 1), (n, 4 * n)):
        index = buckets(old, old, both=both)
        assert between(index, buckets(new, new, both=both)) is None
        assert between(weights[index], weights[buckets(new, new, both=both)]) is None


def test_buckets_grow_once_the_last_one_is_long() -> None:
    found = between(buckets(300, 300), buckets(500, 500))
    assert found is not None
    assert np.array_equal(found.build(), buckets(500, 500))


def test_learned_diagonals_shrink_exactly_and_do_not_grow() -> None:
    f = np.random.default_rng(0).random((5, 99), "f4")

    def table(n: int) -> Numbers:
        return f[:, ahead(n, n) + 49]

    found = between(table(16), table(9))
    assert found is not None
    assert np.array_equal(found.build(), table(9))
    assert between(table(16), table(17)) is None


REFUSED: dict[str, Table] = {
    "|i - j| as an index": lambda m, n: np.abs(ahead(m, n)),
    "clipped a moment ago": lambda m, n: np.clip(ahead(m, n), -6, 6),
    "an index clipped later": lambda m, n: np.clip(ahead(m, n), -16, 16) + 16,
    "every other": lambda m, n: ahead(m, n) % 2 == 0,
    "every fourth": lambda m, n: ahead(m, n) % 4 == 0,
    "decay": lambda m, n: np.exp(-np.abs(ahead(m, n)) / F(4)).astype(F),
    "triangle": lambda m, n: (1 - np.abs(ahead(m, n)) / n).astype(F),
    "i + j": lambda m, n: ahead(m, n)[::-1] ** 2,
    "blocks": lambda m, n: np.kron(np.tri(m // 2, n // 2), np.ones((2, 2))).astype(F),
}


@pytest.mark.parametrize("n", [8, 16])
@pytest.mark.parametrize("table", REFUSED.values(), ids=REFUSED)
def test_in_doubt_there_is_no_answer(table: Table, n: int) -> None:
    assert between(table(n, n), table(2 * n, 2 * n)) is None


def test_small_squares_that_are_equal_along_diagonals_by_chance() -> None:
    assert between(np.array([[1, 0, 0], [1, 1, 0], [0, 1, 1]]), np.eye(4)) is None
    assert between(np.eye(2), np.eye(4)) is None


def test_one_other_entry_spoils_it() -> None:
    mask = np.tri(64, dtype=bool)
    mask[40, 50] = True
    assert between(mask, np.tri(70)) is None


MADE: dict[str, Callable[[int], Numbers]] = {
    "centring": lambda n: np.eye(n) - 1 / n,
    "mean of the others": lambda n: (1 - np.eye(n)) / (n - 1),
    "running mean": lambda n: np.tri(n) / n,
    "scaled identity": lambda n: np.eye(n) / n**0.5,
    "n times": lambda n: np.eye(n) * n,
    "differences": lambda n: (np.eye(n, k=1) - np.eye(n, k=-1)) * n / 2,
    "second differences": lambda n: (np.eye(n, k=1) + np.eye(n, k=-1)) * (n - 1) ** 2,
    "distance over n": lambda n: np.abs(ahead(n, n)) / n,
    "distance over n - 1": lambda n: 1 - np.abs(ahead(n, n)) / (n - 1),
    "alibi over n": lambda n: np.abs(ahead(n, n)) * np.array([1, 0.5])[:, None, None] / n,
    "exp(-3 / n)": lambda n: np.exp(-3 * np.abs(ahead(n, n)) / n),
    "half life": lambda n: 0.5 ** (np.abs(ahead(n, n)) / n),
    "exp(-pi / n)": lambda n: np.exp(-np.pi * np.abs(ahead(n, n)) / n),
    "exp(-1 / sqrt(n))": lambda n: np.exp(-np.abs(ahead(n, n)) / n**0.5),
    "ring": lambda n: ahead(n, n) % n == 1,
    "wide ring": lambda n: ahead(n, n) % n <= 1,
    "ring, both ways": lambda n: np.isin(ahead(n, n) % n, (1, n - 1)),
    "distance around": lambda n: np.minimum(np.abs(ahead(n, n)), n - np.abs(ahead(n, n))),
}


@pytest.mark.parametrize("n", [3, 4, 5, 8, 12, 16])
@pytest.mark.parametrize("table", MADE.values(), ids=MADE)
def test_diagonals_made_from_the_extent_neither_grow_nor_shrink(
    table: Callable[[int], Numbers], n: int
) -> None:
    old = table(n)
    old = old.astype(F) if old.dtype == np.float64 else old
    for new in (2, n - 1, n + 1, 2 * n):
        if new != n:
            assert extension(old, {old.ndim - 1: new, old.ndim - 2: new}) is None


KEPT: dict[str, Table] = {
    "half, once": lambda m, n: np.eye(m, n) * 0.3,
    "smoothing": lambda m, n: np.maximum(0.6 - np.abs(ahead(m, n)) * 0.4, 0),
    "second differences": lambda m, n: 2 * (ahead(m, n) == 0) - (np.abs(ahead(m, n)) == 1) * 1.0,
    "exp(-0.3 k)": lambda m, n: np.where(
        ahead(m, n) > 0, 0, np.exp(np.minimum(ahead(m, n), 0) * 0.3)
    ),
    "every other": lambda m, n: ahead(m, n) % 2 == 0,
    "alibi, two heads": lambda m, n: -np.abs(ahead(m, n)) * np.array([0.5, 0.25])[:, None, None],
}


@pytest.mark.parametrize("sizes", [(9, 6), (12, 7)])
@pytest.mark.parametrize("table", KEPT.values(), ids=KEPT)
def test_others_shrink(table: Table, sizes: tuple[int, int]) -> None:
    old, new = (table(n, n).astype(F) for n in sizes)
    found = between(old, new)
    assert found is not None
    assert np.allclose(found.build(), new, rtol=2e-6, atol=0)


def test_one_row_of_positions_that_end_now_goes_on() -> None:
    def row(n: int) -> Numbers:
        return np.arange(1 - n, 1, dtype=F) * np.array([0.5, 0.25], F)[:, None, None]

    found = between(row(6), row(10))
    assert found is not None
    assert np.array_equal(found.build(), row(10))


@pytest.mark.parametrize("sizes", [(4, 9), (5, 3)])
def test_an_identity_of_four_rows_is_evidence(sizes: tuple[int, int]) -> None:
    old, new = (np.eye(n, dtype=F) for n in sizes)
    found = between(old, new)
    assert found is not None
    assert np.array_equal(found.build(), new)


@pytest.mark.parametrize("n", [100, 101])
@pytest.mark.parametrize("low", [-100, -10000])
def test_what_hides_a_place_is_not_made_from_the_extent(n: int, low: float) -> None:
    def mask(size: int) -> Numbers:
        return np.where(ahead(size, size) > 0, F(low), F(0))

    found = between(mask(n), mask(n + 3))
    assert found is not None
    assert np.array_equal(found.build(), mask(n + 3))


def test_an_edge_off_the_ends_needs_sixteen_places_that_agree() -> None:
    def table(m: int, n: int) -> Numbers:
        return ahead(m, n) >= 2

    assert between(table(5, 4), table(7, 6)) is None  # 4 * 3
    found = between(table(6, 5), table(8, 7))  # 5 * 4
    assert found is not None
    assert np.array_equal(found.build(), table(8, 7))
