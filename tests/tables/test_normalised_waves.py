"""Sines and cosines of places that are spread over the rows: a table of A drawn at B."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np
import pytest

from circle_resizer.tables.fit import by_factors, extension

Map = Callable[[int, int], np.ndarray]


def places(n: int, before: float, less: int, low: float) -> np.ndarray:
    return low + (1 - low) * (np.arange(n) + before) / (n - less)


def fourier(h: int, w: int, dim: int = 8) -> np.ndarray:
    """The position map of DETR, XCiT and EdgeNeXt."""
    t = 10000.0 ** (2 * (np.arange(dim) // 2) / dim)
    sides = []
    for n in (h, w):
        angle = np.arange(1, n + 1)[:, None] / (n + 1e-6) * 2 * math.pi / t
        pairs = [np.sin(angle[:, 0::2]), np.cos(angle[:, 1::2])]
        sides.append(np.stack(pairs, -1).reshape(n, dim))
    y = np.broadcast_to(sides[0][:, None], (h, w, dim))
    x = np.broadcast_to(sides[1][None], (h, w, dim))
    return np.concatenate([y, x], -1).reshape(h * w, 2 * dim)


def rotary(h: int, w: int, dim: int = 16) -> np.ndarray:
    """The rotary table of DINOv3: cell centres from -1 to 1, base 100."""
    f = 100.0 ** -(np.arange(dim // 4) / (dim // 4))
    y, x = (places(n, 0.5, 0, -1.0)[:, None] * 2 * math.pi * f for n in (h, w))
    y = np.broadcast_to(y[:, None], (h, w, dim // 4))
    x = np.broadcast_to(x[None], (h, w, dim // 4))
    return np.tile(np.cos(np.concatenate([y, x], -1)), 2).reshape(h * w, dim)


@pytest.mark.parametrize(
    ("table", "dtype"), [(fourier, np.float32), (rotary, np.float32), (rotary, np.float16)]
)
@pytest.mark.parametrize(
    ("a", "b"), [((6, 6), (9, 9)), ((6, 8), (9, 10)), ((14, 14), (16, 12)), ((8, 5), (8, 9))]
)
def test_a_map_is_drawn_at_another_size(
    table: Map, dtype: type[np.floating], a: tuple[int, int], b: tuple[int, int]
) -> None:
    stored = table(*a).astype(dtype)
    found = by_factors(stored, {0: list(zip(a, b, strict=True))})
    assert found is not None
    assert not found.proven
    np.testing.assert_allclose(
        found.build(), table(*b).astype(dtype), atol=2e-6 if dtype is np.float32 else 2e-3
    )


@pytest.mark.parametrize("grid", [(0.0, 1), (0.5, 0), (0.0, 0), (1.0, 0)])
@pytest.mark.parametrize("low", [0.0, -1.0])
@pytest.mark.parametrize("turn", [math.pi, 2 * math.pi])
def test_every_way_of_spreading_is_told_from_the_others(
    grid: tuple[float, int], low: float, turn: float
) -> None:
    omega = turn * 10000.0 ** -(np.arange(6) / 6)

    def table(n: int) -> np.ndarray:
        angle = places(n, *grid, low)[:, None] * omega
        return np.concatenate([np.sin(angle), np.cos(angle)], 1).astype(np.float32)

    found = extension(table(10), {0: 15})
    assert found is not None
    np.testing.assert_allclose(found.build(), table(15), atol=2e-6)


@pytest.mark.parametrize(
    "table",
    [
        lambda n: np.cos(2 * math.pi * np.outer(np.arange(n), np.arange(8)) / n),
        lambda n: np.sin(np.linspace(0, 1, n)[:, None] * np.sqrt(1 + np.arange(8))),
        lambda n: np.random.default_rng(0).uniform(-1, 1, (n, 8)),
    ],
    ids=["Fourier matrix", "other frequencies", "learned"],
)
def test_other_tables_are_refused(table: Callable[[int], np.ndarray]) -> None:
    assert extension(table(10).astype(np.float32), {0: 15}) is None
