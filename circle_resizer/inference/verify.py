"""What is recorded against what inference says."""

from __future__ import annotations

from circle_resizer.errors import ModelError
from circle_resizer.file.flatbuffer_bytes import Bytes
from circle_resizer.file.model import Model, Tensor
from circle_resizer.file.opened_file import Pages
from circle_resizer.inference.engine import Inference, input_values
from circle_resizer.inference.value import Shape, Value, shown
from circle_resizer.symbolic.dim import unknown


def check_records(inference: Inference) -> list[str]:
    """Tensors whose record is not what inference says, one line each (the proof I3)."""
    wrong = []
    for index, frame in sorted(inference.frames.items()):
        for tensor, value in zip(inference.model.subgraphs[index].tensors, frame, strict=True):
            if value is None or value.constant:
                continue
            shape, signature = record_of(value)
            if not is_recorded(tensor, shape, signature):
                wrong.append(
                    f"'{tensor.name}' is recorded as {list(tensor.shape or ())} "
                    f"signature {tensor.signature}, inference says {shown(value.shape)}"
                )
    return wrong


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
    model = Model(data, passing=True)
    inference = Inference(model)
    inference.run(input_values(model, stored_shapes(model)))
    wrong = check_records(inference)
    if wrong:
        raise ModelError(
            "the result contradicts itself, nothing was written: " + "; ".join(wrong[:3])
        )
