"""Operators that only circle has: TICO's runtime, or shapes by hand where it has no kernel."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest
from tico.circle.runtime import run_circle

from circle_resizer import ResizeError, resize
from circle_resizer.file.model import Model
from tests.oracle.kernel import sizes
from tests.support.build import ModelBuilder

Operands = Sequence[Any]


def w(*shape: int) -> np.ndarray:
    """Weights."""
    return np.linspace(0.5, 1.5, int(np.prod(shape)), dtype=np.float32).reshape(shape)


def circle(operator: str, operands: Operands, out: str, **options: Any) -> bytes:
    """A file of one operator; text is an input, the rest constants."""
    model = ModelBuilder("circle")
    graph = model.graph("main")
    inputs = []
    for spec in operands:
        if isinstance(spec, str):
            kind, _, shape = spec.rpartition(":")
            inputs.append(graph.input(sizes(shape), {"i": "INT32", "": "FLOAT32"}[kind]))
        else:
            inputs.append(None if spec is None else graph.const(spec))
    graph.output(graph.op(operator, inputs, [sizes(out)], **options))
    return model.finish()


def short(value: object) -> str:
    """Part of the name of a case; operands would be too long."""
    return value if isinstance(value, str) else "with"


NORMS = [
    ("INSTANCE_NORM", ("1,4,4,8", w(8), w(8)), "1,4,4,8", "3,5,6,8"),
    ("INSTANCE_NORM", ("1,4,4,8", w(1), w(1)), "1,4,4,8", "2,5,6,3"),
    ("INSTANCE_NORM", ("1,8,4", w(8), w(8)), "1,8,4", "2,8,7"),
    ("RMS_NORM", ("1,4,16", w(16)), "1,4,16", "3,7,16"),
    ("RMS_NORM", ("1,2,4,16", w(16)), "1,2,4,16", "2,3,7,16"),
]


@pytest.mark.parametrize(("operator", "operands", "before", "after"), NORMS, ids=short)
def test_tico_runs_what_we_write(
    operator: str, operands: Operands, before: str, after: str
) -> None:
    data = resize(circle(operator, operands, before, epsilon=1e-5), [sizes(after)]).data
    (answer,) = run_circle(data, [np.ones(sizes(after), np.float32)]).outputs
    assert tuple(answer.shape) == sizes(after)
    assert Model(data).output_shapes == [sizes(after)]


CLUSTERS = np.array([[0, 8], [1, 4]], np.int32)
BINARY = np.zeros((12, 2), np.int32)
TABLE = (w(12), BINARY, "i:3", CLUSTERS)
CELL = (w(12, 4), w(12), w(12, 2), w(12))
BY_HAND = [
    # onert ShapeInference.cc, inferBCQGatherShape
    ("BCQ_GATHER", TABLE, "3,64", "5", "5,64", {"input_hidden_size": 64}),
    ("BCQ_GATHER", TABLE, "3,64", "2,5", "2,5,64", {"input_hidden_size": 64}),
    # onert ShapeInference.cc, inferBCQFullyConnectedShape
    ("BCQ_FULLY_CONNECTED", ("64,2", w(12), BINARY, w(12), CLUSTERS), "12,2", "64,5", "12,5", {}),
    # onert RoPELayer.cc, run: the output has the input's shape
    ("ROPE", ("1,2,4,8", w(1, 1, 1, 8), w(1, 1, 1, 8)), "1,2,4,8", "3,2,4,8", "3,2,4,8", {}),
    # onert AttentionLayer.cc, run: the output has the input's shape
    ("ATTENTION", ("1,4,16", *[w(16, 16)] * 4), "1,4,16", "1,7,16", "1,7,16", {}),
    # luci-interpreter GRU.cpp, configure: the output has the state's shape
    ("GRU", ("3,1,2", *CELL, w(1, 4)), "1,4", "7,1,2", "1,4", {"time_major": True}),
]


@pytest.mark.parametrize("row", BY_HAND, ids=lambda row: f"{row[0]} {row[3]}")
def test_shapes_are_those_computed_by_hand(row: tuple[Any, ...]) -> None:
    operator, operands, out, to, want, options = row
    data = resize(circle(operator, operands, out, **options), [sizes(to)]).data
    assert Model(data).output_shapes == [sizes(want)]


REFUSED = [
    (
        "INSTANCE_NORM",
        ("1,4,4,8", np.array([1, 5, 2, 7, 1, 1, 3, 9], np.float32), w(1)),
        "1,4,4,8",
        "1,4,4,9",
    ),
    ("RMS_NORM", ("1,4,3", np.array([1, 5, 2], np.float32)), "1,4,3", "1,4,5"),
    ("GRU", ("3,1,2", *CELL, w(1, 4)), "1,4", "3,1,5"),
]


@pytest.mark.parametrize(("operator", "operands", "out", "to"), REFUSED, ids=short)
def test_weights_cannot_follow(operator: str, operands: Operands, out: str, to: str) -> None:
    with pytest.raises(ResizeError):
        resize(circle(operator, operands, out), [sizes(to)])
