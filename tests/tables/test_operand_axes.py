"""The axes of operands that an axis of a result comes from."""

from __future__ import annotations

import pytest

from circle_resizer.file.model import Model
from circle_resizer.tables.constant_operators import Step
from circle_resizer.tables.operand_axes import BACK
from tests.support.nets import built


@pytest.mark.parametrize(
    ("axis", "indices", "moved", "sources"),
    [
        (0, 5, {0: [(5, 7)]}, {1: {0: [(5, 7)]}}),
        (0, 5, {1: [(3, 6)]}, {0: {1: [(3, 6)]}}),
        (0, 4, {0: [(4, 7)]}, {1: {0: [(4, 7)]}, 0: {0: [(4, 7)]}}),  # as many rows
        (1, 5, {1: [(5, 7)]}, {1: {0: [(5, 7)]}}),
        (1, 5, {0: [(4, 8)]}, {0: {0: [(4, 8)]}}),
    ],
)
def test_picked_rows(
    axis: int,
    indices: int,
    moved: dict[int, list[tuple[int, int]]],
    sources: dict[int, dict[int, list[tuple[int, int]]]],
) -> None:
    shape = [4, indices] if axis else [indices, 3]
    model = Model.open(
        built(
            lambda g, n: g.op("GATHER", [g.input([n, 3]), g.input([indices])], [shape], axis=axis),
            4,
        )
    )
    op, tensors = model.main.operators[0], model.main.tensors
    step = Step(op, [tensors[i] for i in op.inputs], tensors[op.outputs[0]], tuple(shape))
    assert BACK["GATHER"](step, moved, lambda _: None) == sources


def test_what_is_broadcast_comes_from_the_axes_counted_from_the_last() -> None:
    model = Model.open(
        built(lambda g, n: g.op("BROADCAST_TO", [g.input([n, 3]), g.input([3])], [[2, n, 3]]), 4)
    )
    op, tensors = model.main.operators[0], model.main.tensors
    step = Step(op, [tensors[i] for i in op.inputs], tensors[op.outputs[0]], (2, 4, 3))
    found = BACK["BROADCAST_TO"](step, {1: [(4, 7)]}, lambda _: None)
    assert found is not None
    assert found[0] == {0: [(4, 7)]}


def test_a_single_copy_follows() -> None:
    model = Model.open(
        built(lambda g, n: g.op("TILE", [g.input([n, 3]), g.input([2])], [[n, 6]]), 4)
    )
    op, tensors = model.main.operators[0], model.main.tensors
    step = Step(op, [tensors[i] for i in op.inputs], tensors[op.outputs[0]], (8, 6))
    assert BACK["TILE"](step, {0: [(4, 8)]}, lambda _: None) == {0: {0: [(4, 8)]}}
