"""Tables over a map whose columns, or pairs of axes, follow rules of their own."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from numpy.typing import NDArray

from circle_resizer.tables.fit import Extension, by_factors, extension

Numbers = NDArray[np.generic]
Map = Callable[[int, int], Numbers]
F = np.float32
NEW = [(7, 6), (4, 9), (9, 11), (3, 4), (6, 6)]


def places(h: int, w: int) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Row and column of every place of a map, in memory order."""
    rows, columns = np.mgrid[:h, :w].astype(F).reshape(2, -1)
    return rows, columns


def apart(h: int, w: int) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Rows and columns between any two places of a map."""
    rows, columns = places(h, w)
    return rows[:, None] - rows, columns[:, None] - columns


def stacked(*columns: Numbers) -> Numbers:
    return np.stack(columns, axis=-1).astype(F)


def waves(position: NDArray[np.float32]) -> NDArray[np.float32]:
    angle = position[:, None] * (1e4 ** -(np.arange(4) / 4)).astype(F)
    return np.stack([np.sin(angle), np.cos(angle)], -1).reshape(len(position), -1)


def follows(table: Map, old: tuple[int, int], new: tuple[int, int]) -> Extension | None:
    """The table of a map at another size; all its axes but the last are places."""
    stored, factors = table(*old), list(zip(old, new, strict=True))
    merged = [axis for axis, size in enumerate(stored.shape) if size == old[0] * old[1]]
    return by_factors(stored, dict.fromkeys(merged, factors))


TABLES: dict[str, Map] = {
    "x, y": lambda h, w: stacked(*places(h, w)[::-1]),
    "x, y, x + y, 0": lambda h, w: stacked(*places(h, w), sum(places(h, w)), 0 * places(h, w)[0]),
    "sines of the row, of x": lambda h, w: np.concatenate([waves(p) for p in places(h, w)], 1),
    "one sine each": lambda h, w: stacked(*(f(p) for p in places(h, w) for f in (np.sin, np.cos))),
    "centres beside corners": lambda h, w: stacked(
        (places(h, w)[1] + 0.5) / w, (places(h, w)[0] + 0.5) / h, *(p * 32 for p in places(h, w))
    ),
    "first row": lambda h, w: (places(h, w)[0] == 0).astype(F)[:, None],
    "last column": lambda h, w: (places(h, w)[1] == w - 1)[:, None],
    "first place of its row, last row": lambda h, w: stacked(
        places(h, w)[1] == 0, places(h, w)[0] == h - 1
    ),
    "boxes": lambda h, w: stacked(
        (places(h, w)[1] + 0.5) / w, (places(h, w)[0] + 0.5) / h, *np.full((2, h * w), 0.45)
    ),
}


@pytest.mark.parametrize("new", NEW)
@pytest.mark.parametrize("table", TABLES.values(), ids=TABLES)
def test_columns_follow_their_own_rules(table: Map, new: tuple[int, int]) -> None:
    found = follows(table, (5, 6), new)
    assert found is not None
    assert np.allclose(found.build(), table(*new), rtol=0, atol=2e-6)
    assert found.build().dtype == table(1, 1).dtype


def test_the_report_names_the_rules() -> None:
    found = follows(TABLES["one sine each"], (5, 6), (7, 9))
    assert found is not None
    waves = "cos and sin of position * frequency, frequencies from base 10000"
    assert found.rule == (
        f"by columns along axis 2: {waves}, along axis 0; all slices along axis 1 are equal; "
        f"{waves}, along axis 1; all slices along axis 0 are equal"
    )


def test_a_border_stays_a_border() -> None:
    def border(h: int, w: int) -> Numbers:
        return np.pad(np.zeros((h - 2, w - 2), F), 1, constant_values=1)

    found = extension(border(5, 6), {0: 9, 1: 4})
    assert found is not None
    assert np.array_equal(found.build(), border(9, 4))


REFUSED: dict[str, Map] = {
    "x, y, w, h": lambda h, w: stacked(*places(h, w), *np.tile([[w], [h]], h * w)),
    "boxes of two cells": lambda h, w: stacked(
        (places(h, w)[1] + 0.5) / w, places(h, w)[0], *np.tile([[2 / w], [2 / h]], h * w)
    ),
    "one row in the middle": lambda h, w: (places(h, w)[0] == 2)[:, None],
    "two rows": lambda h, w: (places(h, w)[0] < 2)[:, None],
    "one hot rows": lambda h, w: np.eye(6, dtype=F)[places(h, w)[0].astype(int) % 6],
    "distance to a corner": lambda h, w: np.hypot(*places(h, w))[:, None],
    "x + 2 y": lambda h, w: (places(h, w)[0] * 2 + places(h, w)[1])[:, None],
    "trapezoids": lambda h, w: (np.r_[0.5, np.ones(h - 2), 0.5] / (h - 1)).repeat(w)[:, None],
    "a learned half": lambda h, w: np.concatenate(
        [waves(places(h, w)[1]), np.random.default_rng(0).random((h * w, 4))], 1
    ),
}


@pytest.mark.parametrize("new", [(9, 11), (4, 5)])
@pytest.mark.parametrize("table", REFUSED.values(), ids=REFUSED)
def test_in_doubt_there_is_no_answer(table: Map, new: tuple[int, int]) -> None:
    assert follows(table, (6, 7), new) is None


@pytest.mark.parametrize("n", [2, 3])
def test_few_rows_are_no_evidence_for_a_first_one(n: int) -> None:
    assert extension(np.eye(n)[0], {0: 6}) is None


def test_rows_of_a_mask_are_no_columns() -> None:
    assert extension(np.eye(6, dtype=F), {0: 9}) is None
    assert extension(np.where(np.tri(6) > 0, F(0.5), F(-1e4)), {0: 9}) is None


PAIRS: dict[str, Map] = {
    "|di| + |dj|": lambda h, w: (-(np.abs(np.stack(apart(h, w))).sum(0)) * F(0.3)).astype(F),
    "decay": lambda h, w: np.exp(np.abs(np.stack(apart(h, w))).sum(0) * F(-0.3)).astype(F),
    "window": lambda h, w: np.abs(np.stack(apart(h, w))).max(0) <= 1,
    "window, -inf": lambda h, w: np.where(
        np.abs(np.stack(apart(h, w))).max(0) <= 1, F(0), F(-np.inf)
    ),
    "causal both ways": lambda h, w: np.stack(apart(h, w)).min(0) >= 0,
    "same row": lambda h, w: apart(h, w)[0] == 0,
}


@pytest.mark.parametrize("new", [(7, 9), (9, 11), (6, 8), (4, 5)])
@pytest.mark.parametrize("table", PAIRS.values(), ids=PAIRS)
def test_pairs_of_places_follow_rows_and_columns(table: Map, new: tuple[int, int]) -> None:
    found = follows(table, (7, 8), new)
    assert found is not None
    assert found.build().dtype == table(1, 1).dtype
    assert np.allclose(found.build(), table(*new), rtol=2e-6, atol=1e-6)


def scaled(h: int, w: int) -> NDArray[np.float64]:
    """The distance in parts of the map."""
    down, across = (np.abs(part).astype("f8") for part in apart(h, w))
    return down / h + across / w


REFUSED_PAIRS: dict[str, Map] = {
    "|di| / h + |dj| / w": scaled,
    "decay by the size": lambda h, w: np.exp(-scaled(h, w)),
    "distance": lambda h, w: np.hypot(*apart(h, w)),
    "greater of both": lambda h, w: np.abs(np.stack(apart(h, w))).max(0),
    "places in a table": lambda h, w: (
        (apart(h, w)[0] + h - 1) * (2 * w - 1) + apart(h, w)[1] + w - 1
    ).astype(np.int32),
    "around": lambda h, w: (apart(h, w)[0] % h <= 1) & (apart(h, w)[1] % w <= 1),
    "mean of the row": lambda h, w: (apart(h, w)[0] == 0) / w,
}


@pytest.mark.parametrize("new", [(9, 11), (4, 5)])
@pytest.mark.parametrize("table", REFUSED_PAIRS.values(), ids=REFUSED_PAIRS)
def test_pairs_in_doubt_have_no_answer(table: Map, new: tuple[int, int]) -> None:
    def narrow(h: int, w: int) -> Numbers:
        numbers = table(h, w)
        return numbers.astype(F) if numbers.dtype == np.float64 else numbers

    found = follows(narrow, (7, 8), new)
    assert found is None or np.array_equal(found.build(), narrow(*new))
