"""Files made to do harm: an answer or a ``ResizeError``, soon, and nothing written."""

from __future__ import annotations

import time
from collections.abc import Callable

import numpy as np
import pytest

from circle_resizer import ResizeError, resize
from circle_resizer.model import Model

from .build import ModelBuilder

Make = Callable[[ModelBuilder], object]


def nested(model: ModelBuilder) -> None:
    """Forty subgraphs, each of which calls the next one twice."""
    for index in range(1, 41):
        graph = model.graph()
        x = graph.input([2, 3])
        for _ in range(2):
            call = {"subgraph": index} if index < 40 else {}
            x = graph.op("CALL" if call else "ABS", [x], [[2, 3]], **call)
        graph.output(x)


def calls_itself(kind: str, **options: object) -> Make:
    """One subgraph that runs itself twice."""

    def make(model: ModelBuilder) -> None:
        graph = model.graph()
        x = graph.input([2, 3])
        condition = [graph.const(np.array([True]))] if kind == "IF" else []
        for _ in range(2):
            y = graph.op(kind, [*condition, x], [[2, 3]], **options)
        graph.output(y)

    return make


ENDLESS = {
    "nested": (nested, "too often"),
    "call": (calls_itself("CALL", subgraph=0), "calls itself"),
    "if": (calls_itself("IF", then_subgraph_index=0, else_subgraph_index=0), "calls itself"),
    "while": (calls_itself("WHILE", cond_subgraph_index=0, body_subgraph_index=0), "calls itself"),
}


def built(make: Make) -> bytes:
    model = ModelBuilder("circle")
    make(model)
    return model.finish()


@pytest.mark.parametrize(("make", "error"), ENDLESS.values(), ids=ENDLESS)
def test_calls_without_end(make: Make, error: str) -> None:
    started = time.process_time()
    with pytest.raises(ResizeError, match=error):
        resize(built(make), [[4, 3]])
    assert time.process_time() - started < 8


def test_outputs_that_are_left_out() -> None:
    for kind, options in (("ABS", {}), ("CUSTOM", {"custom": "Unheard"})):
        model = ModelBuilder("circle")
        graph = model.graph()
        x, y = graph.input([2, 3]), graph.tensor([2, 3])
        graph.raw_op("ABS", [x], [y])
        rows = graph.const(np.array([1], np.int32))
        graph.raw_op(kind, [rows], [-1], **options)
        graph.output(y)
        assert Model(resize(model.finish(), [[4, 3]]).data).output_shapes == [(4, 3)]


def test_an_operator_that_makes_no_sense_is_named() -> None:
    model = ModelBuilder("circle")
    graph = model.graph()
    x = graph.input([2, 3])
    y = graph.op("STABLEHLO_PAD", [x, x], [[2, 3]], edge_padding_low=[1])
    graph.output(y)
    with pytest.raises(ResizeError, match="operator 0 STABLEHLO_PAD 't1': "):
        resize(model.finish(), [[4, 3]])
