"""Constants behind operators: built at A and resized to B, the values at B are those of B."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from circle_resizer import ResizeError, resize
from circle_resizer.file.model import Model
from circle_resizer.tables.constant_results import array_at
from tests.support.build import ModelBuilder, quantization
from tests.support.build_graph import GraphBuilder

INT, F, HALF = np.int32, np.float32, np.float16
Net = Callable[[GraphBuilder, int], int]
rng = np.random.default_rng(0)
TOKEN = rng.standard_normal((1, 1, 8)).astype(HALF)
ROWS = rng.standard_normal((12, 8)).astype(F)


def built(net: Net, size: int, kind: str = "tflite") -> bytes:
    model = ModelBuilder(kind=kind)
    graph = model.graph()
    graph.output(net(graph, size))
    return bytes(model.finish())


def ints(graph: GraphBuilder, *numbers: int) -> int:
    return graph.const(np.array(numbers, INT))


def half(graph: GraphBuilder, array: Any, name: str = "table") -> int:
    """A float16 constant and the DEQUANTIZE behind it."""
    stored = graph.const(np.asarray(array, HALF), name=name)
    return graph.op("DEQUANTIZE", [stored], [list(array.shape)], name=f"{name}_f32")


def sines(n: int) -> np.ndarray:
    angle = np.arange(n)[:, None] / 10000 ** (np.arange(4) / 4)
    return np.concatenate([np.sin(angle), np.cos(angle)], axis=1)[None].astype(F)


def token(graph: GraphBuilder, b: int) -> int:
    x = graph.input([b, 4, 8], name="x")
    y = half(graph, np.repeat(TOKEN, b, 0))
    return graph.op("CONCATENATION", [y, x], [[b, 5, 8]], axis=1, name="y")


def token_of_bytes(graph: GraphBuilder, b: int) -> int:
    x = graph.input([b, 4, 8], name="x")
    q = np.repeat(np.arange(-4, 4, dtype=np.int8)[None, None], b, 0)
    stored = graph.const(q, name="table", quantization=quantization(scale=[0.25], zero_point=[3]))
    y = graph.op("DEQUANTIZE", [stored], [[b, 1, 8]])
    return graph.op("CONCATENATION", [y, x], [[b, 5, 8]], axis=1, name="y")


def token_expanded(graph: GraphBuilder, b: int) -> int:
    x = graph.input([b, 4, 8], name="x")
    y = graph.const(np.repeat(TOKEN[0].astype(F), b, 0), name="table")
    y = graph.op("EXPAND_DIMS", [y, graph.const(np.array(1, INT))], [[b, 1, 8]])
    return graph.op("CONCATENATION", [y, x], [[b, 5, 8]], axis=1, name="y")


def positions(graph: GraphBuilder, n: int) -> int:
    x = graph.input([1, n, 8], name="x")
    return graph.op("ADD", [x, half(graph, sines(n))], [[1, n, 8]], name="y")


def positions_turned(graph: GraphBuilder, n: int) -> int:
    x = graph.input([1, 8, n], name="x")
    table = half(graph, sines(n))
    y = graph.op("TRANSPOSE", [table, ints(graph, 0, 2, 1)], [[1, 8, n]])
    return graph.op("ADD", [x, y], [[1, 8, n]], name="y")


def positions_unfolded(graph: GraphBuilder, n: int) -> int:
    x = graph.input([1, n, 1, 8], name="x")
    y = graph.op("RESHAPE", [half(graph, sines(n)), ints(graph, 1, n, 1, 8)], [[1, n, 1, 8]])
    return graph.op("ADD", [x, y], [[1, n, 1, 8]], name="y")


def picked(graph: GraphBuilder, n: int) -> int:
    x = graph.input([1, n, 8], name="x")
    rows = graph.const(np.arange(n, dtype=INT)[None], name="rows")
    y = graph.op("GATHER", [graph.const(ROWS, name="table"), rows], [[1, n, 8]], name="picked")
    return graph.op("ADD", [x, y], [[1, n, 8]], name="y")


def first_rows(graph: GraphBuilder, n: int) -> int:
    x = graph.input([n, 8], name="x")
    cuts = [ints(graph, 0, 0), ints(graph, n, 8), ints(graph, 1, 1)]
    y = graph.op("STRIDED_SLICE", [half(graph, ROWS), *cuts], [[n, 8]])
    return graph.op("ADD", [x, y], [[n, 8]], name="y")


def distances(graph: GraphBuilder, n: int) -> int:
    """The logarithm of the distance of two places, made of their numbers."""
    x = graph.input([1, n, n], name="x")
    i = graph.const(np.arange(n, dtype=INT)[:, None])
    j = graph.const(np.arange(n, dtype=INT)[None])
    y = graph.op("SUB", [i, j], [[n, n]], dtype="INT32")
    y = graph.op("CAST", [y], [[n, n]], in_data_type=2, out_data_type=0)
    y = graph.op("ABS", [y], [[n, n]])
    y = graph.op("ADD", [y, graph.const(np.array(1.5, F))], [[n, n]])
    y = graph.op("LOG", [y], [[n, n]])
    return graph.op("ADD", [x, y], [[1, n, n]], name="y")


def mask(graph: GraphBuilder, n: int) -> int:
    """A causal mask by comparing places, for all heads."""
    x = graph.input([1, 2, n, n], name="x")
    i, j = (graph.const(np.arange(n, dtype=INT).reshape(s)) for s in ((n, 1), (1, n)))
    y = graph.op("GREATER_EQUAL", [i, j], [[n, n]], dtype="BOOL")
    y = graph.op("CAST", [y], [[n, n]], in_data_type=6, out_data_type=0)
    y = graph.op("BROADCAST_TO", [y, ints(graph, 1, 2, n, n)], [[1, 2, n, n]])
    return graph.op("MUL", [x, y], [[1, 2, n, n]], name="y")


def two_readers(graph: GraphBuilder, b: int) -> int:
    """One token for a batch that grows, and for rows that stay."""
    x, z = graph.input([b, 4, 8], name="x"), graph.input([1, 4, 8], name="z")
    one = half(graph, TOKEN)
    many = one if b == 1 else graph.const(np.repeat(TOKEN.astype(F), b, 0))
    y = graph.op("CONCATENATION", [many, x], [[b, 5, 8]], axis=1, name="y")
    graph.output(graph.op("CONCATENATION", [one, z], [[1, 5, 8]], axis=1))
    return y


def fractions(graph: GraphBuilder, n: int) -> int:
    """Places divided by their number: nothing may be left of the old one."""
    x = graph.input([1, n], name="x")
    count = graph.const(np.arange(n, dtype=INT))
    y = graph.op("CAST", [count], [[n]], in_data_type=2, out_data_type=0)
    y = graph.op("MUL", [y, graph.const(np.array(1 / n, F))], [[n]])
    return graph.op("ADD", [x, y], [[1, n]], name="y")


def written_at(graph: GraphBuilder, n: int) -> int:
    """A cache that is written where its position is the step."""
    x, step = graph.input([n, 8], name="x"), graph.input([1], "INT32", name="z")
    y = graph.op("EQUAL", [graph.const(np.arange(n, dtype=INT)), step], [[n]], dtype="BOOL")
    y = graph.op("CAST", [y], [[n]], in_data_type=6, out_data_type=0)
    y = graph.op("RESHAPE", [y, ints(graph, n, 1)], [[n, 1]])
    return graph.op("MUL", [x, y], [[n, 8]], name="y")


NETS = [
    (token, 1, 3), (token_of_bytes, 1, 3), (token_expanded, 1, 3), (positions, 10, 14),
    (positions, 14, 10), (positions_turned, 10, 14), (positions_unfolded, 10, 14), (picked, 6, 9),
    (picked, 9, 6), (first_rows, 6, 9), (distances, 6, 9), (mask, 6, 9), (two_readers, 1, 3),
    (written_at, 10, 6), (written_at, 6, 10),
]  # fmt: skip


def operand_values(data: bytes) -> list[np.ndarray]:
    """The constants that each operator which reads an input reads beside it."""
    model = Model(data)
    graph = model.subgraphs[0]
    found = []
    for op in graph.operators:
        fed = any(graph.tensors[i].name in {"x", "z"} for i in op.inputs)
        arrays = [array_at(model, graph, i) for i in op.inputs] if fed else []
        found += [array for array in arrays if array is not None]
    return found


def axes_of(data: bytes) -> dict[str, tuple[int, ...]]:
    graph = Model(data).subgraphs[0]
    return {graph.tensors[i].name: graph.tensors[i].dims for i in graph.inputs}


@pytest.mark.parametrize("kind", ["circle", "tflite"])
@pytest.mark.parametrize(("net", "a", "b"), NETS)
def test_what_is_computed_from_constants_follows(net: Net, a: int, b: int, kind: str) -> None:
    one, two = built(net, a, kind), built(net, b, kind)
    got, want = operand_values(resize(one, axes_of(two)).data), operand_values(two)
    assert [g.shape for g in got] == [w.shape for w in want]
    for found, wanted in zip(got, want, strict=True):
        np.testing.assert_allclose(found, wanted, rtol=2e-3, atol=1e-3)


def test_the_constant_beneath_takes_the_new_extent() -> None:
    graph = Model(resize(built(token, 1), {"x": [3, 4, 8]}).data).subgraphs[0]
    shapes = {t.name: t.shape for t in graph.tensors}
    assert shapes["table"] == shapes["table_f32"] == (3, 1, 8)
    assert [op.kind for op in graph.operators] == ["DEQUANTIZE", "CONCATENATION"]


def test_a_result_that_is_stored_needs_no_operator() -> None:
    graph = Model(resize(built(first_rows, 6), {"x": [9, 8]}).data).subgraphs[0]
    assert [op.kind for op in graph.operators] == ["ADD"]


def test_a_number_made_from_the_extent_beneath_is_refused() -> None:
    with pytest.raises(ResizeError, match="is tied to the stored size"):
        resize(built(fractions, 8), {"x": [1, 12]})


@pytest.mark.parametrize("count", [40, 3000])
def test_constants_that_are_added_to_themselves_without_end_are_refused(count: int) -> None:
    def sums(graph: GraphBuilder, n: int) -> int:
        x, y = graph.input([n, 8], name="x"), graph.const(ROWS[:n])
        for _ in range(count):
            y = graph.op("ADD", [y, y], [[n, 8]])
        return graph.op("MUL", [x, y], [[n, 8]], name="y")

    with pytest.raises(ResizeError, match="its operands agreed and no longer do"):
        resize(built(sums, 6), {"x": [9, 8]})


def test_slices_that_an_operator_made_equal_are_no_evidence() -> None:
    def signs(graph: GraphBuilder, n: int) -> int:
        x = graph.input([n, 8], name="x")
        held = graph.const(np.where(ROWS[:n] > 0, 1, -1).astype(F), name="table")
        y = graph.op("ABS", [held], [[n, 8]])
        return graph.op("MUL", [x, y], [[n, 8]], name="y")

    with pytest.raises(ResizeError, match="is tied to the stored size"):
        resize(built(signs, 6), {"x": [9, 8]})


def test_rows_that_a_table_has_not_are_refused() -> None:
    with pytest.raises(ResizeError, match="'picked' is tied to the stored size"):
        resize(built(picked, 6), {"x": [1, 13, 8]})


@pytest.mark.parametrize(("name", "dtype"), [("table", HALF), ("table_f32", F)])
def test_data_are_given_by_either_name(name: str, dtype: Any) -> None:
    def learned(graph: GraphBuilder, n: int) -> int:
        x = graph.input([1, n, 8], name="x")
        return graph.op("ADD", [x, half(graph, ROWS[None, :n])], [[1, n, 8]], name="y")

    one = built(learned, 6)
    with pytest.raises(ResizeError, match=r"constants={'table_f32': ARRAY}"):
        resize(one, {"x": [1, 9, 8]})
    given = ROWS[None, :9].astype(dtype)
    (got,) = operand_values(resize(one, {"x": [1, 9, 8]}, constants={name: given}).data)
    np.testing.assert_array_equal(
        got, ROWS[None, :9].astype(HALF).astype(F) if dtype is HALF else given
    )
    (cut,) = operand_values(resize(one, {"x": [1, 4, 8]}, cut_tables=True).data)
    np.testing.assert_array_equal(cut, ROWS[None, :4].astype(HALF))
