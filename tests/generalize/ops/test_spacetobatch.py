"""Numbers of the file that belong to SPACE_TO_BATCH_ND and BATCH_TO_SPACE_ND."""

from __future__ import annotations

import numpy as np
import pytest

from tests.support.build_graph import GraphBuilder
from tests.support.nets import floats, ints, twins


def dilated(graph: GraphBuilder, n: int) -> int:
    """A convolution of every second row, as a dilated one is written: [1,n,n,3]."""
    x = graph.input([1, n, n, 3], name="x")
    extra = (n + 4) % 2
    rows, blocks = (n + 4 + extra) // 2, ints(graph, 2, 2)
    pads = graph.const(np.array([[2, 2 + extra], [2, 2 + extra]], np.int32))
    crops = graph.const(np.array([[0, extra], [0, extra]], np.int32))
    y = graph.op("SPACE_TO_BATCH_ND", [x, blocks, pads], [[4, rows, rows, 3]])
    unit = {"stride_h": 1, "stride_w": 1, "padding": 1}
    out = [4, rows - 2, rows - 2, 5]
    y = graph.op("CONV_2D", [y, floats(graph, 5, 3, 3, 3), None], [out], **unit)
    return graph.op("BATCH_TO_SPACE_ND", [y, blocks, crops], [[1, n, n, 5]])


@pytest.mark.parametrize(("old", "new"), [(8, 11), (11, 8), (8, 12), (9, 13)])
def test_pads_fill_the_last_block_and_crops_undo_it(old: int, new: int) -> None:
    resized, wanted = twins(dilated, old, new)
    assert resized == wanted
