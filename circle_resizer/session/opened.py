"""A model to look at: its inputs, outputs and signatures, and which axes can change."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cached_property
from itertools import islice

from circle_resizer.error_boundary import plainly
from circle_resizer.file.flatbuffer_bytes import Bytes
from circle_resizer.file.flatbuffer_reader import Table
from circle_resizer.file.model import MODEL, Model, slots
from circle_resizer.file.signatures import chosen
from circle_resizer.file.tensor import Tensor, name_of
from circle_resizer.generalize.axis_groups import AxisGroups, axis_groups, symbolic_outputs
from circle_resizer.generalize.context import Settings
from circle_resizer.schema.types import TensorType
from circle_resizer.symbolic.readable import readable

SIGNATURE, NAMED = slots("SignatureDef"), slots("TensorMap")
TYPES = {int(kind): kind.name for kind in TensorType}
MOST = 4096
"""Signatures, and names in one, that are read."""


@dataclass(frozen=True, slots=True)
class TensorInfo:
    """An input or an output; a size of -1 is known only at run time."""

    name: str
    shape: tuple[int, ...]
    type: str
    """Such as ``FLOAT32``."""


@dataclass(frozen=True, slots=True)
class Signature:
    """A named way to call the model: its own names for inputs and outputs, and their tensors."""

    name: str
    inputs: dict[str, str]
    outputs: dict[str, str]
    input_shapes: dict[str, tuple[int, ...]]
    output_shapes: dict[str, tuple[int, ...]]


@dataclass(frozen=True, slots=True)
class Axis:
    """Axes of inputs that change together, under one name."""

    name: str
    sizes: dict[tuple[str, int], str]
    """By (input, axis) the size, such as ``S`` or ``S + 1``."""
    independent: bool
    """Whether its rows do not meet anywhere, such as the images of a batch."""


@dataclass(frozen=True)
class OpenedModel:
    """What ``circle_resizer.open`` answers.

    Example: ``[axis.name for axis in open("bert.circle").axes]`` is ``["B"]``.
    """

    model: Model = field(repr=False)
    inputs: tuple[TensorInfo, ...]
    outputs: tuple[TensorInfo, ...]
    signatures: tuple[Signature, ...]
    signature: str | None = None
    """The one whose graph is looked at; else it is the first graph."""
    entry: int = field(default=0, repr=False)

    @contextmanager
    def _run(self) -> Iterator[None]:
        """The model with the graph that is looked at as its entry."""
        with plainly(), self.model.lock:
            self.model.entry = self.entry
            try:
                yield
            finally:
                self.model.entry = 0

    @cached_property
    def _groups(self) -> AxisGroups:
        with self._run():
            return axis_groups(self.model, Settings())

    @property
    def axes(self) -> tuple[Axis, ...]:
        """Axes that can change, by trying; each name is one for ``resize(dims=)``."""
        names = [info.name for info in self.inputs]
        return tuple(
            Axis(
                group.name,
                {(names[k], axis): readable(size) for (k, axis), size in group.sizes.items()},
                group.independent,
            )
            for group in self._groups.groups
        )

    @property
    def fixed_axes(self) -> dict[tuple[str, int], str]:
        """By (input, axis): why an axis cannot change."""
        names = [info.name for info in self.inputs]
        return {(names[k], axis): why for (k, axis), why in self._groups.fixed.items()}

    @property
    def symbolic_inputs(self) -> list[tuple[str, ...]]:
        """Shapes of the inputs with names for the axes that can change: ``("B", "S", "64")``."""
        moving = {
            place: size for group in self._groups.groups for place, size in group.sizes.items()
        }
        return [
            tuple(readable(moving.get((k, axis), size)) for axis, size in enumerate(info.shape))
            for k, info in enumerate(self.inputs)
        ]

    @property
    def symbolic_outputs(self) -> list[tuple[str, ...]]:
        """Shapes of the outputs in these names: ``("B", "S + 1")``."""
        with self._run():
            shapes, _ = symbolic_outputs(self.model, self._groups.groups, Settings())
        return [tuple(map(readable, shape or ())) for shape in shapes]


@plainly()
def open_model(
    model: Bytes | str | os.PathLike[str], *, signature: str | None = None
) -> OpenedModel:
    """Look at a model: bytes of a circle or tflite file, or its path.

    ``signature`` names the graph to look at, which else is the first.
    """
    found = Model.open(model)
    found.is_kept = True
    entry = 0 if signature is None else chosen(found, [signature])[0].graph
    graph = found.subgraphs[entry]
    return OpenedModel(
        found,
        tuple(info(graph.tensors[i]) for i in graph.inputs),
        tuple(info(graph.tensors[i]) for i in graph.outputs),
        tuple(signatures(found)),
        signature,
        entry,
    )


def info(tensor: Tensor) -> TensorInfo:
    """Name, shape and type that the file records of a tensor."""
    return TensorInfo(tensor.name, tensor.dims, TYPES.get(tensor.type, f"type {tensor.type}"))


def signatures(model: Model) -> list[Signature]:
    """The signatures of the file."""
    tables = islice(model.root.tables(MODEL["signature_defs"]), MOST)
    found = []
    for k, table in enumerate(tables):
        name = name_of(table, SIGNATURE["signature_key"]) or f"signature {k}"
        given, made = (tensors(model, table, side) for side in ("inputs", "outputs"))
        found.append(Signature(name, names(given), names(made), dims(given), dims(made)))
    return found


def names(side: Mapping[str, Tensor]) -> dict[str, str]:
    """The names of tensors in the file."""
    return {key: tensor.name for key, tensor in side.items()}


def dims(side: Mapping[str, Tensor]) -> dict[str, tuple[int, ...]]:
    """Their recorded shapes."""
    return {key: tensor.dims for key, tensor in side.items()}


def tensors(model: Model, table: Table, side: str) -> dict[str, Tensor]:
    """The tensors of a signature by the names that it has for them."""
    number = table.integer(SIGNATURE["subgraph_index"], "uint32")
    if number >= len(model.subgraphs):
        return {}
    found = {}
    known = model.subgraphs[number].tensors
    for entry in islice(table.tables(SIGNATURE[side]), MOST):
        index = entry.integer(NAMED["tensor_index"], "uint32")
        if index < len(known):
            found[name_of(entry, NAMED["name"])] = known[index]
    return found
