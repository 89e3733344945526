"""The inputs become what was asked for, or nothing is written."""

from __future__ import annotations

import numpy as np
import pytest

from circle_resizer import ResizeError, resize
from circle_resizer.file.model import Model
from tests.support.build import ModelBuilder

Sizes = list[int]


def two(*, behind: str = "ABS") -> bytes:
    """Two inputs of one name, each on its own."""
    model = ModelBuilder("circle")
    graph = model.graph()
    for _ in range(2):
        x = graph.input([2, 3], name="x")
        graph.output(graph.op(behind, [x], [[2, 3]]))
    return model.finish()


def test_inputs_of_one_name_change_in_the_same_way() -> None:
    assert resize(two(), [[4, 3], [4, 3]]).outputs_after == [(4, 3), (4, 3)]
    assert resize(two(), [[4, 3], [2, 3]]).outputs_after == [(4, 3), (2, 3)]
    for shapes in ([[4, 3], [5, 3]], [[-1, 3], [-1, 3]]):
        with pytest.raises(ResizeError, match="two inputs are named 'x'"):
            resize(two(), shapes)


@pytest.mark.parametrize("second", [[2, 3], [5, 3]])
def test_a_tensor_that_is_an_input_twice(second: Sizes) -> None:
    model = ModelBuilder("circle")
    graph = model.graph()
    x = graph.input([2, 3], name="x")
    graph.inputs.append(x)
    graph.output(graph.op("ABS", [x], [[2, 3]]))
    with pytest.raises(ResizeError, match="'x'"):
        resize(model.finish(), [[4, 3], second])


def test_an_operator_that_writes_into_an_input() -> None:
    model = ModelBuilder("circle")
    graph = model.graph()
    x, y = graph.input([2, 3], name="x"), graph.input([2, 3], name="y")
    graph.raw_op("ABS", [y], [x])
    graph.output(x)
    for size in (2, 4):
        with pytest.raises(ResizeError, match=r"operator 0 .* makes 'x', which is there already"):
            resize(model.finish(), {"x": [size, 3]})


def beside(kind: str, stored: Sizes, other: Sizes, out: Sizes) -> bytes:
    """An input and a constant."""
    model = ModelBuilder("circle")
    graph = model.graph()
    x = graph.input(stored, name="x")
    data = np.arange(np.prod(other), dtype=np.float32).reshape(other)
    more = [None] if kind == "FULLY_CONNECTED" else []
    y = graph.op(kind, [x, graph.const(data, name="w"), *more], [out])
    graph.output(graph.op("RELU", [y], [out]))
    return model.finish()


@pytest.mark.parametrize(
    ("stored", "other", "asked"),
    [([1, 8], [8], [1]), ([1, 8], [1, 8], []), ([4, 3], [4, 3], [3]), ([4, 3], [4, 3], [5, 4, 3])],
)
def test_another_rank_beside_a_constant(stored: Sizes, other: Sizes, asked: Sizes) -> None:
    with pytest.raises(ResizeError, match=r"'x' would be .* rank .* beside 'w'"):
        resize(beside("ADD", stored, other, stored), [asked])


def test_another_rank_in_front_of_weights() -> None:
    with pytest.raises(ResizeError, match="of another rank than the stored"):
        resize(beside("FULLY_CONNECTED", [1, 4], [5, 4], [1, 5]), [[1, 2, 2]])


def test_another_rank_where_nothing_depends_on_it() -> None:
    for kind, shapes in (("ADD", [[3, 4]] * 2), ("ABS", [[3, 4]])):
        model = ModelBuilder("circle")
        graph = model.graph()
        inputs = [graph.input([2], name=f"x{i}") for i in range(len(shapes))]
        graph.output(graph.op(kind, inputs, [[2]]))
        assert resize(model.finish(), shapes).outputs_after == [(3, 4)]


def test_another_rank_beside_what_keeps_its_own() -> None:
    model = ModelBuilder("circle")
    graph = model.graph()
    y = graph.op("ADD", [graph.input([4, 3], name=n) for n in "xy"], [[4, 3]])
    graph.output(graph.op("RELU", [y], [[4, 3]]))
    with pytest.raises(ResizeError, match="of another rank"):
        resize(model.finish(), {"x": [3]})


def test_a_rank_that_the_file_does_not_know() -> None:
    model = ModelBuilder("circle")
    graph = model.graph()
    x, w = graph.input([], name="x"), graph.const(np.arange(3, dtype=np.float32))
    graph.output(graph.op("ADD", [x, w], [[3]]))
    assert resize(model.finish(), [[4, 3]]).outputs_after == [(4, 3)]


def test_the_report_of_stale_records_says_what_is_written() -> None:
    model = ModelBuilder("circle")
    graph = model.graph()
    graph.output(graph.op("ABS", [graph.input([2, 3])], [[7]]))
    result = resize(model.finish(), [[2, 3]], mend=True)
    assert result.outputs_after == Model(result.data).output_shapes == [(2, 3)]


def test_an_output_that_is_a_constant_of_the_stored_size_is_refused() -> None:
    model = ModelBuilder("tflite")
    graph = model.graph()
    graph.input([5, 3], name="x")
    graph.output(graph.const(np.full(5, 7, np.int32)))
    text = "is a constant of shape .5. that may have been made for .* size 5"
    with pytest.raises(ResizeError, match=text):
        resize(model.finish(), [[8, 3]])
