"""The inputs of a model, for whoever has to give a shape for each."""

from __future__ import annotations

from circle_resizer.error_boundary import plainly
from circle_resizer.file.model import Model, Tensor
from onelib.printable import LONGEST, clipped, printable

SHOWN = 16
"""Inputs that a sentence has room for."""


def shown(name: str) -> str:
    """A name as it is shown."""
    return printable(clipped(name))


def sizes(dims: tuple[int, ...]) -> str:
    """A shape as it is shown."""
    return clipped(str(list(dims[:LONGEST])))


def inputs_of(path: str) -> list[Tensor]:
    """The inputs of the main graph."""
    graph = Model.open(path).subgraphs[0]
    return [graph.tensors[index] for index in graph.inputs]


@plainly()
def named(path: str) -> str:
    """The same in a sentence that goes with a wrong number of shapes."""
    inputs = inputs_of(path)
    listed = [f"'{shown(t.name)}' {sizes(t.dims)}" for t in inputs[:SHOWN]]
    more = f" and {len(inputs) - SHOWN} more, see --list-inputs" if len(inputs) > SHOWN else ""
    return f"the inputs are {', '.join(listed)}{more}" if inputs else "the model has no inputs"
