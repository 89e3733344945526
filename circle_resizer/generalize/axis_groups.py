"""Which axes of the inputs can change, which of them move together, and why others cannot.

Every axis is tried at another size. Axes that have to follow make a group with one name: ``B`` for
independent rows, ``H`` and ``W`` for maps, else ``S``, ``T`` and so on.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain, count
from typing import TypeAlias

from circle_resizer.errors import ResizeError
from circle_resizer.file.model import Model
from circle_resizer.generalize.batch_axis import batch_axes, expanded
from circle_resizer.generalize.context import Settings
from circle_resizer.generalize.linked_inputs import linked
from circle_resizer.generalize.search import attempt, searched
from circle_resizer.generalize.store import Store
from circle_resizer.inference.request import axis_size, symbolic_inputs
from circle_resizer.inference.value import Shape
from circle_resizer.symbolic.bindings import Sizes
from circle_resizer.symbolic.bounds import LARGEST
from circle_resizer.symbolic.dim import Dim, atoms_of, bind, unknown

InputAxis: TypeAlias = "tuple[int, int]"
"""(input, axis)."""
BATCH, MAP, LETTERS = "B", ("H", "W"), "STUVXYZACDEFGIJKLMNOPQR"


@dataclass(frozen=True, slots=True)
class Group:
    """Axes of inputs that move together."""

    name: str
    sizes: Mapping[InputAxis, Dim]
    """The size of each axis, written with the name of the group."""
    independent: bool = False
    """Whether the axes hold rows that do not meet anywhere, such as the images of a batch."""

    @property
    def base(self) -> InputAxis:
        """The axis whose size the name stands for."""
        return min(place for place, size in self.sizes.items() if size == unknown(self.name))

    def at(self, number: int) -> dict[InputAxis, Dim]:
        """The sizes of all axes where the name stands for a number."""
        return {place: bind(size, {self.name: number}) for place, size in self.sizes.items()}


@dataclass(frozen=True, slots=True)
class AxisGroups:
    """What is known about the axes of all inputs."""

    groups: tuple[Group, ...]
    fixed: Mapping[InputAxis, str] = field(default_factory=dict)
    """Why an axis cannot change."""

    def named(self, name: str) -> Group | None:
        """The group of a name."""
        return next((group for group in self.groups if group.name == name), None)


def axis_groups(model: Model, settings: Settings) -> AxisGroups:
    """Try every axis of every input at another size."""
    found: list[Mapping[InputAxis, Dim]] = []
    fixed: dict[InputAxis, str] = {}
    batch = batch_group(model, settings)
    met = set(batch)
    for k, dims in enumerate(model.input_shapes):
        for axis in range(len(dims)):
            if (k, axis) in met:
                continue
            try:
                sizes = tried(model, k, axis, settings)
            except ResizeError as error:
                fixed[k, axis] = str(error).partition("\n")[0]
                continue
            met.update(sizes)
            found.append(sizes)
    named = [Group(BATCH, batch, independent=True)] if batch else []
    return AxisGroups((*named, *with_names(model, found)), fixed)


def batch_group(model: Model, settings: Settings) -> dict[InputAxis, Dim]:
    """The batch axis of every input; empty where there is none."""
    try:
        axes = batch_axes(model, other_size(model.input_shapes[0][:1]), settings)
    except (ResizeError, IndexError):
        return {}
    return {(k, axis): unknown(BATCH) for k, axis in enumerate(axes)}


def other_size(dims: Sequence[int]) -> int:
    """A size to try: twice the stored one."""
    stored = dims[0]
    return 2 * stored if 0 < stored <= LARGEST // 2 else 2


def tried(model: Model, k: int, axis: int, settings: Settings) -> dict[InputAxis, Dim]:
    """What moves along with one axis, itself included; a refusal if it cannot change."""
    wanted = list(model.input_shapes)
    dims = wanted[k]
    wanted[k] = (*dims[:axis], other_size(dims[axis:]), *dims[axis + 1 :])
    name = f"{model.main.tensors[model.main.inputs[k]].name}[{axis}]"
    sizes = Sizes()
    shapes = symbolic_inputs(model, wanted, sizes)
    store = Store(sizes)
    attempt(model, lambda: shapes, store, settings, numeric=False)
    if store.conflicts:
        found = linked(model, wanted, settings)
        if found is None:
            raise ResizeError(store.conflicts[0])
        shapes = [tuple(map(found[1].expanded, shape)) for shape in found[0]]
    return {
        (i, a): bind(size, {name: unknown(LETTERS[0])})
        for i, shape in enumerate(shapes)
        for a, size in enumerate(shape)
        if name in atoms_of(size)
    }


def with_names(model: Model, found: Sequence[Mapping[InputAxis, Dim]]) -> Iterator[Group]:
    """A name for each group."""
    maps = dict(zip(map_axes(model, found), MAP, strict=False))
    letters = chain(LETTERS, (f"S{n}" for n in count(2)))
    for sizes in found:
        here = [maps[place] for place in sizes if place in maps]
        name = here[0] if here else next(letters)
        renamed = {place: bind(d, {LETTERS[0]: unknown(name)}) for place, d in sizes.items()}
        yield Group(name, renamed)


def map_axes(model: Model, found: Sequence[Mapping[InputAxis, Dim]]) -> list[InputAxis]:
    """Two neighbouring axes of the first input of rank 4, if they and no others change."""
    for k, dims in enumerate(model.input_shapes):
        here = [sizes for sizes in found if any(i == k and a for i, a in sizes)]
        axes = sorted(chain.from_iterable(here))
        alone = len(dims) == 4 and len(here) == len(axes) == 2
        if alone and [a for _, a in axes] in ([1, 2], [2, 3]):
            return axes
    return []


def symbolic_outputs(
    model: Model, groups: Sequence[Group], settings: Settings
) -> tuple[list[Shape | None], list[Group]]:
    """Shapes of the outputs, written with names of groups, and the groups that move at once.

    Groups that cannot change together with earlier ones are left at their stored sizes.
    """
    together = list(groups)
    outputs = outputs_for(model, together, settings)
    if outputs is None:
        together = []
        for group in groups:
            more = outputs_for(model, [*together, group], settings)
            if more is not None:
                together, outputs = [*together, group], more
    return outputs or list(model.output_shapes), together


def outputs_for(
    model: Model, groups: Sequence[Group], settings: Settings
) -> list[Shape | None] | None:
    """The outputs' shapes where these groups move at once; ``None`` if they cannot."""
    store = Store(Sizes())
    for factor, group in enumerate(groups, start=2):
        add_symbol(model, group, factor, store.sizes)
    moving = {place: size for group in groups for place, size in group.sizes.items()}
    shapes: list[Shape] = [
        tuple(moving.get((k, axis), size) for axis, size in enumerate(dims))
        for k, dims in enumerate(model.input_shapes)
    ]
    try:
        inference, _ = searched(model, lambda: shapes, store, settings)
    except ResizeError:
        return None
    if store.conflicts:
        return None
    graph, inference = model.main, expanded(inference, store)
    return [
        inference.value(graph, inference.frames[inference.entry], i).shape for i in graph.outputs
    ]


def add_symbol(model: Model, group: Group, factor: int, sizes: Sizes) -> None:
    """Let a group's name stand for its stored size, and for another one of its own."""
    k, axis = group.base
    tensor = model.main.tensors[model.main.inputs[k]]
    stored = tensor.dims[axis]
    wanted = [*tensor.dims[:axis], factor * max(stored, 1), *tensor.dims[axis + 1 :]]
    own = Sizes()
    axis_size(tensor, axis, wanted, own)
    (name,) = own.asked
    for mine, theirs in ((own.asked, sizes.asked), (own.inner, sizes.inner),
                         (own.batches, sizes.batches), (own.dynamic, sizes.dynamic)):  # fmt: skip
        theirs.update({group.name} if name in mine else ())
    sizes.add(group.name, *numbers(own, name))


def numbers(sizes: Sizes, name: str) -> tuple[int | None, int | None]:
    """The stored and the wanted number of a symbol."""
    stored, wanted = sizes.stored_of.get(name), sizes.wanted_of.get(name)
    return (
        stored if isinstance(stored, int) else None,
        wanted if isinstance(wanted, int) else None,
    )
