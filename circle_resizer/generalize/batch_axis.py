"""The axis of every input that holds the batch: its rows must not meet anywhere in the network."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice, product
from typing import TYPE_CHECKING, Any

from circle_resizer.errors import RefusedError, refused
from circle_resizer.file.model import Model, Tensor
from circle_resizer.generalize.context import Settings
from circle_resizer.generalize.search import searched
from circle_resizer.generalize.store import Store
from circle_resizer.inference.axis_kinds import AxisKind
from circle_resizer.inference.engine import Inference
from circle_resizer.inference.independent_rows import independent_rows
from circle_resizer.inference.row_states import Decided, Mixed
from circle_resizer.inference.value import Shape, Value
from circle_resizer.symbolic.bindings import Sizes
from circle_resizer.symbolic.dim import Dim

if TYPE_CHECKING:
    import numpy.typing as npt

BATCH = "batch"
"""The symbol on the batch axis of every input."""
MOST_TRIES = 8
"""Choices of one axis for every input that are looked at."""


def batch_axes(model: Model, batch: int, settings: Settings) -> list[int]:
    """For every input the axis that holds the batch, or a refusal that says why there is none.

    The first axis is tried first. The second one is a candidate only if rows of the first are known
    to meet: a recurrent network that takes ``[steps, batch, features]``.
    """
    reason = ""
    for axes in islice(candidates(model), MOST_TRIES):
        try:
            mixed = mixing(model, axes, batch, settings)
        except RefusedError:
            if not reason:
                raise
            continue
        if mixed is None:
            return list(axes)
        reason = reason or sentence(mixed, axes[0])
        if mixed.kind is AxisKind.OPAQUE:
            break
    raise refused([f"batch {batch}: {reason or 'the inputs have no axis of one common size'}"])


def sentence(mixed: Mixed, axis: int) -> str:
    """Why an axis holds no independent rows."""
    return (
        f"the rows of axis {axis} of the inputs do not stay apart, they meet in {mixed.operator} "
        f"(its axis is {mixed.kind.value}); give the shapes of the inputs instead"
    )


def candidates(model: Model) -> Iterator[tuple[int, ...]]:
    """One of the two first axes of every input, of the same stored size for all."""
    graph = model.main
    tensors = [graph.tensors[i] for i in graph.inputs]
    for tensor in tensors:
        if not tensor.dims:
            raise RefusedError(f"batch: input '{tensor.name}' is a scalar and has no axis for it")
    for axes in product(*((0, 1) if len(t.dims) > 2 else (0,) for t in tensors)):
        if len({t.dims[axis] for t, axis in zip(tensors, axes, strict=True)}) == 1:
            yield axes


def mixing(model: Model, axes: Sequence[int], batch: int, settings: Settings) -> Mixed | None:
    """Where rows along the axes meet; ``None`` if they stay apart all the way to the outputs."""
    graph = model.main
    tensors = [graph.tensors[i] for i in graph.inputs]
    if not tensors:
        raise RefusedError("batch: the model has no inputs")
    store = Store(Sizes())
    stored = tensors[0].dims[axes[0]]
    probe = batch if batch != stored else 2 * batch + 1  # rows that stay show nothing
    size = symbol(tensors[0], axes[0], probe, store.sizes)
    shapes: list[Shape] = [
        (*t.dims[:axis], size, *t.dims[axis + 1 :]) for t, axis in zip(tensors, axes, strict=True)
    ]
    inference, _ = searched(model, lambda: shapes, store, settings)
    if store.conflicts:
        raise refused(store.conflicts)
    return independent_rows(expanded(inference, store), decided(store))[BATCH]


def symbol(tensor: Tensor, axis: int, batch: int, sizes: Sizes) -> Dim:
    """One symbol for the batch of all inputs."""
    sizes.asked.add(BATCH)
    stored = tensor.dims[axis]
    if stored < 0:
        return sizes.add_dynamic(BATCH, batch)
    if stored == 1 and axis == 0:
        sizes.batches.add(BATCH)
    return sizes.add(BATCH, stored, batch)


def decided(store: Store) -> Decided:
    """Decisions that following the rows depends on."""
    equal: dict[tuple[int, int], frozenset[int]] = {}
    for regrow in store.regrown.values():
        key = regrow.key[0], regrow.tensor
        found = equal_along(regrow.extension.build(), regrow.extents)
        equal[key] = equal.get(key, found) & found
    orders = {
        swap.key: swap.perm
        for swap in store.swaps.values()
        if swap.split is None and swap.between is None
    }
    return Decided(equal, orders)


def equal_along(array: npt.NDArray[Any], axes: Iterable[int]) -> frozenset[int]:
    """Select the axes along which all rows are equal."""
    return frozenset(a for a in axes if (array == array.take([0], axis=a)).all())


def expanded(inference: Inference, store: Store) -> Inference:
    """The symbolic run with what entries stand for in the place of their symbols."""
    found = Inference(inference.model)
    found.state = inference.state
    for index, frame in inference.frames.items():
        found.frames[index] = [value and shown_through(value, store.sizes) for value in frame]
    return found


def shown_through(value: Value, sizes: Sizes) -> Value:
    """A value whose sizes are written with the symbols of the inputs alone."""
    if value.constant or value.shape is None:
        return value
    elements = value.elements
    if elements is not None:
        elements = tuple(e if isinstance(e, float) else sizes.expanded(e) for e in elements)
    return Value(value.name, tuple(map(sizes.expanded, value.shape)), elements, value.type)
