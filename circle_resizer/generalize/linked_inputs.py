"""Inputs that have to move together: which others, and to what, when only some were asked for."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from circle_resizer.file.model import Model
from circle_resizer.generalize.context import Settings
from circle_resizer.generalize.holes import Hole
from circle_resizer.generalize.search import attempt
from circle_resizer.generalize.store import Store
from circle_resizer.inference.request import axis_size
from circle_resizer.inference.value import Shape
from circle_resizer.symbolic.bindings import Sizes

LOOSE = "size of an input"


def companions(
    model: Model, wanted: Sequence[tuple[int, ...]], settings: Settings
) -> dict[str, tuple[int, ...]]:
    """Shapes, by name, of inputs left as they were that the others need to be different.

    Every axis of theirs is taken for open, at first without those of 1, which may be broadcast; the
    consumers decide. Empty where that does not help.
    """
    found = linked(model, wanted, settings)
    return moved(model, wanted, *found) if found else {}


def linked(
    model: Model, wanted: Sequence[tuple[int, ...]], settings: Settings
) -> tuple[list[Shape], Sizes] | None:
    """The inputs' shapes with what the others have to be; ``None`` where that does not help."""
    graph = model.subgraphs[0]
    pairs = zip(graph.inputs, wanted, strict=True)
    if all(new != graph.tensors[index].dims for index, new in pairs):
        return None  # none was left as it was
    for smallest in (2, 1):
        store = Store(Sizes())
        inputs = partial(open_shapes, model, wanted, store, smallest)
        attempt(model, inputs, store, settings, numeric=False)
        if not store.conflicts:
            return inputs(), store.sizes
    return None


def open_shapes(
    model: Model, wanted: Sequence[tuple[int, ...]], store: Store, smallest: int
) -> list[Shape]:
    """The inputs' shapes, a free symbol for every axis that may have to move along."""
    graph = model.subgraphs[0]
    shapes: list[Shape] = []
    for k, (index, new) in enumerate(zip(graph.inputs, wanted, strict=True)):
        tensor = graph.tensors[index]
        if new != tensor.dims or -1 in new:
            shapes.append(tuple(axis_size(tensor, a, new, store.sizes) for a in range(len(new))))
            continue
        where = f"input '{tensor.name}'"
        shapes.append(
            tuple(
                store.entry(Hole((0, -1, k, axis), where, size, LOOSE, (size,)))
                if size >= smallest
                else size
                for axis, size in enumerate(new)
            )
        )
    return shapes


def moved(
    model: Model, wanted: Sequence[tuple[int, ...]], shapes: Sequence[Shape], sizes: Sizes
) -> dict[str, tuple[int, ...]]:
    """Which of them came out different."""
    graph = model.subgraphs[0]
    found = {}
    for index, old, shape in zip(graph.inputs, wanted, shapes, strict=True):
        new = sizes.bound(shape)
        if new != old:
            found[graph.tensors[index].name] = new
    return found
