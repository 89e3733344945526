"""What the file says about a tensor, as values: constants, records, small contents."""

from __future__ import annotations

import struct
from collections.abc import Callable, Sequence
from functools import lru_cache

from circle_resizer.errors import ModelError
from circle_resizer.file.element_types import LETTERS, holds, width
from circle_resizer.file.model import Model, Subgraph, Tensor
from circle_resizer.inference.value import MAX_ELEMENTS, Element, Shape, Value, overgrown
from circle_resizer.schema.types import TensorType
from circle_resizer.symbolic.dim import Sym, unknown

MAX_UNKNOWN_ELEMENTS = 8
"""A shape has at most 8 sizes."""


WHOLE = frozenset({TensorType.INT32, TensorType.INT64})
HANDLES = frozenset({TensorType.RESOURCE, TensorType.VARIANT})
"""Types of tensors that stand for something that is not in the file."""


def constant(model: Model, graph: Subgraph, index: int) -> Value:
    """A tensor that no operator before has computed."""
    tensor = graph.tensors[index]
    shape = tensor.shape or ()
    if shape and min(shape) < 0:
        raise ModelError(f"tensor '{tensor.name}' has shape {list(shape)}")
    if tensor.is_variable:
        return Value(tensor.name, shape, None, tensor.type)
    count = product_of(shape)
    if count and tensor.type not in HANDLES and not model.holds(tensor):
        return Value(tensor.name, recorded(tensor).shape, None, tensor.type)
    elements = small_contents(model, tensor, count)
    return Value(tensor.name, shape, elements, tensor.type, constant=True)


def small_contents(model: Model, tensor: Tensor, count: int) -> tuple[Element, ...] | None:
    """The ``count`` elements of a constant, if they are few and of a type that can be read.

    Of others not a byte is read: they may be gigabytes of weights.
    """
    letter = LETTERS.get(tensor.type)
    limit = MAX_UNKNOWN_ELEMENTS if letter in {"f", "d", "e"} else MAX_ELEMENTS
    if not letter or count > limit or tensor.sparse:
        return None
    data = model.data(tensor)
    held = len(data or b"")
    if count * (width(tensor.type) or 0) > held:
        shape = list(tensor.shape or ())
        raise ModelError(f"constant '{tensor.name}' has {held} bytes for shape {shape}")
    return element_reader(count, letter)(data) if data else ()


@lru_cache
def element_reader(count: int, letter: str) -> Callable[..., tuple[Element, ...]]:
    """``unpack_from`` for a small constant."""
    return struct.Struct(f"<{count}{letter}").unpack_from


def recorded(tensor: Tensor) -> Value:
    """A tensor as the file records it; -1 in the signature is unknown."""
    if tensor.shape is None or (not tensor.shape and not tensor.has_rank):
        return Value(tensor.name, () if tensor.shape is not None else None, None, tensor.type)
    label = f"{tensor.name}@{tensor.index}"
    sizes = (unknown(f"{label}[{i}]") if d < 0 else d for i, d in enumerate(tensor.dims))
    return Value(tensor.name, tuple(sizes), None, tensor.type)


def elements_of(shape: Shape, kind: int, array: object, label: str) -> tuple[Element, ...] | None:
    """Known contents that fit the shape; a short vector of unknown numbers gets names for them."""
    count = fixed_count(shape)
    if count is None or count > MAX_ELEMENTS:
        return None
    if array is not None:
        found = flat_elements(array)
        if len(found) == count:
            return true_elements(found, kind, label)
    if kind in WHOLE and len(shape) <= 1 and count <= MAX_UNKNOWN_ELEMENTS:
        return tuple(unknown(f"?{label}{{{i}}}") for i in range(count))
    return None


def true_elements(found: Sequence[Element | None], kind: int, label: str) -> tuple[Element, ...]:
    """Elements, with a name in place of each that the type of the tensor cannot hold."""
    return tuple(
        e if e is not None and is_true(e, kind) else unknown(f"?{label}{{{i}}}")
        for i, e in enumerate(found)
    )


def fixed_count(shape: Shape) -> int | None:
    """How many elements a shape has, if that is a plain number."""
    count = 1
    for size in shape:
        if isinstance(size, Sym):
            return None
        count *= size
    return count


def is_true(element: Element, kind: int) -> bool:
    """Whether an element is what the kernel would have, whose numbers may have wrapped."""
    return not overgrown(element) if isinstance(element, Sym) else holds(kind, element)


def flat_elements(array: object) -> tuple[Element | None, ...]:
    """Row-major contents of an array or nested sequence as plain Python numbers and Syms."""
    import numpy as np  # noqa: PLC0415  (only where elements are computed)

    flat = np.asarray(array, dtype=object).reshape(-1)
    return tuple(e.item() if isinstance(e, np.generic) else e for e in flat)


def product_of(shape: Sequence[int]) -> int:
    """Number of elements of a recorded shape."""
    count = 1
    for size in shape:
        count *= size
    return count
