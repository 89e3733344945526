"""What the graphs of one file share: buffers and operator codes; and small tables."""

from __future__ import annotations

import struct
from collections.abc import Mapping, Sequence
from typing import Any

from tests.support.flatwrite import Table
from tests.support.opcodes import CODES

PLACEHOLDER = 127
"""Greatest code the old 8-bit field can hold."""
OUTSIDE_ALIGNMENT = 16


class Parts:
    """Buffers (number 0 is the empty one) and operator codes of a file."""

    def __init__(self) -> None:
        self.buffers: list[Table] = [Table("Buffer", {})]
        self.outside: dict[int, bytes] = {}
        self.codes: list[Table] = []
        self._code_index: dict[tuple[str, int, str | None], int] = {}

    def buffer(self, data: bytes | None, *, outside: bool = False) -> int:
        """A new buffer; ``outside`` puts the data behind the FlatBuffer."""
        index = len(self.buffers)
        if outside:
            self.outside[index] = data or b""
            self.buffers.append(Table("Buffer", {"offset": 1, "size": len(data or b"")}))
        else:
            self.buffers.append(Table("Buffer", {"data": data}))
        return index

    def operator_code(self, name: str, version: int, custom: str | None) -> int:
        """Index of the operator code, made on first use."""
        key = (name, version, custom)
        if key not in self._code_index:
            code = CODES["CUSTOM" if custom is not None else name]
            fields = {"deprecated_builtin_code": min(code, PLACEHOLDER), "builtin_code": code}
            self._code_index[key] = len(self.codes)
            self.codes.append(
                Table("OperatorCode", {**fields, "version": version, "custom_code": custom})
            )
        return self._code_index[key]

    def place(self, start: int) -> bytes:
        """Give every outside buffer its place in a file whose FlatBuffer ends at ``start``."""
        tail = b""
        for index, data in self.outside.items():
            tail += bytes(-(start + len(tail)) % OUTSIDE_ALIGNMENT)
            self.buffers[index].values["offset"] = start + len(tail)
            tail += data
        return tail


def strings(texts: Sequence[str | bytes]) -> bytes:
    """Content of a STRING tensor: count, offsets, texts."""
    raw = [text.encode() if isinstance(text, str) else text for text in texts]
    at, ends = 4 * (len(raw) + 2), [0]
    for text in raw:
        ends.append(ends[-1] + len(text))
    return struct.pack(f"<{len(raw) + 2}i", len(raw), *(at + end for end in ends)) + b"".join(raw)


def quantization(**fields: Any) -> Table:
    """scale, zero_point, min, max, quantized_dimension."""
    return Table("QuantizationParameters", fields)


def sparsity(
    traversal_order: Sequence[int],
    dims: Sequence[Mapping[str, Any]],
    block_map: Sequence[int] | None = None,
) -> Table:
    """Of each of ``dims`` either dense_size, or segments and indices (and index_kind="Uint8")."""
    metadata = []
    for dim in dims:
        fields: dict[str, Any] = {"dense_size": dim.get("dense_size", 0)}
        if "segments" in dim:
            kind = dim.get("index_kind", "Int32")
            fields["format"] = 1
            for name in ("segments", "indices"):
                fields[f"array_{name}_type"] = {"Int32": 1, "Uint16": 2, "Uint8": 3}[kind]
                fields[f"array_{name}"] = Table(f"{kind}Vector", {"values": dim[name]})
        metadata.append(Table("DimensionMetadata", fields))
    values = {"traversal_order": traversal_order, "block_map": block_map, "dim_metadata": metadata}
    return Table("SparsityParameters", values)
