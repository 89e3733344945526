"""What is asked of which graph, checked against the model."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from circle_resizer.arguments import Shapes
from circle_resizer.edits.check_result import check_twins
from circle_resizer.file.model import Model
from circle_resizer.file.signatures import Signature, by_tensor, chosen
from circle_resizer.inference.request import Request, requested


def requests_of(model: Model, keys: list[str] | None, shapes: Sequence[Shapes]) -> list[Request]:
    """The wanted shapes of every graph that is asked for, checked."""
    if model.file is not None:
        model.file.check()
    model.visits = model.flat.read = 0
    if keys is None:
        return [request_of(model, 0, shapes[0])]
    found = zip(chosen(model, keys), shapes, strict=True)
    return [request_of(model, one.graph, wanted, one) for one, wanted in found]


def request_of(
    model: Model, entry: int, shapes: Shapes, signature: Signature | None = None
) -> Request:
    """The same of one graph; inputs go by the names that the signature gives them as well."""
    model.entry = entry
    if signature is not None and isinstance(shapes, Mapping):
        shapes = by_tensor(model.main, signature, shapes)
    wanted = requested(model, shapes)
    check_twins(model, wanted)
    return Request(entry, wanted, signature.key if signature else "")


def is_stored(model: Model, request: Request) -> bool:
    """Whether what is asked for is so already."""
    model.entry = request.entry
    return request.wanted == model.input_shapes
