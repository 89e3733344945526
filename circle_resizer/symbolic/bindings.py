"""The numbers behind symbols: what they were in the file, and what they shall be."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain

from circle_resizer.errors import TooLargeError
from circle_resizer.symbolic.dim import (
    Dim,
    Func,
    Sym,
    atoms_of,
    bind,
    factors_of,
    same_order,
    unknown,
)
from circle_resizer.symbolic.generic import generic_number, unclamped

MULTIPLES = 8
"""Times a size is taken, or into how many parts it is cut: a layer 4 times as wide, 8 heads."""
PLACEHOLDER = 2**61
"""Above all sizes: what stands for the stored size of an axis that was unknown."""


class Sizes:
    """The numbers behind the symbols.

    ``stored`` holds what a symbol was when the file was written, ``wanted`` what it shall be; a
    symbol that stays unknown (a wanted -1) has no wanted number.
    """

    def __init__(self) -> None:
        self.stored_of: dict[str, Dim] = {}
        self.wanted_of: dict[str, Dim] = {}
        self.asked: set[str] = set()
        """Symbols of the inputs, whose wanted numbers the user gave."""
        self.inner: set[str] = set()
        """Those behind a first axis that was 1: whatever is 1 because of them is no batch.

        One that becomes what a batch becomes may be that: the state of one layer by batch.
        """
        self.batches: set[str] = set()
        """Those of first axes that were 1."""
        self.dynamic: set[str] = set()
        """Symbols the file itself holds as unknown, so that its constants are true for any size."""
        self.stands_for: dict[str, Dim] = {}
        """Expressions of symbols that are no sizes of their own: candidates and linked inputs."""
        self._generic: dict[Sym, Dim] = {}
        self._numbers: dict[str, Dim] = {}
        self._stored: dict[Sym, int | None] = {}
        self._wanted: dict[Sym, Dim] = {}
        self._stored_parts: dict[Func, int] = {}
        self._wanted_parts: dict[Func, int] = {}
        """The numbers of operations inside sizes: what one layer makes the next goes on with."""

    def add(self, name: str, stored: int | None, wanted: Dim | None) -> Sym:
        """A new symbol."""
        if stored is not None:
            self.stored_of[name] = stored
        if wanted is not None:
            self.wanted_of[name] = wanted
        return unknown(name)

    def add_dynamic(self, name: str, wanted: Dim | None) -> Sym:
        """A new symbol of an axis that the file holds as unknown.

        The 1 that is recorded for it is a placeholder. No number of the file can be its size, so
        the stored one is a number that no file can hold.
        """
        self.dynamic.add(name)
        return self.add(name, PLACEHOLDER + len(self.dynamic), wanted)

    def set_wanted(self, name: str, wanted: Dim) -> None:
        """Give a symbol another wanted number."""
        if self.wanted_of.get(name) != wanted:
            self.wanted_of[name] = wanted
            self._wanted.clear()
            self._wanted_parts.clear()
            self._generic.clear()

    def let(self, name: str, size: Dim) -> None:
        """Say what expression a symbol stands for."""
        before = self.stands_for.pop(name, None)
        found = self.expanded(size)
        if name in atoms_of(found):
            raise TooLargeError(f"a size would be made of itself: {size}")
        self.set_wanted(name, self.wanted(size))
        self.stands_for[name] = found
        if found != before:
            self._generic.clear()

    def forget(self, name: str) -> None:
        """A symbol is a size of its own again."""
        del self.stands_for[name]
        self._generic.clear()

    def expanded(self, dim: Dim) -> Dim:
        """``dim`` with symbols replaced by what they stand for."""
        while atoms_of(dim) & self.stands_for.keys():
            dim = bind(dim, self.stands_for)
        return dim

    def generic(self, dim: Dim) -> Dim:
        """The number that ``dim`` is where every independent symbol is a large one of its own."""
        if isinstance(dim, int):
            return dim
        found = self._generic.get(dim)
        if found is None:
            whole = unclamped(self.expanded(dim), self.stored, self.wanted)
            names = atoms_of(whole)
            for name in sorted(names - self._numbers.keys() & self.wanted_of.keys()):
                self._numbers[name] = generic_number(self.wanted_of[name], len(self._numbers))
            found = self._generic[dim] = bind(whole, self._numbers)
        return found

    def same(self, a: Dim, b: Dim) -> bool:
        """Whether two sizes are equal for all sizes of the inputs, and were in the file."""
        if isinstance(a, int) and isinstance(b, int):
            return a == b
        if not same_order(a, b):
            return False
        return a == b or (
            self.wanted(a) == self.wanted(b)
            and self.stored(a) == self.stored(b)
            and self.generic(a) == self.generic(b)
        )

    def stored(self, dim: Dim) -> int | None:
        """The number at the original sizes; ``None`` if it depends on a size without one."""
        if isinstance(dim, int):
            return dim
        if dim not in self._stored:
            bound = bind(dim, self.stored_of, self._stored_parts)
            self._stored[dim] = bound if isinstance(bound, int) else None
        return self._stored[dim]

    def wanted(self, dim: Dim) -> Dim:
        """The number that shall be true; still a ``Sym`` when it depends on an unknown."""
        if isinstance(dim, int):
            return dim
        found = self._wanted.get(dim)
        if found is None:
            found = self._wanted[dim] = bind(dim, self.wanted_of, self._wanted_parts)
        return found

    def bound(self, dims: Iterable[Dim]) -> tuple[int, ...]:
        """The wanted numbers, -1 for those that stay unknown."""
        return tuple(d if isinstance(d := self.wanted(dim), int) else -1 for dim in dims)

    def wanted_product(self, dims: Iterable[Dim]) -> Dim:
        """The wanted number of elements."""
        total: Dim = 1
        for dim in dims:
            total = total * self.wanted(dim)
        return total

    def wanted_int(self, dim: Dim) -> int | None:
        """The wanted number, if it is one."""
        found = self.wanted(dim)
        return found if isinstance(found, int) else None

    def moving_numbers(self) -> set[int]:
        """Stored sizes of the inputs that change: numbers that may have leaked into data."""
        found = {self.stored_of[n] for n in self.asked if n in self.stored_of}
        return {n for n in found if isinstance(n, int)}

    def forms_of(self, number: int) -> Iterator[Dim]:
        """Expressions of the inputs' sizes that change and that a number may stand for.

        They are ``n``, and for numbers above 2 also ``n - 1``, ``n + 1``, ``2 * n - 1``, multiples
        and parts from ``2 * n`` and ``n / 2`` to ``8 * n`` and ``n / 8``, and ``n * m``, the places
        of a map.
        """
        resized = list(self._resized_inputs())
        single = (form for size, stored in resized for form in forms_of_one(size, stored, number))
        large = [size for size, stored in resized if stored > 2]
        products = (a * b for i, a in enumerate(large) for b in large[i:])
        yield from (form for form in chain(single, products) if self.stored(form) == number)

    def _resized_inputs(self) -> Iterator[tuple[Sym, int]]:
        """(symbol, original number) of the input axes that change."""
        for name in sorted(self.asked & self.stored_of.keys() - self.dynamic):
            size, stored = unknown(name), self.stored_of[name]
            if isinstance(stored, int) and self.changes(size):
                yield size, stored

    def changes(self, dim: Dim) -> bool:
        """Whether the wanted number is, or may be, another than the stored one."""
        return not isinstance(dim, int) and self.stored(dim) != self.wanted(dim)

    def moves(self, dim: Dim) -> bool:
        """Whether ``dim`` or a factor of it changes: 4 x 6 that becomes 6 x 4 is another 24."""
        return self.changes(dim) or any(map(self.changes, factors_of(dim)))

    def merged_units(self, dim: Dim) -> list[Dim]:
        """Factors that were 1 and change, where they were merged with others that were not."""
        if isinstance(dim, int) or not dim.parts:
            return []  # most sizes are no product of axes
        factors = [f for f in factors_of(dim) if self.stored(f) != 1 or self.changes(f)]
        units = [f for f in factors if self.stored(f) == 1]
        return units if len(units) < len(factors) else []

    def is_batch(self, dim: Dim) -> bool:
        """Whether an axis is the first one of an input that was 1, and nothing else."""
        return isinstance(dim, Sym) and self.stored(dim) == 1 and str(dim) in self.batches

    def is_inner(self, dim: Dim) -> bool:
        """Whether an axis that was 1 cannot be a batch, because it stood behind one."""
        return atoms_of(dim) <= self.inner

    @property
    def all_dynamic(self) -> bool:
        """Whether all that changes was unknown in the file, so that no constant can hold it."""
        return {n for n in self.asked if n in self.stored_of} <= self.dynamic

    def is_dynamic(self, dim: Dim) -> bool:
        """Whether every symbol of ``dim`` was unknown in the file already."""
        return not isinstance(dim, int) and atoms_of(dim) <= self.dynamic


def forms_of_one(size: Sym, stored: int, number: int) -> list[Dim]:
    """Forms of one size that a number may be; there are few numbers below 3 and many forms."""
    if number == stored:
        return [size]
    if stored <= 2 or number <= 2:
        return []
    found: list[Dim] = [size - 1, size + 1, 2 * size - 1]
    for times in range(2, MULTIPLES + 1):
        if number == times * stored:
            found.append(times * size)
        elif stored == times * number:
            found.append(size // times)
    return found
