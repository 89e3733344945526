"""Grades are earned entry by entry, at a cost that grows with the entries alone."""

from __future__ import annotations

import pytest

from circle_resizer.generalize import rivals
from circle_resizer.generalize.holes import Hole
from circle_resizer.generalize.store import Store
from circle_resizer.symbolic.bindings import Sizes
from circle_resizer.symbolic.dim import Dim


def ladder(count: int) -> Store:
    """Entries that were 4, each equal to the next, and the last to the size ``n``: 4, now 9."""
    sizes = Sizes()
    sizes.asked.add("n")
    n = sizes.add("n", 4, 9)
    store = Store(sizes)
    steps: list[Dim] = []
    for i in range(count):
        free = Hole((0, i, 1, 0), f"operator {i}", 4, "end", (n, 4))
        store.position = i
        steps.append(store.entry(free))
    for i, (a, b) in enumerate(zip(steps, [*steps[1:], n], strict=True)):
        store.equations.constraints.append((a, b, f"constraint {i}"))
    return store


@pytest.mark.parametrize("count", [1, 3, 40])
def test_an_entry_is_proven_by_what_rests_on_nothing_undecided(count: int) -> None:
    store = ladder(count)
    rivals.prove_entries(store)
    assert store.proven == {f"~0.{i}.1.0": f"constraint {i}" for i in range(count)}


def test_an_entry_equal_to_another_undecided_one_alone_stays_open() -> None:
    store = ladder(3)
    store.equations.constraints.pop()
    rivals.prove_entries(store)
    assert store.proven == {}


def test_the_cost_is_linear(monkeypatch: pytest.MonkeyPatch) -> None:
    counts, same = [], Sizes.same
    calls = 0

    def counting(sizes: Sizes, a: Dim, b: Dim) -> bool:
        nonlocal calls
        calls += 1
        return same(sizes, a, b)

    monkeypatch.setattr(Sizes, "same", counting)
    for count in (50, 200):
        store, calls = ladder(count), 0
        rivals.prove_entries(store)
        counts.append(calls / count)
    assert counts[1] <= 1.2 * counts[0]
