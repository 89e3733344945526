"""What is recorded against what inference says."""

from __future__ import annotations

import math
from collections.abc import Iterator

from circle_resizer.errors import ModelError, ResizeError
from circle_resizer.file.element_types import width
from circle_resizer.file.flatbuffer_bytes import Bytes
from circle_resizer.file.model import Model, Subgraph, Tensor
from circle_resizer.file.opened_file import Pages
from circle_resizer.inference.engine import Inference, input_values
from circle_resizer.inference.value import Shape, Value, shown
from circle_resizer.symbolic.dim import unknown

Record = tuple[Subgraph, Tensor, Value]
"""A tensor and what inference says of it."""


def computed(inference: Inference) -> Iterator[Record]:
    """The tensors that inference has gone through, without the constants."""
    for index, frame in sorted(inference.frames.items()):
        graph = inference.model.subgraphs[index]
        for tensor, value in zip(graph.tensors, frame, strict=True):
            if value is not None and not value.constant:
                yield graph, tensor, value


def check_records(inference: Inference) -> list[str]:
    """Tensors whose record is not what inference says, one line each (the proof I3)."""
    return [
        f"'{tensor.name}' is recorded as {list(tensor.shape or ())} "
        f"signature {tensor.signature}, inference says {shown(value.shape)}"
        for _, tensor, value in computed(inference)
        if not is_recorded(tensor, *record_of(value))
    ]


def inferred(model: Model) -> Inference:
    """The model as it is, inferred from the recorded shapes of its inputs."""
    inference = Inference(model)
    inference.run(input_values(model, stored_shapes(model)))
    return inference


def stale(inference: Inference) -> list[Record]:
    """Records that contradict what inference says."""
    return [each for each in computed(inference) if contradicts(each[1], each[2])]


def findings(model: Model) -> list[str]:
    """The faults of a file, one sentence each; an empty list if there are none.

    Looked at are the structure, every buffer of every tensor, the operators, and the recorded
    shapes. What keeps others from being looked at is the last finding.
    """
    found: list[str] = []
    try:
        for graph in model.subgraphs:
            found += buffers_beside(model, graph)
        records = stale(inferred(model))
    except ResizeError as error:
        return [*found, str(error)]
    return found + [
        f"subgraph {graph.index}, tensor '{tensor.name}': recorded as {list(tensor.dims)}, "
        f"its operator makes {shown(value.shape)}"
        for graph, tensor, value in records
    ]


def buffers_beside(model: Model, graph: Subgraph) -> Iterator[str]:
    """Constants whose bytes are not there, or not as many as their shape says."""
    for tensor in graph.tensors:
        try:
            size = model.buffer_span(tensor.buffer)[1]
        except ModelError as error:
            yield f"subgraph {graph.index}, tensor '{tensor.name}': {error}"
            continue
        each = width(tensor.type)
        wanted = (each or 0) * math.prod(tensor.shape or ())
        if each and size and size != wanted and not tensor.sparse:
            yield (
                f"subgraph {graph.index}, tensor '{tensor.name}': {size} bytes for shape "
                f"{list(tensor.shape or ())}, which takes {wanted}"
            )


def is_recorded(tensor: Tensor, shape: tuple[int, ...], signature: tuple[int, ...] | None) -> bool:
    """Whether the file says so already; a signature may repeat a shape without unknown sizes."""
    known = tensor.signature if tensor.signature != tensor.shape else None
    return (tensor.shape or ()) == shape and known == signature


def record_of(value: Value) -> tuple[tuple[int, ...], tuple[int, ...] | None]:
    """(shape, signature) to record: an unknown size is 1 in the shape and -1 in the signature."""
    if value.shape is None:
        return (), None
    shape = tuple(d if isinstance(d, int) else 1 for d in value.shape)
    signature = tuple(d if isinstance(d, int) else -1 for d in value.shape)
    return shape, (signature if signature != shape else None)


def contradicts(tensor: Tensor, value: Value) -> bool:
    """Whether a size the file states is not the one inference computes."""
    if value.shape is None:
        return False
    dims = tensor.dims
    if len(dims) != len(value.shape):
        return True
    pairs = zip(dims, value.shape, strict=True)
    return any(isinstance(d, int) and stated not in {-1, d} for stated, d in pairs)


def stored_shapes(model: Model) -> list[Shape]:
    """The inputs' recorded shapes, a symbol for every unknown size."""
    graph = model.subgraphs[0]
    return [
        tuple(
            d if d >= 0 else unknown(f"{graph.tensors[i].name}[{a}]")
            for a, d in enumerate(graph.tensors[i].dims)
        )
        for i in graph.inputs
    ]


def prove(data: Bytes | Pages) -> None:
    """Infer the written bytes from scratch: every record must be what inference says."""
    wrong = check_records(inferred(Model(data, passing=True)))
    if wrong:
        raise ModelError(
            "the result contradicts itself, nothing was written: " + "; ".join(wrong[:3])
        )
