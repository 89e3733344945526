"""Numbers of the file that belong to TRANSPOSE_CONV and CONV_3D_TRANSPOSE."""

from __future__ import annotations

import pytest

from tests.support.build_graph import GraphBuilder
from tests.support.nets import Net, floats, ints, twins


def enlarged(graph: GraphBuilder, n: int) -> int:
    """Twice as large and one more: [1,2n+1,11,4]."""
    x = graph.op("RELU", [graph.input([1, n, 5, 4], name="x")], [[1, n, 5, 4]])
    shape = [1, 2 * n + 1, 11, 4]
    options = {"padding": 1, "stride_h": 2, "stride_w": 2}
    return graph.op("TRANSPOSE_CONV", [ints(graph, *shape), floats(graph, 4, 3, 3, 4), x],
                    [shape], **options)  # fmt: skip


def volume(graph: GraphBuilder, n: int) -> int:
    """Twice as deep: [1,2n,4,4,4]."""
    x = graph.op("RELU", [graph.input([1, n, 4, 4, 4], name="x")], [[1, n, 4, 4, 4]])
    shape = [1, 2 * n, 4, 4, 4]
    options = {"padding": 0, "stride_d": 2, "stride_h": 1, "stride_w": 1}
    return graph.op("CONV_3D_TRANSPOSE", [ints(graph, *shape), floats(graph, 3, 3, 3, 4, 4), x],
                    [shape], **options)  # fmt: skip


@pytest.mark.parametrize("net", [enlarged, volume])
@pytest.mark.parametrize(("old", "new"), [(4, 7), (7, 4)])
def test_the_remainder_of_the_stride_stays(net: Net, old: int, new: int) -> None:
    resized, wanted = twins(net, old, new)
    assert resized == wanted
