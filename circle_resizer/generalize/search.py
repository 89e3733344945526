"""Readings are tried until none contradicts."""

from __future__ import annotations

from collections.abc import Sequence

from circle_resizer.errors import refused
from circle_resizer.file.model import Model
from circle_resizer.generalize import position_rows, results, size_numbers
from circle_resizer.generalize.context import Settings
from circle_resizer.generalize.holes import Free
from circle_resizer.generalize.hooks import Overlay, Repair, bound
from circle_resizer.generalize.store import Ledger, Restart
from circle_resizer.inference.engine import Inference, input_values
from circle_resizer.inference.value import Shape

MAX_RESTARTS = 400
"""Readings tried before giving up; each is one walk over the model."""


def decide(
    model: Model, shapes: Sequence[Shape], ledger: Ledger, settings: Settings, *, numeric: bool
) -> tuple[Ledger, Inference]:
    """Try readings until none contradicts; the shapes of all tensors at the wanted sizes."""
    while True:
        ledger.begin()
        try:
            inference = attempt(model, shapes, ledger, settings, numeric=numeric)
        except Restart:
            ledger.restarts += 1
            if ledger.restarts > MAX_RESTARTS:
                ledger.final = True
            continue
        if not ledger.blockers:
            return ledger, inference
        if ledger.final or not ledger.restarts:
            raise refused(ledger.blockers)
        ledger.final = True
        ledger.choices.clear()
        ledger.solved.clear()


def attempt(
    model: Model, shapes: Sequence[Shape], ledger: Ledger, settings: Settings, *, numeric: bool
) -> Inference:
    """One symbolic run with repairs, then one with plain numbers unless it can be read off."""
    symbolic = Inference(model, Repair(ledger, settings))
    symbolic.run(input_values(model, shapes))
    if ledger.revised:
        raise Restart
    for free in ledger.free.values():
        if not free.choices:
            ledger.block(undecided(free))
    size_numbers.check(symbolic, ledger, settings)
    position_rows.check(symbolic, ledger, settings)
    results.check(symbolic, ledger)
    found = None if numeric or ledger.blockers else bound(symbolic, ledger.sizes)
    if found is not None:
        return found
    numbers = Inference(model, Overlay(ledger, settings))
    if not ledger.blockers:
        wanted = [tuple(ledger.sizes.wanted(d) for d in shape) for shape in shapes]
        numbers.run(input_values(model, wanted))
    return numbers


def undecided(free: Free) -> str:
    """Two readings, and nothing decides."""
    doubt = free.doubt or (
        f"the constant {free.stored} lies inside an axis that changes; it may stay {free.stored} "
        "or move with the axis"
    )
    return f"{free.where}: {doubt}, and nothing that reads the result decides"
