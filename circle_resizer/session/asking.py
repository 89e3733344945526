"""From what is asked for to a shape of every input."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from circle_resizer.errors import InputError
from circle_resizer.file.model import Model, Tensor
from circle_resizer.file.signatures import by_tensor, chosen
from circle_resizer.generalize.axis_groups import AxisGroups, axis_groups
from circle_resizer.generalize.batch_axis import batch_axes
from circle_resizer.generalize.context import Settings
from circle_resizer.inference.request import by_name, requested
from circle_resizer.inference.value import shown
from circle_resizer.refusals import wording
from circle_resizer.request.arguments import asked_for, batch_given, dims_given
from circle_resizer.request.shape_text import Asked


@dataclass(frozen=True, slots=True)
class Request:
    """Shapes by position or by name, the batch, and sizes of axes that have a name."""

    shapes: Sequence[Asked] | Mapping[str, Asked] | None = None
    batch: int | None = None
    dims: Mapping[str, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if self.shapes is None and self.batch is None and not self.dims:
            raise InputError("nothing is asked for: neither shapes, nor a batch, nor dims")

    @property
    def by_position(self) -> bool:
        """Whether every input has a shape of its own."""
        return self.shapes is not None and not isinstance(self.shapes, Mapping)

    def used_dims(self) -> set[str]:
        """Names of sizes that stand in the shapes."""
        shapes = self.shapes.values() if isinstance(self.shapes, Mapping) else self.shapes
        return {s for shape in shapes or () for s in shape if isinstance(s, str)}


@dataclass(frozen=True, slots=True)
class Wanted:
    """A shape for every input."""

    base: list[tuple[int, ...]]
    """The shapes without the batch that is asked for beside them."""
    loose: frozenset[int]
    """Inputs that were not mentioned, and may follow the others."""
    batch: int = 1
    axes: Sequence[int] = ()
    """The axis of every input that holds the batch."""

    @property
    def shapes(self) -> list[tuple[int, ...]]:
        """The requested shapes, with the batch if one is asked for."""
        return self.with_batch(self.base)

    def with_batch(self, shapes: Sequence[tuple[int, ...]]) -> list[tuple[int, ...]]:
        """Shapes with the batch that is asked for."""
        if not self.axes:
            return list(shapes)
        return [
            (*shape[:axis], self.batch, *shape[axis + 1 :])
            for shape, axis in zip(shapes, self.axes, strict=True)
        ]


@dataclass(frozen=True, slots=True)
class Part:
    """One graph that is resized."""

    entry: int
    """Its index."""
    key: str
    """The signature that runs it, if it was asked for by that."""
    wanted: Wanted
    shapes: list[tuple[int, ...]]
    """A shape for every input."""


def requests_given(
    signature: object, shapes: object, batch: object, dims: object
) -> tuple[list[str] | None, list[Request]]:
    """The requested signatures, if any, and the request for each."""
    keys, found = asked_for(signature, shapes)
    rows, sizes = batch_given(batch), dims_given({} if dims is None else dims)
    return keys, [Request(each, rows, sizes) for each in found]


def parts_of(
    model: Model, keys: list[str] | None, requests: Sequence[Request], settings: Settings
) -> list[Part]:
    """Every graph that is asked for: the first one, or those that signatures run."""
    if keys is None:
        wanted = wanted_of(model, requests[0], settings)
        return [Part(0, "", wanted, wanted.shapes)]
    parts = []
    for signature, request in zip(chosen(model, keys), requests, strict=True):
        model.entry = signature.graph
        if isinstance(request.shapes, Mapping):
            shapes = by_tensor(model.main, signature, request.shapes)
            request = replace(request, shapes=shapes)  # noqa: PLW2901
        wanted = wanted_of(model, request, settings)
        parts.append(Part(signature.graph, signature.key, wanted, wanted.shapes))
    return parts


def with_followers(
    model: Model, part: Part, others: Mapping[str, tuple[int, ...]]
) -> tuple[Part, list[str]]:
    """The part with other inputs of these shapes, and notes on them; they must be loose."""
    graph = model.subgraphs[part.entry]
    pairs = zip(graph.inputs, part.wanted.base, strict=True)
    base = [others.get(graph.tensors[i].name, shape) for i, shape in pairs]
    notes = [f"input '{name}' follows: {shown(shape)}" for name, shape in others.items()]
    return replace(part, shapes=part.wanted.with_batch(base)), notes


def loose_tensors(model: Model, part: Part) -> list[Tensor]:
    """The inputs that nothing was asked of."""
    graph = model.subgraphs[part.entry]
    return [graph.tensors[graph.inputs[k]] for k in sorted(part.wanted.loose)]


class Draft:
    """Shapes in the making, with who asked for which size."""

    def __init__(self, model: Model, shapes: Sequence[tuple[int, ...]]) -> None:
        self.names = [model.main.tensors[i].name for i in model.main.inputs]
        self.stored = model.input_shapes
        self.shapes = [list(shape) for shape in shapes]
        self.asked: dict[tuple[int, int], str] = {}
        for k, shape in enumerate(shapes):
            changed = len(shape) != len(self.stored[k])
            for axis, size in enumerate(shape):
                if changed or size != self.stored[k][axis]:
                    self.asked[k, axis] = "its shape"

    def put(self, k: int, axis: int, size: int, who: str) -> None:
        """Set one size, unless somebody else asked for another one."""
        before = self.asked.get((k, axis))
        if axis >= len(self.shapes[k]) or (before and self.shapes[k][axis] != size):
            raise InputError(
                f"axis {axis} of input '{self.names[k]}' would have to be {size} for {who}, and "
                f"{before or 'its shape'} says {self.shapes[k]}"
            )
        self.shapes[k][axis] = size
        self.asked[k, axis] = who


def wanted_of(model: Model, request: Request, settings: Settings) -> Wanted:
    """A shape for every input, from all parts of a request."""
    shapes = {} if request.shapes is None else request.shapes
    draft = Draft(model, requested(model, shapes, request.dims))
    others = {name: n for name, n in request.dims.items() if name not in request.used_dims()}
    if others:
        groups = axis_groups(model, settings)
        for name, number in others.items():
            put_group(draft, groups, name, number)
    base, loose = [tuple(shape) for shape in draft.shapes], loose_inputs(draft, request)
    if request.batch is None:
        return Wanted(base, loose)
    axes = batch_axes(model, request.batch, settings)
    for k, axis in enumerate(axes):
        draft.put(k, axis, request.batch, f"batch {request.batch}")
    return Wanted(base, loose, request.batch, axes)


def put_group(draft: Draft, groups: AxisGroups, name: str, number: int) -> None:
    """Set all axes that move together under one name."""
    group = groups.named(name)
    if group is None:
        known = ", ".join(each.name for each in groups.groups)
        there = f"there are {known} (see {wording.axes()})" if known else "no axis can change"
        raise InputError(f"no axis of the inputs is named '{name}'; {there}")
    for (k, axis), size in group.at(number).items():
        if not isinstance(size, int) or size < 1:
            raise InputError(
                f"axis {axis} of input '{draft.names[k]}' cannot follow {name}={number}"
            )
        draft.put(k, axis, size, f"{name}={number}")


def loose_inputs(draft: Draft, request: Request) -> frozenset[int]:
    """Inputs that nothing was asked of."""
    if request.by_position:
        return frozenset()
    named = by_name(draft.names, request.shapes if isinstance(request.shapes, Mapping) else ())
    given = {k for places in named.values() for k in places} | {k for k, _ in draft.asked}
    return frozenset(range(len(draft.names))) - given
