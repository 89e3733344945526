"""How the elements of each ``TensorType`` lie in memory: one table for all who read them."""

from __future__ import annotations

import struct
from collections.abc import Sequence

from circle_resizer.schema.types import TensorType

FORMATS: dict[int, str] = {
    TensorType.BOOL: "b1", TensorType.INT8: "i1", TensorType.UINT8: "u1",
    TensorType.INT16: "i2", TensorType.UINT16: "u2", TensorType.FLOAT16: "f2",
    TensorType.BFLOAT16: "V2", TensorType.INT32: "i4", TensorType.UINT32: "u4",
    TensorType.FLOAT32: "f4", TensorType.INT64: "i8", TensorType.UINT64: "u8",
    TensorType.FLOAT64: "f8", TensorType.COMPLEX64: "c8", TensorType.COMPLEX128: "c16",
}  # fmt: skip
"""Kind and bytes, in NumPy's letters (all little-endian); smaller than a byte: not here."""

LETTERS = {
    kind: {"b1": "?", "f2": "e", "f4": "f", "f8": "d"}.get(form)
    or {"i": "bhiq", "u": "BHIQ"}[form[0]][int(form[1:]).bit_length() - 1]
    for kind, form in FORMATS.items()
    if form[0] in "biuf"
}
"""The same in the letters of ``struct``, for those that hold plain numbers."""

RANGES: dict[int, tuple[int, int]] = {
    kind: (-(1 << bits - 1), (1 << bits - 1) - 1) if letter.islower() else (0, (1 << bits) - 1)
    for kind, letter in LETTERS.items()
    if letter in "bhiqBHIQ"
    for bits in [8 * struct.calcsize(f"<{letter}")]
}
"""Smallest and largest whole number of each type that holds whole numbers."""
WIDEST = (-(1 << 63), (1 << 64) - 1)


def holds(kind: int, number: object) -> bool:
    """Whether a tensor of this type can hold the number, which is whole unless it is a float."""
    low, high = RANGES.get(kind, WIDEST)
    return not isinstance(number, int) or low <= number <= high


def width(kind: int) -> int | None:
    """Bytes of one element, if they are whole."""
    form = FORMATS.get(kind)
    return int(form[1:]) if form else None


def packed(kind: int, numbers: Sequence[object]) -> bytes:
    """Plain numbers as the bytes of a tensor."""
    return struct.pack(f"<{len(numbers)}{LETTERS[kind]}", *numbers)
