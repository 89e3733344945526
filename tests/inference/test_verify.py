"""What is wrong with a file, and records that are set right."""

from __future__ import annotations

import numpy as np
import pytest

from circle_resizer import resize
from circle_resizer.file.model import Model
from circle_resizer.inference.verify import findings
from tests.support.build import ModelBuilder
from tests.ui import models


def squared(recorded: list[int], weight: bytes = bytes(12), code: str = "MUL") -> bytes:
    model = ModelBuilder("circle")
    graph = model.graph()
    x = graph.input([2, 3], name="x")
    w = graph.const(weight, shape=[3], dtype="FLOAT32", name="w")
    y = graph.op(code, [x, w], [recorded], name="y")
    graph.output(graph.op("ABS", [y], [recorded], name="z"))
    return model.finish()


@pytest.mark.parametrize("data", [squared([2, 3]), models.add(), models.reshape()])
def test_nothing_is_wrong(data: bytes) -> None:
    assert findings(Model(data)) == []


def test_stale_records_are_named_and_mended() -> None:
    data = squared([1, 3])
    found = findings(Model(data))
    assert found == [
        f"subgraph 0, tensor '{name}': recorded as [1, 3], its operator makes [2, 3]"
        for name in ("y", "z")
    ]
    mended = resize(data, Model(data).input_shapes)
    assert findings(Model(mended.data)) == []
    assert mended.data == squared([2, 3])


def test_constants_that_are_not_whole() -> None:
    found = findings(Model(squared([2, 3], bytes(16))))
    assert found == ["subgraph 0, tensor 'w': 16 bytes for shape [3], which takes 12"]


def test_an_operator_that_cannot_run_is_the_last_finding() -> None:
    model = ModelBuilder("circle")
    graph = model.graph()
    y = graph.const(np.ones((5, 4), np.float32), name="w")
    graph.output(graph.op("ADD", [graph.input([2, 3], name="x"), y], [[2, 3]], name="y"))
    found = findings(Model(model.finish()))
    assert len(found) == 1
    assert found[0].startswith("subgraph 0, operator 0 ADD 'y': ")


def test_a_buffer_that_is_not_there() -> None:
    model = ModelBuilder("circle")
    graph = model.graph()
    x = graph.input([2, 3], name="x", buffer=7)
    graph.output(graph.op("ABS", [x], [[2, 3]], name="y"))
    found = findings(Model(model.finish()))
    assert found[0] == "subgraph 0, tensor 'x': damaged file: no buffer 7 of 1"
