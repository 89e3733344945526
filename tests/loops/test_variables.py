"""States in variables: what CALL_ONCE assigns has the sizes that the main graph reads."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from circle_resizer import ResizeError, resize
from tests.generalize.ops.test_loops import Graph, content
from tests.support.build import ModelBuilder

F = np.float32


def handle(g: Graph) -> Any:
    return g.op("VAR_HANDLE", dtype="RESOURCE", shared_name="state", container="")


def assign(g: Graph, to: int, x: int) -> None:
    g.graph.raw_op("ASSIGN_VARIABLE", [to, x], [])


def stream(b: int, *, kind: str = "tflite", start: Any = None, filled: bool = False) -> bytes:
    """The last two rows of ``x`` [B,3,4] are put before the next one."""
    model = ModelBuilder(kind)
    main, once = Graph(model.graph()), Graph(model.graph())
    x = main.graph.input([b, 3, 4], name="x")
    main.graph.raw_op("CALL_ONCE", [], [], init_subgraph_index=1)
    state = handle(main)
    before = main.op("READ_VARIABLE", state, shape=[b, 2, 4])
    both = main.op("CONCATENATION", before, x, shape=[b, 5, 4], axis=1)
    cuts = [main.vector(*cut) for cut in ((0, 3, 0), (0, 5, 0), (1, 1, 1))]
    rows = main.op("STRIDED_SLICE", both, *cuts, shape=[b, 2, 4], begin_mask=5, end_mask=5)
    assign(main, state, rows)
    main.graph.output(both)
    zeros = once.zeros(b, 2, 4) if start is None else once.graph.const(np.asarray(start(b), F))
    if filled:
        zeros = once.op("FILL", once.vector(b, 2, 4), once.number(0.0), shape=[b, 2, 4])
    assign(once, handle(once), zeros)
    return bytes(model.finish())


def summed(b: int, *, mean: bool = False) -> bytes:
    """A state [B,4] that ``x`` [B,4] is added to; or [1,4], the mean over the batch."""
    rows = 1 if mean else b
    model = ModelBuilder("tflite")
    main, once = Graph(model.graph()), Graph(model.graph())
    x = main.graph.input([b, 4], name="x")
    main.graph.raw_op("CALL_ONCE", [], [], init_subgraph_index=1)
    state = handle(main)
    before = main.op("READ_VARIABLE", state, shape=[rows, 4])
    total = main.op("ADD", before, x, shape=[b, 4])
    if mean:
        total = main.op("MEAN", total, main.vector(0), shape=[1, 4], keep_dims=True)
    assign(main, state, total)
    main.graph.output(total)
    assign(once, handle(once), once.zeros(rows, 4))
    return bytes(model.finish())


@pytest.mark.parametrize("kind", ["circle", "tflite"])
@pytest.mark.parametrize("filled", [False, True])
@pytest.mark.parametrize(("old", "new"), [(1, 3), (3, 1), (2, 5)])
def test_a_state_follows_the_batch(kind: str, filled: bool, old: int, new: int) -> None:  # noqa: FBT001
    result = resize(stream(old, kind=kind, filled=filled), [[new, 3, 4]])
    assert content(result.data) == content(stream(new, kind=kind, filled=filled))


@pytest.mark.parametrize(("old", "new"), [(1, 3), (3, 1)])
def test_a_sum_over_runs_follows_the_batch(old: int, new: int) -> None:
    result = resize(summed(old), [[new, 4]])
    assert content(result.data) == content(summed(new))


def test_a_mean_over_the_batch_has_one_row() -> None:
    result = resize(summed(2, mean=True), [[3, 4]])
    assert content(result.data) == content(summed(3, mean=True))
    with pytest.raises(ResizeError, match="was 1 in every run; it would be read as 3"):
        resize(summed(1, mean=True), [[3, 4]])


def test_a_state_repeats_the_row_that_all_batches_start_with() -> None:
    rows = np.arange(8).reshape(1, 2, 4)
    result = resize(stream(2, start=lambda b: rows.repeat(b, 0)), [[3, 3, 4]])
    assert content(result.data) == content(stream(3, start=lambda b: rows.repeat(b, 0)))


def test_a_state_of_its_own_for_each_batch_is_refused() -> None:
    data = stream(2, start=lambda b: np.random.default_rng(0).random((b, 2, 4)))
    with pytest.raises(ResizeError, match="is tied to the stored size"):
        resize(data, [[3, 3, 4]])
