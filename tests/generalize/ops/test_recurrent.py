"""Numbers of the file that belong to recurrent operators."""

from __future__ import annotations

import pytest

from tests.support.build_graph import GraphBuilder
from tests.support.nets import Net, floats, twins


def stateful(graph: GraphBuilder, batch: int) -> int:
    """UNIDIRECTIONAL_SEQUENCE_RNN [batch,time,5] with a state [batch,4]."""
    x = graph.input([batch, 6, 5], name="x")
    state = graph.variable([batch, 4], name="state")
    weights = [floats(graph, *shape) for shape in ([4, 5], [4, 4], [4])]
    return graph.op("UNIDIRECTIONAL_SEQUENCE_RNN", [x, *weights, state], [[batch, 6, 4]])


def step(graph: GraphBuilder, batch: int) -> int:
    """RNN [batch,5] with a state [batch,4]."""
    x, state = graph.input([batch, 5], name="x"), graph.variable([batch, 4], name="state")
    weights = [floats(graph, *shape) for shape in ([4, 5], [4, 4], [4])]
    return graph.op("RNN", [x, *weights, state], [[batch, 4]])


def filtered(graph: GraphBuilder, batch: int) -> int:
    """SVDF [batch,5] of rank 1, 4 units and a memory of 3 steps."""
    x, state = graph.input([batch, 5], name="x"), graph.variable([batch, 12], name="state")
    weights = [floats(graph, *shape) for shape in ([4, 5], [4, 3], [4])]
    return graph.op("SVDF", [x, *weights, state], [[batch, 4]], rank=1)


def both_ways(graph: GraphBuilder, batch: int) -> int:
    """BIDIRECTIONAL_SEQUENCE_RNN, its results joined, with two states [batch,4]."""
    x = graph.input([batch, 6, 5], name="x")
    one, two = ([floats(graph, *shape) for shape in ([4, 5], [4, 4], [4])] for _ in range(2))
    states = [graph.variable([batch, 4], name=name) for name in ("forward", "backward")]
    operands = [x, *one, states[0], *two, states[1], None, None, None]
    return graph.op("BIDIRECTIONAL_SEQUENCE_RNN", operands, [[batch, 6, 8]], merge_outputs=True)


def gates(graph: GraphBuilder) -> list[int | None]:
    """Weights of an LSTM of 5 values and 4 units, without peepholes and projection."""
    weights = [floats(graph, 4, width) for width in (5, 5, 5, 5, 4, 4, 4, 4)]
    biases = [floats(graph, 4) for _ in range(4)]
    return [*weights, None, None, None, *biases, None, None]


def cells(graph: GraphBuilder, batch: int, count: int) -> list[int]:
    """States [batch,4]."""
    return [graph.variable([batch, 4], name=f"state{k}") for k in range(count)]


def remembering(graph: GraphBuilder, batch: int) -> int:
    """UNIDIRECTIONAL_SEQUENCE_LSTM [batch,time,5] with two states [batch,4]."""
    x = graph.input([batch, 6, 5], name="x")
    operands = [x, *gates(graph), *cells(graph, batch, 2)]
    return graph.op("UNIDIRECTIONAL_SEQUENCE_LSTM", operands, [[batch, 6, 4]])


def time_major(graph: GraphBuilder, batch: int) -> int:
    """The same of [time,batch,5]."""
    x = graph.input([6, batch, 5], name="x")
    operands = [x, *gates(graph), *cells(graph, batch, 2)]
    kind = "UNIDIRECTIONAL_SEQUENCE_LSTM"
    return graph.op(kind, operands, [[6, batch, 4]], time_major=True)


def remembering_step(graph: GraphBuilder, batch: int) -> int:
    """LSTM [batch,5] with two states [batch,4]."""
    x = graph.input([batch, 5], name="x")
    return graph.op("LSTM", [x, *gates(graph), *cells(graph, batch, 2)], [[batch, 4]])


def remembering_both_ways(graph: GraphBuilder, batch: int) -> int:
    """BIDIRECTIONAL_SEQUENCE_LSTM, its results joined, with four states [batch,4]."""
    x = graph.input([batch, 6, 5], name="x")
    operands = [x, *gates(graph), *gates(graph), *cells(graph, batch, 4), *[None] * 9]
    kind = "BIDIRECTIONAL_SEQUENCE_LSTM"
    options = {"merge_outputs": True, "time_major": False}
    return graph.op(kind, operands, [[batch, 6, 8]], **options)


NETS = [
    stateful, step, filtered, both_ways, remembering, time_major, remembering_step,
    remembering_both_ways,
]  # fmt: skip


@pytest.mark.parametrize("net", NETS)
@pytest.mark.parametrize(("old", "new"), [(1, 3), (4, 2)])
def test_states_follow_the_batch(net: Net, old: int, new: int) -> None:
    resized, wanted = twins(net, old, new)
    assert resized == wanted
