"""Tables of several maps beside each other: what they hold at A becomes what they hold at B."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from circle_resizer import ResizeError, resize
from circle_resizer.file.model import Model
from tests.support.build import ModelBuilder
from tests.tables.test_grown_results import operand_values

Table = Callable[[int, int, int], np.ndarray]
F = np.float32


def centres(h: int, w: int, _: int) -> np.ndarray:
    y, x = np.mgrid[:h, :w]
    return np.stack([x + 0.5, y + 0.5], -1).reshape(-1, 2)


def fractions(h: int, w: int, _: int) -> np.ndarray:
    y, x = np.mgrid[:h, :w]
    return np.stack([(x + 0.5) / w, (y + 0.5) / h], -1).reshape(-1, 2)


def stride(h: int, w: int, step: int) -> np.ndarray:
    return np.full((h * w, 2), 5.0 * step)


def scale(h: int, w: int, _: int) -> np.ndarray:
    """One over the size of the map: not the number of another map."""
    return np.full((h * w, 2), 1 / w)


def detector(table: Table, sizes: tuple[int, int], maps: int, *, half: bool, turned: bool) -> bytes:
    """Maps, each half of the one before, flattened and joined; a constant is added to all rows."""
    model = ModelBuilder(kind="tflite")
    graph = model.graph()
    h, w = sizes
    y = graph.input([1, h, w, 2], name="image")
    rows, held = [], []
    for k in range(maps):
        if k:
            h, w = h // 2, w // 2
            y = graph.op(
                "MAX_POOL_2D", [y], [[1, h, w, 2]], padding=1, stride_w=2, stride_h=2,
                filter_width=2, filter_height=2,
            )  # fmt: skip
        shape = graph.const(np.array([1, h * w, 2], np.int32))
        rows.append(graph.op("RESHAPE", [y, shape], [[1, h * w, 2]]))
        held.append(table(h, w, 2**k))
    data = np.concatenate(held)[None].astype(F)
    n = data.shape[1]
    x = graph.op("CONCATENATION", rows, [[1, n, 2]], axis=1, name="joined" if turned else "x")
    if turned:
        x = graph.op(
            "TRANSPOSE", [x, graph.const(np.array([0, 2, 1], np.int32))], [[1, 2, n]], name="x"
        )
        data = np.ascontiguousarray(data.transpose(0, 2, 1))
    constant = graph.const(data.astype(np.float16) if half else data, name="table")
    if half:
        constant = graph.op("DEQUANTIZE", [constant], [list(data.shape)], name="table_f32")
    graph.output(graph.op("ADD", [x, constant], [list(data.shape)]))
    return bytes(model.finish())


@pytest.mark.parametrize("half", [False, True])
@pytest.mark.parametrize("turned", [False, True])
@pytest.mark.parametrize("table", [centres, fractions, stride])
@pytest.mark.parametrize(("a", "b"), [((16, 24), (32, 40)), ((24, 16), (16, 40))])
def test_every_part_follows_its_own_map(
    table: Table, a: tuple[int, int], b: tuple[int, int], *, turned: bool, half: bool
) -> None:
    one, two = (detector(table, size, 3, half=half, turned=turned) for size in (a, b))
    result = resize(one, Model(two).input_shapes)
    (got,), (want,) = operand_values(result.data), operand_values(two)
    np.testing.assert_allclose(got, want, rtol=2e-3 if half else 1e-6)
    assert any(
        "3 parts beside each other" in c.why or "3 parts along" in c.why
        for c in result.report.changes
    )


def test_a_number_made_from_each_map_is_refused() -> None:
    one = detector(scale, (16, 24), 2, half=False, turned=False)
    with pytest.raises(ResizeError, match="the data of constant 'table' is tied"):
        resize(one, [[1, 32, 40, 2]])


def test_a_token_in_front_of_a_map_stays() -> None:
    def encoder(n: int) -> bytes:
        """Sines over the rows and the columns of a map, nothing for the token."""
        model = ModelBuilder(kind="circle")
        graph = model.graph()
        y = graph.input([1, n, n, 8], name="image")
        y = graph.op(
            "RESHAPE", [y, graph.const(np.array([1, n * n, 8], np.int32))], [[1, n * n, 8]]
        )
        token = graph.const(np.ones((1, 1, 8), F))
        y = graph.op("CONCATENATION", [token, y], [[1, n * n + 1, 8]], axis=1, name="x")
        angle = np.arange(n)[:, None] / 10000 ** (np.arange(2) / 2)
        one = np.concatenate([np.sin(angle), np.cos(angle)], 1)
        data = np.zeros((1 + n * n, 8))
        data[1:] = np.concatenate([np.repeat(one, n, 0), np.tile(one, (n, 1))], 1)
        table = graph.const(data[None].astype(F), name="table")
        graph.output(graph.op("ADD", [y, table], [[1, n * n + 1, 8]]))
        return bytes(model.finish())

    one, two = encoder(6), encoder(9)
    (got,), (want,) = (operand_values(d) for d in (resize(one, [[1, 9, 9, 8]]).data, two))
    np.testing.assert_allclose(got, want, atol=2e-6)
