"""Numbers of the file that belong to RESHAPE and SQUEEZE."""

from __future__ import annotations

import numpy as np
import pytest

from circle_resizer import ResizeError, resize
from circle_resizer.file.model import Model
from circle_resizer.generalize.evidence import Grade
from tests.support.build import ModelBuilder
from tests.support.build_graph import GraphBuilder
from tests.support.nets import Net, built, constant, ints, one, twins


def moved(*steps: tuple[str, list[int], list[int]]) -> bytes:
    """From [5, 1, 12], time first: each step is an operator, its constant and its result."""
    model = ModelBuilder(kind="circle")
    graph = model.graph()
    x = graph.input([5, 1, 12], name="x")
    for kind, numbers, shape in steps:
        options = {"new_shape": numbers} if kind == "RESHAPE" else {}
        x = graph.op(kind, [x, graph.const(np.array(numbers, np.int32))], [shape], **options)
    graph.output(x)
    return bytes(model.finish())


def steps_of(data: bytes) -> list[tuple[str, list[int], tuple[int, ...]]]:
    graph = Model(data).subgraphs[0]
    return [
        (op.kind, constant(data, op.index, 1), graph.tensors[op.outputs[0]].dims)
        for op in graph.operators
    ]


def test_rows_flattened_at_batch_1_are_a_batch_of_rows() -> None:
    result = resize(moved(("RESHAPE", [1, 60], [1, 60])), [[5, 3, 12]])
    assert steps_of(result.data) == [
        ("TRANSPOSE", [1, 0, 2], (3, 5, 12)),
        ("RESHAPE", [3, 60], (3, 60)),
    ]
    assert {c.grade for c in result.report.changes} == {Grade.ASSUMED}
    assert "TRANSPOSE [1, 0, 2], RESHAPE (assumed" in str(result.report)


def test_merged_rows_are_taken_apart_before_they_are_transposed() -> None:
    flat = ("RESHAPE", [5, 12], [5, 12])
    data = resize(moved(flat, ("RESHAPE", [1, 5, 12], [1, 5, 12])), [[5, 3, 12]]).data
    assert steps_of(data) == [
        ("RESHAPE", [15, 12], (15, 12)),
        ("RESHAPE", [5, 3, 12], (5, 3, 12)),
        ("TRANSPOSE", [1, 0, 2], (3, 5, 12)),
    ]


def test_merged_rows_are_taken_apart_transposed_and_flattened() -> None:
    flat = ("RESHAPE", [5, 12], [5, 12])
    data = resize(moved(flat, ("RESHAPE", [1, 60], [1, 60])), [[5, 3, 12]]).data
    assert steps_of(data) == [
        ("RESHAPE", [15, 12], (15, 12)),
        ("RESHAPE", [5, 3, 12], (5, 3, 12)),
        ("TRANSPOSE", [1, 0, 2], (3, 5, 12)),
        ("RESHAPE", [3, 60], (3, 60)),
    ]


def test_flattened_rows_come_back_as_they_were() -> None:
    flat = ("RESHAPE", [5, 12], [5, 12])
    data = resize(moved(flat, ("RESHAPE", [5, 1, 12], [5, 1, 12])), [[5, 3, 12]]).data
    assert [target for _, target, _ in steps_of(data)] == [[15, 12], [5, 3, 12]]


def test_a_joined_batch_is_no_result() -> None:
    model = ModelBuilder(kind="tflite")
    graph = model.graph()
    x = graph.input([5, 1, 12], name="x")
    flat = graph.op("RESHAPE", [x, graph.const(np.array([5, 12], np.int32))], [[5, 12]])
    graph.output(graph.op("RELU", [flat], [[5, 12]]))
    with pytest.raises(ResizeError, match="would hold 15 rows on axis 0, those of all batches"):
        resize(bytes(model.finish()), [[5, 3, 12]])


def twice(graph: GraphBuilder, n: int) -> int:
    """A batch beside itself, taken apart again."""
    x = graph.input([n, 3], name="x")
    y = graph.op("CONCATENATION", [x, x], [[2 * n, 3]], axis=0)
    return graph.op("RESHAPE", [y, ints(graph, 2, n, 3)], [[2, n, 3]])


def rows_of_a_map(graph: GraphBuilder, n: int) -> int:
    x = graph.input([1, n, 5, 4], name="x")
    return graph.op("RESHAPE", [x, ints(graph, 1, 5 * n, 4)], [[1, 5 * n, 4]])


@pytest.mark.parametrize(("net", "old", "new"), [(twice, 2, 5), (rows_of_a_map, 1, 3)])
def test_the_other_size_comes_out(net: Net, old: int, new: int) -> None:
    resized, wanted = twins(net, old, new)
    assert resized == wanted


def one_pixel(graph: GraphBuilder, n: int) -> int:
    """A map of one pixel, channels last and then first."""
    x = graph.input([1, n, n, 5], name="x")
    if n > 1:
        return graph.op("TRANSPOSE", [x, ints(graph, 0, 3, 1, 2)], [[1, 5, n, n]])
    return graph.op("RESHAPE", [x, ints(graph, 1, 5, 1, 1)], [[1, 5, 1, 1]])


def test_a_map_of_one_pixel_changes_its_layout_like_others() -> None:
    model = Model(resize(built(one_pixel, 1), [[1, 2, 3, 5]]).data)
    assert [op.kind for op in model.subgraphs[0].operators] == ["TRANSPOSE"]
    assert model.output_shapes == [(1, 5, 2, 3)]


def flattened(rest: int, kind: str = "RELU") -> bytes:
    """A map of one place, flattened by a target with a -1; ``kind`` reads the result."""
    model = ModelBuilder(kind="tflite")
    graph = model.graph()
    x = graph.input([1, 1, 1, 5], name="x")
    flat = graph.op("RESHAPE", [x, ints(graph, -1, 5)], [[1, 5]])
    weights = graph.const(np.ones((2, rest), np.float32))
    operands, shape = (
        ([flat, weights, None], [1, 2]) if kind == "FULLY_CONNECTED" else ([flat], [1, 5])
    )
    graph.output(graph.op(kind, operands, [shape]))
    return bytes(model.finish())


def test_a_target_that_could_stay_as_it_is_written_is_a_rival() -> None:
    result = resize(flattened(5), [[1, 3, 1, 5]])  # [1, 15], or the three rows of [-1, 5]
    assert result.outputs_after == [(1, 15)]
    assert [c.grade for c in result.report.changes] == [Grade.ASSUMED]


def test_a_target_is_proven_where_it_could_not_stay_as_it_is_written() -> None:
    result = resize(flattened(5), [[3, 1, 1, 5]])
    assert result.outputs_after == [(3, 5)]
    assert result.report.assumptions == []
    with pytest.raises(ResizeError, match="FULLY_CONNECTED"):
        resize(flattened(5, "FULLY_CONNECTED"), [[1, 3, 1, 5]])


def test_an_axis_that_is_squeezed_by_name_must_stay_1() -> None:
    data = one("SQUEEZE", [[1, 4, 1]], [4], squeeze_dims=[0, 2])
    assert resize(data, [[1, 6, 1]]).outputs_after == [(6,)]
    with pytest.raises(ResizeError, match="axis 0 is squeezed away, but its size 1 becomes 3"):
        resize(data, [[3, 4, 1]])


def covered(side: int) -> bytes:
    """A window that covers its whole map; the one place is flattened behind a batch and 5 rows."""
    model = ModelBuilder(kind="tflite")
    graph = model.graph()
    x = graph.input([1, side, side, 5], name="x")
    weights = graph.const(np.ones((3, side, side, 5), np.float32))
    place = graph.op(
        "CONV_2D",
        [x, weights, None],
        [[1, 1, 1, 3]],
        padding=1,
        stride_w=1,
        stride_h=1,
        dilation_w_factor=1,
        dilation_h_factor=1,
    )
    graph.output(graph.op("RESHAPE", [place, ints(graph, -1, 3)], [[1, 3]]))
    return bytes(model.finish())


def test_a_window_that_no_longer_covers_its_map_is_no_batch() -> None:
    with pytest.raises(ResizeError, match="an axis of one place, mostly a map") as error:
        resize(covered(2), [[1, 3, 3, 5]])
    assert error.value.cause.kind == "map-of-one-place"
