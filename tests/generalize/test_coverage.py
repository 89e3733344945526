"""Slices that read an axis whole go on to do so, or the run is refused."""

from __future__ import annotations

import numpy as np
import pytest

from circle_resizer import ResizeError, resize
from tests.support.build import ModelBuilder

INTS = np.int32


def unrolled(rows: int, kind: str, operator: str) -> bytes:
    """``x[:, 0:1] + x[:, 1:2] + ..``, one slice a row."""
    model = ModelBuilder(kind=kind)
    graph = model.graph()
    x = graph.op("RELU", [graph.input([1, rows, 4], name="x")], [[1, rows, 4]], name="rows")
    total = None
    for row in range(rows):
        begin = graph.const(np.array([0, row, 0], INTS))
        last = [1, row + 1, 4] if operator == "STRIDED_SLICE" else [1, 1, 4]
        operands = [x, begin, graph.const(np.array(last, INTS))]
        if operator == "STRIDED_SLICE":
            operands.append(graph.const(np.ones(3, INTS)))
        part = graph.op(operator, operands, [[1, 1, 4]])
        total = part if total is None else graph.op("ADD", [total, part], [[1, 1, 4]])
    graph.output(total)
    return bytes(model.finish())


@pytest.mark.parametrize("kind", ["circle", "tflite"])
@pytest.mark.parametrize("operator", ["SLICE", "STRIDED_SLICE"])
@pytest.mark.parametrize("rows", [2, 3, 5])
def test_rows_read_one_by_one_are_not_left_out(rows: int, operator: str, kind: str) -> None:
    with pytest.raises(ResizeError):
        resize(unrolled(rows, kind, operator), [[1, rows + 2, 4]])


@pytest.mark.parametrize("operator", ["SLICE", "STRIDED_SLICE"])
def test_another_batch_reads_all_rows_as_before(operator: str) -> None:
    assert resize(unrolled(3, "tflite", operator), [[5, 3, 4]]).outputs_after == [(5, 1, 4)]
