"""Room for what cannot be edited in place: a block in front of the old bytes.

Offsets from a parent to its children are unsigned, so new tables and vectors may point at old ones
only from lower addresses. The old bytes move up by a multiple of 64, which keeps every alignment,
and stay as they are.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from circle_resizer.errors import ModelError
from circle_resizer.file.flatbuffer_reader import CODEC, WIDTH, Table

ALIGN = 64
Target: TypeAlias = "int | Node"
"""Where an offset points: a byte offset of the old file, or a new object."""
FILE_OFFSETS = frozenset({"large_custom_options_offset"})
"""Fields that count from the beginning of the file."""
Fields = Mapping[str, tuple[int, str]]
"""(vtable offset, kind) by field name."""


@dataclass(eq=False)
class Node:
    """A new object; ``at`` is its byte offset in the block once it is laid out."""

    at: int = field(default=0, init=False)

    def children(self) -> Iterator[Node]:
        """New objects that this one points at."""
        return iter(())

    def place(self, at: int) -> int:
        """Take the first fitting offset from ``at`` on; answer the byte behind the object."""
        raise NotImplementedError

    def write(self, out: bytearray, shift: int) -> None:
        """Write the object; old offsets have moved by ``shift``."""
        raise NotImplementedError


@dataclass(eq=False)
class Numbers(Node):
    """A vector of numbers, given as its bytes."""

    data: bytes
    width: int
    align: int = 4

    def place(self, at: int) -> int:
        """The data, not the length before it, is aligned."""
        self.at = at + -(at + 4) % max(self.align, 4)
        return self.at + 4 + len(self.data) + (1 if self.width == 1 else 0)

    def write(self, out: bytearray, shift: int) -> None:  # noqa: ARG002  (numbers hold no offsets)
        """Length, then data."""
        struct.pack_into("<I", out, self.at, len(self.data) // self.width)
        out[self.at + 4 : self.at + 4 + len(self.data)] = self.data


@dataclass(eq=False)
class Refs(Node):
    """A vector of offsets."""

    targets: Sequence[Target]

    def children(self) -> Iterator[Node]:
        """The new ones among its targets."""
        return (t for t in self.targets if isinstance(t, Node))

    def place(self, at: int) -> int:
        """Aligned to 4."""
        self.at = at + -at % 4
        return self.at + 4 + 4 * len(self.targets)

    def write(self, out: bytearray, shift: int) -> None:
        """Length, then offsets."""
        struct.pack_into("<I", out, self.at, len(self.targets))
        for i, target in enumerate(self.targets):
            at = self.at + 4 + 4 * i
            struct.pack_into("<I", out, at, offset_to(target, shift) - at)


@dataclass(frozen=True, slots=True)
class FileOffset:
    """An offset from the beginning of the old file."""

    at: int

    def packed(self, shift: int) -> bytes:
        """As it is once the old bytes have moved by ``shift``; 0 and 1 lead nowhere."""
        return struct.pack("<Q", self.at + shift if self.at > 1 else self.at)


@dataclass(eq=False)
class NewTable(Node):
    """A table with its own vtable before it; a value is bytes (a number) or a target."""

    values: dict[int, bytes | Target | FileOffset]

    def children(self) -> Iterator[Node]:
        """The new ones among its targets."""
        return (t for t in self.values.values() if isinstance(t, Node))

    def _layout(self) -> tuple[dict[int, int], int]:
        """(offset in the table by slot, size of the table)."""
        inline, size = {}, 4
        ordered = sorted(self.values.items(), key=lambda v: -self._width(v[1]))
        for slot, value in ordered:
            width = self._width(value)
            size += -size % width
            inline[slot] = size
            size += width
        return inline, size

    @staticmethod
    def _width(value: bytes | Target | FileOffset) -> int:
        if isinstance(value, FileOffset):
            return 8
        return len(value) if isinstance(value, bytes) else 4

    def place(self, at: int) -> int:
        """The table is aligned to 8, the vtable lies right before it."""
        slots = max(self.values, default=2) // 2 - 1
        start = at + -at % 4
        self.at = start + 4 + 2 * slots
        self.at += -self.at % 8
        self._vtable = self.at - (4 + 2 * slots)
        return self.at + self._layout()[1]

    def write(self, out: bytearray, shift: int) -> None:
        """Vtable, then table."""
        inline, size = self._layout()
        slots = (self.at - self._vtable - 4) // 2
        fields = [inline.get(4 + 2 * i, 0) for i in range(slots)]
        struct.pack_into(f"<HH{slots}H", out, self._vtable, 4 + 2 * slots, size, *fields)
        struct.pack_into("<i", out, self.at, self.at - self._vtable)
        for slot, value in self.values.items():
            at = self.at + inline[slot]
            if isinstance(value, FileOffset):
                out[at : at + 8] = value.packed(shift)
            elif isinstance(value, bytes):
                out[at : at + len(value)] = value
            else:
                struct.pack_into("<I", out, at, offset_to(value, shift) - at)


def offset_to(target: Target, shift: int) -> int:
    """Byte offset in the new file."""
    return target.at if isinstance(target, Node) else target + shift


def rebuilt(table: Table, name: str, known: Fields, changes: Mapping[str, object]) -> NewTable:
    """A copy of a table with some fields changed (``None``: left out); children stay in place.

    A table with a field that the schema does not know cannot be copied safely.
    """
    values = fields_of_table(table, name, {slot: (n, kind) for n, (slot, kind) in known.items()})
    for field_name, value in changes.items():
        slot, kind = known[field_name]
        if value is None:
            values.pop(slot, None)
        elif isinstance(value, Node) or kind not in WIDTH:
            values[slot] = value  # type: ignore[assignment]
        else:
            values[slot] = CODEC[kind].pack(value)
    return NewTable(values)


def fields_of_table(
    table: Table, name: str, by_slot: Mapping[int, tuple[str, str]]
) -> dict[int, bytes | Target | FileOffset]:
    """What a table holds, by vtable offset."""
    values: dict[int, bytes | Target | FileOffset] = {}
    for index, inline in enumerate(table.fields):
        slot = 4 + 2 * index
        if not inline:
            continue
        if slot not in by_slot:
            raise ModelError(
                f"a {name} table has a field {index} that the schema does not know; "
                "it cannot be rebuilt safely"
            )
        field_name, kind = by_slot[slot]
        if field_name in FILE_OFFSETS:
            values[slot] = FileOffset(table.integer(slot, kind))
        elif kind in WIDTH:
            at = table.field(slot)
            values[slot] = bytes(table.flat.data[at : at + WIDTH[kind]])
        else:
            values[slot] = table.target(slot)
    return values


def block(root: Target, identifier: bytes) -> bytearray:
    """The bytes in front: header, then every new object, parents before children."""
    order = ordered(root)
    end = 8
    for node in order:
        end = node.place(end)
    shift = end + -end % ALIGN
    out = bytearray(shift)
    struct.pack_into("<I", out, 0, offset_to(root, shift))
    out[4:8] = identifier
    for node in order:
        node.write(out, shift)
    return out


def ordered(root: Target) -> list[Node]:
    """All new objects, each behind everything that points at it."""
    done: dict[int, Node] = {}
    stack: list[tuple[Node, Iterator[Node]]] = []
    if isinstance(root, Node):
        stack.append((root, root.children()))
    open_nodes = {id(n) for n, _ in stack}
    while stack:
        node, children = stack[-1]
        child = next(children, None)
        if child is None:
            stack.pop()
            done[id(node)] = node
        elif id(child) not in done and id(child) not in open_nodes:
            open_nodes.add(id(child))
            stack.append((child, child.children()))
    return list(done.values())[::-1]
