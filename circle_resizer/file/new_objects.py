"""New tables and vectors as this schema has them."""

from __future__ import annotations

import struct
from collections.abc import Sequence

from circle_resizer.file.flatbuffer_grow import NewTable, Numbers
from circle_resizer.file.model import BUFFER
from circle_resizer.schema.options import Options


def fields_of(cls: type[Options]) -> dict[str, tuple[int, str]]:
    """Fields of an option table as ``rebuilt`` wants them."""
    return {name: (slot, kind) for name, slot, kind in cls.FIELDS}


def buffer_table(data: bytes) -> NewTable:
    """A buffer that holds ``data``."""
    return NewTable({BUFFER["data"]: Numbers(data, 1, 16)})


def string(text: str) -> Numbers:
    """Text; a zero byte follows it."""
    return Numbers(text.encode("utf-8", "surrogateescape"), 1)


def ints(numbers: Sequence[int]) -> Numbers:
    """A vector of 32-bit numbers."""
    return Numbers(struct.pack(f"<{len(numbers)}i", *numbers), 4)
