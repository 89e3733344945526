"""The small models that the golden runs, and the tests of the editor, ask for."""

from __future__ import annotations

import io

import numpy as np

from tests.support.build import ModelBuilder


def add(kind: str = "circle") -> bytes:
    """Two inputs, one output."""
    model = ModelBuilder(kind)
    graph = model.graph("main")
    x, y = (graph.input([1, 4, 4, 3], name=name) for name in ("x", "y"))
    graph.output(graph.op("ADD", [x, y], [[1, 4, 4, 3]], name="sum"))
    return model.finish()


def expand_dims() -> bytes:
    """[3, 3] -> [3, 1, 3]."""
    model = ModelBuilder("circle")
    graph = model.graph("main")
    x = graph.input([3, 3], name="x")
    axis = graph.const(np.array(1, np.int32), name="axis")
    graph.output(graph.op("EXPAND_DIMS", [x, axis], [[3, 1, 3]], name="out"))
    return model.finish()


def two_outputs() -> bytes:
    """One input, two outputs."""
    model = ModelBuilder("circle")
    graph = model.graph("main")
    x = graph.input([1, 4, 4, 5], name="x")
    for operator in ("ABS", "NEG"):
        graph.output(graph.op(operator, [x], [[1, 4, 4, 5]], name=operator.lower()))
    return model.finish()


def add_sqrt_rsqrt() -> bytes:
    """Two inputs, two outputs."""
    model = ModelBuilder("circle")
    graph = model.graph("main")
    x, y = (graph.input([1, 4, 4, 3], name=name) for name in ("x", "y"))
    both = graph.op("ADD", [x, y], [[1, 4, 4, 3]], name="sum")
    for operator in ("SQRT", "RSQRT"):
        graph.output(graph.op(operator, [both], [[1, 4, 4, 3]], name=operator.lower()))
    return model.finish()


def reshape() -> bytes:
    """A RESHAPE whose target holds the batch."""
    model = ModelBuilder("circle")
    graph = model.graph("main")
    x = graph.input([1, 2, 6], name="x")
    target = graph.const(np.array([1, 12], np.int32), name="target")
    graph.output(graph.op("RESHAPE", [x, target], [[1, 12]], name="flat", new_shape=[1, 12]))
    return model.finish()


def table() -> bytes:
    """A position table as long as the input."""
    model = ModelBuilder("circle")
    graph = model.graph("main")
    x = graph.input([1, 4, 2], name="x")
    rng = np.random.default_rng(0)
    positions = graph.const(rng.random((1, 4, 2)).astype(np.float32), name="positions")
    graph.output(graph.op("ADD", [x, positions], [[1, 4, 2]], name="placed"))
    return model.finish()


def positions(count: int) -> bytes:
    """New data for the table, as a ``.npy`` file."""
    file = io.BytesIO()
    np.save(file, np.arange(2 * count, dtype=np.float32).reshape(1, count, 2))
    return file.getvalue()


def custom() -> bytes:
    """An operator that nobody knows."""
    model = ModelBuilder("circle")
    graph = model.graph("main")
    x = graph.input([1, 4], name="x")
    graph.output(graph.op("CUSTOM", [x], [[1, 8]], name="unknown", custom="Mystery"))
    return model.finish()


def all_models() -> dict[str, bytes]:
    """Every model by its file name."""
    small = {
        "add.circle": add(),
        "add.tflite": add("tflite"),
        "custom.circle": custom(),
        "expand_dims.circle": expand_dims(),
        "reshape.circle": reshape(),
        "table.circle": table(),
        "two_outputs.circle": two_outputs(),
    }
    damaged = {"half.circle": small["add.circle"][:80], "text.circle": b"no model\n"}
    return {**small, **damaged, "empty.circle": b"", "six.npy": positions(6)}
