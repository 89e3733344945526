"""Row numbers that GATHER picks: padding, rolls, flips, copies and frames, at two sizes."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from circle_resizer import ResizeError, resize
from circle_resizer.file.model import Model
from circle_resizer.tables.index_maps import index_map
from tests.support.build import ModelBuilder
from tests.test_property import records

Numbers = Callable[[int], np.ndarray]
RIGHT: dict[str, Numbers] = {
    "reflected": lambda n: np.pad(np.arange(n), (2, 1), mode="reflect"),
    "mirrored": lambda n: np.pad(np.arange(n), (2, 3), mode="symmetric"),
    "edge": lambda n: np.pad(np.arange(n), (0, 2), mode="edge"),
    "wrapped": lambda n: np.pad(np.arange(n), (1, 2), mode="wrap"),
    "rolled": lambda n: np.roll(np.arange(n), 2),
    "flipped": lambda n: np.arange(n)[::-1],
    "doubled": lambda n: np.repeat(np.arange(n), 2),
    "twice": lambda n: np.tile(np.arange(n), 2),
    "all": np.arange,
    "all but the first": lambda n: np.arange(1, n),
    "frames": lambda n: np.arange((n - 3) // 2 + 1)[:, None] * 2 + np.arange(3),
}
REFUSED: dict[str, Numbers] = {
    "all but the last": lambda n: np.arange(n - 1),
    "even ones": lambda n: np.arange(0, n, 2),
    "mixed": lambda n: np.random.default_rng(0).permutation(n),
    "frames that leave more than a hop": lambda n: np.arange(n // 2 - 2)[:, None] + np.arange(3),
}


def picked(numbers: np.ndarray, n: int, kind: str, axis: int) -> bytes:
    """Rows of an axis, and an operator behind."""
    model = ModelBuilder(kind=kind)
    graph = model.graph()
    shape = [2, 2]
    shape[axis:axis] = [n]
    out = [2, 2]
    out[axis:axis] = list(numbers.shape)
    rows = graph.const(np.ascontiguousarray(numbers, np.int32), name="rows")
    x = graph.input(shape, name="x")
    y = graph.op("GATHER", [x, rows], [out], axis=axis)
    graph.output(graph.op("RELU", [y], [out]))
    return bytes(model.finish())


@pytest.mark.parametrize("axis", [0, 1, 2])
@pytest.mark.parametrize(("kind", "sizes"), [("circle", (8, 11)), ("tflite", (11, 7))])
@pytest.mark.parametrize("numbers", RIGHT.values(), ids=RIGHT)
def test_row_numbers_follow_their_axis(
    numbers: Numbers, kind: str, sizes: tuple[int, int], axis: int
) -> None:
    one, two = (picked(numbers(n), n, kind, axis) for n in sizes)
    result = resize(one, Model(two).input_shapes)
    assert records(result.data) == records(two)
    assert result.report.assumptions


@pytest.mark.parametrize("numbers", REFUSED.values(), ids=REFUSED)
def test_other_row_numbers_are_refused(numbers: Numbers) -> None:
    with pytest.raises(ResizeError, match="'rows' picks rows"):
        resize(picked(numbers(12), 12, "circle", 1), [[2, 16, 2]])


def test_two_rows_may_be_reflected_or_go_round() -> None:
    assert index_map(np.array([1, 0, 1, 0]), 2, 3) is None


def test_half_way_round_is_no_way() -> None:
    assert index_map(np.roll(np.arange(6), 3), 6, 9) is None


def test_an_axis_that_is_shorter_than_its_padding_is_refused() -> None:
    numbers = np.pad(np.arange(6), (2, 2), mode="reflect")
    with pytest.raises(ResizeError, match="'rows' picks rows"):
        resize(picked(numbers, 6, "circle", 0), [[2, 2, 2]])


@pytest.mark.parametrize("sizes", [(1, 3), (1, 5)])
def test_indices_of_one_batch_are_those_of_all(sizes: tuple[int, int]) -> None:
    def shifted(b: int) -> bytes:
        model = ModelBuilder(kind="tflite")
        graph = model.graph()
        x = graph.input([b, 5, 6], name="x")
        rows = (np.arange(4)[None] + np.arange(5)[:, None]) % 6
        index = graph.const(np.repeat(rows[None].astype(np.int32), b, 0))
        graph.output(graph.op("GATHER", [x, index], [[b, 5, 4]], axis=2, batch_dims=2))
        return bytes(model.finish())

    one, two = map(shifted, sizes)
    assert records(resize(one, Model(two).input_shapes).data) == records(two)
