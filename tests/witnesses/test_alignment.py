"""Which operators of two files are the same, and files that are no export of the network."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from circle_resizer import ResizeError, resize
from circle_resizer.api import compare
from circle_resizer.file.model import Model
from circle_resizer.witnesses.aligner import aligned
from tests.support.build import ModelBuilder
from tests.support.build_graph import GraphBuilder
from tests.witnesses.nets import ALL, built, ints, random

Make = Callable[[GraphBuilder], int]


def model_of(make: Make, kind: str = "tflite") -> bytes:
    model = ModelBuilder(kind=kind)
    graph = model.graph()
    graph.output(make(graph))
    return bytes(model.finish())


def branches(n: int, order: tuple[int, int], seed: int = 0) -> bytes:
    """Two dense layers of one input, written in either order."""

    def make(graph: GraphBuilder) -> int:
        x, made = graph.input([n, 3], name="x"), {}
        for k in order:
            w = graph.const(random(4, 3, seed=k + seed), name=f"w{k}")
            made[k] = graph.op("FULLY_CONNECTED", [x, w, None], [[n, 4]])
        return graph.op("SUB", [made[0], made[1]], [[n, 4]])

    return model_of(make)


def steps_first(b: int, *, explicit: bool) -> bytes:
    """[b, 5, 8] to [5, b, 8]: at batch 1 an exporter writes a RESHAPE."""

    def make(graph: GraphBuilder) -> int:
        x = graph.input([b, 5, 8], name="x")
        if explicit:
            y = graph.op("TRANSPOSE", [x, ints(graph, 1, 0, 2)], [[5, b, 8]])
        else:
            y = graph.op("RESHAPE", [x, ints(graph, 5, b, 8)], [[5, b, 8]])
        return graph.op("SUM", [y, ints(graph, 0)], [[b, 8]])

    return model_of(make)


def left_out(b: int) -> bytes:
    """A BROADCAST_TO that changes nothing at batch 1 and is not there."""

    def make(graph: GraphBuilder) -> int:
        x = graph.input([b, 3], name="x")
        y = graph.op("BROADCAST_TO", [x, ints(graph, b, 3)], [[b, 3]]) if b > 1 else x
        return graph.op("RELU", [y], [[b, 3]])

    return model_of(make)


def test_operators_are_matched_by_weights_and_not_by_order() -> None:
    one, two = Model(branches(2, (0, 1))), Model(branches(5, (1, 0)))
    found = aligned(one, two, "B")
    pairs = {at: op.index for (_, at), op in found.partners.items()}
    assert pairs == {0: 1, 1: 0, 2: 2}
    assert found.is_exact


def test_other_weights_are_told_and_not_used() -> None:
    result = resize(branches(2, (0, 1)), [[7, 3]], also=[branches(5, (0, 1), seed=9)])
    assert any("the weights in 'export 2' are others" in note for note in result.report.notes)
    assert compare(result.data, branches(7, (0, 1))) == []


def test_equal_weights_are_no_news() -> None:
    result = resize(branches(2, (0, 1)), [[7, 3]], also=[branches(5, (0, 1))])
    assert result.report.notes == []


def test_the_file_that_has_the_transpose_is_resized() -> None:
    one, three = steps_first(1, explicit=False), steps_first(3, explicit=True)
    result = resize(one, [[4, 5, 8]], also=[three], strict=True)
    assert compare(result.data, steps_first(4, explicit=True)) == []
    assert any(note.startswith("resized from 'export 2'") for note in result.report.notes)


def test_an_operator_that_one_file_leaves_out_is_stepped_over() -> None:
    found = aligned(Model(left_out(1)), Model(left_out(3)), "B")
    assert [op.kind for _, op in found.extra] == ["BROADCAST_TO"]
    assert [op.kind for _, op in found.alone] == []


def fewer(graph: GraphBuilder) -> int:
    return graph.op("RELU", [graph.input([2, 24, 3], name="x")], [[2, 24, 3]])


def other_kind(graph: GraphBuilder) -> int:
    x = graph.input([2, 24, 3], name="x")
    return graph.op("TANH", [x], [[2, 24, 3]])


def two_inputs(graph: GraphBuilder) -> int:
    x, y = graph.input([2, 24, 3], name="x"), graph.input([2, 24, 3], name="y")
    return graph.op("ADD", [x, y], [[2, 24, 3]])


def other_rank(graph: GraphBuilder) -> int:
    return graph.op("RELU", [graph.input([24, 3], name="x")], [[24, 3]])


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (fewer, "operator 0 SLICE of the model has no partner; there it is RELU"),
        (other_kind, "operator 0 SLICE of the model has no partner; there it is TANH"),
        (two_inputs, "it has 2 inputs, the model 1"),
        (other_rank, r"input 'x' is \[2, 16, 3\] in the model and \[24, 3\] there"),
    ],
)
def test_a_foreign_network_is_refused_with_the_first_difference(make: Make, words: str) -> None:
    with pytest.raises(
        ResizeError, match=f"'export 2' is no other export of this network: {words}"
    ):
        resize(built(ALL["half"], 16), [[2, 32, 3]], also=[model_of(make)])


def test_another_format_is_refused() -> None:
    with pytest.raises(ResizeError, match="it is a circle file, the model a tflite file"):
        resize(built(ALL["half"], 16), [[2, 32, 3]], also=[model_of(fewer, "circle")])


@pytest.mark.parametrize("also", ["a.tflite", b"TFL3", 7, None])
def test_also_is_a_list(also: object) -> None:
    with pytest.raises(TypeError, match="also is a list of models"):
        resize(built(ALL["half"], 16), [[2, 32, 3]], also=also)  # type: ignore[arg-type]


def test_a_constant_that_differs_for_no_reason_is_refused() -> None:
    def biased(n: int, seed: int) -> bytes:
        def make(graph: GraphBuilder) -> int:
            x, y = graph.input([n, 3], name="x"), None
            for k in range(4):
                w = graph.const(random(3, 3, seed=k), name=f"w{k}")
                y = graph.op("FULLY_CONNECTED", [x if y is None else y, w, None], [[n, 3]])
            bias = graph.const(random(3, seed=seed), name="bias")
            return graph.op("ADD", [y, bias], [[n, 3]])

        return model_of(make)

    with pytest.raises(ResizeError, match="constant 'bias' differs in 'export 2' in no explained"):
        resize(biased(2, 7), [[5, 3]], also=[biased(3, 8)])
    rounded = resize(biased(2, 7), [[5, 3]], also=[biased(3, 7)])
    np.testing.assert_equal(rounded.outputs_after, [(5, 3)])


def test_an_attribute_that_differs_for_no_reason_is_refused() -> None:
    def joined(n: int, axis: int) -> bytes:
        def make(graph: GraphBuilder) -> int:
            x = graph.input([n, 3, 3], name="x")
            return graph.op("SOFTMAX", [x], [[n, 3, 3]], beta=float(axis))

        return model_of(make)

    with pytest.raises(ResizeError, match=r"beta is 1.0 in the model, 2.0 in 'export 2'"):
        resize(joined(2, 1), [[5, 3, 3]], also=[joined(3, 2)])
    assert resize(joined(2, 1), [[5, 3, 3]], also=[joined(3, 1)]).outputs_after == [(5, 3, 3)]
