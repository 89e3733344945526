"""Numbers of the file that belong to ASSIGN_VARIABLE."""

from __future__ import annotations

import numpy as np
import pytest

from circle_resizer import ResizeError, resize
from tests.generalize.ops.test_loops import content
from tests.support.build import ModelBuilder
from tests.support.build_graph import GraphBuilder


def handle(graph: GraphBuilder) -> int:
    options = {"shared_name": "state", "container": ""}
    return int(graph.op("VAR_HANDLE", [], [[]], dtype="RESOURCE", **options))


def accumulated(batch: int, start: np.ndarray) -> bytes:
    """``x`` [batch,4] is added to a state that begins with ``start``."""
    model = ModelBuilder("tflite")
    main, once = model.graph(), model.graph()
    x = main.input([batch, 4], name="x")
    main.raw_op("CALL_ONCE", [], [], init_subgraph_index=1)
    state = handle(main)
    before = main.op("READ_VARIABLE", [state], [[batch, 4]])
    total = main.op("ADD", [before, x], [[batch, 4]])
    main.raw_op("ASSIGN_VARIABLE", [state, total], [])
    main.output(total)
    once.raw_op("ASSIGN_VARIABLE", [handle(once), once.const(start)], [])
    return bytes(model.finish())


@pytest.mark.parametrize(("old", "new"), [(1, 3), (3, 2)])
@pytest.mark.parametrize("row", [[0, 0, 0, 0], [1, 2, 3, 5]])
def test_rows_that_a_state_begins_with_are_repeated(old: int, new: int, row: list[int]) -> None:
    start = np.array([row], np.float32)
    data = accumulated(old, start.repeat(old, 0))
    assert content(resize(data, [[new, 4]]).data) == content(accumulated(new, start.repeat(new, 0)))


def test_a_state_that_begins_with_data_is_refused() -> None:
    start = np.random.default_rng(0).standard_normal((3, 4)).astype(np.float32)
    with pytest.raises(ResizeError, match=r"tied to the stored size .axis 0 3 -> 2"):
        resize(accumulated(3, start), [[2, 4]])
