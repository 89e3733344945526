"""Sizes of one axis: a plain ``int``, or a ``Sym`` when it depends on something that changes.

Rules compute with ``+ - * //`` and the helpers below and never ask which of the two they hold.
All sizes are assumed to be >= 0, and an unknown one that divides is assumed not to be 0.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import reduce
from typing import TypeAlias

from circle_resizer.symbolic.bounds import MANY, few, light, short
from circle_resizer.symbolic.monomials import divided, in_order


class Func:
    """An operation that has no polynomial form: ``floor(a/b)``, ``min(a, b)``, ``max(a, b)``.

    ``weight`` counts its operations and unknowns, ``is_nonnegative`` is true only if that is sure.
    """

    __slots__ = ("_hash", "_text", "args", "is_nonnegative", "names", "op", "weight")

    def __init__(self, op: str, args: tuple[Dim, Dim]) -> None:
        self.op, self.args = op, args
        a, b = args
        self.weight = light(1 + weight(a) + weight(b))
        self._text = short(f"floor(({a})/({b}))" if op == "floor" else f"{op}({a}, {b})")
        self._hash = hash(self._text)
        self.names = frozenset(atoms_of(a) | atoms_of(b))
        proofs = _nonnegative(a), _nonnegative(b)
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
        return self if other == 0 else _sum([*_terms(self), *_terms(other)])

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
        return _sum((in_order((*m, *n)), a * b) for m, a in _terms(self) for n, b in _terms(other))

    def __floordiv__(self, other: Dim) -> Dim:
        if not isinstance(other, (int, Sym)):
            return NotImplemented
        return _floordiv(self, other)

    def __mod__(self, other: Dim) -> Dim:
        if not isinstance(other, (int, Sym)):
            return NotImplemented
        return self - _floordiv(self, other) * other

    __radd__, __rmul__ = __add__, __mul__

    def __neg__(self) -> Dim:
        return -1 * self

    def __rsub__(self, other: Dim) -> Dim:
        return -1 * self + other

    def __rfloordiv__(self, other: Dim) -> Dim:
        return _floordiv(other, self)

    def __rmod__(self, other: Dim) -> Dim:
        return other - _floordiv(other, self) * self

    def __str__(self) -> str:
        return " + ".join(
            "*".join(([str(c)] if c != 1 or not m else []) + [str(a) for a in m])
            for m, c in self.terms
        ).replace("+ -", "- ")

    __repr__ = __str__


Atom: TypeAlias = str | Func
Monomial: TypeAlias = tuple[Atom, ...]
Dim: TypeAlias = int | Sym


def unknown(name: str) -> Sym:
    """A size nothing is known about; two unknowns are the same size iff they share a name.

    A name that starts with "?" stands for a number that may be negative.
    """
    return Sym((((name,), 1),))


def smallest(a: Dim, b: Dim) -> Dim:
    """``min(a, b)``, decided as far as the unknowns allow."""
    return a if never_exceeds(a, b) else b if never_exceeds(b, a) else _call("min", a, b)


def largest(a: Dim, b: Dim) -> Dim:
    """``max(a, b)``, decided as far as the unknowns allow."""
    return b if never_exceeds(a, b) else a if never_exceeds(b, a) else _call("max", a, b)


def never_exceeds(a: Dim, b: Dim) -> bool:
    """True only if ``a <= b`` whatever the unknowns are."""
    if isinstance(a, int) and isinstance(b, int):
        return a <= b
    return _nonnegative(b - a)


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
    """Of two equal sizes the one that knows what it was merged from."""
    return b if len(factors_of(b)) > len(factors_of(a)) else a


def same_order(a: Dim, b: Dim) -> bool:
    """Whether factors that both sizes were merged from stand at the same stride in both.

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


def atoms_of(dim: Dim) -> set[str]:
    """Names of the unknowns that ``dim`` depends on."""
    if isinstance(dim, int):
        return set()
    atoms = (atom for monomial, _ in dim.terms for atom in monomial)
    return {name for a in atoms for name in ((a,) if isinstance(a, str) else a.names)}


def weight(dim: Dim) -> int:
    """How many operations and unknowns a size consists of."""
    return sum(1 if isinstance(a, str) else a.weight for m, _ in _terms(dim) for a in m)


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
        bound = {"floor": _floordiv, "min": smallest, "max": largest}[atom.op](a, b)
        if not isinstance(bound, int):
            return bound
        known[atom] = bound
    return known[atom]


def _terms(dim: Dim) -> tuple[tuple[Monomial, int], ...]:
    return dim.terms if isinstance(dim, Sym) else (((), dim),)


def _sum(terms: Iterable[tuple[Monomial, int]]) -> Dim:
    total: dict[Monomial, int] = {}
    for monomial, coefficient in terms:
        total[monomial] = total.get(monomial, 0) + coefficient
    kept = few(tuple(t for t in total.items() if t[1]))
    if len(kept) > 1:
        kept = tuple(sorted(kept, key=lambda t: (-len(t[0]), str(t))))
    if not any(m for m, _ in kept):
        return kept[0][1] if kept else 0
    return Sym(kept)


def _nonnegative(dim: Dim) -> bool:
    return all(c >= 0 and all(map(_nonnegative_atom, m)) for m, c in _terms(dim))


def _nonnegative_atom(atom: Atom) -> bool:
    return not atom.startswith("?") if isinstance(atom, str) else atom.is_nonnegative


def _call(op: str, a: Dim, b: Dim) -> Sym:
    return Sym((((Func(op, (a, b)),), 1),))


def _floordiv(a: Dim, b: Dim) -> Dim:
    """Divide term by term; whatever does not divide exactly stays under one ``floor``."""
    if isinstance(a, int) and isinstance(b, int):
        return a // b
    if b == 1:
        return a
    if a == b:
        return 1
    divisor, whole = _terms(b), list[tuple[Monomial, int]]()
    rest: list[tuple[Monomial, int]] = []
    for term in _terms(a):
        quotient = divided(term, divisor[0]) if len(divisor) == 1 else None
        if quotient is not None:
            whole.append(quotient)
        elif isinstance(b, int) and not term[0]:  # keep the constant in 0..b-1, so == stays exact
            whole.append(((), term[1] // b))
            rest.append(((), term[1] % b))
        else:
            rest.append(term)
    left = _sum(rest)
    tail = left // b if isinstance(left, int) and isinstance(b, int) else _call("floor", left, b)
    return _sum([*whole, *_terms(0 if left == 0 else tail)])
