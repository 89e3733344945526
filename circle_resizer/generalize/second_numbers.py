"""Numbers made from a size, 1/n or n - 1, that second exports of the network decide about."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from circle_resizer.generalize.number_forms import Number, near
from circle_resizer.generalize.store import Store
from circle_resizer.symbolic.dim import Dim
from circle_resizer.tables.compare import Array, Extension
from circle_resizer.tables.constant_results import array_at
from circle_resizer.tables.extent_forms import COUNTS, ROOTS, VARIANCE
from circle_resizer.witnesses.forms import Numbers
from circle_resizer.witnesses.witness import Witness

SLACK = 1e-6


def decided(store: Store, number: Number, sizes: Mapping[int, Dim]) -> Extension | None:
    """A constant filled with one number, at the wanted sizes: what all files hold is one form.

    ``None`` where they do not tell, or where two forms that give their numbers part.
    """
    arrays = [held(w, number) for w in store.witnesses.files]
    own = held_by_model(store, number)
    known = [a for a in (own, *arrays) if a is not None and a.size and (a == a.flat[0]).all()]
    if len(known) < 1 + len(arrays) or len({a.shape for a in known}) > 1 or not arrays:
        return None
    values = [a.flat[0].item() for a in known]
    found = list(dict.fromkeys(values_at(store, values, sizes)))
    if not found or max(found) - min(found) > SLACK * max(map(abs, found)):
        return None
    array = known[0]
    rule = f"form of a size, by {store.witnesses.label()}"
    return Extension(rule, proven=True, build=lambda: array * 0 + array.dtype.type(found[0]))


def held_by_model(store: Store, number: Number) -> Array | None:
    """The constant in the model."""
    if not store.witnesses:
        return None
    base, site = store.witnesses.files[0].base, number.site
    return array_at(base, site.graph, site.op.inputs[number.operand])


def held(witness: Witness, number: Number) -> Array | None:
    """The constant in another file."""
    found = witness.partner(number.site)
    if found is None or number.operand >= len(found[1].inputs):
        return None
    return array_at(witness.model, found[0], found[1].inputs[number.operand])


def values_at(store: Store, values: list[float], sizes: Mapping[int, Dim]) -> Iterator[float]:
    """What each form of each size that gives the numbers of all files is at the wanted sizes."""
    for size in sizes.values():
        known, wanted = store.witnesses.numbers(store.sizes, size), store.sizes.wanted(size)
        if known is None or len(set(known)) < 2 or not isinstance(wanted, int):
            continue
        if store.witnesses.tells(store.sizes, size):
            yield from formed(values, known, wanted)


def formed(values: list[float], known: Numbers, wanted: int) -> Iterator[float]:
    """Candidates for one size."""
    for form in (*COUNTS, *VARIANCE, *ROOTS):
        if wanted < 2 or min(known) < 2:
            continue
        pairs = zip(values, map(form, known), strict=True)
        if all(near(abs(value), [made], SLACK) for value, made in pairs):
            yield form(wanted) * (1 if values[0] > 0 else -1)
