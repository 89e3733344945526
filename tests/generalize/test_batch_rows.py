"""Columns of batch numbers."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from circle_resizer.file.model import Model
from circle_resizer.generalize.batch_rows import column_of
from circle_resizer.schema.options import ConcatenationOptions
from circle_resizer.symbolic.polynomial import unknown
from tests.support.nets import built


@pytest.mark.parametrize(
    ("axis", "shapes", "column"),
    [
        (-1, [(4, 1), (4, 1)], 1),
        (-1, [(4, 5, 2), (4, 5, 1)], 2),
        (2, [(4, 5, 2), (4, 5, 3), (4, 5, 1)], 5),
        (1, [(4, 5, 2), (4, 5, 1)], None),  # not side by side
        (-1, [(4, unknown("n")), (4, 1)], None),
        (-1, [(), ()], None),
    ],
)
def test_a_column_stands_behind_those_before(axis: int, shapes: Any, column: int | None) -> None:
    model = Model.open(
        built(lambda g, n: g.op("CONCATENATION", [g.input([n])], [[n]], axis=axis), 2)
    )
    opt = model.main.operators[0].options(ConcatenationOptions)
    ctx: Any = SimpleNamespace(site=SimpleNamespace(opt=opt), shape=shapes.__getitem__)
    assert column_of(ctx, len(shapes) - 1) == column
