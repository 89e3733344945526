"""Literals of sums."""

from __future__ import annotations

from typing import Any

import pytest

from circle_resizer.file.model import Model
from circle_resizer.loops.literal_terms import sources
from tests.support.nets import built


@pytest.mark.parametrize(("kind", "signs"), [("ADD", [1, 1]), ("SUB", [1, -1])])
def test_what_is_taken_away_counts_less(kind: str, signs: list[int]) -> None:
    model = Model.open(built(lambda g, n: g.op(kind, [g.input([n]), g.input([n])], [[n]]), 2))
    op = model.main.operators[0]
    engine: Any = None  # sums do not ask it
    found = list(sources(engine, model.main, op, 1))
    assert [(k, entry, sign) for k, (_, entry), sign in found] == [
        (0, 1, signs[0]),
        (1, 1, signs[1]),
    ]
