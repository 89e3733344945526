"""What is asked: the inputs' sizes as symbols, with a stored and a wanted number for each."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from circle_resizer.errors import InputError
from circle_resizer.file.model import Model, Tensor
from circle_resizer.inference.value import Shape
from circle_resizer.symbolic.bindings import Sizes
from circle_resizer.symbolic.bounds import LARGEST
from circle_resizer.symbolic.dim import Dim, Sym


@dataclass(frozen=True, slots=True)
class Request:
    """The wanted shape of every input of one graph."""

    entry: int
    """Index of the graph."""
    wanted: list[tuple[int, ...]]
    key: str = ""
    """The signature that runs it, if it was asked for by that."""


def requested(
    model: Model, shapes: Sequence[Sequence[int]] | Mapping[str, Sequence[int]]
) -> list[tuple[int, ...]]:
    """The wanted shape of every input of the main graph, checked."""
    graph = model.main
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
        if size == 0 or size < -1 or size > LARGEST:
            raise InputError(
                f"input '{name}' cannot have size {size}; a size is -1 or 1 to {LARGEST}"
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
    graph = model.main
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
    if stated == -1:
        return sizes.add_dynamic(name, goal)
    symbol = sizes.add(name, placeholder, goal)
    if axis > 0 and max((tensor.shape or (0,))[0], 1) == 1:
        sizes.inner.add(name)
    elif axis == 0 and placeholder == 1:
        sizes.batches.add(name)
    return symbol
