"""Sizes of one axis: a plain ``int``, or a ``Sym`` when it depends on something that changes.

Rules compute with ``+ - * //`` and the helpers below and never ask which of the two they hold.
All sizes are assumed to be >= 0, and an unknown one that divides is assumed not to be 0.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import reduce

from circle_resizer.symbolic.bounds import MANY
from circle_resizer.symbolic.polynomial import (
    Atom,
    Dim,
    Func,
    Monomial,
    Sym,
    atoms_of,
    call,
    floor_divided,
    never_negative,
    unknown,
    weight,
)

__all__ = [
    "Atom", "Dim", "Func", "Monomial", "Sym", "atoms_of", "bind", "ceil_div", "differ",
    "factors_of", "largest", "merged", "never_exceeds", "product", "richer", "same_order",
    "smallest", "unknown", "weight",
]  # fmt: skip


def smallest(a: Dim, b: Dim) -> Dim:
    """``min(a, b)``, decided as far as the unknowns allow."""
    return a if never_exceeds(a, b) else b if never_exceeds(b, a) else call("min", a, b)


def largest(a: Dim, b: Dim) -> Dim:
    """``max(a, b)``, decided as far as the unknowns allow."""
    return b if never_exceeds(a, b) else a if never_exceeds(b, a) else call("max", a, b)


def never_exceeds(a: Dim, b: Dim) -> bool:
    """True only if ``a <= b`` whatever the unknowns are."""
    if isinstance(a, int) and isinstance(b, int):
        return a <= b
    return never_negative(b - a)


def ceil_div(a: Dim, b: int) -> Dim:
    """``a / b`` rounded up, for ``b > 0``."""
    return a if b == 1 else (a + (b - 1)) // b


def product(dims: Iterable[Dim]) -> Dim:
    """Number of elements; 1 for a scalar."""
    one: Dim = 1
    return reduce(lambda a, b: a * b, dims, one)


def merged(dims: Iterable[Dim]) -> Dim:
    """The product, remembering its factors in row-major order.

    A factor of 1 is remembered too: it says where an axis of 1 was beside one that grows.
    """
    total = product(factors := tuple(f for d in dims for f in factors_of(d)))
    splits = 1 < len(factors) < MANY
    return Sym(total.terms, factors) if splits and isinstance(total, Sym) else total


def factors_of(dim: Dim) -> tuple[Dim, ...]:
    """The ordered factors ``dim`` was merged from; itself if it never was."""
    return dim.parts if isinstance(dim, Sym) and dim.parts else (dim,)


def richer(a: Dim, b: Dim) -> Dim:
    """Of two equal sizes the one with more factors: of 8*n and merged [8,n] the latter."""
    return b if len(factors_of(b)) > len(factors_of(a)) else a


def same_order(a: Dim, b: Dim) -> bool:
    """Whether the common factors of two merged sizes have equal strides in both.

    Rows of ``[B,4]`` and of ``[4,B]`` are as many, but in another order.
    """
    if len(factors_of(a)) < 2 or len(factors_of(b)) < 2:
        return True
    left, right = _strides(a), _strides(b)
    return all(left[factor] == right[factor] for factor in left.keys() & right.keys())


def _strides(dim: Dim) -> dict[Dim, Dim]:
    """By symbolic factor, how many rows lie outside of it."""
    found: dict[Dim, Dim] = {}
    outer: Dim = 1
    for factor in factors_of(dim):
        if isinstance(factor, Sym):
            found[factor] = outer
        outer = outer * factor
    return found


def differ(a: Dim, b: Dim) -> bool:
    """True only if ``a`` and ``b`` can never be equal."""
    if isinstance(a, int) and isinstance(b, int):
        return a != b
    return isinstance(gap := a - b, int) and gap != 0


def bind(dim: Dim, sizes: Mapping[str, Dim], known: dict[Func, int] | None = None) -> Dim:
    """``dim`` with the named unknowns replaced; ``known`` keeps the numbers of its operations."""
    if isinstance(dim, int):
        return dim
    terms = (c * product(_bind_atom(a, sizes, known) for a in m) for m, c in dim.terms)
    bound = sum(terms, start=0)
    if isinstance(bound, Sym) and dim.parts and bound.terms != dim.terms:
        return merged(bind(part, sizes, known) for part in dim.parts)
    return Sym(bound.terms, dim.parts) if isinstance(bound, Sym) else bound


def _bind_atom(atom: Atom, sizes: Mapping[str, Dim], known: dict[Func, int] | None) -> Dim:
    if isinstance(atom, str):
        found = sizes.get(atom)
        return unknown(atom) if found is None else found
    if atom.names.isdisjoint(sizes):
        return Sym((((atom,), 1),))
    known = {} if known is None else known
    if atom not in known:
        a, b = (bind(arg, sizes, known) for arg in atom.args)
        bound = {"floor": floor_divided, "min": smallest, "max": largest}[atom.op](a, b)
        if not isinstance(bound, int):
            return bound
        known[atom] = bound
    return known[atom]
