"""Which part of each output of a resized network must be what the old network computes.

Example: images [1,32,32,3] -> [4,32,32,3] whose rows stay apart: the old network on image 2 gives
row 2 of every output. Where rows meet, as in attention over a sequence, nothing is known.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import product
from typing import Any, TypeAlias

import numpy as np

from circle_resizer.error_boundary import plainly
from circle_resizer.errors import ResizeError
from circle_resizer.file.model import Model
from circle_resizer.generalize.batch_axis import decided, expanded
from circle_resizer.generalize.context import Settings
from circle_resizer.generalize.search import searched
from circle_resizer.generalize.store import Store
from circle_resizer.inference.independent_rows import Walk
from circle_resizer.inference.request import axis_size
from circle_resizer.inference.row_states import Rows, State
from circle_resizer.inference.value import Shape
from circle_resizer.session.running import one_run
from circle_resizer.symbolic.bindings import Sizes
from circle_resizer.symbolic.dim import Dim, bind, unknown

Array: TypeAlias = "np.ndarray[Any, Any]"
Dims: TypeAlias = "tuple[int, ...]"
MOST_RUNS = 16
"""Runs of the old network; of more parts than that some are chosen, the first and last among them.
"""


@dataclass(frozen=True, slots=True)
class Moving:
    """Axes of inputs that go from one size to the same other size, under one name."""

    name: str
    old: int
    new: int
    axes: Mapping[int, int] = field(default_factory=dict)
    """The axis by input."""

    def starts(self) -> list[int]:
        """Where parts as long as the old axis begin, so that each of the new rows is in one."""
        if self.old >= self.new:
            return [0]
        return [min(start, self.new - self.old) for start in range(0, self.new, self.old)]

    def part(self, start: int) -> Array:
        """The new rows that the old network is given; a longer one is given some of them again."""
        return (start + np.arange(self.old)) % self.new


def run_sizes(old: Sequence[Dims], new: Sequence[Dims]) -> tuple[list[Dims], list[Dims]]:
    """Shapes of the inputs for a run of either; what one of them leaves open is as in the other."""
    pairs = [(a, b) if len(a) == len(b) else (a, a) for a, b in zip(old, new, strict=True)]
    swapped = [(b, a) if len(a) == len(b) else (b, b) for a, b in zip(old, new, strict=True)]
    return [*map(filled_shape, pairs)], [*map(filled_shape, swapped)]


def filled_shape(pair: tuple[Dims, Dims]) -> Dims:
    """The first shape, with sizes of the second one where it has none."""
    return tuple(filled(size, other) for size, other in zip(*pair, strict=True))


def filled(size: int, other: int) -> int:
    """A size, or another one where it is unknown, or 2."""
    return next((n for n in (size, other) if n >= 0), 2)


def moving(old: Sequence[Dims], new: Sequence[Dims]) -> list[Moving] | None:
    """What changes between two lists of shapes; ``None`` if no rows can correspond."""
    found: dict[tuple[int, int], dict[int, int]] = {}
    for k, (before, after) in enumerate(zip(old, new, strict=True)):
        if len(before) != len(after):
            return None
        for axis, pair in enumerate(zip(before, after, strict=True)):
            if pair[0] == pair[1]:
                continue
            axes = found.setdefault(pair, {})
            if k in axes:
                return None  # a square: each row meets all others
            axes[k] = axis
    return [Moving(f"rows {i}", *pair, axes) for i, (pair, axes) in enumerate(found.items())]


def states_of(
    model: Model, graph: int, shapes: Sequence[Dims], moves: Sequence[Moving]
) -> list[list[State]] | None:
    """For each move what each output of a graph has to do with it; ``None`` if that is not known.

    ``shapes`` are those of the graph's inputs: the moves may go from them or lead to them.
    """
    try:
        with one_run(model), plainly():
            model.entry = graph
            store = Store(Sizes())
            symbolic: list[list[Dim]] = [list(shape) for shape in shapes]
            for one in moves:
                add_symbol(model, one, store.sizes)
                for k, axis in one.axes.items():
                    symbolic[k][axis] = unknown(one.name)
            return walked(model, [tuple(shape) for shape in symbolic], moves, store)
    except ResizeError:
        return None


def walked(
    model: Model, inputs: Sequence[Shape], moves: Sequence[Moving], store: Store
) -> list[list[State]] | None:
    """The rows of every move at the outputs."""
    inference, _ = searched(model, lambda: list(inputs), store, Settings())
    if store.conflicts:
        return None
    whole, choices = expanded(inference, store), decided(store)
    found = []
    for one in moves:
        starts = [Rows(one.axes[k]) if k in one.axes else None for k in range(len(inputs))]
        found.append(Walk(whole, one.name, choices).graph(whole.entry, starts))
    return found


def add_symbol(model: Model, one: Moving, sizes: Sizes) -> None:
    """A symbol for a move, with what the file says of its first axis."""
    k, axis = next(iter(one.axes.items()))
    tensor = model.main.tensors[model.main.inputs[k]]
    wanted = one.new if tensor.dims[axis] == one.old else one.old
    own = Sizes()
    axis_size(tensor, axis, [*tensor.dims[:axis], wanted, *tensor.dims[axis + 1 :]], own)
    (name,) = own.asked
    for mine, theirs in ((own.asked, sizes.asked), (own.inner, sizes.inner),
                         (own.batches, sizes.batches)):  # fmt: skip
        theirs.update({one.name} if name in mine else ())
    sizes.add(one.name, tensor.dims[axis], wanted)


@dataclass(frozen=True, slots=True)
class Claim:
    """An output whose rows are known: by move where they are, or that it does not depend on it."""

    output: int
    places: Mapping[str, Rows]

    def part(self, array: Array, parts: Mapping[str, Array], moves: Sequence[Moving]) -> Array:
        """What of the new output belongs to these rows of the new inputs."""
        sizes: dict[str, Dim] = {one.name: one.new for one in moves}
        for one in moves:
            if (rows := self.places.get(one.name)) is not None:
                outer, inner = (int_of(bind(d, sizes)) for d in (rows.outer, rows.inner))
                lead, behind = array.shape[: rows.axis], array.shape[rows.axis + 1 :]
                cut = array.reshape(*lead, outer, one.new, inner, *behind)
                cut = cut.take(parts[one.name], axis=rows.axis + 1)
                array = cut.reshape(*lead, outer * one.old * inner, *behind)
            sizes[one.name] = one.old
        return array


def int_of(size: Dim) -> int:
    """A size that is a number by now."""
    if not isinstance(size, int):
        raise ResizeError(f"{size} is no number")
    return size


def claims(states: Sequence[Sequence[State]], moves: Sequence[Moving], count: int) -> list[Claim]:
    """The outputs, of ``count``, that are known for every move."""
    found = []
    for k in range(count):
        here = {one.name: each[k] for one, each in zip(moves, states, strict=True)}
        if all(state is None or isinstance(state, Rows) for state in here.values()):
            found.append(Claim(k, {n: s for n, s in here.items() if isinstance(s, Rows)}))
    return found


def parts_of(moves: Sequence[Moving]) -> list[dict[str, Array]]:
    """The parts of the new inputs that the old network is run on, by move."""
    starts = [*product(*(one.starts() for one in moves))]
    if len(starts) > MOST_RUNS:
        chosen = np.linspace(0, len(starts) - 1, MOST_RUNS).astype(int)
        starts = [starts[i] for i in chosen]
    return [
        {one.name: one.part(start) for one, start in zip(moves, each, strict=True)}
        for each in starts
    ]


def inputs_for(
    values: Sequence[Array], parts: Mapping[str, Array], moves: Sequence[Moving]
) -> Iterator[Array]:
    """Inputs of the old network: these rows of the new inputs."""
    for k, value in enumerate(values):
        found = value
        for one in moves:
            if k in one.axes:
                found = found.take(parts[one.name], axis=one.axes[k])
        yield np.ascontiguousarray(found)
