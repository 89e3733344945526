"""What is asked: the inputs' sizes as symbols, with a stored and a wanted number for each."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from circle_resizer.dim import Dim, Sym, atoms_of, bind, factors_of, unknown
from circle_resizer.errors import InputError
from circle_resizer.model import Model, Tensor
from circle_resizer.value import Shape

MAX_SIZE = 2**31 - 1


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

    def stored(self, dim: Dim) -> int | None:
        """The number that was true in the file; ``None`` when it cannot be told."""
        if isinstance(dim, int):
            return dim
        if dim not in self._stored:
            bound = bind(dim, self.stored_of)
            self._stored[dim] = bound if isinstance(bound, int) else None
        return self._stored[dim]

    def wanted(self, dim: Dim) -> Dim:
        """The number that shall be true; still a ``Sym`` when it depends on an unknown."""
        if isinstance(dim, int):
            return dim
        found = self._wanted.get(dim)
        if found is None:
            found = self._wanted[dim] = bind(dim, self.wanted_of)
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


def requested(
    model: Model, shapes: Sequence[Sequence[int]] | Mapping[str, Sequence[int]]
) -> list[tuple[int, ...]]:
    """The wanted shape of every input of the main graph, checked."""
    graph = model.subgraphs[0]
    names = [graph.tensors[i].name for i in graph.inputs]
    if isinstance(shapes, Mapping):
        unknown_names = [n for n in shapes if n not in names]
        if unknown_names:
            raise InputError(f"no input is named '{unknown_names[0]}'; the inputs are {names}")
        asked = [shapes.get(n, d) for n, d in zip(names, model.input_shapes, strict=True)]
    else:
        asked = list(shapes)
    if len(asked) != len(names):
        raise InputError(f"Expected {len(names)} shapes but provided {len(asked)}")
    stored = model.input_shapes
    return [_checked(*each) for each in zip(names, asked, stored, strict=True)]


def _checked(name: str, shape: Sequence[int], stored: Sequence[int]) -> tuple[int, ...]:
    sizes = tuple(_whole(name, size) for size in shape)
    if sizes == tuple(stored):
        return sizes
    if len(sizes) > 8:
        raise InputError(f"input '{name}' cannot have rank {len(sizes)}, at most 8")
    for size in sizes:
        if size == 0 or size < -1 or size > MAX_SIZE:
            raise InputError(
                f"input '{name}' cannot have size {size}; a size is -1 or 1 to {MAX_SIZE}"
            )
    return sizes


def _whole(name: str, size: object) -> int:
    value = getattr(size, "value", None)
    plain = value() if callable(value) else size
    if isinstance(plain, bool) or not hasattr(plain, "__index__"):
        raise InputError(f"input '{name}' cannot have size {size!r}; a size is a whole number")
    return int(plain.__index__())


def symbolic_inputs(model: Model, wanted: Sequence[Sequence[int]], sizes: Sizes) -> list[Shape]:
    """The inputs' shapes with a symbol of its own on every axis that changes."""
    graph = model.subgraphs[0]
    shapes: list[Shape] = [
        tuple(axis_size(graph.tensors[index], axis, new, sizes) for axis in range(len(new)))
        for index, new in zip(graph.inputs, wanted, strict=True)
    ]
    first = [shape[0] for shape in shapes if shape and isinstance(shape[0], Sym)]
    batches = {sizes.wanted(size) for size in first if sizes.stored(size) == 1}
    sizes.inner -= {n for n in sizes.inner if sizes.wanted_of.get(n) in batches}
    return shapes


def axis_size(tensor: Tensor, axis: int, new: Sequence[int], sizes: Sizes) -> Dim:
    """The size of one axis: a number where it stays, else a symbol."""
    name, wanted = f"{tensor.name}[{axis}]", new[axis]
    goal = wanted if wanted >= 0 else None
    dims = tensor.dims
    sizes.asked.add(name)
    if len(dims) != len(new):  # no axis corresponds to another: nothing is known as stored
        return sizes.add(name, None, goal)
    stated, placeholder = dims[axis], (tensor.shape or ())[axis]
    if wanted >= 0 and wanted == (placeholder if stated == -1 else stated):
        return wanted
    symbol = sizes.add(name, max(placeholder, 1), goal)
    if axis > 0 and max((tensor.shape or (0,))[0], 1) == 1:
        sizes.inner.add(name)
    if stated == -1:
        sizes.dynamic |= atoms_of(symbol)
    return symbol
