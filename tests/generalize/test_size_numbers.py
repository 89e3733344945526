"""Numbers that were made from a size and hide in the data."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np
import pytest

from circle_resizer import ResizeError, resize
from circle_resizer.file.model import Model
from circle_resizer.generalize.evidence import Grade
from tests.support.build import ModelBuilder, quantization

F = np.float32


def number(data: bytes, operator: int, operand: int = 1) -> list[float]:
    model = Model(data)
    graph = model.subgraphs[0]
    tensor = graph.tensors[graph.operators[operator].inputs[operand]]
    return np.frombuffer(model.data(tensor) or b"", F).tolist()


def scaled_sum(value: float, *, between: str = "", kind: str = "MUL") -> bytes:
    """The rows of [2, 5, 3] added up, an operator between, and a factor."""
    model = ModelBuilder(kind="tflite")
    graph = model.graph()
    x = graph.input([2, 5, 3], name="x")
    y = graph.op("SUM", [x, graph.const(np.array([1], np.int32))], [[2, 3]])
    if between:
        y = graph.op(between, [y], [[2, 3]])
    graph.output(graph.op(kind, [y, graph.const(F(value), name="factor")], [[2, 3]]))
    return bytes(model.finish())


@pytest.mark.parametrize(
    "form",
    [lambda n: 1 / n, lambda n: n, lambda n: 1 / (n - 1), lambda n: n**-0.5, lambda n: -1 / n],
)
@pytest.mark.parametrize("between", ["", "RELU", "ABS"])
def test_a_mean_written_as_a_sum_stays_one(form: Callable[[int], float], between: str) -> None:
    result = resize(scaled_sum(form(5), between=between), [[2, 8, 3]])
    assert number(result.data, -1)[0] == pytest.approx(form(8), rel=1e-6)
    (change,) = [c for c in result.report.changes if "sum" in c.why]
    assert change.grade is Grade.ASSUMED


@pytest.mark.parametrize("extents", [(5, 8), (7, 3), (6, 11)])
def test_a_mean_of_a_float16_file_stays_one(extents: tuple[int, int]) -> None:
    n, new = extents
    model = ModelBuilder(kind="tflite")
    graph = model.graph()
    x = graph.input([2, n, 3], name="x")
    y = graph.op("SUM", [x, graph.const(np.array([1], np.int32))], [[2, 3]])
    factor = graph.op("DEQUANTIZE", [graph.const(np.float16(1 / n), name="factor")], [[]])
    graph.output(graph.op("MUL", [y, factor], [[2, 3]]))
    data = resize(bytes(model.finish()), [[2, new, 3]]).data
    assert number(data, -1) == pytest.approx([1 / new], rel=1e-6)


def test_a_result_behind_an_operator_may_be_of_the_old_size() -> None:
    model = ModelBuilder(kind="tflite")
    graph = model.graph()
    x = graph.input([2, 5, 3], name="x")
    graph.output(graph.op("RELU", [x], [[2, 5, 3]]))
    rows = graph.const(np.arange(5, dtype=np.float16), name="rows")
    graph.output(graph.op("DEQUANTIZE", [rows], [[5]], name="rows_f32"))
    with pytest.raises(ResizeError, match=r"'rows_f32' is a constant of shape \[5\]"):
        resize(bytes(model.finish()), [[2, 8, 3]])


def test_a_factor_before_the_sum_is_one_too() -> None:
    model = ModelBuilder(kind="tflite")
    graph = model.graph()
    x = graph.input([2, 5, 3], name="x")
    y = graph.op("MUL", [x, graph.const(F(0.2))], [[2, 5, 3]])
    graph.output(graph.op("SUM", [y, graph.const(np.array([1], np.int32))], [[2, 3]]))
    assert number(resize(bytes(model.finish()), [[2, 8, 3]]).data, 0) == [0.125]


@pytest.mark.parametrize(
    ("value", "between"),
    [(0.7, ""), (1.0, ""), (0.2, "LOGISTIC"), (0.2, "EXP")],
)
def test_other_factors_stay(value: float, between: str) -> None:
    result = resize(scaled_sum(value, between=between), [[2, 8, 3]])
    assert number(result.data, -1) == [F(value)]
    assert not result.report.assumptions


def test_another_batch_leaves_the_factor() -> None:
    assert number(resize(scaled_sum(0.2), [[7, 5, 3]]).data, -1) == [F(0.2)]


def test_a_whole_number_may_be_the_root_of_many() -> None:
    model = ModelBuilder(kind="tflite")
    graph = model.graph()
    x = graph.input([2, 16, 3], name="x")
    y = graph.op("SUM", [x, graph.const(np.array([1], np.int32))], [[2, 3]])
    graph.output(graph.op("DIV", [y, graph.const(F(4), name="root")], [[2, 3]]))
    with pytest.raises(ResizeError, match=r"'root' is 4, number made from the values of a sum"):
        resize(bytes(model.finish()), [[2, 9, 3]])
    data = resize(bytes(model.finish()), [[2, 9, 3]], constants={"root": np.array(3, F)}).data
    assert number(data, -1) == [3]


def index_arithmetic(kind: str, width: int) -> bytes:
    """Where a map of 6 x 8 is largest: an index into the flattened map, taken apart."""
    model = ModelBuilder(kind="tflite")
    graph = model.graph()
    x = graph.input([1, 6, 8], name="x")
    target = graph.const(np.array([1, 48], np.int32))
    y = graph.op("RESHAPE", [x, target], [[1, 48]], new_shape=[1, 48])
    axis = graph.const(np.int32(1))
    y = graph.op("ARG_MAX", [y, axis], [[1]], dtype="INT32", output_type=2)
    operands = [y, graph.const(np.int32(width), name="width")]
    graph.output(graph.op(kind, operands, [[1]], dtype="INT32"))
    return bytes(model.finish())


@pytest.mark.parametrize("kind", ["FLOOR_DIV", "FLOOR_MOD", "SUB"])
def test_the_width_in_index_arithmetic_is_refused(kind: str) -> None:
    with pytest.raises(ResizeError, match=r"'width' is 8, made from a size that changes, 8 -> 9"):
        resize(index_arithmetic(kind, 8), [[1, 6, 9]])
    assert resize(index_arithmetic(kind, 8), [[1, 7, 8]]).data
    assert resize(index_arithmetic(kind, 5), [[1, 6, 9]]).data


def test_a_row_of_sizes_is_refused() -> None:
    model = ModelBuilder(kind="tflite")
    graph = model.graph()
    x, boxes = graph.input([1, 12, 16, 3], name="x"), graph.input([1, 7, 4], name="boxes")
    scale = graph.const(np.array([16, 12, 16, 12], F), name="scale")
    graph.output(graph.op("RELU", [x], [[1, 12, 16, 3]]))
    graph.output(graph.op("DIV", [boxes, scale], [[1, 7, 4]]))
    with pytest.raises(ResizeError, match="'scale' is 16, 12, made from a size that changes"):
        resize(bytes(model.finish()), {"x": [1, 24, 32, 3]})
    assert resize(bytes(model.finish()), {"boxes": [1, 9, 4]}).data


def test_an_attention_scale_stays() -> None:
    """1 / sqrt(16) before a softmax, at 16 steps that become 9: a sum over channels."""
    model = ModelBuilder(kind="tflite")
    graph = model.graph()
    x = graph.input([1, 16, 16], name="x")
    y = graph.op("MUL", [x, graph.const(F(1 / math.sqrt(16)))], [[1, 16, 16]])
    y = graph.op("BATCH_MATMUL", [y, x], [[1, 16, 16]], adjoint_rhs=True)
    y = graph.op("SOFTMAX", [y], [[1, 16, 16]], beta=1.0)
    graph.output(graph.op("BATCH_MATMUL", [y, x], [[1, 16, 16]]))
    assert number(resize(bytes(model.finish()), [[1, 9, 16]]).data, 0) == [0.25]


def test_a_factor_in_front_of_a_normalisation_stays() -> None:
    """An embedding scaled by 8 at 8 steps, a layer norm, a mean over the steps."""
    model = ModelBuilder(kind="tflite")
    graph = model.graph()
    x = graph.input([2, 8, 4], name="x")
    y = graph.op("MUL", [x, graph.const(F(8))], [[2, 8, 4]])
    last, steps = (graph.const(np.array([axis], np.int32)) for axis in (2, 1))
    mean = graph.op("MEAN", [y, last], [[2, 8, 1]], keep_dims=True)
    centred = graph.op("SUB", [y, mean], [[2, 8, 4]])
    square = graph.op("MUL", [centred, centred], [[2, 8, 4]])
    variance = graph.op("MEAN", [square, last], [[2, 8, 1]], keep_dims=True)
    scale = graph.op("RSQRT", [variance], [[2, 8, 1]])
    normal = graph.op("MUL", [centred, scale], [[2, 8, 4]])
    graph.output(graph.op("MEAN", [normal, steps], [[2, 4]]))
    assert number(resize(bytes(model.finish()), [[2, 12, 4]]).data, 0) == [8]


def test_a_quantised_factor_is_not_rewritten_but_refused() -> None:
    """127 * (1 / 635) is 1 / 5: the bytes are no number to be made anew."""
    model = ModelBuilder(kind="tflite")
    graph = model.graph()
    fine = quantization(scale=[0.5], zero_point=[0])
    x = graph.input([2, 5, 3], "INT8", name="x", quantization=fine)
    y = graph.op("SUM", [x, graph.const(np.array([1], np.int32))], [[2, 3]], dtype="INT8")
    fifth = quantization(scale=[1 / 635], zero_point=[0])
    factor = graph.const(np.array(127, np.int8), name="factor", quantization=fifth)
    graph.output(graph.op("MUL", [y, factor], [[2, 3]], dtype="INT8"))
    with pytest.raises(ResizeError, match=r"'factor' is 0\.2, number made from the values"):
        resize(bytes(model.finish()), [[2, 8, 3]])


@pytest.mark.parametrize("scale", [1.0, 0.5])
def test_the_bytes_of_a_quantised_factor_are_no_count(scale: float) -> None:
    model = ModelBuilder(kind="tflite")
    graph = model.graph()
    fine = quantization(scale=[0.25], zero_point=[0])
    x = graph.input([2, 5, 3], "INT8", name="x", quantization=fine)
    y = graph.op("SUM", [x, graph.const(np.array([1], np.int32))], [[2, 3]], dtype="INT8")
    stored = quantization(scale=[scale], zero_point=[2])
    factor = graph.const(np.array(5, np.int8), name="factor", quantization=stored)
    graph.output(graph.op("MUL", [y, factor], [[2, 3]], dtype="INT8"))
    assert not resize(bytes(model.finish()), [[2, 8, 3]]).report.changes


def test_a_factor_that_has_other_extents_as_well_is_refused() -> None:
    """A row of 1 / 5 for each of 5 values: longer and smaller at once, which nothing proves."""
    model = ModelBuilder(kind="tflite")
    graph = model.graph()
    x = graph.input([2, 5], name="x")
    row = graph.const(np.full(5, 0.2, F), name="row")
    y = graph.op("MUL", [x, row], [[2, 5]])
    graph.output(graph.op("SUM", [y, graph.const(np.array([1], np.int32))], [[2]]))
    with pytest.raises(ResizeError, match="'row'"):
        resize(bytes(model.finish()), [[2, 8]])
