"""The builder writes what it is told, and nothing else."""

from __future__ import annotations

import flatbuffers
import numpy as np
import pytest
from flatbuffers import number_types
from flatbuffers.table import Table as View

from circle_resizer.schema.tables import TABLES
from tests.support.build import ModelBuilder, Shared, quantization, sparsity


def root(data: bytes) -> View:
    return View(data, flatbuffers.encode.Get(flatbuffers.packer.uoffset, data, 0))


def at(view: View, table: str, name: str) -> int:
    """Absolute offset of a field, 0 when it is left out."""
    offset = view.Offset(TABLES[table][name][0])
    return offset and offset + view.Pos


def children(view: View, table: str, name: str) -> list[View]:
    field = at(view, table, name) - view.Pos
    start, count = view.Vector(field), view.VectorLen(field)
    return [View(view.Bytes, view.Indirect(start + 4 * i)) for i in range(count)]


def ints(view: View, table: str, name: str) -> list[int] | None:
    field = at(view, table, name)
    if not field:
        return None
    start, count = view.Vector(field - view.Pos), view.VectorLen(field - view.Pos)
    return np.frombuffer(view.Bytes, "<i4", count, start).tolist()


def small(kind: str = "circle") -> tuple[ModelBuilder, list[int]]:
    m = ModelBuilder(kind, description="small")
    g = m.graph("main")
    x = g.input([1, 4, 4, 3], name="x", signature=[-1, 4, 4, 3])
    w = g.const(np.ones((8, 1, 1, 3), np.float32), name="w", quantization=quantization(max=[1.0]))
    y = g.op("CONV_2D", [x, w, None], [[1, 4, 4, 8]], name="y", stride_w=1, stride_h=1)
    target = g.const(np.array([1, 128], np.int32), name="target")
    z = g.op("RESHAPE", [y, target], [[1, 128]], name="z", new_shape=[1, 128])
    g.output(z)
    return m, [x, w, y, target, z]


@pytest.mark.parametrize(("kind", "identifier"), [("circle", b"CIR0"), ("tflite", b"TFL3")])
def test_same_calls_give_the_same_bytes(kind: str, identifier: bytes) -> None:
    first, second = small(kind)[0].finish(), small(kind)[0].finish()
    assert first == second
    assert first[4:8] == identifier


def test_shapes_and_operands_are_written() -> None:
    graph = children(root(small()[0].finish()), "Model", "subgraphs")[0]
    tensors = children(graph, "SubGraph", "tensors")
    assert [ints(t, "Tensor", "shape") for t in tensors] == [
        [1, 4, 4, 3],
        [8, 1, 1, 3],
        [1, 4, 4, 8],
        [2],
        [1, 128],
    ]
    assert ints(tensors[0], "Tensor", "shape_signature") == [-1, 4, 4, 3]
    assert ints(tensors[1], "Tensor", "shape_signature") is None
    assert ints(children(graph, "SubGraph", "operators")[0], "Operator", "inputs") == [0, 1, -1]
    assert ints(graph, "SubGraph", "outputs") == [4]


def test_buffers_are_aligned_and_the_first_is_empty() -> None:
    data = small()[0].finish()
    buffers = children(root(data), "Model", "buffers")
    assert at(buffers[0], "Buffer", "data") == 0
    starts = [b.Vector(at(b, "Buffer", "data") - b.Pos) for b in buffers[1:]]
    assert [start % 16 for start in starts] == [0, 0]
    assert data[starts[1] : starts[1] + 8] == np.array([1, 128], "<i4").tobytes()


def test_large_codes_use_the_placeholder() -> None:
    m = ModelBuilder()
    g = m.graph()
    x = g.input([2])
    g.op("SIGN", [x], [[2]])
    g.op("RMS_NORM", [x], [[2]], epsilon=1.0)
    g.op("CUSTOM", [x], [[2]], custom="AddV2", custom_options=b"abc")
    codes = children(root(m.finish()), "Model", "operator_codes")
    old = [
        c.Get(number_types.Int8Flags, at(c, "OperatorCode", "deprecated_builtin_code"))
        for c in codes
    ]
    new = [c.Get(number_types.Int32Flags, at(c, "OperatorCode", "builtin_code")) for c in codes]
    assert old == [127, -6, 32]
    assert new == [158, -6, 32]


def test_data_can_lie_behind_the_flatbuffer() -> None:
    m = ModelBuilder()
    g = m.graph()
    w = g.const(np.arange(4, dtype=np.int32), outside=True)
    data = m.finish(trailing=b"end")
    buffer = children(root(data), "Model", "buffers")[g.buffer_of(w)]
    start = buffer.Get(number_types.Uint64Flags, at(buffer, "Buffer", "offset"))
    assert start % 16 == 0
    assert data[start:] == np.arange(4, dtype="<i4").tobytes() + b"end"


def test_vectors_and_buffers_can_be_shared() -> None:
    m = ModelBuilder()
    g = m.graph()
    sizes = Shared((2, 2))
    x = g.const(np.zeros((2, 2), np.float32), shape=sizes)
    g.tensor(sizes, buffer=g.buffer_of(x))
    tensors = children(children(root(m.finish()), "Model", "subgraphs")[0], "SubGraph", "tensors")
    places = [t.Vector(at(t, "Tensor", "shape") - t.Pos) for t in tensors]
    assert places[0] == places[1]


def test_fields_can_be_missing_and_unknown() -> None:
    m = ModelBuilder(extra={40: ("int32", 7)})
    g = m.graph()
    g.tensor(None, extra={60: ("string", "new")})
    view = root(m.finish())
    tensor = children(children(view, "Model", "subgraphs")[0], "SubGraph", "tensors")[0]
    assert view.Get(number_types.Int32Flags, view.Pos + view.Offset(40)) == 7
    assert tensor.String(tensor.Pos + tensor.Offset(60)) == b"new"
    assert at(tensor, "Tensor", "shape") == 0


def test_a_wrong_field_name_is_an_error() -> None:
    g = ModelBuilder().graph()
    with pytest.raises(TypeError, match="Tensor has no field 'shap'"):
        g.tensor([1], shap=1)
    with pytest.raises(TypeError, match="RELU has no options, but 'axis' is given"):
        g.op("RELU", [0], [[1]], axis=1)


def test_sparsity_is_written() -> None:
    m = ModelBuilder()
    dims = [{"dense_size": 2}, {"segments": [0, 1, 2], "indices": [0, 1], "index_kind": "Uint8"}]
    m.graph().const(np.ones(2, np.float32), shape=[2, 2], sparsity=sparsity([0, 1], dims))
    tensor = children(children(root(m.finish()), "Model", "subgraphs")[0], "SubGraph", "tensors")[0]
    inner = View(tensor.Bytes, tensor.Indirect(at(tensor, "Tensor", "sparsity")))
    assert len(children(inner, "SparsityParameters", "dim_metadata")) == 2
