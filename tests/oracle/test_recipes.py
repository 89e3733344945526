"""Numbers of every resized recipe, as LiteRT and the reference runtime of TICO compute them."""

from __future__ import annotations

import zlib
from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest
from ai_edge_litert.interpreter import Interpreter, OpResolverType
from tico.circle.runtime import run_circle

import circle_resizer
from circle_resizer.file.model import Model
from circle_resizer.schema.types import TensorType
from tests.support.recipe import Asked
from tests.test_corpus import ASKED, CASES, cooked, resized

NUMPY = {
    TensorType.FLOAT32: np.float32,
    TensorType.INT32: np.int32,
    TensorType.INT64: np.int64,
    TensorType.BOOL: np.bool_,
    TensorType.UINT8: np.uint8,
}
NO_KERNEL = """
ADD_N ATAN2 BATCH_TO_SPACE_ND BIDIRECTIONAL_SEQUENCE_LSTM CEIL CONV_3D CUSTOM DENSIFY
DEPTH_TO_SPACE DYNAMIC_UPDATE_SLICE FAKE_QUANT FILL FLOOR FLOOR_DIV FLOOR_MOD HARD_SWISH
IF L2_NORMALIZATION L2_POOL_2D LOCAL_RESPONSE_NORMALIZATION LOGICAL_OR MATRIX_DIAG
MATRIX_SET_DIAG MIRROR_PAD ONE_HOT PACK RANK REDUCE_ALL
RANGE REVERSE_SEQUENCE REVERSE_V2 ROPE SEGMENT_SUM SIGN SPACE_TO_BATCH_ND SPACE_TO_DEPTH SQUARE
SQUARED_DIFFERENCE SVDF TILE TOPK_V2 UNIDIRECTIONAL_SEQUENCE_LSTM UNPACK WHILE ZEROS_LIKE
"""
"""Operators that the reference runtime of TICO does not compute, or not with a state."""
QUANTIZED = {"FullyConnected_U8_000"}
"""The reference runtime refuses integer arithmetic; LiteRT computes it."""


def kinds(case: Asked) -> set[str]:
    """All operators of a recipe."""
    graphs = Model(cooked(case.name, "circle")).subgraphs
    return {operator.kind for graph in graphs for operator in graph.operators}


LITERT = [
    pytest.param(p.values[0], id=p.values[0].name)
    for p in CASES
    if p.values[1] == "tflite" and "CUSTOM" not in kinds(p.values[0])
]
TICO = [
    pytest.param(case, id=case.name)
    for case in ASKED
    if case.name not in QUANTIZED and kinds(case).isdisjoint(NO_KERNEL.split())
]


def inputs_of(data: bytes) -> list[np.ndarray]:
    """Numbers for every input, small positive ones that no operator dislikes."""
    graph = Model(data).subgraphs[0]
    made = []
    for index in graph.inputs:
        tensor = graph.tensors[index]
        source = np.random.default_rng(zlib.crc32(tensor.name.encode()))
        kind = NUMPY[TensorType(tensor.type)]
        if kind is np.float32:
            numbers = source.uniform(0.1, 0.9, tensor.shape)
        else:
            numbers = source.integers(0, 2 if kind is np.bool_ else 3, tensor.shape or ())
        made.append(np.asarray(numbers).astype(kind))
    return made


def litert(data: bytes, inputs: Sequence[np.ndarray]) -> tuple[list[np.ndarray], dict[int, Any]]:
    """(outputs, allocated shape of every tensor of the main graph)."""
    resolver = OpResolverType.BUILTIN_WITHOUT_DEFAULT_DELEGATES
    runtime = Interpreter(model_content=data, experimental_op_resolver_type=resolver)
    runtime.allocate_tensors()
    for detail, numbers in zip(runtime.get_input_details(), inputs, strict=True):
        runtime.set_tensor(detail["index"], numbers)
    runtime.invoke()
    outputs = [runtime.get_tensor(detail["index"]) for detail in runtime.get_output_details()]
    shapes = {d["index"]: tuple(map(int, d["shape"])) for d in runtime.get_tensor_details()}
    return outputs, shapes


def same(left: Sequence[np.ndarray], right: Sequence[np.ndarray]) -> None:
    """Compare outputs one by one."""
    assert len(left) == len(right) > 0
    for a, b in zip(left, right, strict=True):
        np.testing.assert_allclose(
            np.asarray(a), np.asarray(b), rtol=1e-5, atol=1e-6, equal_nan=False
        )


@pytest.mark.parametrize("case", LITERT)
def test_litert_computes_what_the_recipe_at_the_new_shapes_does(case: Asked) -> None:
    data, written = resized(case, "tflite"), cooked(case.name, "tflite", new=True)
    inputs = inputs_of(written)
    same(litert(data, inputs)[0], litert(written, inputs)[0])


@pytest.mark.parametrize("case", LITERT)
def test_litert_allocates_the_recorded_shapes(case: Asked) -> None:
    data = resized(case, "tflite")
    allocated = litert(data, inputs_of(data))[1]
    tensors = Model(data).subgraphs[0].tensors
    assert {t.name: allocated[t.index] for t in tensors if t.index in allocated} == {
        t.name: t.shape or () for t in tensors if t.index in allocated
    }


@pytest.mark.parametrize("case", TICO)
def test_tico_computes_what_the_recipe_at_the_new_shapes_does(case: Asked) -> None:
    data, written = resized(case, "circle"), cooked(case.name, "circle", new=True)
    inputs = inputs_of(written)
    outputs = run_circle(data, inputs).outputs
    same(outputs, run_circle(written, inputs).outputs)
    graph = Model(data).subgraphs[0]
    assert [tuple(o.shape) for o in outputs] == [
        graph.tensors[i].shape or () for i in graph.outputs
    ]


def batches(case: Asked) -> int:
    """How many of the stored batch fit into the asked one; 0 when more than the batch changes."""
    old, new = Model(cooked(case.name, "tflite")), Model(cooked(case.name, "tflite", new=True))
    pairs = [*zip(old.output_shapes, new.output_shapes, strict=True)]
    moved = [p for p in zip(old.input_shapes, new.input_shapes, strict=True) if p[0] != p[1]]
    fits = {b[0] for a, b in pairs + moved if a[:1] == (1,) and a[1:] == b[1:]}
    whole = all(a[:1] == (1,) and a[1:] == b[1:] for a, b in pairs + moved)
    return fits.pop() if whole and len(fits) == 1 else 0


ROWS = [p for p in LITERT if batches(p.values[0])]


def test_enough_recipes_change_nothing_but_the_batch() -> None:
    assert len(ROWS) >= 40


def row_by_row(data: bytes, stored: bytes, count: int) -> None:
    """Every batch of ``data`` is what ``stored``, whose batch is 1, computes for it alone."""
    inputs, shapes = inputs_of(data), Model(stored).input_shapes
    whole = litert(data, inputs)[0]
    for row in range(count):
        one = [
            numbers if numbers.shape == shape else numbers[row : row + 1]
            for numbers, shape in zip(inputs, shapes, strict=True)
        ]
        same([output[row : row + 1] for output in whole], litert(stored, one)[0])


@pytest.mark.parametrize("case", ROWS)
def test_every_batch_is_what_the_stored_model_computes_for_it(case: Asked) -> None:
    row_by_row(resized(case, "tflite"), cooked(case.name, "tflite"), batches(case))


@pytest.mark.parametrize("count", [2, 4])
@pytest.mark.parametrize("case", ROWS)
def test_a_batch_may_coincide_with_another_size(case: Asked, count: int) -> None:
    stored, other = cooked(case.name, "tflite"), resized(case, "tflite")
    old, new = Model(stored).input_shapes, Model(other).input_shapes
    shapes = [(count, *a[1:]) if a != b else a for a, b in zip(old, new, strict=True)]
    for start in (stored, other):
        row_by_row(circle_resizer.resize(start, shapes).data, stored, count)
