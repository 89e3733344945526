"""Typed views of a FlatBuffer; every view knows its byte offset, and every read is checked.

Whatever the bytes are, a read answers a value or raises ``ModelError``. Nothing is copied but the
numbers that are asked for.
"""

from __future__ import annotations

import struct
from collections.abc import Callable, Iterator
from typing import Any, TypeAlias

from circle_resizer.errors import ModelError
from circle_resizer.file.flatbuffer_bytes import MANY, Flat, Vector

Scalar: TypeAlias = "int | float | bool"

WIDTH = {
    "bool": 1, "int8": 1, "uint8": 1, "int16": 2, "uint16": 2, "int32": 4, "uint32": 4,
    "float32": 4, "int64": 8, "uint64": 8, "float64": 8,
}  # fmt: skip
LETTER = {
    "bool": "?", "int8": "b", "uint8": "B", "int16": "h", "uint16": "H", "int32": "i",
    "uint32": "I", "float32": "f", "int64": "q", "uint64": "Q", "float64": "d",
}  # fmt: skip
CODEC = {kind: struct.Struct("<" + letter) for kind, letter in LETTER.items()}
UNPACK = {kind: codec.unpack_from for kind, codec in CODEC.items()}
_U32 = CODEC["uint32"].unpack_from
_I32 = CODEC["int32"].unpack_from


FEW = 1 << 12
"""Vectors of a file that are looked for among those read before."""
READERS: dict[str, list[Callable[..., Any]]] = {
    kind: [struct.Struct(f"<{count}{letter}").unpack_from for count in range(MANY + 1)]
    for kind, letter in LETTER.items()
}
"""``unpack_from`` by the numbers' kind and count."""


class Table:
    """A table; fields are named by the vtable offset that the schema gives them."""

    __slots__ = ("at", "fields", "flat")

    def __init__(self, flat: Flat, at: int) -> None:
        if at < 4:
            raise ModelError(f"damaged file: no table at byte {at}")
        self.flat = flat
        self.at = at
        if flat.pages is not None:
            flat.pages.need(at, at + 4)
        try:
            vtable_at = at - _I32(flat.data, at)[0]
        except struct.error:
            raise ModelError(f"damaged file: no table at byte {at}") from None
        self.fields = flat.vtables.get(vtable_at) or flat.vtable(vtable_at)
        if flat.pages is not None:
            flat.pages.need(at, at + max(self.fields, default=0) + 8)

    def field(self, slot: int) -> int:
        """Byte offset of a field, or 0 when the table leaves it out."""
        index = (slot >> 1) - 2
        if index >= len(self.fields):
            return 0
        inline = self.fields[index]
        return self.at + inline if inline else 0

    def scalar(self, slot: int, kind: str, default: Scalar = 0) -> Scalar:
        """A number, or its default."""
        index, fields = (slot >> 1) - 2, self.fields
        if index >= len(fields) or not fields[index]:
            return default
        at = self.at + fields[index]
        try:
            value: Scalar = UNPACK[kind](self.flat.data, at)[0]
        except struct.error:
            raise ModelError(f"damaged file: field at byte {at} lies outside it") from None
        return value

    def integer(self, slot: int, kind: str, default: int = 0) -> int:
        """A whole number, or its default."""
        return int(self.scalar(slot, kind, default))

    def target(self, slot: int) -> int:
        """Where an offset field points, or 0."""
        index, fields = (slot >> 1) - 2, self.fields
        if index >= len(fields) or not fields[index]:
            return 0
        at = self.at + fields[index]
        try:
            return at + int(_U32(self.flat.data, at)[0])
        except struct.error:
            raise self.flat.outside(at) from None

    def child(self, slot: int) -> Table | None:
        """The table that a field points at, or ``None``."""
        at = self.target(slot)
        return Table(self.flat, at) if at else None

    def vector(self, slot: int, width: int) -> Vector | None:
        """A vector of items of ``width`` bytes, or ``None``."""
        at = self.target(slot)
        return Vector(self.flat, at, width) if at else None

    def numbers(self, slot: int, kind: str) -> tuple[Scalar, ...] | None:
        """All numbers of a vector, or ``None``."""
        at = self.target(slot)
        return self.numbers_at(at, kind) if at else None

    def numbers_at(self, at: int, kind: str) -> tuple[Scalar, ...]:
        """All numbers of the vector at byte ``at``."""
        data, pages = self.flat.data, self.flat.pages
        if pages is not None:
            pages.need(at, at + 4 + 8 * MANY)
        try:
            (count,) = _U32(data, at)
            if count <= MANY:
                numbers: tuple[Scalar, ...] = READERS[kind][count](data, at + 4)
            else:
                vector = Vector(self.flat, at, WIDTH[kind])
                self.flat.charge(vector.count * vector.width)
                numbers = struct.unpack_from(f"<{count}{LETTER[kind]}", vector.view())
        except struct.error:
            raise ModelError(f"damaged file: the vector at byte {at} runs over its end") from None
        return numbers

    def integers(self, slot: int, kind: str = "int32") -> tuple[int, ...] | None:
        """All whole numbers of a vector, or ``None``."""
        return self.numbers(slot, kind)  # type: ignore[return-value]

    def kept(self, at: int) -> tuple[int, ...]:
        """The 32-bit numbers of the vector at byte ``at``, for an object that stays."""
        if not at:
            return ()
        numbers: tuple[int, ...] = self.numbers_at(at, "int32")  # type: ignore[assignment]
        flat = self.flat
        flat.keep(4 + 4 * len(numbers))
        if len(flat.numbers) < FEW:
            return flat.numbers.setdefault(numbers, numbers)
        return flat.numbers.get(numbers, numbers)

    def kept_indices(self, at: int) -> tuple[int, ...]:
        """As ``kept``, for numbers of tensors: the objects that the tensors hold."""
        numbers, known = self.kept(at), self.flat.indices
        return tuple([known[n] if 0 <= n < len(known) else n for n in numbers])

    def string(self, slot: int) -> str | None:
        """Text, or ``None``; bytes that are not UTF-8 are kept as surrogates."""
        at = self.target(slot)
        if not at:
            return None
        vector = Vector(self.flat, at, 1)
        if vector.count > MANY:
            self.flat.charge(vector.count)
        return str(vector.view(), "utf-8", "surrogateescape")

    def tables(self, slot: int) -> Tables:
        """A vector of tables; an absent one is empty."""
        return Tables(self.vector(slot, 4))


class Tables:
    """A vector of tables, each made when it is asked for."""

    __slots__ = ("vector",)

    def __init__(self, vector: Vector | None) -> None:
        self.vector = vector

    def __len__(self) -> int:
        return self.vector.count if self.vector else 0

    def __getitem__(self, index: int) -> Table:
        if self.vector is None or not 0 <= index < self.vector.count:
            raise ModelError(f"damaged file: no item {index} in a vector of {len(self)}")
        at = self.vector.item(index)
        return Table(self.vector.flat, at + self.vector.flat.u32(at))

    def __iter__(self) -> Iterator[Table]:
        return (Table(flat, at) for flat, at in self.places())

    def places(self) -> Iterator[tuple[Flat, int]]:
        """Where the tables lie."""
        vector = self.vector
        if vector is None:
            return
        flat, at = vector.flat, vector.at + 4
        for i, (offset,) in enumerate(struct.iter_unpack("<I", vector.view())):
            yield flat, at + 4 * i + offset
