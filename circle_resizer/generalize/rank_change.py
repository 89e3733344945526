"""Inputs asked for with another rank: no axis corresponds to a stored one, so little is proven."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from circle_resizer.file.model import Model, Operator, Subgraph, Tensor
from circle_resizer.inference.engine import Inference
from circle_resizer.inference.value import Value, shown


def changes_rank(model: Model, wanted: Sequence[Sequence[int]]) -> bool:
    """Whether an input is to have another rank than the file says."""
    graph = model.main
    inputs = [graph.tensors[i] for i in graph.inputs]
    return any(len(w) != rank_of(t, len(w)) for t, w in zip(inputs, wanted, strict=True))


def rank_of(tensor: Tensor, otherwise: int) -> int:
    """The recorded rank; an empty shape says nothing unless the file says that it does."""
    return len(tensor.shape or ()) if tensor.shape or tensor.has_rank else otherwise


def unproven(inference: Inference) -> list[str]:
    """Operators at which a tensor of another rank meets one whose sizes were meant for the old."""
    graph = inference.model.main
    return [sentence for op in graph.operators for sentence in met(inference, graph, op)]


def met(inference: Inference, graph: Subgraph, op: Operator) -> Iterator[str]:
    """What one operator would broadcast or pick in another way than before, one sentence each."""
    frame = inference.frames[graph.index]
    values = [(graph.tensors[i], inference.value(graph, frame, i)) for i in op.inputs if i >= 0]
    moved = [(tensor, value) for tensor, value in values if moves(tensor, value)]
    alone = len(graph.operators) == 1
    name = f" '{graph.tensors[op.outputs[0]].name}'" if op.outputs and op.outputs[0] >= 0 else ""
    for tensor, value in moved[:1]:
        rank = len(tensor.shape or ())
        for _, other in values:
            same = other.shape is not None and len(other.shape) == rank
            fixed = other.constant or (same and not is_batch_of(tensor, value))
            if alone:  # nothing but the request says what is meant, short of an axis that is lost
                fixed = other.constant and same and rank > len(value.shape or ())
            if other not in [v for _, v in moved] and fixed and is_wide(other):
                yield (
                    f"subgraph {graph.index}, operator {op.index} {op.kind}{name}: "
                    f"'{value.name}' would be {shown(value.shape)}, of another rank than the "
                    f"stored {list(tensor.shape or ())}, beside '{other.name}' "
                    f"{shown(other.shape)}; ask for a shape of the stored rank"
                )


def is_batch_of(tensor: Tensor, value: Value) -> bool:
    """Whether axes were only added in front, so that all goes on for each of the new rows."""
    stored = tensor.shape or ()
    return bool(stored) and value.shape is not None and value.shape[-len(stored) :] == stored


def moves(tensor: Tensor, value: Value) -> bool:
    """Whether a computed tensor has another rank than before."""
    if value.constant or value.shape is None:
        return False
    return len(value.shape) != rank_of(tensor, len(value.shape))


def is_wide(value: Value) -> bool:
    """Whether a tensor has an axis that must fit another."""
    return value.shape is None or any(size != 1 for size in value.shape)
