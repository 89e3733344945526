"""Grades are earned: a decision is proven once every rival candidate was tried and refuted.

A rival layout of a RESHAPE is tried by going on with it for a while; whoever contradicts refutes
it. A rival expression of an entry is put into the constraints that were met; one that no longer
holds, and rests on nothing undecided, refutes it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress

from circle_resizer.generalize.choices import Backtrack, Refuted, Undecided
from circle_resizer.generalize.holes import Choice, Constraint, Hole, Key
from circle_resizer.generalize.store import Store
from circle_resizer.inference.engine import Inference
from circle_resizer.symbolic.dim import Dim, atoms_of, bind

HORIZON = 60
"""Operators for which a rival has to go without a contradiction to count as one that fits."""
MAX_JUMPS = 30
"""Other choices that a rival may take back on its way."""


def try_layouts(symbolic: Inference, store: Store) -> None:
    """Try the rival layouts of every RESHAPE of the main graph, the last one first.

    The findings of the search are void afterwards; its choices and what refuted the others stay.
    """
    places = [key for key, found in store.rivals.items() if found and key[0] == symbolic.entry]
    places.sort(key=lambda key: -store.search.places[key])
    for key in places:
        for index in store.rivals[key]:
            aside = store.search.begin()
            store.search.tried[key] = Choice(index, index + 1)
            refuter = contradiction(symbolic, store, store.search.places[key])
            store.search.resume(aside)
            if refuter:
                store.refuted.setdefault(key, {})[index] = refuter
    if places:
        first = min(store.search.places[key] for key in places)
        store.undo(first)
        symbolic.resume(first)


def contradiction(symbolic: Inference, store: Store, start: int) -> str:
    """Who contradicts the choices from an operator on; empty if nobody does."""
    end = min(start + HORIZON, len(symbolic.model.main.operators))
    store.search.floor, position = start, start
    try:
        for _ in range(MAX_JUMPS):
            store.undo(position)
            with suppress(Backtrack):
                symbolic.resume(position, end)
                break
            position = store.search.position
    except Refuted as error:
        return str(error)
    except Undecided:
        pass
    finally:
        store.undo(start)
    return ""


def prove_entries(store: Store) -> None:
    """Prove entries by refuting each rival, until no more can be proven."""
    constraints = constraints_by_entry(store)
    open_names = set(store.free) - set(store.proven)
    todo = open_names - store.witnesses.open
    while todo:
        touched: set[str] = set()
        for name in sorted(todo & open_names):
            refuters = [refuter(store, name, rival, constraints.get(name, ()), open_names)
                        for rival in rivals_of(store, store.free[name])]  # fmt: skip
            if refuters and all(refuters):
                store.proven[name] = refuters[0]
                open_names.discard(name)
                for a, b, _ in constraints.get(name, ()):
                    touched |= atoms_of(a) | atoms_of(b)
        todo = touched


def constraints_by_entry(store: Store) -> dict[str, list[Constraint]]:
    """The constraints that each entry takes part in: of thousands, an entry knows a few."""
    found: dict[str, list[Constraint]] = {}
    for constraint in store.equations.constraints:
        for name in (atoms_of(constraint[0]) | atoms_of(constraint[1])) & store.free.keys():
            found.setdefault(name, []).append(constraint)
    return found


def rivals_of(store: Store, free: Hole) -> Iterator[Dim]:
    """Candidates other than the chosen one; the number and every size it may be are among them."""
    chosen = store.sizes.stands_for.get(free.name)
    forms = store.sizes.forms_of(free.stored)
    for candidate in dict.fromkeys([*free.candidates, free.stored, *forms]):
        if chosen is None or not store.sizes.same(candidate, chosen):
            yield candidate


def refuter(
    store: Store, name: str, rival: Dim, constraints: Iterable[Constraint], undecided: set[str]
) -> str:
    """The constraint that does not hold with a rival; it rests on nothing else undecided.

    A second export that holds another number there refutes it as well.
    """
    if not store.witnesses.allow(store.sizes, name, rival):
        return store.witnesses.label()
    for a, b, where in constraints:
        names = atoms_of(a) | atoms_of(b)
        if name not in names or (names & undecided) - {name}:
            continue
        if not store.sizes.same(bind(a, {name: rival}), bind(b, {name: rival})):
            return where
    return ""


def untried(store: Store, key: Key) -> bool:
    """Whether a RESHAPE has rival layouts that nothing refuted."""
    return bool(set(store.rivals.get(key, ())) - set(store.refuted.get(key, {})))
