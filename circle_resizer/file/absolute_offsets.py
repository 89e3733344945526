"""Offsets from the beginning of the file: they move when something is put in front."""

from __future__ import annotations

from collections.abc import Iterator

from circle_resizer.file.flatbuffer_edit import Edit
from circle_resizer.file.flatbuffer_reader import CODEC, Table
from circle_resizer.file.model import BUFFER, OPERATOR, Model

LARGE = OPERATOR["large_custom_options_offset"]


def moved(model: Model, shift: int) -> list[Edit]:
    """Edits of all that a file holds, so that they lead to the same bytes further behind."""
    found = []
    pack = CODEC["uint64"].pack
    for table, slot in absolute(model):
        old = table.integer(slot, "uint64")
        if old > 1:
            found.append(Edit(table.field(slot), pack(old), pack(old + shift), "file offset"))
    return found


def absolute(model: Model) -> Iterator[tuple[Table, int]]:
    """Fields that may hold them."""
    yield from ((table, BUFFER["offset"]) for table in model.buffers)
    for graph in model.subgraphs:
        yield from ((op, LARGE) for op in graph.operators)
