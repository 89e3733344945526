"""Numbers of the file that belong to PAD."""

from __future__ import annotations

import numpy as np
import pytest

from circle_resizer import ResizeError, resize
from circle_resizer.file.model import Model
from tests.support.build_graph import GraphBuilder
from tests.support.nets import built, constants, floats, one, twins


def same_padding(graph: GraphBuilder, n: int) -> int:
    x = graph.input([1, n, n, 3], name="x")
    before, large, small = n % 2, n + 1 + n % 2, -(-n // 2)
    pads = graph.const(np.array([[0, 0], [before, 1], [before, 1], [0, 0]], np.int32))
    y = graph.op("PAD", [x, pads], [[1, large, large, 3]])
    strides = {"stride_h": 2, "stride_w": 2, "padding": 1}
    return graph.op("CONV_2D", [y, floats(graph, 5, 3, 3, 3), None], [[1, small, small, 5]],
                    **strides)  # fmt: skip


def test_padding_that_would_be_another_is_refused() -> None:
    match = "as much as SAME padding in front of a window of 3 with stride 2"
    with pytest.raises(ResizeError, match=match):
        resize(built(same_padding, 16), [[1, 17, 17, 3]])


def test_padding_that_would_be_the_same_stays() -> None:
    resized, wanted = twins(same_padding, 16, 20)
    assert resized == wanted


@pytest.mark.parametrize("kind", ["PAD", "PADV2"])
def test_padding_before_nothing_that_slides_stays(kind: str) -> None:
    pads = np.array([[0, 0], [0, 1], [0, 1], [0, 0]], np.int32)
    more = [np.zeros((), np.float32)] if kind == "PADV2" else []
    data = resize(one(kind, [[1, 4, 4, 3], pads, *more], [1, 5, 5, 3]), [[1, 7, 6, 3]]).data
    assert constants(data)["c1"].tolist() == pads.tolist()
    assert Model(data).output_shapes == [(1, 8, 7, 3)]
