"""Numbers of the file that belong to STABLEHLO_DYNAMIC_SLICE and STABLEHLO_GATHER."""

from __future__ import annotations

import numpy as np
import pytest

from circle_resizer import ResizeError, resize
from tests.support.build import ModelBuilder
from tests.support.nets import one


def picked(rows: int, batch: int) -> bytes:
    """Row ``i`` of [rows,batch,3], all batches of it."""
    model = ModelBuilder(kind="tflite")
    graph = model.graph()
    x, i = graph.input([rows, batch, 3], name="x"), graph.input([], "INT32", name="i")
    zero = graph.const(np.int32(0))
    sizes = {"slice_sizes": [1, batch, 3]}
    graph.output(graph.op("STABLEHLO_DYNAMIC_SLICE", [x, i, zero, zero], [sizes["slice_sizes"]],
                          **sizes))  # fmt: skip
    return bytes(model.finish())


def test_slices_as_long_as_their_axis_stay_it() -> None:
    assert resize(picked(6, 2), [[9, 5, 3], []]).outputs_after == [(1, 5, 3)]


def test_the_only_row_may_be_all_of_them() -> None:
    with pytest.raises(ResizeError, match="the only row of axis 0 is picked, which becomes 4"):
        resize(picked(1, 2), [[4, 2, 3], []])


def test_rows_that_are_gathered_are_as_long_as_before() -> None:
    rows = np.array([[1], [4]], np.int32)
    where = {
        "offset_dims": [1], "collapsed_slice_dims": [0], "start_index_map": [0],
        "index_vector_dim": 1, "slice_sizes": [1, 3],
    }  # fmt: skip
    data = one("STABLEHLO_GATHER", [[6, 3], rows], [2, 3], **where)
    assert resize(data, [[6, 5]]).outputs_after == [(2, 5)]
