"""The inputs of a model, for whoever has to give a shape for each."""

from __future__ import annotations

from circle_resizer.damage import plainly
from circle_resizer.model import Model, Tensor
from onelib.paths import printable

SHOWN = 16


def inputs_of(path: str) -> list[Tensor]:
    """The inputs of the main graph."""
    graph = Model.open(path).subgraphs[0]
    return [graph.tensors[index] for index in graph.inputs]


@plainly()
def named(path: str) -> str:
    """The inputs in a sentence that goes with a wrong number of shapes."""
    inputs = inputs_of(path)
    shown = [f"'{printable(t.name)}' {list(t.dims)}" for t in inputs[:SHOWN]]
    more = f" and {len(inputs) - SHOWN} more" if len(inputs) > SHOWN else ""
    return f"the inputs are {', '.join(shown)}{more}" if inputs else "the model has no inputs"
