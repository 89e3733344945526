"""Numbers of the file that belong to BROADCAST_TO, TILE, FILL and RANGE."""

from __future__ import annotations

import numpy as np
import pytest

from circle_resizer import ResizeError, resize
from circle_resizer.file.model import Model
from tests.support.build import ModelBuilder
from tests.support.build_graph import GraphBuilder
from tests.support.nets import Net, built, constants, ints, one, twins


def test_only_a_reshape_may_hold_what_stays_unknown() -> None:
    """The kind of the operator decides, not what its result is called."""
    model = ModelBuilder(kind="circle")
    graph = model.graph()
    x = graph.input([2, 3], name="x")
    y = graph.op("FILL", [graph.const(np.array([2, 3], np.int32)), graph.const(np.float32(1))],
                 [[2, 3]], name="a RESHAPE b")  # fmt: skip
    graph.output(graph.op("ADD", [x, y], [[2, 3]]))
    with pytest.raises(ResizeError, match="would have to hold what stays unknown"):
        resize(bytes(model.finish()), [[-1, 3]])


def pairs(graph: GraphBuilder, n: int) -> int:
    x = graph.input([2, n, 1, 3], name="x")
    return graph.op("RELU", [graph.op("TILE", [x, ints(graph, 1, 1, n, 1)], [[2, n, n, 3]])],
                    [[2, n, n, 3]])  # fmt: skip


def test_repeats_that_equal_an_extent_are_undecided() -> None:
    with pytest.raises(ResizeError, match="nothing that reads the result decides"):
        resize(built(pairs, 4), [[2, 6, 1, 3]])


@pytest.mark.parametrize("custom", [None, "BroadcastTo", "FlexBroadcastTo"])
def test_an_entry_that_meets_a_resized_axis_follows_it(custom: str | None) -> None:
    kind, options = ("CUSTOM", {"custom": custom}) if custom else ("BROADCAST_TO", {})
    data = one(kind, [[1, 9, 3], np.array([2, 9, 3], np.int32)], [2, 9, 3], **options)
    assert constants(resize(data, [[1, 11, 3]]).data)["c1"].tolist() == [2, 11, 3]


def test_a_broadcast_axis_that_grows_is_refused() -> None:
    data = one("BROADCAST_TO", [[1, 9, 3], np.array([4, 9, 3], np.int32)], [4, 9, 3])
    with pytest.raises(ResizeError, match="entry 0 broadcasts a 1 to 4, but that 1 becomes 3"):
        resize(data, [[3, 9, 3]])


def test_multiples_of_a_resized_axis_stay() -> None:
    data = resize(one("TILE", [[2, 4], np.array([3, 2], np.int32)], [6, 8]), [[2, 5]]).data
    assert constants(data)["c1"].tolist() == [3, 2]
    assert Model(data).output_shapes == [(6, 10)]


def filled(graph: GraphBuilder, n: int) -> int:
    """Zeros that are added to what is as large."""
    x = graph.op("RELU", [graph.input([2, n], name="x")], [[2, n]])
    zeros = graph.op("FILL", [ints(graph, 2, n), graph.const(np.float32(0))], [[2, n]])
    return graph.op("ADD", [x, zeros], [[2, n]])


def counted(graph: GraphBuilder, n: int) -> int:
    """Positions that are added to rows."""
    x = graph.op("RELU", [graph.input([2, n], name="x")], [[2, n]])
    numbers = [graph.const(np.int32(k)) for k in (0, n, 1)]
    places = graph.op("RANGE", numbers, [[n]], dtype="INT32")
    return graph.op("ADD", [x, graph.op("CAST", [places], [[n]])], [[2, n]])


@pytest.mark.parametrize("net", [filled, counted])
@pytest.mark.parametrize(("old", "new"), [(9, 12), (12, 9)])
def test_literals_follow_the_consumer_that_demands_it(net: Net, old: int, new: int) -> None:
    resized, wanted = twins(net, old, new)
    assert resized == wanted
