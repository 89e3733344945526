"""Outcomes, grades and bytes change on purpose or not at all: see tests/zoo/pins.py."""

from __future__ import annotations

import pytest

from tests.zoo import pins
from tests.zoo.cases import RIGHT, cases, expected

NOW = {"zoo": pins.zoo, "trap": pins.trapped, "twins": pins.random_networks}


@pytest.mark.parametrize("kind", NOW)
def test_nothing_changed_unnoticed(kind: str) -> None:
    before = {p.name: p for p in pins.pinned() if p.name.split()[0] == kind}
    now = {p.name: p for p in NOW[kind]()}
    assert now.keys() == before.keys()
    changed = [f"{before[name]} -> {p}" for name, p in now.items() if p != before[name]]
    assert changed == [], "if that is meant: make bless"


def test_the_oracles_expect_what_is_pinned() -> None:
    found = {p.name: p.outcome for p in pins.pinned()}
    wanted = {f"zoo {c}": pins.WRITTEN if expected(c) == RIGHT else pins.REFUSED for c in cases()}
    assert {name: found[name] for name in wanted} == wanted
