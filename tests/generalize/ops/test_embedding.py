"""Numbers of the file that belong to EMBEDDING_LOOKUP."""

from __future__ import annotations

import numpy as np
import pytest

from circle_resizer import ResizeError, resize
from circle_resizer.file.model import Model
from tests.support.build import ModelBuilder


def looked_up(*rows: int) -> bytes:
    """Constant rows of a table that is a graph input."""
    model = ModelBuilder(kind="tflite")
    graph = model.graph()
    operands = [graph.const(np.array(rows, np.int32), name="rows"), graph.input([9, 3], name="x")]
    graph.output(graph.op("EMBEDDING_LOOKUP", operands, [[len(rows), 3]]))
    return bytes(model.finish())


def test_constant_rows_of_a_table_that_shrinks_are_refused() -> None:
    with pytest.raises(ResizeError, match=r"'rows' picks rows \[3, 8\] of axis 0, 9 -> 5"):
        resize(looked_up(8, 3, 8), [[5, 3]])
    assert Model(resize(looked_up(0, 0), [[5, 3]]).data).output_shapes == [(2, 3)]
    assert Model(resize(looked_up(8, 3, 8), [[9, 5]]).data).output_shapes == [(3, 5)]
