"""A second export: its sizes, and the number it has where the model has one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from circle_resizer.errors import RefusedError
from circle_resizer.file.model import Model, Operator, Subgraph
from circle_resizer.inference.engine import Site
from circle_resizer.inference.stored_values import constant
from circle_resizer.inference.value import Shape, Value
from circle_resizer.symbolic.bindings import Sizes
from circle_resizer.symbolic.dim import Dim, Sym, atoms_of, bind
from circle_resizer.tables.constant_results import as_constant
from circle_resizer.witnesses.alignment import Alignment, aligned, foreign, input_order

CUTTING = {"SLICE", "STRIDED_SLICE"}


@dataclass(slots=True)
class Witness:
    """Another export of the model, aligned with it."""

    label: str
    model: Model
    alignment: Alignment
    numbers: dict[str, Dim] = field(default_factory=dict)
    """What the symbols of the inputs are in it."""

    @classmethod
    def of(cls, model: Model, other: Model, label: str) -> Witness:
        """Align a file with a model, or refuse it."""
        if model.kind != other.kind:
            raise foreign(label, f"it is a {other.kind} file, the model a {model.kind} file")
        return cls(label, other, aligned(model, other, label))

    def at(self, sizes: Sizes, dim: Dim) -> int | None:
        """The number of a size in this file; ``None`` where it depends on what is undecided."""
        if isinstance(dim, int):
            return dim
        found = bind(sizes.expanded(dim), self.numbers)
        return found if isinstance(found, int) else None

    def partner(self, site: Site) -> tuple[Subgraph, Operator] | None:
        """The operator of this file that is the same as ``site``, with its graph."""
        found = self.alignment.partners.get(site.key)
        return None if found is None else (self.model.subgraphs[site.graph.index], found)

    def is_loose(self, site: Site) -> bool:
        """Whether one file has an operator more just before or behind ``site``."""
        alignment = self.alignment
        return site.key in alignment.loose or site.key in alignment.crossed

    def operand(self, site: Site, k: int) -> Value | None:
        """What this file holds in the place of an operand, as far as it is a constant."""
        found = self.partner(site)
        if found is None or not 0 <= k < len(found[1].inputs) or found[1].inputs[k] < 0:
            return None
        graph, index = found[0], found[1].inputs[k]
        if index in graph.inputs or graph.tensors[index].is_variable:
            return None
        value = constant(self.model, graph, index)
        return as_constant(self.model, graph, index, value if value.constant else None) or (
            as_constant(self.model, graph, index, plain(value)) if index in graph.producers else None
        )

    def entry(self, site: Site, k: int, entry: int, stored: int) -> int | None:
        """The number of an entry of a constant; for the size of a slice where that ends."""
        value = self.operand(site, k)
        numbers = value.ints() if value is not None else None
        if numbers is None or entry >= len(numbers):
            return None
        return numbers[entry]

    def result(self, site: Site) -> tuple[int, ...] | None:
        """The recorded shape of the first result in this file, if it is static."""
        found = self.partner(site)
        if found is None or not found[1].outputs or found[1].outputs[0] < 0:
            return None
        return static(found[0].tensors[found[1].outputs[0]].dims)


def plain(value: Value) -> Value:
    """A value that an operator computes."""
    return Value(value.name, value.shape, None, value.type)


def static(dims: tuple[int, ...]) -> tuple[int, ...] | None:
    """A recorded shape, if nothing in it is unknown."""
    return None if -1 in dims else dims


def extend_inputs(
    model: Model, shapes: Sequence[Shape], sizes: Sizes, witnesses: Sequence[Witness]
) -> list[Shape]:
    """The inputs' shapes with symbols for the axes that the files differ on, too.

    A size that stays where it is, but is another in a second file, is a symbol all the same: what
    was made from it there can be told from a literal.
    """
    graph, found = model.subgraphs[0], list(shapes)
    for witness in witnesses:
        other = witness.model.subgraphs[0]
        for k, at in enumerate(input_order(graph, other)):
            tensor, dims = graph.tensors[graph.inputs[k]], other.tensors[other.inputs[at]].dims
            if len(found[k]) != len(dims):
                raise foreign(witness.label, f"input '{tensor.name}' has another rank there")
            found[k] = tuple(
                symbol(f"{tensor.name}[{axis}]", size, number, sizes, axis)
                for axis, (size, number) in enumerate(zip(found[k], dims, strict=True))
            )
    for witness in witnesses:
        set_numbers(witness, graph, found)
    return found


def symbol(name: str, size: Dim, number: int, sizes: Sizes, axis: int) -> Dim:
    """A symbol for a size that is another number in a second file."""
    if not isinstance(size, int) or number in {size, -1}:
        return size
    if axis == 0 and size == 1:
        sizes.batches.add(name)
    return sizes.add(name, size, size)


def set_numbers(witness: Witness, graph: Subgraph, shapes: Sequence[Shape]) -> None:
    """Note what the symbols are in a second file."""
    other = witness.model.subgraphs[0]
    for k, at in enumerate(input_order(graph, other)):
        dims = other.tensors[other.inputs[at]].dims
        for size, number in zip(shapes[k], dims, strict=True):
            if not isinstance(size, Sym) or number == -1:
                continue
            (name,) = atoms_of(size)
            if witness.numbers.setdefault(name, number) != number:
                raise RefusedError(f"'{witness.label}' has two sizes for '{name}'")
