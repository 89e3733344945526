"""Inputs asked for with another rank: no axis corresponds to a stored one, so little is proven."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from circle_resizer.file.model import Model, Operator, Subgraph, Tensor
from circle_resizer.inference.engine import Inference
from circle_resizer.inference.value import Value, shown


def changes_rank(model: Model, wanted: Sequence[Sequence[int]]) -> bool:
    """Whether an input is to have another rank than the file says."""
    graph = model.subgraphs[0]
    inputs = [graph.tensors[i] for i in graph.inputs]
    return any(len(w) != rank_of(t, len(w)) for t, w in zip(inputs, wanted, strict=True))


def rank_of(tensor: Tensor, otherwise: int) -> int:
    """The recorded rank; an empty shape says nothing unless the file says that it does."""
    return len(tensor.shape or ()) if tensor.shape or tensor.has_rank else otherwise


def unproven(inference: Inference) -> list[str]:
    """Operators at which a tensor of another rank meets one whose sizes were meant for the old."""
    graph = inference.model.subgraphs[0]
    return [sentence for op in graph.operators for sentence in met(inference, graph, op)]


def met(inference: Inference, graph: Subgraph, op: Operator) -> Iterator[str]:
    """What one operator would broadcast or pick in another way than before, one sentence each."""
    frame = inference.frames[graph.index]
    values = [(graph.tensors[i], inference.value(graph, frame, i)) for i in op.inputs if i >= 0]
    moved = [(tensor, value) for tensor, value in values if moves(tensor, value)]
    if not moved:
        return
    tensor, value = moved[0]
    fits = goes_with if len(graph.operators) > 1 else goes_with_alone
    for own, other in values:
        if not moves(own, other) and is_wide(other) and not fits(tensor, value, other):
            yield (
                f"{place_of(graph, op)}: "
                f"'{value.name}' would be {shown(value.shape)}, of another rank than the "
                f"stored {list(tensor.shape or ())}, beside '{other.name}' "
                f"{shown(other.shape)}; ask for a shape of the stored rank"
            )


def place_of(graph: Subgraph, op: Operator) -> str:
    """An operator and its first result, for messages."""
    result = (
        f" '{graph.tensors[op.outputs[0]].name}'" if max(op.outputs[:1], default=-1) >= 0 else ""
    )
    return f"subgraph {graph.index}, operator {op.index} {op.kind}{result}"


def goes_with(tensor: Tensor, value: Value, other: Value) -> bool:
    """Whether ``other`` is broadcast to a tensor of another rank as it was to the stored one."""
    return not other.constant and (not has_rank_of(other, tensor) or is_batch_of(tensor, value))


def goes_with_alone(tensor: Tensor, value: Value, other: Value) -> bool:
    """``goes_with`` for a lone operator: only a lost axis is a conflict."""
    loses = len(tensor.shape or ()) > len(value.shape or ())
    return not (other.constant and has_rank_of(other, tensor) and loses)


def has_rank_of(value: Value, tensor: Tensor) -> bool:
    """Whether a value has the rank that the file records for a tensor."""
    return value.shape is not None and len(value.shape) == len(tensor.shape or ())


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
