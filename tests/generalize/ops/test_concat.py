"""Numbers of the file that belong to CONCATENATION and PACK."""

from __future__ import annotations

import numpy as np
import pytest

from circle_resizer import ResizeError, resize
from circle_resizer.file.model import Model
from tests.support.build import ModelBuilder
from tests.support.build_graph import GraphBuilder
from tests.support.nets import Net, constant, constants, one, twins


def token() -> bytes:
    model = ModelBuilder(kind="circle")
    graph = model.graph()
    x = graph.op("RELU", [graph.input([1, 4, 2], name="x")], [[1, 4, 2]])
    start = graph.const(np.array([[[1.5, 2.5]]], np.float32), name="start")
    graph.output(graph.op("CONCATENATION", [start, x], [[1, 5, 2]], axis=1))
    return bytes(model.finish())


def test_a_class_token_is_repeated() -> None:
    model = Model(resize(token(), [[3, 4, 2]]).data)
    tensor = next(t for t in model.subgraphs[0].tensors if t.name == "start")
    assert tensor.shape == (3, 1, 2)
    assert np.frombuffer(model.data(tensor) or b"", np.float32).tolist() == [1.5, 2.5] * 3


def put_together(kind: str, height: int, width: int) -> bytes:
    """A shape of which the batch is computed and the map is written out, as Keras does."""
    model = ModelBuilder(kind="tflite")
    graph = model.graph()
    x = graph.input([2, height, width, 4], name="x")
    shape = graph.op("SHAPE", [x], [[4]], dtype="INT32", out_type=2)
    cut = [graph.const(np.array([n], np.int32)) for n in (0, 1, 1)]
    batch = graph.op("STRIDED_SLICE", [shape, *cut], [[]], dtype="INT32", shrink_axis_mask=1)
    scale = 2 if kind == "TRANSPOSE_CONV" else 1
    numbers = [scale * height, scale * width, 4]
    sizes = [batch, *(graph.const(np.int32(n)) for n in numbers)]
    target = graph.op("PACK", sizes, [[4]], dtype="INT32", values_count=4)
    if kind == "TRANSPOSE_CONV":
        weights = graph.const(np.ones((4, 2, 2, 4), np.float32))
        options = {"padding": 0, "stride_h": 2, "stride_w": 2}
        y = graph.op(kind, [target, weights, x], [[2, *numbers]], dtype="FLOAT32", **options)
    else:
        flat = graph.const(np.array([2, height * width, 4], np.int32))
        y = graph.op("RESHAPE", [x, flat], [[2, height * width, 4]])
        y = graph.op(kind, [y, target], [[2, *numbers]])
    graph.output(y)
    return bytes(model.finish())


@pytest.mark.parametrize("kind", ["RESHAPE", "TRANSPOSE_CONV"])
@pytest.mark.parametrize("new", [(6, 4), (8, 12), (4, 12)])
def test_sizes_written_out_in_a_computed_shape_follow(kind: str, new: tuple[int, int]) -> None:
    data = resize(put_together(kind, 4, 6), [[3, *new, 4]]).data
    wanted = Model(resize(put_together(kind, *new), [[3, *new, 4]]).data)
    assert Model(data).output_shapes == wanted.output_shapes
    pack = next(op for op in Model(data).subgraphs[0].operators if op.kind == "PACK")
    scale = 2 if kind == "TRANSPOSE_CONV" else 1
    assert [constant(data, pack.index, k)[0] for k in (1, 2)] == [scale * n for n in new]


def test_a_written_out_size_that_nobody_decides_is_refused() -> None:
    model = ModelBuilder(kind="tflite")
    graph = model.graph()
    x = graph.input([2, 5, 3], name="x")
    shape = graph.op("SHAPE", [x], [[3]], dtype="INT32", out_type=2)
    cut = [graph.const(np.array([n], np.int32)) for n in (0, 1, 1)]
    batch = graph.op("STRIDED_SLICE", [shape, *cut], [[]], dtype="INT32", shrink_axis_mask=1)
    sizes = [batch, graph.const(np.int32(5))]
    target = graph.op("PACK", sizes, [[2]], dtype="INT32", values_count=2)
    zero = graph.const(np.float32(0))
    graph.output(graph.op("FILL", [target, zero], [[2, 5]], dtype="FLOAT32"))
    with pytest.raises(ResizeError, match="the size 5 in the shape it puts together"):
        resize(bytes(model.finish()), [[2, 7, 3]])
    assert resize(bytes(model.finish()), [[4, 5, 3]]).outputs_after == [(4, 5)]


def picked_rows(graph: GraphBuilder, n: int) -> int:
    """One row of each batch: the batches are counted in a constant."""
    x, index = graph.input([n, 5, 3], name="x"), graph.input([n, 1], "INT32", name="index")
    count = graph.const(np.arange(n, dtype=np.int32)[:, None])
    y = graph.op("CONCATENATION", [count, index], [[n, 2]], dtype="INT32", axis=1)
    return graph.op("GATHER_ND", [x, y], [[n, 3]], dtype="FLOAT32")


@pytest.mark.parametrize(
    ("net", "old", "new"), [(picked_rows, 1, 3), (picked_rows, 2, 5), (picked_rows, 3, 1)]
)
def test_the_other_size_comes_out(net: Net, old: int, new: int) -> None:
    resized, wanted = twins(net, old, new)
    assert resized == wanted


def test_axes_beside_the_joined_one_have_to_agree() -> None:
    data = one("CONCATENATION", [[2, 4], [2, 3]], [2, 7], axis=1)
    assert resize(data, [[5, 4], [5, 6]]).outputs_after == [(5, 10)]
    with pytest.raises(ResizeError, match="its operands agreed and no longer do"):
        resize(data, [[5, 4], [6, 3]])


def test_all_operands_of_a_pack_have_one_shape() -> None:
    data = one("PACK", [[2, 4], np.zeros((2, 4), np.float32)], [2, 2, 4], values_count=2)
    assert constants(resize(data, [[5, 4]]).data)["c1"].shape == (5, 4)
