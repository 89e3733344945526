"""The numbers behind symbols: what they were in the file, and what they shall be."""

from __future__ import annotations

from collections.abc import Iterable

from circle_resizer.symbolic.dim import Dim, Func, Sym, atoms_of, bind, factors_of, unknown


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
        self.dynamic: set[str] = set()
        """Symbols the file itself holds as unknown, so that its constants are true for any size."""
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

    def set_wanted(self, name: str, wanted: Dim) -> None:
        """Give a symbol another wanted number."""
        if self.wanted_of.get(name) != wanted:
            self.wanted_of[name] = wanted
            self._wanted.clear()
            self._wanted_parts.clear()

    def stored(self, dim: Dim) -> int | None:
        """The number that was true in the file; ``None`` when it cannot be told."""
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

    def changes(self, dim: Dim) -> bool:
        """Whether the wanted number is, or may be, another than the stored one."""
        return not isinstance(dim, int) and self.stored(dim) != self.wanted(dim)

    def moves(self, dim: Dim) -> bool:
        """Whether ``dim`` or a factor of it changes: 4 x 6 that becomes 6 x 4 is another 24."""
        return self.changes(dim) or any(map(self.changes, factors_of(dim)))

    def joined_ghosts(self, dim: Dim) -> list[Dim]:
        """Factors that were 1 and change, where they were merged with others that were not."""
        factors = [f for f in factors_of(dim) if f != 1]
        ghosts = [f for f in factors if self.stored(f) == 1 and self.changes(f)]
        return ghosts if len(ghosts) < len(factors) else []

    def is_inner(self, dim: Dim) -> bool:
        """Whether an axis that was 1 cannot be a batch, because it stood behind one."""
        return atoms_of(dim) <= self.inner

    def is_dynamic(self, dim: Dim) -> bool:
        """Whether every symbol of ``dim`` was unknown in the file already."""
        return atoms_of(dim) <= self.dynamic
