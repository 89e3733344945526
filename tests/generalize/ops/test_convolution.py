"""Numbers of the file that belong to CONV_2D and DEPTHWISE_CONV_2D."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from circle_resizer import ResizeError, resize
from circle_resizer.file.model import Model
from tests.support.build import ModelBuilder
from tests.support.build_graph import GraphBuilder


def convolved(kind: str, channels: int, kernel: list[int], out: int) -> bytes:
    model = ModelBuilder("tflite")
    graph: GraphBuilder = model.graph()
    x = graph.input([1, 4, 4, channels], name="x")
    w = graph.const(np.ones(kernel, np.float32), name="w")
    graph.output(graph.op(kind, [x, w], [[1, 4, 4, out]], stride_w=1, stride_h=1))
    return model.finish()


CONVOLVED: list[tuple[Callable[[], bytes], int]] = [
    (lambda: convolved("CONV_2D", 3, [8, 1, 1, 3], 8), 6),
    (lambda: convolved("CONV_2D", 6, [8, 1, 1, 3], 8), 3),
    (lambda: convolved("CONV_2D", 3, [8, 1, 1, 3], 8), -1),
    (lambda: convolved("DEPTHWISE_CONV_2D", 4, [1, 1, 1, 8], 8), 8),
    (lambda: convolved("DEPTHWISE_CONV_2D", 4, [1, 1, 1, 8], 8), 1),
]


@pytest.mark.parametrize(("make", "channels"), CONVOLVED)
def test_channels_stay(make: Callable[[], bytes], channels: int) -> None:
    text = (
        rf"the weights 'w' were made for the \d channels of 'x', which become (x\[3\]|{channels})"
    )
    with pytest.raises(ResizeError, match=text):
        resize(make(), [[1, 4, 4, channels]])
    assert resize(make(), [[2, 5, 6, Model(make()).input_shapes[0][3]]]).data
