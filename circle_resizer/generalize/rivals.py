"""Grades are earned: a decision is proven once every rival candidate was tried and refuted.

A rival layout of a RESHAPE is tried by going on with it for a while; whoever contradicts refutes
it. A rival expression of an entry is put into the constraints that were met; one that no longer
holds, and rests on nothing undecided, refutes it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress

from circle_resizer.generalize.choices import Backtrack, Refuted, Undecided
from circle_resizer.generalize.holes import Choice, Constraint, Free, Key
from circle_resizer.generalize.store import Ledger
from circle_resizer.inference.engine import Inference
from circle_resizer.symbolic.dim import Dim, atoms_of, bind

HORIZON = 60
"""Operators for which a rival has to go without a contradiction to count as one that fits."""
MAX_JUMPS = 30
"""Other choices that a rival may take back on its way."""


def try_layouts(symbolic: Inference, ledger: Ledger) -> None:
    """Try the rival layouts of every RESHAPE of the main graph, the last one first.

    The findings of the search are void afterwards; its choices and what refuted the others stay.
    """
    places = [key for key, found in ledger.rivals.items() if found and key[0] == 0]
    places.sort(key=lambda key: -ledger.search.places[key])
    for key in places:
        for index in ledger.rivals[key]:
            aside = ledger.search.begin()
            ledger.search.tried[key] = Choice(index, index + 1)
            refuter = contradiction(symbolic, ledger, ledger.search.places[key])
            ledger.search.resume(aside)
            if refuter:
                ledger.refuted.setdefault(key, {})[index] = refuter
    if places:
        first = min(ledger.search.places[key] for key in places)
        ledger.undo(first)
        symbolic.resume(first)


def contradiction(symbolic: Inference, ledger: Ledger, start: int) -> str:
    """Who contradicts the choices from an operator on; empty if nobody does."""
    end = min(start + HORIZON, len(symbolic.model.subgraphs[0].operators))
    ledger.search.floor, position = start, start
    try:
        for _ in range(MAX_JUMPS):
            ledger.undo(position)
            with suppress(Backtrack):
                symbolic.resume(position, end)
                break
            position = ledger.search.position
    except Refuted as error:
        return str(error)
    except Undecided:
        pass
    finally:
        ledger.undo(start)
    return ""


def prove_entries(ledger: Ledger) -> None:
    """Prove entries by refuting each rival, until no more can be proven."""
    constraints = constraints_by_entry(ledger)
    open_names = set(ledger.free) - set(ledger.proven)
    todo = open_names
    while todo:
        touched: set[str] = set()
        for name in sorted(todo & open_names):
            refuters = [refuter(ledger, name, rival, constraints.get(name, ()), open_names)
                        for rival in rivals_of(ledger, ledger.free[name])]  # fmt: skip
            if refuters and all(refuters):
                ledger.proven[name] = refuters[0]
                open_names.discard(name)
                for a, b, _ in constraints[name]:
                    touched |= atoms_of(a) | atoms_of(b)
        todo = touched


def constraints_by_entry(ledger: Ledger) -> dict[str, list[Constraint]]:
    """The constraints that each entry takes part in: of thousands, an entry knows a few."""
    found: dict[str, list[Constraint]] = {}
    for constraint in ledger.equations.constraints:
        for name in (atoms_of(constraint[0]) | atoms_of(constraint[1])) & ledger.free.keys():
            found.setdefault(name, []).append(constraint)
    return found


def rivals_of(ledger: Ledger, free: Free) -> Iterator[Dim]:
    """Candidates other than the chosen one; the number and every size it may be are among them."""
    chosen = ledger.sizes.stands_for.get(free.name)
    forms = ledger.sizes.forms_of(free.stored)
    for candidate in dict.fromkeys([*free.choices, free.stored, *forms]):
        if chosen is None or not ledger.sizes.same(candidate, chosen):
            yield candidate


def refuter(
    ledger: Ledger, name: str, rival: Dim, constraints: Iterable[Constraint], undecided: set[str]
) -> str:
    """The constraint that does not hold with a rival; it rests on nothing else undecided."""
    for a, b, where in constraints:
        names = atoms_of(a) | atoms_of(b)
        if name not in names or (names & undecided) - {name}:
            continue
        if not ledger.sizes.same(bind(a, {name: rival}), bind(b, {name: rival})):
            return where
    return ""


def untried(ledger: Ledger, key: Key) -> bool:
    """Whether a RESHAPE has rival layouts that nothing refuted."""
    return bool(set(ledger.rivals.get(key, ())) - set(ledger.refuted.get(key, {})))
