"""Sinusoidal and rotary tables with more or fewer rows."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from numpy.typing import NDArray

from circle_resizer.tables.fit import extension

Numbers = NDArray[np.generic]
Table = Callable[[int], Numbers]
F = np.float32


def angles(rows: int, columns: int, base: float = 1e4, start: int = 0) -> NDArray[np.float32]:
    """As exporters compute them: frequency, then the product, in float32."""
    power = np.arange(0, 2 * columns, 2, dtype=F) / F(2 * columns)
    frequency = (1 / F(base) ** power).astype(F)
    return np.arange(start, start + rows, dtype=F)[:, None] * frequency


def twice(angle: NDArray[np.float32]) -> NDArray[np.float32]:
    return np.concatenate([angle, angle], axis=-1)


def interleaved(angle: NDArray[np.float32]) -> NDArray[np.float32]:
    return np.stack([np.sin(angle), np.cos(angle)], -1).reshape(len(angle), -1)


def closed(rows: int, columns: int) -> NDArray[np.float32]:
    """Frequencies with the last one exactly 1 / 10000, through an exponential."""
    frequency = np.exp(np.arange(columns, dtype=F) * F(-np.log(1e4) / (columns - 1)))
    angle = np.arange(rows, dtype=F)[:, None] * frequency
    return np.concatenate([np.sin(angle), np.cos(angle)], axis=1)


def exact(rows: int, columns: int, dtype: str) -> Numbers:
    """Computed in float64, rounded at the end."""
    angle = np.arange(rows)[:, None] / np.power(10000, 2 * (np.arange(columns) // 2) / columns)
    return np.where(np.arange(columns) % 2, np.cos(angle), np.sin(angle)).astype(dtype)


def scaled(rows: int, columns: int) -> NDArray[np.float32]:
    """Some frequencies divided by 8, some by less (as Llama 3.1 does)."""
    share = np.clip(np.linspace(2, -1, columns), 0, 1).astype(F)
    frequency = angles(2, columns)[1] * (share + (1 - share) / 8)
    return np.arange(rows, dtype=F)[:, None] * frequency.astype(F)


STANDARD: dict[str, Table] = {
    "cos, halves": lambda n: np.cos(twice(angles(n, 32))),
    "sin, halves": lambda n: np.sin(twice(angles(n, 32))),
    "cos, pairs": lambda n: np.cos(np.repeat(angles(n, 32), 2, axis=1)),
    "cos, once": lambda n: np.cos(angles(n, 32)),
    "[1, 1, n, d]": lambda n: np.cos(twice(angles(n, 64, 500000)))[None, None],
    "[d, n]": lambda n: np.sin(twice(angles(n, 32, 1000000))).T,
    "[n, 1, d]": lambda n: np.cos(twice(angles(n, 16, 5000000)))[:, None],
    "[n, d, 2]": lambda n: np.stack([np.cos(angles(n, 8)), np.sin(angles(n, 8))], -1),
    "interleaved": lambda n: interleaved(angles(n, 32)),
    "sin then cos": lambda n: closed(n, 32),
    "from 2": lambda n: interleaved(angles(n, 16, start=2)),
    "from 77": lambda n: np.cos(twice(angles(n, 16, start=77))),
    "times 1.2": lambda n: np.cos(twice(angles(n, 32))) * F(1.2),
    "sin times 1.2": lambda n: np.sin(twice(angles(n, 32))) * F(1.2),
    "computed in float64": lambda n: exact(n, 32, "f4"),
    "divided": lambda n: np.sin(np.arange(n, dtype=F)[:, None] / (1 / angles(2, 16)[1])),
}


def grown(table: Table, rows: int, new: int) -> Numbers | None:
    """The table with new rows; the stored ones are the same bytes."""
    old, wanted = table(rows), table(new)
    axis = next(a for a in range(old.ndim) if old.shape[a] != wanted.shape[a])
    found = extension(old, {axis: new})
    if found is None:
        return None
    assert not found.proven
    built = found.build()
    assert (built.shape, built.dtype) == (wanted.shape, wanted.dtype)
    both = min(rows, new)
    stored = np.moveaxis(old, axis, 0)[:both].tobytes()
    assert np.moveaxis(built, axis, 0)[:both].tobytes() == stored
    return built


@pytest.mark.parametrize("sizes", [(4, 8), (16, 32), (16, 17), (64, 96), (128, 4096), (32, 5)])
@pytest.mark.parametrize("table", STANDARD.values(), ids=STANDARD)
def test_standard_tables_go_on_to_float_accuracy(table: Table, sizes: tuple[int, int]) -> None:
    rows, new = sizes
    built = grown(table, rows, new)
    assert built is not None
    assert np.abs(built - table(new)).max() <= (2e-6 if new < 4096 else 1e-5)


def test_the_report_names_what_was_found() -> None:
    for name, said in {
        "cos, halves": "cos of position * frequency, frequencies from base 10000, along axis 0",
        "from 77": "cos of position * frequency, frequencies from base 10000, positions from 77, "
        "along axis 0",
        "interleaved": "cos and sin of position * frequency, frequencies from base 10000, "
        "along axis 0",
    }.items():
        found = extension(STANDARD[name](16), {0: 20})
        assert found is not None
        assert found.rule == said


@pytest.mark.parametrize(("dtype", "accuracy"), [("f8", 1e-12), ("f2", 5e-4)])
@pytest.mark.parametrize("sizes", [(8, 16), (64, 512)])
def test_other_float_types(dtype: str, accuracy: float, sizes: tuple[int, int]) -> None:
    built = grown(lambda n: exact(n, 32, dtype), *sizes)
    assert built is not None
    assert np.abs(built.astype("f8") - exact(sizes[1], 32, dtype)).max() <= accuracy


@pytest.mark.parametrize("sizes", [(8, 12), (16, 32), (64, 128), (1024, 2048), (32, 7)])
@pytest.mark.parametrize("wave", [np.cos, np.sin])
def test_other_frequencies_are_fitted(wave: np.ufunc, sizes: tuple[int, int]) -> None:
    def table(n: int) -> Numbers:
        return np.asarray(wave(twice(scaled(n, 32))))

    built = grown(table, *sizes)
    assert built is not None
    assert np.abs(built - table(sizes[1])).max() <= 2e-6


def test_rotation_matrices_are_fitted() -> None:
    def table(n: int) -> Numbers:
        cos, sin = np.cos(angles(n, 8)), np.sin(angles(n, 8))
        return np.stack([cos, -sin, sin, cos], -1).reshape(n, 8, 2, 2)

    built = grown(table, 32, 64)
    assert built is not None
    assert np.abs(built - table(64)).max() <= 1e-6


@pytest.mark.parametrize("factor", [2, 4, 8])
def test_positions_divided_by_a_factor_are_fitted(factor: int) -> None:
    def table(n: int) -> Numbers:
        return np.cos(twice(angles(n, 32) / F(factor)))

    built = grown(table, 24, 48)
    assert built is not None
    assert np.abs(built - table(48)).max() <= 2e-6


def test_fitted_frequencies_do_not_reach_far() -> None:
    assert grown(lambda n: np.cos(scaled(n, 32)), 16, 4096) is None
    assert grown(lambda n: np.cos(scaled(n, 32)), 5, 6) is None


REFUSED: dict[str, Table] = {
    "positions over n": lambda n: np.sin(np.outer(np.arange(n) / n, 1e4 ** -(np.arange(8) / 8))),
    "positions up to 10": lambda n: np.cos(
        np.outer(np.arange(n) * 10 / (n - 1), 1e4 ** -(np.arange(8) / 8))
    ),
    "a base from the length": lambda n: np.cos(
        np.outer(np.arange(n), (1e4 * (n / 7) ** 1.1) ** -(np.arange(8) / 8))
    ),
    "Fourier matrix": lambda n: np.cos(2 * np.pi * np.outer(np.arange(n), np.arange(9)) / n),
    "Fourier matrix, sines": lambda n: np.sin(np.pi * np.outer(np.arange(n), np.arange(1, 9)) / n),
    "cosine transform": lambda n: np.cos(np.pi * np.outer(np.arange(n) + 0.5, np.arange(9)) / n),
    "window": lambda n: 0.5 - 0.5 * np.cos(2 * np.pi * np.arange(n) / n),
    "a little noise": lambda n: np.cos(angles(n, 16)) + 1e-5 * np.cos(7 * angles(n, 16) ** 2),
    "one learned column": lambda n: np.cos(angles(n, 16)) * (1 - 1e-4 * (np.arange(16) == 9)),
    "damped": lambda n: np.cos(angles(n, 16)) * 0.9999 ** np.arange(n)[:, None],
    "sum of two": lambda n: np.cos(angles(n, 16)) / 2 + np.cos(3 * angles(n, 16)) / 2,
}


@pytest.mark.parametrize("rows", [3, 8, 32])
@pytest.mark.parametrize("dtype", ["f4", "f8"])
@pytest.mark.parametrize("table", REFUSED.values(), ids=REFUSED)
def test_what_only_resembles_waves_is_refused(table: Table, dtype: str, rows: int) -> None:
    assert grown(lambda n: table(n).astype(dtype), rows, 2 * rows) is None


@pytest.mark.parametrize("at", [0, 5, 31])
def test_one_changed_element_spoils_it(at: int) -> None:
    table = np.cos(twice(angles(32, 16)))
    table[at, 3] += F(1e-5)
    assert extension(table, {0: 40}) is None


def test_two_rows_and_endless_values_are_refused() -> None:
    assert extension(np.cos(twice(angles(2, 16))), {0: 3}) is None
    table = np.cos(twice(angles(100, 16)))
    table[90, 4] = np.inf
    assert extension(table, {0: 120}) is None


@pytest.mark.parametrize("rows", [4, 5])
def test_few_fitted_rows_shrink(rows: int) -> None:
    def table(n: int) -> Numbers:
        angle = np.arange(n, dtype=F)[:, None] * np.array([1, 0.37], F)
        return np.concatenate([np.sin(angle), np.cos(angle)], axis=1)

    built = grown(table, rows, 3)
    assert built is not None
    assert np.array_equal(built, table(3))
    assert grown(table, rows, 8) is None


@pytest.mark.parametrize("table", REFUSED.values(), ids=REFUSED)
def test_what_only_resembles_waves_does_not_shrink(table: Table) -> None:
    assert grown(lambda n: table(n).astype("f4"), 8, 5) is None
