"""Data constants as arrays, and what becomes of one whose axes take other extents."""

from __future__ import annotations

import math
import os
from collections.abc import Collection, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from circle_resizer.error_boundary import DAMAGE, told
from circle_resizer.errors import InputError, ModelError
from circle_resizer.file.element_types import FORMATS
from circle_resizer.file.model import Model, Tensor
from circle_resizer.symbolic.bounds import check_room
from circle_resizer.tables.fit import Extension, Factors, by_factors, changing

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    Array = npt.NDArray[Any]


def array_of(model: Model, tensor: Tensor) -> Array | None:
    """A constant as an array over the mapped bytes; ``None`` if its bytes are encoded."""
    import numpy as np  # noqa: PLC0415  (only where data must follow)

    form = FORMATS.get(tensor.type)
    data = model.data(tensor)
    if form is None or data is None or tensor.sparse:
        return None
    shape = tensor.shape or ()
    dtype = np.dtype(f"<{form}")
    count = int(np.prod(shape, dtype=np.int64))
    if count * dtype.itemsize != len(data):
        raise ModelError(f"constant '{tensor.name}' has {len(data)} bytes for shape {list(shape)}")
    array: Array = np.frombuffer(data, dtype).reshape(shape)
    return array


def tied_array(
    array: Array, name: str, factors: Mapping[int, Factors], *, cut: bool, sizes: Collection[int]
) -> Extension | None:
    """How data can take other extents; ``None`` when nothing in them says.

    ``factors`` are the (old, new) sizes each axis was merged from, ``sizes`` are stored sizes that
    change: a number in the data that equals one of them may be it.
    """
    changed = changing(factors)
    if not changed:
        return Extension("has that extent", proven=True, build=lambda: array, changes=False)
    shape = resized(array.shape, factors)
    check_room(f"constant '{name}'", math.prod(shape) * array.dtype.itemsize)
    return by_factors(array, changed, cut=cut, sizes=sizes)


def resized(shape: Sequence[int], factors: Mapping[int, Factors]) -> tuple[int, ...]:
    """A shape with the new sizes of the axes that follow."""
    new = {axis: math.prod(now for _, now in f) for axis, f in factors.items()}
    return tuple(new.get(axis, size) for axis, size in enumerate(shape))


def given_data(new: Array) -> Extension:
    """The user's data take the place of a constant's."""
    return Extension("given by the user", proven=True, build=lambda: new)


def given_array(
    name: str, source: object, shape: tuple[int | None, ...], dtype: np.dtype[Any]
) -> Array:
    """The user's data for a constant, checked; ``None`` in ``shape`` is any extent."""
    import numpy as np  # noqa: PLC0415  (only where data are given)

    array = loaded(name, source)
    fits = len(array.shape) == len(shape) and all(
        n is None or n == m for n, m in zip(shape, array.shape, strict=True)
    )
    if not fits or array.dtype.newbyteorder("=") != dtype.newbyteorder("="):
        sizes = ", ".join("any" if n is None else str(n) for n in shape)
        raise InputError(
            f"constant '{name}' must be {dtype.name} of shape [{sizes}], "
            f"given is {array.dtype.name} of shape {list(array.shape)}"
        )
    return np.ascontiguousarray(array, dtype)


def loaded(name: str, source: object) -> Array:
    """The user's data as an array; a file is mapped, so that a header cannot claim memory."""
    from tokenize import TokenError  # noqa: PLC0415  (NumPy reads a header as Python text)
    from zipfile import BadZipFile  # noqa: PLC0415  (only where a file is read)

    import numpy as np  # noqa: PLC0415  (only where data are given)

    unreadable: tuple[type[Exception], ...] = (
        *DAMAGE, OSError, EOFError, SyntaxError, BadZipFile, TokenError,
    )  # fmt: skip
    try:
        if isinstance(source, (str, os.PathLike)):
            source = np.load(regular(source), mmap_mode="r", allow_pickle=False)
        array: Array = np.asarray(source)
    except unreadable as error:
        text = str(source)[:200]
        raise InputError(f"constant '{name}': cannot read {text}: {told(error)}") from error
    return array


def regular(source: str | os.PathLike[str]) -> Path:
    """The path of a file, and not of a pipe, which may have no end."""
    path = Path(source)
    if path.exists() and not path.is_file():
        raise ValueError("not a regular file")
    return path
