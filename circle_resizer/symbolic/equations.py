"""Equations between two sizes, for one symbol."""

from __future__ import annotations

from collections.abc import Callable
from operator import eq

from circle_resizer.symbolic.dim import Dim, Sym, atoms_of, unknown


def solved_for(
    name: str, left: Dim, right: Dim, same: Callable[[Dim, Dim], bool] = eq
) -> Dim | None:
    """The value of symbol ``name`` for which ``left == right``: 4 for 2*n + 1 and 9.

    The symbol must stand in ``left`` outside of all operations. ``same`` compares a quotient times
    its divisor with the dividend: n / 2 * 2 is n for even n.
    """
    if isinstance(left, int):
        return None
    factor = coefficient_of(name, left)
    if factor is None or factor == 0:
        return None
    rest = left - factor * unknown(name)
    answer = (right - rest) // factor
    return answer if same(answer * factor, right - rest) else None


def coefficient_of(name: str, dim: Sym) -> Dim | None:
    """The factor of a symbol: 6*m in 6*m*n + 1, 0 if it is not there.

    ``None`` if the symbol is squared, or stands inside of an operation.
    """
    factor: Dim = 0
    for monomial, coefficient in dim.terms:
        direct = [atom for atom in monomial if atom == name]
        nested = any(name in atoms_of(Sym((((atom,), 1),))) for atom in monomial if atom != name)
        if nested or len(direct) > 1:
            return None
        if direct:
            others = list(monomial)
            others.remove(name)
            own: Dim = Sym(((tuple(others), coefficient),)) if others else coefficient
            factor = factor + own
    return factor


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
