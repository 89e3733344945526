"""Typed views of a FlatBuffer; every view knows its byte offset, and every read is checked.

Whatever the bytes are, a read answers a value or raises ``ModelError``. Nothing is copied but the
numbers that are asked for.
"""

from __future__ import annotations

import struct
from collections.abc import Callable, Iterator
from typing import Any, TypeAlias

from circle_resizer.errors import ModelError
from circle_resizer.file.opened_file import Pages

Bytes: TypeAlias = "bytes | bytearray | memoryview"
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


SHARED = 8
"""How often all bytes of a file may be read as numbers of long vectors."""
KEPT, KEPT_ANYWAY = 2, 1 << 18
"""How many bytes of a file objects may be made of: some may share vectors, none much."""
FEW = 1 << 12
"""Vectors of a file that are looked for among those read before."""
MANY = 64
"""Vectors up to this length share their compiled readers."""
READERS: dict[str, list[Callable[..., Any]]] = {
    kind: [struct.Struct(f"<{count}{letter}").unpack_from for count in range(MANY + 1)]
    for kind, letter in LETTER.items()
}
"""``unpack_from`` by the numbers' kind and count."""


class Flat:
    """The bytes of one FlatBuffer and the vtables met so far."""

    __slots__ = (
        "data", "indices", "is_trusted", "kept", "numbers", "pages", "read", "size", "vtables",
    )  # fmt: skip

    def __init__(self, data: Bytes | Pages) -> None:
        if isinstance(data, Pages):
            self.data, self.pages = data.memory, None if data.is_whole else data
        else:
            view = memoryview(data)
            self.data = (view if view.contiguous else memoryview(bytes(view))).cast("B")
            self.pages = None
        self.size = len(self.data)
        self.vtables: dict[int, tuple[int, ...]] = {}
        self.numbers: dict[tuple[int, ...], tuple[int, ...]] = {}
        """Short vectors that are alike are one object: most shapes of a model are."""
        self.indices: list[int] = []
        """The whole numbers from 0 on, one object each: operators name tensors by them."""
        self.is_trusted = False
        """Whether it may be read as often as somebody likes."""
        self.read = 0
        """How many bytes of long vectors were read, each time."""
        self.kept = 0
        """How many bytes the objects that stay were made of."""

    def charge(self, count: int) -> None:
        """Vectors may be shared, but not so that a small file becomes a large model."""
        self.read += count
        if self.read > SHARED * self.size and not self.is_trusted:
            raise ModelError("damaged file: its vectors lie upon one another")

    def keep(self, count: int) -> None:
        """Tables and vectors may be shared, but memory grows with the file, not with the uses."""
        self.kept += count
        if self.kept > KEPT * self.size + KEPT_ANYWAY and not self.is_trusted:
            raise ModelError("damaged file: its tables lie upon one another")

    def view(self, at: int, count: int) -> memoryview:
        """Some bytes, not copied."""
        if self.pages is not None:
            self.pages.need(at, at + count)
        return self.data[at : at + count]

    def u32(self, at: int) -> int:
        """The unsigned 32-bit number at byte ``at``."""
        if at < 0 or at + 4 > self.size:
            raise self.outside(at)
        if self.pages is not None:
            self.pages.need(at, at + 4)
        return int(_U32(self.data, at)[0])

    def outside(self, at: int) -> ModelError:
        """What to say of an offset that leads nowhere."""
        return ModelError(f"damaged file: offset {at} lies outside its {self.size} bytes")

    def root(self) -> Table:
        """The root table."""
        return Table(self, self.u32(0))

    def vtable(self, at: int) -> tuple[int, ...]:
        """Field offsets of the vtable at byte ``at``, relative to the table; 0 is absent."""
        found = self.vtables.get(at)
        if found is None:
            found = self.vtables[at] = self._read_vtable(at)
        return found

    def _read_vtable(self, at: int) -> tuple[int, ...]:
        if at < 0 or at + 4 > self.size:
            raise ModelError(f"damaged file: no vtable at byte {at}")
        length, table_size = struct.unpack_from("<HH", self.view(at, 4))
        if length < 4 or length % 2 or at + length > self.size:
            raise ModelError(f"damaged file: the vtable at byte {at} has {length} bytes")
        if length > 2 * MANY:
            self.charge(length)
        fields = struct.unpack_from(f"<{(length - 4) // 2}H", self.view(at + 4, length - 4))
        if any(f >= table_size or 0 < f < 4 for f in fields):
            raise ModelError(f"damaged file: the vtable at byte {at} points outside its table")
        return fields


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
        """The same for numbers of tensors, which are the objects that the tensors hold."""
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


class Vector:
    """A vector of ``count`` items of ``width`` bytes; its length field is at byte ``at``."""

    __slots__ = ("at", "count", "flat", "width")

    def __init__(self, flat: Flat, at: int, width: int) -> None:
        self.flat, self.at, self.width = flat, at, width
        self.count = flat.u32(at)
        if at + 4 + self.count * width > flat.size:
            raise ModelError(
                f"damaged file: the vector at byte {at} claims {self.count} items of {width} bytes"
            )

    def item(self, index: int) -> int:
        """Byte offset of item ``index``."""
        return self.at + 4 + index * self.width

    def copy(self) -> bytes:
        """The bytes of all items."""
        self.flat.charge(self.count * self.width)
        return bytes(self.view())

    def view(self) -> memoryview:
        """The bytes of all items, not copied."""
        return self.flat.view(self.at + 4, self.count * self.width)


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
