"""Search for candidates that no constraint contradicts, with backtracking."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import TypeAlias

from circle_resizer.errors import refused
from circle_resizer.file.model import Model
from circle_resizer.generalize import coverage, position_rows, results, size_numbers, whole_maps
from circle_resizer.generalize.choices import Backtrack
from circle_resizer.generalize.context import Settings
from circle_resizer.generalize.holes import Free
from circle_resizer.generalize.hooks import Overlay, Repair, bound
from circle_resizer.generalize.rivals import prove_entries, try_layouts
from circle_resizer.generalize.store import Ledger
from circle_resizer.inference.engine import Inference, input_values
from circle_resizer.inference.value import Shape

Inputs: TypeAlias = Callable[[], Sequence[Shape]]
"""Shapes of the inputs; a conflict may solve for what was left open in them."""


def decide(
    model: Model, inputs: Inputs, ledger: Ledger, settings: Settings, *, numeric: bool
) -> Inference:
    """The shapes of all tensors at the wanted sizes; the decisions are left in ``ledger``."""
    inference = attempt(model, inputs, ledger, settings, numeric=numeric)
    if ledger.blockers:
        raise refused(ledger.causes(model.subgraphs))
    return inference


def attempt(
    model: Model, inputs: Inputs, ledger: Ledger, settings: Settings, *, numeric: bool
) -> Inference:
    """The shapes at the wanted sizes; what stands in the way is in the ledger."""
    return searched(model, inputs, ledger, settings, numeric=numeric)[1]


def searched(
    model: Model, inputs: Inputs, ledger: Ledger, settings: Settings, *, numeric: bool = False
) -> tuple[Inference, Inference]:
    """One symbolic run with repairs, then one with plain numbers unless it can be read off."""
    symbolic = Inference(model, Repair(ledger, settings), ledger.table)
    position, shapes, tried = -1, list[Shape](), False
    while True:
        with suppress(Backtrack):
            if position < 0:
                shapes = list(inputs())
                symbolic.run(input_values(model, shapes))
            else:
                symbolic.resume(position)
            if not ledger.blockers and ledger.rivals and not tried:
                tried = True
                try_layouts(symbolic, ledger)
            end = finished(model, shapes, symbolic, ledger, settings, numeric=numeric)
            return symbolic, end
        position = ledger.search.position
        ledger.undo(position)


def finished(
    model: Model, shapes: Sequence[Shape], symbolic: Inference, ledger: Ledger,
    settings: Settings, *, numeric: bool,
) -> Inference:  # fmt: skip
    """Check the decisions about the whole model; the shapes at the wanted sizes."""
    for free in ledger.free.values():
        if not free.choices:
            ledger.block(undecided(free))
    size_numbers.check(symbolic, ledger, settings)
    position_rows.check(symbolic, ledger, settings)
    results.check(symbolic, ledger)
    coverage.check(symbolic, ledger)
    whole_maps.check(symbolic, ledger, settings)
    prove_entries(ledger)
    found = None if numeric or ledger.blockers else bound(symbolic, ledger.sizes)
    if found is not None:
        return found
    numbers = Inference(model, Overlay(ledger, settings))
    if not ledger.blockers:
        wanted = [tuple(ledger.sizes.wanted(d) for d in shape) for shape in shapes]
        numbers.run(input_values(model, wanted))
    return numbers


def undecided(free: Free) -> str:
    """Two candidates, and no constraint decides."""
    doubt = free.doubt or (
        f"the constant {free.stored} lies inside an axis that changes; it may stay {free.stored} "
        "or move with the axis"
    )
    return f"{free.where}: {doubt}, and nothing that reads the result decides"
