"""What is asked: the inputs' sizes as symbols, with a stored and a wanted number for each."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence

from circle_resizer.errors import InputError
from circle_resizer.file.model import Model, Tensor
from circle_resizer.inference.value import Shape
from circle_resizer.refusals import wording
from circle_resizer.request.shape_text import Asked
from circle_resizer.symbolic.bindings import Sizes
from circle_resizer.symbolic.bounds import LARGEST
from circle_resizer.symbolic.dim import Dim, Sym


def requested(
    model: Model, shapes: Sequence[Asked] | Mapping[str, Asked], dims: Mapping[str, int]
) -> list[tuple[int, ...]]:
    """The wanted shape of every input of the main graph, checked.

    A size may be ``None``, which keeps the axis, or a name of ``dims``.
    """
    graph = model.main
    names = [graph.tensors[i].name for i in graph.inputs]
    stored = model.input_shapes
    asked: list[Asked] = list(stored)
    if isinstance(shapes, Mapping):
        for name, places in by_name(names, shapes).items():
            for place in places:
                asked[place] = shapes[name]
    else:
        asked = list(shapes)
    if len(asked) != len(names):
        raise InputError(f"Expected {len(names)} shapes but provided {len(asked)}")
    return [_checked(*each, dims) for each in zip(names, asked, stored, strict=True)]


def by_name(names: Sequence[str], given: Iterable[str]) -> dict[str, list[int]]:
    """The inputs that each given name means: of that name, or else the one that ends with it.

    ``ids`` is ``tico::ids`` and ``serving_default_ids:0``, if no other input ends with it.
    """
    found: dict[str, list[int]] = {}
    for name in given:
        places = places_of(names, name)
        for other, taken in found.items():
            if taken == places:
                raise InputError(f"'{other}' and '{name}' both mean input '{names[places[0]]}'")
        found[name] = places
    return found


def places_of(names: Sequence[str], name: str) -> list[int]:
    """The inputs that one given name means, of which only one name may be."""
    places = [k for k, n in enumerate(names) if n == name]
    places = places or [k for k, n in enumerate(names) if ends_with(n, name)]
    if len({names[k] for k in places}) > 1:
        several = " and ".join(f"'{names[k]}'" for k in places)
        raise InputError(f"'{name}' may be {several}; give more of the name")
    if not places:
        raise InputError(f"no input is named '{name}'; the inputs are {list(names)}")
    return places


def ends_with(name: str, ending: str) -> bool:
    """Whether a name ends with another one, after a sign that is no letter or digit."""
    for whole in (name, re.sub(r":\d+$", "", name)):
        before = whole.removesuffix(ending)
        if ending and before != whole and before and not before[-1].isalnum():
            return True
    return False


def _checked(
    name: str, shape: Asked, stored: Sequence[int], dims: Mapping[str, int]
) -> tuple[int, ...]:
    sizes = tuple(_whole(name, axis, size, stored, dims) for axis, size in enumerate(shape))
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


def _whole(
    name: str, axis: int, size: object, stored: Sequence[int], dims: Mapping[str, int]
) -> int:
    if size is None:
        if axis >= len(stored):
            raise InputError(f"input '{name}' has no axis {axis} to keep, only {list(stored)}")
        return stored[axis]
    if isinstance(size, str):
        if size not in dims:
            raise InputError(
                f"input '{name}' has size '{size}', of which no number is given "
                f"({wording.dim(size)})"
            )
        return dims[size]
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
    note_batch(sizes, name, axis, tensor.shape or ())
    return sizes.add(name, placeholder, goal)


def note_batch(sizes: Sizes, name: str, axis: int, shape: Sequence[int]) -> None:
    """Tell axes that may be a batch, [1,..], from those behind a first axis of 1."""
    if axis == 0:
        if shape[0] == 1:
            sizes.batches.add(name)
    elif max(shape[0], 1) == 1:
        sizes.inner.add(name)
