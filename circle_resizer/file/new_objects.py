"""New tables and vectors as this schema has them."""

from __future__ import annotations

import struct
from collections.abc import Mapping, Sequence

from circle_resizer.errors import ModelError
from circle_resizer.file.flatbuffer_grow import NewTable, Numbers, rebuilt
from circle_resizer.file.flatbuffer_reader import Table
from circle_resizer.file.model import BUFFER, OPERATOR
from circle_resizer.schema.options import BUILTIN_OPTIONS, BUILTIN_OPTIONS_2, Options


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


def new_options(table: Table, changes: Mapping[str, object]) -> dict[str, object]:
    """The options of an operator with some fields changed, as a change of the operator."""
    for union, name in (
        (BUILTIN_OPTIONS, "builtin_options"),
        (BUILTIN_OPTIONS_2, "builtin_options2"),
    ):
        inner = table.child(OPERATOR[name])
        cls = union.get(table.integer(OPERATOR[f"{name}_type"], "uint8"))
        if inner is not None and cls is not None:
            return {name: rebuilt(inner, cls.__name__, fields_of(cls), changes)}
    raise ModelError("an operator without options cannot take new ones")
