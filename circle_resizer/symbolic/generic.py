"""Large numbers for symbols, one class each: what is equal at them is equal for all sizes.

Two sizes may be equal at the requested numbers by chance: a batch of 8 beside 8 channels. At a
number that nothing else in the model is made of, chance is ruled out. The number leaves the same
remainders as the requested one, so that ``2 * floor(h / 2)`` is ``h`` where ``h`` is even.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from circle_resizer.symbolic.dim import Dim, Func, Monomial, Sym, bind, product

DIVISORS = 2**10 * 3**3 * 5**2 * 7 * 11 * 13
"""What strides, blocks and windows divide by."""
PRIMES = [10_007]
"""As many as were needed so far."""
Number: TypeAlias = Callable[[Dim], "Dim | None"]


def generic_number(wanted: Dim, index: int) -> Dim:
    """A large number for a symbol with a requested number, another one for each index."""
    while len(PRIMES) <= index:
        PRIMES.append(next_prime(PRIMES[-1]))
    return wanted + DIVISORS * PRIMES[index]


def next_prime(number: int) -> int:
    """The smallest prime above an odd number."""
    number += 2
    while any(number % factor == 0 for factor in range(3, int(number**0.5) + 1, 2)):
        number += 2
    return number


def unclamped(dim: Dim, stored: Number, wanted: Number) -> Dim:
    """``dim`` with every ``min`` and ``max`` decided where file and request decide alike.

    ``min(S, 512)`` is ``S`` for a file of 10 rows and a request of 14: that the table has 512 rows
    is a bound of the request, not an equation.
    """
    if isinstance(dim, int) or not has_functions(dim):
        return dim
    total: Dim = 0
    for monomial, coefficient in dim.terms:
        total = total + coefficient * product(clamped(atom, stored, wanted) for atom in monomial)
    return total


def has_functions(dim: Sym) -> bool:
    """Whether a size is more than a polynomial."""
    return any(isinstance(atom, Func) for monomial, _ in dim.terms for atom in monomial)


def clamped(atom: str | Func, stored: Number, wanted: Number) -> Dim:
    """One factor of a size, see ``unclamped``."""
    if isinstance(atom, str):
        return Sym((((atom,), 1),))
    args = tuple(unclamped(arg, stored, wanted) for arg in atom.args)
    monomial: Monomial = (Func(atom.op, (args[0], args[1])),)
    if atom.op == "floor":
        return bind(Sym(((monomial, 1),)), {})
    picked = {pick(atom.op, args, number) for number in (stored, wanted)}
    (first, *others) = picked
    return args[first] if first is not None and not others else Sym(((monomial, 1),))


def pick(operation: str, args: tuple[Dim, ...], number: Number) -> int | None:
    """Which argument a ``min`` or ``max`` is at the given numbers; ``None`` if that is open."""
    a, b = (number(arg) for arg in args)
    if not isinstance(a, int) or not isinstance(b, int):
        return None
    return int(b < a) if operation == "min" else int(b > a)
