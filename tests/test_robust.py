"""Files made to do harm: an answer or a ``ResizeError``, soon, and nothing written."""

from __future__ import annotations

import time
from collections.abc import Callable

import numpy as np
import pytest

from circle_resizer import ResizeError, resize
from circle_resizer.errors import RuleError
from circle_resizer.file.model import Model
from circle_resizer.inference.value import shape_of
from circle_resizer.symbolic.dim import Sym
from tests.support.build import ModelBuilder, Shared

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


def powers(count: int, *, moving: bool) -> Make:
    """A number squared again and again: a size of the input, or one of the file."""

    def make(model: ModelBuilder) -> None:
        graph = model.graph()
        x = graph.input([2, 3])
        y = graph.const(np.array(3, np.int32))
        if moving:
            shape = graph.op("SHAPE", [x], [[2]], dtype="INT32")
            axis = graph.const(np.array([0], np.int32))
            y = graph.op("SUM", [shape, axis], [[]], dtype="INT32")
        for _ in range(count):
            y = graph.op("MUL", [y, y], [[]], dtype="INT32")
        graph.output(y, graph.op("ABS", [x], [[2, 3]]))

    return make


@pytest.mark.parametrize("moving", [False, True])
@pytest.mark.parametrize("size", [4, -1])
def test_numbers_that_grow_without_end(size: int, *, moving: bool) -> None:
    result = resize(built(powers(60, moving=moving)), [[size, size]])
    assert result.outputs_after == [(), (size, size)]


def of_constants(kind: str, *operands: object, **options: object) -> bytes:
    model = ModelBuilder("circle")
    graph = model.graph()
    x = graph.input([2, 3])
    constants = [graph.const(np.array(each, np.int32)) for each in operands]
    y = graph.op(kind, constants, [[1]], dtype="INT32", **options)
    graph.output(y, graph.op("ABS", [x], [[2, 3]]))
    return model.finish()


HUGE = 2**31 - 1
LARGE = {
    "FILL": [[HUGE], 1],
    "SCATTER_ND": [[[0]], [1], [HUGE]],
    "SEGMENT_SUM": [[1], [HUGE - 1]],
    "UNSORTED_SEGMENT_SUM": [[1], [1], HUGE],
    "RANGE": [0, HUGE, 1],
}


@pytest.mark.parametrize("kind", LARGE)
def test_results_too_large_to_look_at(kind: str) -> None:
    result = resize(of_constants(kind, *LARGE[kind]), [[4, 3]])
    assert result.outputs_after == [(HUGE,), (4, 3)]


def test_sizes_that_no_file_can_record() -> None:
    with pytest.raises(ResizeError, match="size 4294967295 on axis 0, at most 2147483647"):
        resize(of_constants("PAD", [1], [[HUGE, HUGE]]), [[4, 3]])
    model = ModelBuilder("circle")
    graph = model.graph()
    x = graph.input([2, 3])
    flat = graph.const(np.array([-1], np.int32))
    graph.output(graph.op("RESHAPE", [x, flat], [[6]], name="y"))
    with pytest.raises(ResizeError, match=r"'y'.* 4611686014132420609"):
        resize(model.finish(), [[HUGE, HUGE]])


RANKS = {
    "RESHAPE": 1, "BROADCAST_TO": 1, "FILL": 0, "STRIDED_SLICE": 3, "RANDOM_UNIFORM": 0, "SLICE": 2,
}  # fmt: skip


@pytest.mark.parametrize("kind", RANKS)
def test_vectors_that_speak_of_many_axes(kind: str) -> None:
    model = ModelBuilder("circle")
    graph = model.graph()
    x = graph.input([2, 3])
    vectors = [graph.input([2], "INT32") for _ in range(RANKS[kind] or 1)]
    value = [graph.const(np.float32(1))] if kind == "FILL" else []
    graph.output(graph.op(kind, [*([x] if RANKS[kind] else []), *vectors, *value], [[2, 3]]))
    with pytest.raises(ResizeError, match="2000000000"):
        resize(model.finish(), [[2, 3], *[[2_000_000_000]] * len(vectors)])


@pytest.mark.parametrize("kind", ["SPLIT", "SPLIT_V", "UNPACK"])
def test_options_that_speak_of_many_outputs(kind: str) -> None:
    options = {"num" if kind == "UNPACK" else "num_splits": HUGE}
    operands = {"SPLIT": [0, [1]], "SPLIT_V": [[1], [1], 0], "UNPACK": [[1]]}[kind]
    with pytest.raises(ResizeError, match="2147483647 is more than 65536"):
        resize(of_constants(kind, *operands, **options), [[4, 3]])


def shared(model: ModelBuilder) -> None:
    """Thousands of operators with one long list of operands."""
    graph = model.graph()
    x = graph.input([2, 3])
    many = Shared([x] * 5000)
    for _ in range(5000):
        graph.raw_op("ADD_N", [x], [x])
        graph.operators[-1].values["inputs"] = many
    graph.output(x)


def test_vectors_upon_one_another() -> None:
    data = built(shared)
    started = time.process_time()
    with pytest.raises(ResizeError, match="lie upon one another"):
        resize(data, [[4, 3]])
    assert time.process_time() - started < 4


def test_constants_that_no_file_has_room_for() -> None:
    model = ModelBuilder("circle")
    graph = model.graph()
    x = graph.input([2, 3])
    graph.output(graph.op("ADD", [x, graph.const(np.ones((2, 3), np.float32), name="w")], [[2, 3]]))
    with pytest.raises(ResizeError, match="'w' would take 12000000000 bytes"):
        resize(model.finish(), [[10**9, 3]])


def test_many_constants_that_no_file_has_room_for() -> None:
    model = ModelBuilder("circle")
    graph = model.graph()
    x = graph.input([2, 3])
    for _ in range(40):
        x = graph.op("ADD", [x, graph.const(np.ones((2, 3), np.float32))], [[2, 3]])
    graph.output(x)
    with pytest.raises(ResizeError, match="the file would take 4800"):
        resize(model.finish(), [[10**7, 3]])


@pytest.mark.parametrize("kind", ["ADD_N", "CONCATENATION", "PACK", "CALL", "WHILE"])
def test_one_of_many_operands_left_out(kind: str) -> None:
    model = ModelBuilder("circle")
    graph = model.graph()
    x, y = graph.input([2, 3]), graph.tensor([2, 3])
    graph.raw_op(kind, [x, None, x], [y])
    graph.output(y)
    with pytest.raises(ResizeError, match=f"{kind} 't1': operand 1 is missing"):
        resize(model.finish(), [[4, 3]])


def test_a_rule_that_answers_less_than_nothing_is_caught() -> None:
    with pytest.raises(RuleError, match="negative size: -3 on axis 1"):
        shape_of([2, -3, None], "y")


def test_a_size_that_depends_on_too_much_is_caught() -> None:
    with pytest.raises(RuleError, match="the size of axis 0 depends on too much"):
        shape_of([Sym(((tuple(f"n{i}" for i in range(100)), 1),))], "y")
