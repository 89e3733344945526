"""A network written down for any size; built at one, resized to another, and judged by numbers.

def flatten(g: GraphBuilder, n: int) -> int:
    x = g.input([n, 2, 3])
    return g.op("RESHAPE", [x, ints(g, n, 6)], [[n, 6]])

outcome(flatten, 1, 3)          # "proven"
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from circle_resizer import ResizeError, resize
from circle_resizer.file.model import Model
from circle_resizer.schema.types import TensorType
from tests.support.build import ModelBuilder
from tests.support.build_graph import GraphBuilder
from tests.support.numpy_run import TYPES, Array, run

Net = Callable[[GraphBuilder, int], "int | Sequence[int]"]
"""The results of a network at a size."""
PROVEN, ASSUMED, REFUSED = "proven", "assumed", "refused"
KINDS = ("circle", "tflite")


def ints(g: GraphBuilder, *numbers: int) -> int:
    return g.const(np.array(numbers, np.int32))


def integer(g: GraphBuilder, number: int) -> int:
    return g.const(np.array(number, np.int32))


def floats(g: GraphBuilder, *shape: int, name: str = "w") -> int:
    values = np.random.default_rng(0).standard_normal(shape)
    return g.const(values.astype(np.float32), name=name)


def built(net: Net, size: int, kind: str = "tflite") -> bytes:
    """The file of a network at a size."""
    model = ModelBuilder(kind=kind)
    graph = model.graph()
    found = net(graph, size)
    graph.output(*([found] if isinstance(found, int) else found))
    return bytes(model.finish())


def samples(data: bytes) -> list[Array]:
    """Numbers for the inputs of a file."""
    graph, random = Model(data).subgraphs[0], np.random.default_rng(1)
    found: list[Array] = []
    for tensor in (graph.tensors[i] for i in graph.inputs):
        kind: Any = TYPES[tensor.type]
        if tensor.type == TensorType.FLOAT32:
            found.append(random.standard_normal(tensor.dims).astype(kind))
        else:
            found.append(random.integers(0, 2, tensor.dims).astype(kind))
    return found


def difference(got: bytes, want: bytes) -> str:
    """How two files differ in what they compute; nothing if they do not."""
    given = samples(want)
    wanted = run(want, given)
    try:
        found = run(got, given)
    except (ValueError, IndexError) as error:
        return str(error)
    for i, (a, b) in enumerate(zip(found, wanted, strict=True)):
        if a.shape != b.shape:
            return f"result {i} is {a.shape}, wanted {b.shape}"
        if not np.allclose(a, b, 1e-4, 1e-5):
            return f"result {i} holds other numbers"
    return ""


def outcome(net: Net, stored: int, wanted: int, kind: str = "tflite", **allowed: Any) -> str:
    """``proven``, ``assumed``, what a refusal says, or ``WRONG`` and why; ``strict`` as well."""
    one, two = built(net, stored, kind), built(net, wanted, kind)
    shapes = Model(two).input_shapes
    try:
        result = resize(one, shapes, **allowed)
    except ResizeError as error:
        return f"{REFUSED}: {error}"
    why = difference(result.data, two)
    if why:
        return f"WRONG ({grade(one, shapes, **allowed)}): {why}"
    return grade(one, shapes, **allowed)


def grade(one: bytes, shapes: Any, **allowed: Any) -> str:
    """Whether strict accepts a request that is met; the report has to say the same."""
    assumed = resize(one, shapes, **allowed).report.assumptions
    try:
        resize(one, shapes, strict=True, **allowed)
    except ResizeError:
        assert assumed
        return ASSUMED
    assert not assumed
    return PROVEN
