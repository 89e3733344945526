"""Writes any table of the schema from plain Python values."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import flatbuffers
import numpy as np

from circle_resizer.schema.options import Options
from circle_resizer.schema.tables import TABLES

NON_ZERO: dict[tuple[str, str], int] = {
    ("OperatorCode", "version"): 1,
    ("SubGraph", "debug_metadata_index"): -1,
    ("Operator", "debug_metadata_index"): -1,
}
"""Fields of TABLES whose default is not zero."""

HIDDEN: dict[str, dict[str, tuple[int, str]]] = {
    "Int32Vector": {"values": (4, "int32[]")},
    "Uint16Vector": {"values": (4, "uint16[]")},
    "Uint8Vector": {"values": (4, "uint8[]")},
}
"""Tables behind unions that the product never opens."""

BYTES = {"bool": 1, "int8": 1, "uint8": 1, "int16": 2, "uint16": 2, "int32": 4, "uint32": 4}
BYTES |= {"float32": 4, "int64": 8, "uint64": 8, "float64": 8}
ALIGNED = {("Buffer", "data"): 16, ("Uint16Vector", "values"): 4, ("Uint8Vector", "values"): 4}
FIRST_FIELD = 4
"""Vtable offset of a table's first field."""


class Shared(tuple[int, ...]):
    """A vector of integers that is written once, however many fields hold this very object."""

    __slots__ = ()


@dataclass(eq=False)
class Table:
    """One table; the same object at two places is written once and shared."""

    name: str
    values: dict[str, Any]
    extra: Mapping[int, tuple[str, Any]] = field(default_factory=dict)
    """Fields our schema does not know: vtable offset -> (kind, value)."""
    keep_defaults: bool = False
    """Write fields that have their default value too."""
    schema: Mapping[str, tuple[int, str]] = field(default_factory=dict)
    defaults: Mapping[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.schema = self.schema or TABLES.get(self.name) or HIDDEN.get(self.name) or {}
        unknown = sorted(set(self.values) - set(self.schema))
        if unknown:
            raise TypeError(f"{self.name} has no field '{unknown[0]}'")

    def present(self) -> list[tuple[int, str, str, Any]]:
        """(vtable offset, kind, name, value) of every field to write, in the schema's order."""
        found = [(*self.schema[name], name, value) for name, value in self.values.items()]
        found += [(at, kind, "", value) for at, (kind, value) in self.extra.items()]
        return sorted((f for f in found if self._is_written(f[2], f[3])), key=lambda f: f[0])

    def _is_written(self, name: str, value: object) -> bool:
        if value is None:
            return False
        if name == "" or self.keep_defaults or not isinstance(value, bool | int | float):
            return True
        default = self.defaults.get(name, NON_ZERO.get((self.name, name), 0))
        return bool(value != default)


def options_table(cls: type[Options], values: Mapping[str, Any], **kw: Any) -> Table:
    """The table of a builtin-option class."""
    schema = {name: (at, kind) for name, at, kind in cls.FIELDS}
    defaults = {name: getattr(cls, name) for name in schema}
    return Table(cls.__name__, dict(values), schema=schema, defaults=defaults, **kw)


class Writer:
    """A tree of tables to bytes; the same tree always gives the same bytes."""

    def __init__(self) -> None:
        self.builder = flatbuffers.Builder(1024)
        self.builder.ForceDefaults(True)  # noqa: FBT003  (Table decides what to leave out)
        self.done: dict[int, tuple[int, object]] = {}

    def finish(self, root: Table, identifier: str) -> bytes:
        """The whole file."""
        self.builder.Finish(self.table(root), file_identifier=identifier.encode())
        return bytes(self.builder.Output())

    def table(self, table: Table) -> int:
        """Write one table and everything below it."""
        if id(table) in self.done:
            return self.done[id(table)][0]
        fields = table.present()
        offsets = {at: self.child(table, name, kind, value) for at, kind, name, value in fields}
        last = max([at for at, *_ in fields], default=0)
        self.builder.StartObject(max(0, (last - FIRST_FIELD) // 2 + 1))
        for at, kind, _, value in reversed(fields):
            slot = (at - FIRST_FIELD) // 2
            if kind in BYTES:
                prepend = getattr(self.builder, f"Prepend{kind.capitalize()}Slot")
                prepend(slot, bool(value) if kind == "bool" else value, 0)
            else:
                self.builder.PrependUOffsetTRelativeSlot(slot, offsets[at], 0)
        self.done[id(table)] = (self.builder.EndObject(), table)
        return self.done[id(table)][0]

    def child(self, table: Table, name: str, kind: str, value: Any) -> int:
        """Write what a field points at; 0 for a scalar."""
        if kind in BYTES:
            return 0
        if id(value) in self.done:
            return self.done[id(value)][0]
        if kind == "string":
            return int(self.builder.CreateString(value))
        if kind in {"table", "union"}:
            return self.table(value)
        if kind == "table[]":
            return self.tables(value)
        offset = self.vector(kind[:-2], value, ALIGNED.get((table.name, name), 0))
        if isinstance(value, Shared):
            self.done[id(value)] = (offset, value)
        return offset

    def tables(self, tables: Sequence[Table]) -> int:
        """A vector of tables."""
        offsets = [self.table(table) for table in reversed(tables)]
        self.builder.StartVector(4, len(offsets), 4)
        for offset in offsets:
            self.builder.PrependUOffsetTRelative(offset)
        return int(self.builder.EndVector())

    def vector(self, kind: str, values: Any, alignment: int) -> int:
        """A vector of numbers."""
        if isinstance(values, bytes):
            data = values
        else:
            data = np.asarray(values, dtype=np.dtype(kind).newbyteorder("<")).tobytes()
        size = BYTES[kind]
        self.builder.StartVector(size, len(data) // size, max(size, alignment))
        head = self.builder.head = self.builder.Head() - len(data)
        self.builder.Bytes[head : head + len(data)] = data
        return int(self.builder.EndVector())
