"""Sizes of one axis that depend on something: polynomials over unknowns and over operations.

``(N - 1) // 2 * 8`` is the polynomial 8 * a in the operation a = floor((N - 1) / 2).
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeAlias

from circle_resizer.symbolic.bounds import few, light, short
from circle_resizer.symbolic.monomials import divided, in_order

UNDECIDED = "undecided"
"""What messages show for a size that rests on an undecided entry."""


class Func:
    """An operation that has no polynomial form: ``floor(a/b)``, ``min(a, b)``, ``max(a, b)``.

    ``weight`` counts its operations and unknowns, ``is_nonnegative`` is true only if that is sure.
    """

    __slots__ = ("_hash", "_text", "args", "is_nonnegative", "names", "op", "weight")

    def __init__(self, op: str, args: tuple[Dim, Dim]) -> None:
        self.op, self.args = op, args
        a, b = args
        self.weight = light(1 + weight(a) + weight(b))
        self._text = short(f"floor(({a!s})/({b!s}))" if op == "floor" else f"{op}({a!s}, {b!s})")
        self._hash = hash(self._text)
        self.names = frozenset(atoms_of(a) | atoms_of(b))
        proofs = never_negative(a), never_negative(b)
        self.is_nonnegative = any(proofs) if op == "max" else all(proofs)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Func) and self._text == other._text

    def __hash__(self) -> int:
        return self._hash

    def __str__(self) -> str:
        return self._text

    __repr__ = __str__


class Sym:
    """``sum(coefficient * product(atoms))`` in one canonical form, so ``==`` is exact.

    ``parts`` are the ordered factors this size was merged from, outermost first; they say how it
    may be split again and take no part in ``==``.
    """

    __slots__ = ("_hash", "parts", "terms")

    def __init__(
        self, terms: tuple[tuple[Monomial, int], ...], parts: tuple[Dim, ...] = ()
    ) -> None:
        self.terms, self.parts = terms, parts
        self._hash = 0

    def __eq__(self, other: object) -> bool:
        return self is other or (isinstance(other, Sym) and self.terms == other.terms)

    def __hash__(self) -> int:
        if not self._hash:
            self._hash = hash(self.terms)
        return self._hash

    def __add__(self, other: Dim) -> Dim:
        if not isinstance(other, (int, Sym)):
            return NotImplemented
        return self if other == 0 else added_up([*terms_of(self), *terms_of(other)])

    def __sub__(self, other: Dim) -> Dim:
        if not isinstance(other, (int, Sym)):
            return NotImplemented
        return self + -1 * other

    def __mul__(self, other: Dim) -> Dim:
        if not isinstance(other, (int, Sym)):
            return NotImplemented
        if isinstance(other, int):
            if other == 1:
                return self
            return Sym(tuple((m, c * other) for m, c in self.terms)) if other else 0
        return added_up(
            (in_order((*m, *n)), a * b) for m, a in terms_of(self) for n, b in terms_of(other)
        )

    def __floordiv__(self, other: Dim) -> Dim:
        if not isinstance(other, (int, Sym)):
            return NotImplemented
        return floor_divided(self, other)

    def __mod__(self, other: Dim) -> Dim:
        if not isinstance(other, (int, Sym)):
            return NotImplemented
        return self - floor_divided(self, other) * other

    __radd__, __rmul__ = __add__, __mul__

    def __neg__(self) -> Dim:
        return -1 * self

    def __rsub__(self, other: Dim) -> Dim:
        return -1 * self + other

    def __rfloordiv__(self, other: Dim) -> Dim:
        return floor_divided(other, self)

    def __rmod__(self, other: Dim) -> Dim:
        return other - floor_divided(other, self) * self

    def __str__(self) -> str:
        return " + ".join(
            "*".join(([str(c)] if c != 1 or not m else []) + [str(a) for a in m])
            for m, c in self.terms
        ).replace("+ -", "- ")

    __repr__ = __str__

    def __format__(self, spec: str) -> str:
        """As messages show it: ``undecided`` where it rests on an entry (``~``) nothing decides."""
        hidden = any(name.startswith("~") for name in atoms_of(self))
        return format(UNDECIDED if hidden else str(self), spec)


Atom: TypeAlias = str | Func
Monomial: TypeAlias = tuple[Atom, ...]
Term: TypeAlias = tuple[Monomial, int]
Dim: TypeAlias = int | Sym


def unknown(name: str) -> Sym:
    """A size that may be any number; two unknowns are equal if and only if their names are.

    A name that starts with "?" stands for a number that may be negative.
    """
    return Sym((((name,), 1),))


def atoms_of(dim: Dim) -> set[str]:
    """Names of the unknowns that ``dim`` depends on."""
    if isinstance(dim, int):
        return set()
    atoms = (atom for monomial, _ in dim.terms for atom in monomial)
    return {name for a in atoms for name in ((a,) if isinstance(a, str) else a.names)}


def weight(dim: Dim) -> int:
    """How many operations and unknowns a size consists of."""
    return sum(1 if isinstance(a, str) else a.weight for m, _ in terms_of(dim) for a in m)


def terms_of(dim: Dim) -> tuple[Term, ...]:
    """The terms of a size: a number is one without atoms."""
    return dim.terms if isinstance(dim, Sym) else (((), dim),)


def added_up(terms: Iterable[Term]) -> Dim:
    """The sum of terms, in canonical form."""
    total: dict[Monomial, int] = {}
    for monomial, coefficient in terms:
        total[monomial] = total.get(monomial, 0) + coefficient
    kept = few(tuple(t for t in total.items() if t[1]))
    if len(kept) > 1:
        kept = tuple(sorted(kept, key=lambda t: (-len(t[0]), str(t))))
    if not any(m for m, _ in kept):
        return kept[0][1] if kept else 0
    return Sym(kept)


def never_negative(dim: Dim) -> bool:
    """True only if ``dim`` is 0 or more whatever the unknowns are: n + 1, but not n - 1."""
    return all(c >= 0 and all(map(_atom_never_negative, m)) for m, c in terms_of(dim))


def _atom_never_negative(atom: Atom) -> bool:
    return not atom.startswith("?") if isinstance(atom, str) else atom.is_nonnegative


def call(op: str, a: Dim, b: Dim) -> Sym:
    """An operation as a size."""
    return Sym((((Func(op, (a, b)),), 1),))


def floor_divided(a: Dim, b: Dim) -> Dim:
    """Divide term by term; whatever does not divide exactly stays under one ``floor``."""
    if isinstance(a, int) and isinstance(b, int):
        return a // b
    if b == 1:
        return a
    if a == b:
        return 1
    whole, rest = _quotient(a, b)
    left = added_up(rest)
    tail = left // b if isinstance(left, int) and isinstance(b, int) else call("floor", left, b)
    return added_up([*whole, *terms_of(0 if left == 0 else tail)])


def _quotient(a: Dim, b: Dim) -> tuple[list[Term], list[Term]]:
    """(quotients of the terms that divide exactly, what remains of the others).

    The constant that remains is 0 to b - 1, so that == stays exact: for (n + 7) // 4 and
    1 + (n + 3) // 4 it is 3.
    """
    divisor, whole = terms_of(b), list[Term]()
    rest: list[Term] = []
    for term in terms_of(a):
        quotient = divided(term, divisor[0]) if len(divisor) == 1 else None
        if quotient is not None:
            whole.append(quotient)
        elif isinstance(b, int) and not term[0]:
            whole.append(((), term[1] // b))
            rest.append(((), term[1] % b))
        else:
            rest.append(term)
    return whole, rest
