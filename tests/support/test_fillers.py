"""Constants of a recipe have the elements that their filler says."""

from __future__ import annotations

import numpy as np
import pytest

from circle_resizer.file.model import Model
from tests.support.recipe import cook
from tests.support.test_recipe import around, constant


def elements(fields: str, dtype: str, kind: str, dims: str = "dim: 2 dim: 3") -> list[float]:
    model = Model(cook(around("", constant(fields, dtype, dims))))
    data = model.data(model.subgraphs[0].tensors[1])
    return [] if data is None else np.frombuffer(data, kind).tolist()


FILLED = [
    ("filler { tag: 'explicit' arg: '1' arg: '-2.5f' }", "FLOAT32", "<f4", [1, -2.5, 0, 0, 0, 0]),
    ("filler { tag: 'explicit' arg: '1' }", "FLOAT16", "<f2", [1, 0, 0, 0, 0, 0]),
    ("filler { tag: 'constant' arg: '7' }", "INT64", "<i8", [7] * 6),
    ("filler { tag: 'constant' arg: 'true' }", "BOOL", "?", [True] * 6),
    ("filler { tag: 'explicit' arg: ['1', '2', '3', '4', '5', '6', '7'] }", "INT8", "i1", None),
    ("filler { tag: 'explicit' arg: ['1', '-2', '3', '4', '5'] }", "INT4", "u1", [225, 67, 5]),
]


@pytest.mark.parametrize(("fields", "dtype", "kind", "values"), FILLED)
def test_fillers(fields: str, dtype: str, kind: str, values: list[float] | None) -> None:
    assert elements(fields, dtype, kind) == (values or [1, 2, 3, 4, 5, 6])


def test_no_shape_takes_as_many_elements_as_arguments() -> None:
    fields = "filler { tag: 'explicit' arg: '4' arg: '5' }"
    assert elements(fields, "INT32", "<i4", "dim: 0") == [4, 5]
    assert elements(fields, "INT32", "<i4", "") == [4]


def test_gaussian_depends_on_the_name_and_stays_in_range() -> None:
    fields = "filler { tag: 'gaussian' arg: '0' arg: '500' }"
    first, second = elements(fields, "UINT8", "u1"), elements(fields, "UINT8", "u1")
    assert first == second
    assert min(first) == 0
    assert max(first) == 255
    assert len(set(elements(fields, "FLOAT32", "<f4"))) == 6


def test_text_has_count_offsets_and_bytes() -> None:
    fields = "filler { tag: 'explicit' arg: 'Hi' arg: 'you' }"
    model = Model(cook(around("", constant(fields, "STRING", "dim: 2"))))
    expected = np.array([2, 16, 18, 21], "<i4").tobytes() + b"Hiyou"
    assert model.data(model.subgraphs[0].tensors[1]) == expected


def test_sparse_constants_keep_what_is_not_zero() -> None:
    fields = "filler { tag: 'explicit' arg: ['0', '5', '0', '6', '0', '7'] } make_sparse: true"
    assert elements(fields, "FLOAT32", "<f4") == [5, 6, 7]
    assert Model(cook(around("", constant(fields)))).subgraphs[0].tensors[1].sparse
