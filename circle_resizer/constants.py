"""Data constants as arrays, and what becomes of one whose axes take other extents."""

from __future__ import annotations

import math
import os
from collections.abc import Collection, Mapping
from typing import TYPE_CHECKING, Any

from circle_resizer.data import Extension, Factors, by_factors
from circle_resizer.errors import InputError, ModelError
from circle_resizer.model import Model, Tensor
from circle_resizer.schema.types import TensorType

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    Array = npt.NDArray[Any]

DTYPES: dict[int, str] = {
    TensorType.FLOAT32: "<f4", TensorType.FLOAT16: "<f2", TensorType.FLOAT64: "<f8",
    TensorType.INT8: "i1", TensorType.UINT8: "u1", TensorType.INT16: "<i2",
    TensorType.UINT16: "<u2", TensorType.INT32: "<i4", TensorType.UINT32: "<u4",
    TensorType.INT64: "<i8", TensorType.UINT64: "<u8", TensorType.BOOL: "?",
    TensorType.COMPLEX64: "<c8",
}  # fmt: skip


def array_of(model: Model, tensor: Tensor) -> Array | None:
    """A constant as an array over the mapped bytes; ``None`` if its bytes are encoded."""
    import numpy as np  # noqa: PLC0415  (only where data must follow)

    dtype = DTYPES.get(tensor.type)
    data = model.data(tensor)
    if dtype is None or data is None or tensor.sparse:
        return None
    shape = tensor.shape or ()
    count = int(np.prod(shape, dtype=np.int64))
    if count * np.dtype(dtype).itemsize != len(data):
        raise ModelError(f"constant '{tensor.name}' has {len(data)} bytes for shape {list(shape)}")
    array: Array = np.frombuffer(data, dtype).reshape(shape)
    return array


def tied_array(
    model: Model, tensor: Tensor, factors: Mapping[int, Factors], given: Mapping[str, object],
    *, cut: bool, sizes: Collection[int] = (),
) -> Extension | None:  # fmt: skip
    """How a constant can take other extents; ``None`` when nothing in its data says.

    ``factors`` are the (old, new) sizes each axis was merged from, ``sizes`` are stored sizes that
    change: a number in the data that equals one of them may be it.
    """
    array = array_of(model, tensor)
    if array is None:
        return None
    extents = {axis: math.prod(new for _, new in found) for axis, found in factors.items()}
    changed = {axis: n for axis, n in extents.items() if array.shape[axis] != n}
    if tensor.name in given:
        shape = tuple(changed.get(a, n) for a, n in enumerate(array.shape))
        new = given_array(tensor.name, given[tensor.name], shape, array.dtype)
        return Extension("given by the user", True, lambda: new)  # noqa: FBT003
    if not changed:
        return Extension("has that extent", True, lambda: array)  # noqa: FBT003
    return by_factors(array, {axis: factors[axis] for axis in changed}, cut=cut, sizes=sizes)


def given_array(name: str, source: object, shape: tuple[int, ...], dtype: np.dtype[Any]) -> Array:
    """The user's data for a constant, checked."""
    import numpy as np  # noqa: PLC0415

    if isinstance(source, (str, os.PathLike)):
        try:
            source = np.load(source, allow_pickle=False)
        except (OSError, ValueError) as error:
            raise InputError(f"constant '{name}': cannot read {source}: {error}") from error
    array: Array = np.asarray(source)
    if array.shape != shape or array.dtype != dtype:
        raise InputError(
            f"constant '{name}' must be {dtype.name} of shape {list(shape)}, "
            f"given is {array.dtype.name} of shape {list(array.shape)}"
        )
    return array
