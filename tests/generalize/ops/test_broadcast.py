"""Numbers of the file that belong to operators whose operands are broadcast."""

from __future__ import annotations

import numpy as np
import pytest

from circle_resizer import ResizeError, resize
from circle_resizer.file.model import Model
from tests.support.build import ModelBuilder
from tests.support.build_graph import GraphBuilder
from tests.support.nets import built, constants, floats, one


def masked(steps: int) -> bytes:
    """A causal mask beside a padding mask that is given: its rows meet a 1 before they are used."""
    model = ModelBuilder(kind="tflite")
    graph = model.graph()
    x, given = graph.input([2, steps, 4], name="x"), graph.input([2, 1, steps], "BOOL", name="mask")
    causal = graph.const(np.tril(np.ones((1, steps, steps), bool)))
    both = graph.op("LOGICAL_AND", [causal, given], [[2, steps, steps]], dtype="BOOL")
    zero, low = graph.const(np.float32(0)), graph.const(np.float32(-1e9))
    bias = graph.op("SELECT_V2", [both, zero, low], [[2, steps, steps]], dtype="FLOAT32")
    scores = graph.op("BATCH_MATMUL", [x, x], [[2, steps, steps]], adjoint_rhs=True)
    graph.output(graph.op("ADD", [scores, bias], [[2, steps, steps]]))
    return bytes(model.finish())


@pytest.mark.parametrize(("old", "new"), [(6, 9), (9, 6)])
def test_a_mask_that_meets_a_single_row_follows_its_consumer(old: int, new: int) -> None:
    data = resize(masked(old), {"x": [2, new, 4], "mask": [2, 1, new]}).data
    wanted, got = (Model(d).subgraphs[0] for d in (masked(new), data))
    assert [t.dims for t in got.tensors] == [t.dims for t in wanted.tensors]
    index = got.operators[0].inputs[0]
    held = Model(data).data(got.tensors[index])
    assert held is not None
    assert np.array_equal(np.frombuffer(held, bool).reshape(new, new), np.tril(np.ones((new, new))))


def one_of_a_table(graph: GraphBuilder, n: int) -> int:
    x = graph.input([1, n, 3], name="x")
    return graph.op("ADD", [x, floats(graph, 1, n, 3)], [[1, n, 3]])


def test_one_row_may_be_the_first_of_a_table() -> None:
    with pytest.raises(ResizeError, match="'w' has one row on axis 1, as there was one step"):
        resize(built(one_of_a_table, 1), [[1, 4, 3]])


OPERATORS = [
    "ADD", "SUB", "MUL", "DIV", "POW", "FLOOR_DIV", "FLOOR_MOD", "MAXIMUM", "MINIMUM",
    "SQUARED_DIFFERENCE", "ATAN2", "BITWISE_XOR", "RIGHT_SHIFT", "LOGICAL_AND", "LOGICAL_OR",
    "PRELU", "ADD_N", "EQUAL", "NOT_EQUAL", "LESS", "LESS_EQUAL", "GREATER", "GREATER_EQUAL",
    "STABLEHLO_ADD", "STABLEHLO_SUBTRACT", "STABLEHLO_MULTIPLY", "STABLEHLO_DIVIDE",
    "STABLEHLO_MAXIMUM", "STABLEHLO_MINIMUM", "STABLEHLO_POWER", "STABLEHLO_REMAINDER",
    "STABLEHLO_AND", "STABLEHLO_OR", "STABLEHLO_COMPARE", "STABLEHLO_SHIFT_LEFT",
]  # fmt: skip
SELECTIONS = ["SELECT", "SELECT_V2", "STABLEHLO_SELECT"]
ONES = np.ones((1, 4, 3), np.float32)


@pytest.mark.parametrize("kind", OPERATORS)
def test_a_constant_of_one_number_follows_the_other_operand(kind: str) -> None:
    data = resize(one(kind, [[1, 4, 3], ONES], [1, 4, 3]), [[1, 6, 3]]).data
    assert constants(data)["c1"].shape == (1, 6, 3)
    assert Model(data).output_shapes == [(1, 6, 3)]


def test_a_custom_addition_is_one() -> None:
    data = one("CUSTOM", [[1, 4, 3], ONES], [1, 4, 3], custom="AddV2")
    assert constants(resize(data, [[1, 6, 3]]).data)["c1"].shape == (1, 6, 3)


@pytest.mark.parametrize("kind", SELECTIONS)
def test_both_constants_of_a_selection_follow(kind: str) -> None:
    data = resize(one(kind, [[1, 4, 3], ONES, 0 * ONES], [1, 4, 3]), [[1, 6, 3]]).data
    assert [constants(data)[name].shape for name in ("c1", "c2")] == [(1, 6, 3)] * 2


@pytest.mark.parametrize("kind", [*OPERATORS, *SELECTIONS])
def test_data_without_a_rule_are_refused(kind: str) -> None:
    table = np.random.default_rng(0).standard_normal((1, 4, 3)).astype(np.float32)
    more = [table] if kind in SELECTIONS else []
    with pytest.raises(ResizeError, match=r"tied to the stored size .axis 1 4 -> 6"):
        resize(one(kind, [[1, 4, 3], table, *more], [1, 4, 3]), [[1, 6, 3]])


def test_operands_that_were_equal_have_to_stay_it() -> None:
    with pytest.raises(ResizeError, match="its operands agreed and no longer do"):
        resize(one("ADD", [[1, 4, 3], [1, 4, 3]], [1, 4, 3]), [[1, 6, 3], [1, 5, 3]])


def test_an_axis_that_was_broadcast_stays_1() -> None:
    data = one("ADD", [[1, 4, 3], [1, 1, 3]], [1, 4, 3])
    assert resize(data, [[1, 6, 3], [1, 1, 3]]).outputs_after == [(1, 6, 3)]
    with pytest.raises(ResizeError, match="was 1 and broadcast to 4; it becomes 2, the other"):
        resize(data, [[1, 6, 3], [1, 2, 3]])
