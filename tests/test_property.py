"""Random networks built at A and at B: A resized to B is B, or is refused; never a third thing."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from circle_resizer import ResizeError, resize
from circle_resizer.file.model import Model
from circle_resizer.schema.types import TensorType
from tests.support import graph_moves, graph_pictures
from tests.support.graphs import MOVES, Twins, single, twins

NUMBERS = range(60)
"""Seeds of the networks that are looked at every time; the oracles look at more."""
INTEGERS = {TensorType.INT32: np.int32, TensorType.INT64: np.int64}


def records(data: bytes) -> tuple[list[Any], list[Any]]:
    """Every recorded shape, and every operator with its integer constants."""
    model = Model(data)
    graph = model.subgraphs[0]
    operators = []
    for op in graph.operators:
        constants = {}
        for at, index in enumerate(op.inputs):
            tensor = graph.tensors[index]
            held = model.data(tensor)
            if held is not None and tensor.type in INTEGERS:
                constants[at] = np.frombuffer(held, INTEGERS[tensor.type]).tolist()
        if op.kind == "RESHAPE":
            constants = {0: list(graph.tensors[op.outputs[0]].dims)}
        operators.append((op.kind, constants))
    return [t.dims for t in graph.tensors], operators


def outcome(seed: int, t: Twins) -> str:
    """``right``, ``refused``, or what is wrong."""
    one, two = t.finish()
    try:
        there = resize(one, t.shapes(1)).data
    except ResizeError as error:
        return "refused" if str(error) else f"seed {seed}: refused without a word"
    shapes, operators = records(there)
    want_shapes, want_operators = records(two)
    if len(shapes) < len(want_shapes):  # more are fine: a constant that is split has two
        return f"seed {seed}: {len(shapes)} tensors, wanted {len(want_shapes)}"
    for i, (got, want) in enumerate(zip(shapes, want_shapes, strict=False)):
        if got != want:
            return f"seed {seed}: tensor {i} is {got}, wanted {want}"
    for i, (got_op, want_op) in enumerate(zip(operators, want_operators, strict=True)):
        if got_op != want_op:
            return f"seed {seed}: operator {i} is {got_op}, wanted {want_op}"
    try:
        back = resize(there, t.shapes(0)).data
    except ResizeError as error:  # B may look like what A did not: a window of its whole map
        return "refused" if str(error) else f"seed {seed}: refused without a word on the way back"
    if records(back) != records(one):
        return f"seed {seed}: A to B to A is not A"
    return "right"


def test_random_networks_are_right_or_refused() -> None:
    found = [outcome(seed, twins(seed)) for seed in NUMBERS]
    assert [o for o in found if o not in {"right", "refused"}] == []
    assert found.count("right") > len(found) / 2


def test_random_networks_at_a_batch_of_one_are_right_or_refused() -> None:
    found = [outcome(seed, single(seed)) for seed in NUMBERS]
    assert [o for o in found if o not in {"right", "refused"}] == []
    assert found.count("right") > len(found) / 2


@pytest.mark.parametrize("kind", ["circle", "tflite"])
def test_request_for_the_stored_shapes_gives_the_same_bytes(kind: str) -> None:
    for seed in range(5):
        t = twins(seed, kind)
        one, _ = t.finish()
        assert resize(one, t.shapes(0)).data == one


def test_all_kinds_of_steps_are_known() -> None:
    assert {m.__module__ for m in MOVES} == {graph_moves.__name__, graph_pictures.__name__}
