"""The inputs of a model, for whoever has to give a shape for each."""

from __future__ import annotations

from circle_resizer.error_boundary import plainly
from circle_resizer.file.model import Model, Tensor
from circle_resizer.schema.types import TensorType
from onelib.paths import printable

SHOWN = 16
TYPES = {int(kind): kind.name for kind in TensorType}


def inputs_of(path: str) -> list[Tensor]:
    """The inputs of the main graph."""
    graph = Model.open(path).subgraphs[0]
    return [graph.tensors[index] for index in graph.inputs]


@plainly()
def rows(path: str) -> list[list[str]]:
    """Index, name, shape and type of every input."""
    return [
        [str(i), printable(t.name), str(list(t.dims)), TYPES.get(t.type, f"type {t.type}")]
        for i, t in enumerate(inputs_of(path))
    ]


@plainly()
def named(path: str) -> str:
    """The same in a sentence that goes with a wrong number of shapes."""
    inputs = inputs_of(path)
    shown = [f"'{printable(t.name)}' {list(t.dims)}" for t in inputs[:SHOWN]]
    more = f" and {len(inputs) - SHOWN} more, see --list-inputs" if len(inputs) > SHOWN else ""
    return f"the inputs are {', '.join(shown)}{more}" if inputs else "the model has no inputs"
