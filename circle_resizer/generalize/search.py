"""Search for candidates that no constraint contradicts, with backtracking."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import TypeAlias

from circle_resizer.errors import refused
from circle_resizer.file.model import Model
from circle_resizer.generalize import (
    coverage,
    position_rows,
    results,
    second_exports,
    size_numbers,
    whole_maps,
)
from circle_resizer.generalize.choices import Backtrack
from circle_resizer.generalize.context import Settings
from circle_resizer.generalize.holes import Hole
from circle_resizer.generalize.hooks import GeneralizeHook, Overlay, bound
from circle_resizer.generalize.rivals import prove_entries, try_layouts
from circle_resizer.generalize.store import Store
from circle_resizer.inference.engine import Inference, input_values
from circle_resizer.inference.value import Shape

Inputs: TypeAlias = Callable[[], Sequence[Shape]]
"""Shapes of the inputs; a conflict may solve for what was left open in them."""


def decide(
    model: Model, inputs: Inputs, store: Store, settings: Settings, *, numeric: bool
) -> Inference:
    """The shapes of all tensors at the wanted sizes; the decisions are left in ``store``."""
    inference = attempt(model, inputs, store, settings, numeric=numeric)
    if store.conflicts:
        raise refused(store.causes(model.subgraphs))
    return inference


def attempt(
    model: Model, inputs: Inputs, store: Store, settings: Settings, *, numeric: bool
) -> Inference:
    """The shapes at the wanted sizes; what stands in the way is in the store."""
    return searched(model, inputs, store, settings, numeric=numeric)[1]


def searched(
    model: Model, inputs: Inputs, store: Store, settings: Settings, *, numeric: bool = False
) -> tuple[Inference, Inference]:
    """One symbolic run, then one with plain numbers unless the first has all of them."""
    symbolic = Inference(model, GeneralizeHook(store, settings), store.table)
    position, shapes, tried = -1, list[Shape](), False
    while True:
        with suppress(Backtrack):
            if position < 0:
                shapes = list(inputs())
                symbolic.run(input_values(model, shapes))
            else:
                symbolic.resume(position)
            if not store.conflicts and store.rivals and not tried:
                tried = True
                try_layouts(symbolic, store)
            end = finished(model, shapes, symbolic, store, settings, numeric=numeric)
            return symbolic, end
        position = store.search.position
        store.undo(position)


def finished(
    model: Model, shapes: Sequence[Shape], symbolic: Inference, store: Store,
    settings: Settings, *, numeric: bool,
) -> Inference:  # fmt: skip
    """Check the decisions about the whole model; the shapes at the wanted sizes."""
    for free in store.free.values():
        if not free.candidates:
            store.add_conflict(undecided(free), free.place[:2])
    size_numbers.check(symbolic, store, settings)
    position_rows.check(symbolic, store, settings)
    results.check(symbolic, store)
    coverage.check(symbolic, store)
    whole_maps.check(symbolic, store, settings)
    second_exports.check(symbolic, store)
    prove_entries(store)
    found = None if numeric or store.conflicts else bound(symbolic, store.sizes)
    if found is not None:
        return found
    numbers = Inference(model, Overlay(store, settings))
    if not store.conflicts:
        wanted = [tuple(store.sizes.wanted(d) for d in shape) for shape in shapes]
        numbers.run(input_values(model, wanted))
    return numbers


def undecided(free: Hole) -> str:
    """Two candidates, and no constraint decides."""
    ambiguity = free.ambiguity or (
        f"the constant {free.stored} lies inside an axis that changes; it may stay {free.stored} "
        "or move with the axis"
    )
    return f"{free.where}: {ambiguity}, and nothing that reads the result decides"
