"""Sizes of the inputs: which files tell of what changes, and symbols for what differs in a file."""

from __future__ import annotations

from collections.abc import Sequence

from circle_resizer.errors import RefusedError
from circle_resizer.file.model import Model, Subgraph
from circle_resizer.inference.value import Shape
from circle_resizer.symbolic.bindings import Sizes
from circle_resizer.symbolic.dim import Dim, Sym, atoms_of
from circle_resizer.witnesses.alignment import foreign, input_order
from circle_resizer.witnesses.witness import Witness


def tells(witness: Witness, model: Model, shapes: Sequence[Shape], sizes: Sizes) -> bool:
    """Whether a file has another size at an axis of the inputs that changes."""
    theirs = witness.model.input_shapes
    order = input_order(model.subgraphs[0], witness.model.subgraphs[0])
    pairs = [(shape, theirs[at]) for shape, at in zip(shapes, order, strict=True)]
    return any(len(shape) != len(dims) for shape, dims in pairs) or any(
        sizes.changes(size) and sizes.stored(size) != number
        for shape, dims in pairs
        for size, number in zip(shape, dims, strict=True)
    )


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
