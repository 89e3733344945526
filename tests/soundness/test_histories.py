"""How a size came about is evidence only where the network takes apart what it has joined."""

from __future__ import annotations

import numpy as np
import pytest

from circle_resizer import Grade, ResizeError, resize
from circle_resizer.file.model import Model
from tests.support.build import ModelBuilder
from tests.support.build_graph import GraphBuilder
from tests.support.two_sizes import KINDS, PROVEN, REFUSED, built, ints, outcome
from tests.zoo.cases import cases


def blocks(g: GraphBuilder, n: int, outer: int, inner: int) -> int:
    """4 blocks of every batch, cut into windows."""
    x = g.input([n, 4, 4, 3], name="x")
    pads = g.const(np.zeros((2, 2), np.int32))
    y = g.op("SPACE_TO_BATCH_ND", [x, ints(g, 2, 2), pads], [[4 * n, 2, 2, 3]])
    shape = [outer, inner, 2, 2, 3]
    z = g.op("RESHAPE", [y, ints(g, *shape)], [shape])
    return int(g.op("SUM", [z, ints(g, 1)], [[outer, 2, 2, 3]]))


@pytest.mark.parametrize("kind", KINDS)
def test_blocks_and_batches_may_be_windows(kind: str) -> None:
    """The 8 of 4 blocks and 2 batches are ``[4, 2]`` both ways."""
    data = built(lambda g, n: blocks(g, n, 4, n), 2, kind)
    assert data == built(lambda g, n: blocks(g, n, 2 * n, 2), 2, kind)
    (change,) = resize(data, [[4, 4, 4, 3]]).report.changes
    assert (change.new, change.grade) == ((4, 4, 2, 2, 3), Grade.ASSUMED)


def test_a_reshape_takes_apart_what_a_reshape_joined() -> None:
    def net(g: GraphBuilder, n: int) -> int:
        x = g.input([4, n, 3], name="x")
        y = g.op("RELU", [g.op("RESHAPE", [x, ints(g, 4 * n, 3)], [[4 * n, 3]])], [[4 * n, 3]])
        return int(g.op("RESHAPE", [y, ints(g, 4, n, 3)], [[4, n, 3]]))

    assert outcome(net, 2, 4) == PROVEN


@pytest.mark.parametrize("kind", KINDS)
def test_a_batch_that_a_guess_put_among_other_rows_is_no_result(kind: str) -> None:
    """``[3, batch * 30]``: a PAD of the first axis leaves the batch no place but behind it."""

    def net(g: GraphBuilder, n: int) -> int:
        x = g.input([n, 5, 6], name="x")
        flat = g.op("RELU", [g.op("RESHAPE", [x, ints(g, 5 * n, 6)], [[5 * n, 6]])], [[5 * n, 6]])
        y = g.op("RESHAPE", [flat, ints(g, n, 5, 6)], [[n, 5, 6]])
        z = g.op("RESHAPE", [y, ints(g, n, 30)], [[n, 30]])
        pads = g.const(np.array([[1, 1], [0, 0]], np.int32))
        return int(g.op("PAD", [z, pads], [[n + 2, 30]]))

    found = outcome(net, 1, 8, kind)
    assert found.startswith(REFUSED)
    assert "those of all batches beside each other" in found


def two_slices(*, beside: bool) -> bytes:
    """The first 2 of 3 rows; perhaps beside another operator."""
    model = ModelBuilder(kind="tflite")
    g = model.graph()
    x = g.input([3, 3, 8], name="x")
    y = g.op("SLICE", [x, ints(g, 0, 0, 0), ints(g, 3, 2, 8)], [[3, 2, 8]])
    g.output(y, *([g.op("RELU", [x], [[3, 3, 8]])] if beside else []))
    return bytes(model.finish())


def test_only_a_lone_operator_keeps_its_constants() -> None:
    report = resize(two_slices(beside=False), [[3, 6, 8]]).report
    assert [c.why for c in report.changes] == ["a lone operator keeps its constants"]
    with pytest.raises(ResizeError, match="the constant 2 lies inside an axis that changes"):
        resize(two_slices(beside=True), [[3, 6, 8]])


@pytest.mark.parametrize("name", ["window_hw", "window1_hw"])
def test_a_refusal_names_the_cause_and_no_symbols(name: str) -> None:
    case = next(c for c in cases() if str(c) == f"{name}-AB")
    start, end = case.way
    wanted = Model(case.file(end).read_bytes()).input_shapes
    with pytest.raises(ResizeError, match="lies inside an axis that changes") as refusal:
        resize(case.file(start).read_bytes(), wanted)
    first, *others = str(refusal.value).splitlines()
    assert "?" not in first
    assert others[0] == "and 3 that follow from these"
