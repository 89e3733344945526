"""Networks of a few operators, and what became of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from circle_resizer import resize
from circle_resizer.file.model import Model
from circle_resizer.schema.types import TensorType
from tests.support.build import ModelBuilder
from tests.support.build_graph import GraphBuilder
from tests.test_property import records

Net = Callable[[GraphBuilder, int], int]
"""Builds a network for a size and returns its result."""
Operand = Sequence[int] | np.ndarray | None
"""The shape of a computed tensor, the data of a constant, or an operand that is left out."""


def built(net: Net, size: int) -> bytes:
    """The file of a network."""
    model = ModelBuilder(kind="tflite")
    graph = model.graph()
    graph.output(net(graph, size))
    return bytes(model.finish())


def twins(net: Net, old: int, new: int) -> tuple[Any, Any]:
    """A network resized from one size to another, and built at the other: what is in both."""
    two = built(net, new)
    return records(resize(built(net, old), Model(two).input_shapes).data), records(two)


def ints(graph: GraphBuilder, *numbers: int) -> int:
    return graph.const(np.array(numbers, np.int32))


def floats(graph: GraphBuilder, *shape: int) -> int:
    rng = np.random.default_rng(0)
    return graph.const(rng.standard_normal(shape).astype(np.float32), name="w")


def sliced(graph: GraphBuilder, x: int, cuts: list[list[int]], out: list[int], **masks: int) -> int:
    """STRIDED_SLICE by ``cuts``: begin, end, strides."""
    return graph.op("STRIDED_SLICE", [x, *(ints(graph, *cut) for cut in cuts)], [out], **masks)


def one(kind: str, operands: Sequence[Operand], *out: Sequence[int], **options: Any) -> bytes:
    """An operator behind RELUs, and in front of one: it is not all there is, so it has to follow.

    Constants are called c0, c1, ... by their place among the operands.
    """
    model = ModelBuilder(kind="tflite")
    graph = model.graph()
    given: list[int | None] = []
    for k, operand in enumerate(operands):
        if operand is None:
            given.append(None)
        elif isinstance(operand, np.ndarray):
            given.append(graph.const(operand, name=f"c{k}"))
        else:
            x = graph.input(list(operand), name=f"x{k}")
            given.append(graph.op("RELU", [x], [list(operand)]))
    found = graph.op(kind, given, [list(shape) for shape in out], dtype="FLOAT32", **options)
    for y, shape in zip(found if isinstance(found, tuple) else (found,), out, strict=True):
        graph.output(graph.op("RELU", [y], [list(shape)]))
    return bytes(model.finish())


def constants(data: bytes) -> Mapping[str, np.ndarray]:
    """The data of all named constants c0, c1, ... of whole numbers or float32."""
    model = Model(data)
    found = {}
    for tensor in model.subgraphs[0].tensors:
        held = model.data(tensor)
        if held is not None:
            dtype = np.float32 if tensor.type == TensorType.FLOAT32 else np.int32
            found[tensor.name] = np.frombuffer(held, dtype).reshape(tensor.shape or ())
    return found


def constant(data: bytes, operator: int, operand: int) -> list[int]:
    """The whole numbers an operator reads."""
    model = Model(data)
    graph = model.subgraphs[0]
    tensor = graph.tensors[graph.operators[operator].inputs[operand]]
    return np.frombuffer(model.data(tensor) or b"", np.int32).tolist()
