"""Numbers of the file that belong to GATHER, GATHER_ND and REVERSE_SEQUENCE."""

from __future__ import annotations

import numpy as np
import pytest

from circle_resizer import ResizeError, resize
from circle_resizer.file.model import Model
from circle_resizer.generalize.evidence import Grade
from tests.support.build import ModelBuilder
from tests.support.nets import constant, constants, one


def reversed_rows(lengths: list[int]) -> bytes:
    model = ModelBuilder(kind="tflite")
    graph = model.graph()
    x = graph.input([2, 5, 3], name="x")
    operands = [x, graph.const(np.array(lengths, np.int32), name="lengths")]
    y = graph.op("REVERSE_SEQUENCE", operands, [[2, 5, 3]], seq_dim=1, batch_dim=0)
    graph.output(y)
    return bytes(model.finish())


@pytest.mark.parametrize("batch", [2, 4])
def test_lengths_that_were_all_of_the_sequence_stay_all_of_it(batch: int) -> None:
    result = resize(reversed_rows([5, 5]), [[batch, 7, 3]])
    assert constant(result.data, 0, 1) == [7] * batch
    assert [c.grade for c in result.report.changes] == [Grade.ASSUMED]


def picked(count: int = 3, *, behind: bool = True) -> bytes:
    """Rows 1, 2, .. of an axis of 5."""
    model = ModelBuilder(kind="circle")
    graph = model.graph()
    x = graph.input([5, 4], name="x")
    rows = graph.const(np.arange(1, 1 + count, dtype=np.int32), name="rows")
    y = graph.op("GATHER", [x, rows], [[count, 4]], axis=0)
    graph.output(graph.op("RELU", [y], [[count, 4]]) if behind else y)
    return bytes(model.finish())


@pytest.mark.parametrize(
    ("data", "shape", "name"),
    [(picked(), [7, 4], "rows"), (reversed_rows([5, 4]), [2, 7, 3], "lengths")],
)
def test_the_way_out_that_a_refusal_names_is_one(data: bytes, shape: list[int], name: str) -> None:
    with pytest.raises(ResizeError, match=rf"constants=\{{'{name}': ARRAY\}}"):
        resize(data, [shape])
    result = resize(data, [shape], constants={name: np.array([6, 5], np.int32)})
    assert constant(result.data, 0, 1) == [6, 5]
    assert result.report.changes[0].why == "given by the user"


def test_data_for_a_constant_that_stays_are_refused() -> None:
    data = np.array([1, 2, 3], np.int32)
    for shape in ([5, 4], [5, 6]):
        with pytest.raises(ResizeError, match="'rows' has no axis that changes"):
            resize(picked(), [shape], constants={"rows": data})


def test_a_lone_operator_keeps_its_constants_and_says_so() -> None:
    result = resize(picked(behind=False), [[7, 4]])
    assert constant(result.data, 0, 1) == [1, 2, 3]
    assert "lone operator" in str(result.report)
    with pytest.raises(ResizeError, match="strict"):
        resize(picked(behind=False), [[7, 4]], strict=True)


def picked_by(operator: str, rows: np.ndarray, **options: int) -> bytes:
    """One operator that picks many rows of a graph input."""
    model = ModelBuilder(kind="tflite")
    graph = model.graph()
    operands = [graph.input([100, 3], name="x"), graph.const(rows.astype(np.int32), name="rows")]
    graph.output(graph.op(operator, operands, [[80, 3]], **options))
    return bytes(model.finish())


@pytest.mark.parametrize("operator", ["GATHER", "GATHER_ND"])
def test_rows_that_are_gone_cannot_be_picked(operator: str) -> None:
    rows = np.arange(89, 9, -1).reshape((80,) if operator == "GATHER" else (80, 1))
    options = {"axis": 0} if operator == "GATHER" else {}
    data = picked_by(operator, rows, **options)
    with pytest.raises(ResizeError, match=r"'rows' picks rows \[.*89\] of axis 0, 100 -> 89"):
        resize(data, [[89, 3]])
    assert Model(resize(data, [[90, 3]]).data).output_shapes == [(80, 3)]
    assert Model(resize(data, [[120, 3]]).data).output_shapes == [(80, 3)]


@pytest.mark.parametrize("new", [3, 9])
def test_row_numbers_go_on_listing_a_whole_axis(new: int) -> None:
    rows = np.arange(6, dtype=np.int32)[::-1]
    data = one("GATHER", [[6, 3], rows.copy()], [6, 3], axis=0)
    assert constants(resize(data, [[new, 3]]).data)["c1"].tolist() == list(range(new))[::-1]


def test_a_grid_goes_on_covering_an_axis() -> None:
    grid = np.stack(np.meshgrid(np.arange(2), np.arange(5), indexing="ij"), -1).astype(np.int32)
    data = one("GATHER_ND", [[2, 5, 3], grid], [2, 5, 3])
    found = constants(resize(data, [[2, 7, 3]]).data)["c1"]
    assert found.shape == (2, 7, 2)
    assert found[1, :, 1].tolist() == list(range(7))


def test_coordinates_that_list_nothing_are_refused() -> None:
    data = one("GATHER_ND", [[6, 3], np.array([[1], [4]], np.int32)], [2, 3])
    with pytest.raises(ResizeError, match=r"'c1' picks rows \[1, 4\] of axis 0, 6 -> 9"):
        resize(data, [[9, 3]])
