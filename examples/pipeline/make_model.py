"""Writes ``classifier.tflite``: ``python examples/pipeline/make_model.py`` from the checkout."""
# ruff: noqa: INP001  # a script beside its model, no package

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent.parent))

from tests.support.build import ModelBuilder  # noqa: E402


def classifier() -> bytes:
    """A convolution, a RESHAPE whose target holds the batch of 1, and a dense layer."""
    rng = np.random.default_rng(0)
    model = ModelBuilder("tflite", description="classifier of 4x4 images")
    graph = model.graph("main")
    x = graph.input([1, 4, 4, 3], name="image")
    kernel = graph.const(rng.normal(size=(2, 3, 3, 3)).astype(np.float32), name="kernel")
    bias = graph.const(np.zeros(2, np.float32), name="bias")
    strides = {"stride_w": 1, "stride_h": 1}
    x = graph.op("CONV_2D", [x, kernel, bias], [[1, 4, 4, 2]], name="features", **strides)
    target = graph.const(np.array([1, 32], np.int32), name="flat/shape")
    x = graph.op("RESHAPE", [x, target], [[1, 32]], name="flat", new_shape=[1, 32])
    weights = graph.const(rng.normal(size=(5, 32)).astype(np.float32), name="weights")
    x = graph.op("FULLY_CONNECTED", [x, weights, None], [[1, 5]], name="logits")
    graph.output(graph.op("SOFTMAX", [x], [[1, 5]], name="classes", beta=1.0))
    return model.finish()


if __name__ == "__main__":
    (HERE / "classifier.tflite").write_bytes(classifier())
