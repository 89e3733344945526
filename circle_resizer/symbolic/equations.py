"""Equations between two sizes, for one symbol."""

from __future__ import annotations

from collections.abc import Callable
from operator import eq

from circle_resizer.symbolic.dim import Dim, Sym, atoms_of, unknown


def solved_for(
    name: str, left: Dim, right: Dim, same: Callable[[Dim, Dim], bool] = eq
) -> Dim | None:
    """What symbol ``name`` must be so that ``left == right``; it must occur once and alone.

    ``same`` tells whether what was divided is still the same: ``n / 2 * 2`` is ``n`` for even n.
    """
    if isinstance(left, int):
        return None
    factor: Dim = 0
    for monomial, coefficient in left.terms:
        direct = [atom for atom in monomial if atom == name]
        nested = any(name in atoms_of(Sym((((atom,), 1),))) for atom in monomial if atom != name)
        if nested or len(direct) > 1:
            return None
        if direct:
            others = list(monomial)
            others.remove(name)
            factor = (
                factor + Sym(((tuple(others), coefficient),)) if others else factor + coefficient
            )
    if factor == 0:
        return None
    rest = left - factor * unknown(name)
    answer = (right - rest) // factor
    return answer if same(answer * factor, right - rest) else None


def unclamped(dim: Dim, name: str) -> Dim:
    """``dim`` with ``min(name, ..)`` and ``max(name, ..)`` taken to be ``name``."""
    if isinstance(dim, int):
        return dim
    total: Dim = 0
    for monomial, coefficient in dim.terms:
        factor: Dim = coefficient
        for atom in monomial:
            clamp = not isinstance(atom, str) and atom.op != "floor" and unknown(name) in atom.args
            factor = factor * (unknown(name) if clamp else Sym((((atom,), 1),)))
        total = total + factor
    return total
