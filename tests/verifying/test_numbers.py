"""Random numbers, and what is allowed between two answers."""

from __future__ import annotations

import numpy as np
import pytest

from circle_resizer.file.model import Model
from circle_resizer.schema.types import TensorType
from circle_resizer.verifying import numbers
from circle_resizer.verifying.runtimes import NoRunError
from tests.support.build import ModelBuilder
from tests.support.build_parts import quantization


def model(type_: str, **given: object) -> Model:
    """A network with one input of a type."""
    builder = ModelBuilder(kind="tflite")
    graph = builder.graph()
    x = graph.input([2, 50], type_, **given)  # type: ignore[arg-type]
    graph.output(graph.op("ABS", [x], [[2, 50]]))
    return Model(bytes(builder.finish()))


def drawn(found: Model, attempt: int = 0) -> np.ndarray:
    graph = found.main
    (array,) = numbers.drawn([graph.tensors[i] for i in graph.inputs], [(2, 50)], attempt)
    return array


@pytest.mark.parametrize("type_", ["INT32", "INT64", "UINT8"])
def test_integers_may_be_indices(type_: str) -> None:
    array = drawn(model(type_))
    assert array.dtype == np.dtype(type_.lower())
    assert set(array.ravel().tolist()) == {0, 1}
    assert not drawn(model(type_), 2).any()


def test_masks_have_both() -> None:
    assert set(drawn(model("BOOL"), 2).ravel().tolist()) == {False, True}


def test_floats_have_both_signs_unless_that_fails() -> None:
    first, second = drawn(model("FLOAT32")), drawn(model("FLOAT32"), 1)
    assert (first < 0).any()
    assert (first > 0).any()
    assert (second > 0).all()
    assert (drawn(model("FLOAT32")) == first).all()


def test_complex_numbers() -> None:
    assert drawn(model("COMPLEX64")).imag.any()


def test_quantised_numbers_use_their_range() -> None:
    found = model("INT8", quantization=quantization(scale=[0.1], zero_point=[0]))
    array = drawn(found)
    assert array.min() < -50
    assert array.max() > 50
    tensor = found.main.tensors[found.main.inputs[0]]
    assert numbers.allowed(array, tensor, hybrid=False) == 1


def test_texts_are_not_made() -> None:
    with pytest.raises(NoRunError, match="no numbers are made"):
        drawn(model("STRING"))


def test_what_is_allowed() -> None:
    tensor = model("FLOAT32").main.tensors[0]
    array = np.array([1, -20, np.inf], np.float32)
    assert numbers.allowed(array, tensor, hybrid=False) == pytest.approx(0.02001)
    assert numbers.allowed(array, tensor, hybrid=True) == pytest.approx(2.00001)
    assert numbers.allowed(array.astype(bool), tensor, hybrid=False) == 0


@pytest.mark.parametrize(
    ("one", "two", "gap"),
    [
        ([1.0, 2.0], [1.5, 2.0], 0.5),
        ([np.nan, np.inf], [np.nan, np.inf], 0),
        ([1.0], [np.nan], np.inf),
        ([np.inf], [-np.inf], np.inf),
        ([True, False], [True, True], 1),
        ([3, 4], [3, 7], 3),
        ([1j], [2j], 1),
        ([], [], 0),
    ],
)
def test_gap(one: list[object], two: list[object], gap: float) -> None:
    assert numbers.gap(np.array(one), np.array(two)) == gap


def test_weights_that_are_quantised_alone() -> None:
    builder = ModelBuilder(kind="tflite")
    graph = builder.graph()
    weights = graph.const(np.ones((4, 3), np.int8))
    y = graph.op("FULLY_CONNECTED", [graph.input([1, 3]), weights], [[1, 4]])
    graph.output(y)
    assert numbers.is_hybrid(Model(bytes(builder.finish())))
    assert not numbers.is_hybrid(model("FLOAT32"))
    assert TensorType.INT8 in numbers.QUANTISED
