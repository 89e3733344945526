"""The bytes of a FlatBuffer, every read of which is checked and counted.

A count bounds what a file may ask for: vectors and tables may be shared, but not so that a small
file becomes a large model.
"""

from __future__ import annotations

import struct
from typing import TypeAlias

from circle_resizer.errors import ModelError
from circle_resizer.file.opened_file import Pages

Bytes: TypeAlias = "bytes | bytearray | memoryview"

SHARED = 8
"""How often all bytes of a file may be read as numbers of long vectors."""
KEPT, KEPT_ANYWAY = 2, 1 << 18
"""How many bytes of a file objects may be made of: some may share vectors, none much."""
MANY = 64
"""Vectors up to this length share their compiled readers."""
_U32 = struct.Struct("<I").unpack_from


class Flat:
    """The bytes of one FlatBuffer and the vtables met so far."""

    __slots__ = (
        "data", "indices", "is_trusted", "kept", "numbers", "pages", "read", "size", "vtables",
    )  # fmt: skip

    def __init__(self, data: Bytes | Pages) -> None:
        if isinstance(data, Pages):
            self.data, self.pages = data.memory, None if data.is_whole else data
            data.when_whole = self.all_read
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

    def all_read(self) -> None:
        """Nothing has to be asked for any more."""
        self.pages = None

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
