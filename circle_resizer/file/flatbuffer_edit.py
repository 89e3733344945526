"""Edits are data: what to overwrite, what must be there now, and why."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from circle_resizer.errors import ModelError
from circle_resizer.file.flatbuffer_bytes import Bytes


@dataclass(frozen=True, slots=True)
class Edit:
    """Overwrite ``old`` at byte offset ``at`` with ``new`` of the same length."""

    at: int
    old: bytes
    new: bytes
    why: str


def checked(data: Bytes, edits: Iterable[Edit]) -> list[Edit]:
    """The edits in file order; they fit the file and none overlaps another."""
    ordered, done = [], 0
    for edit in sorted(edits, key=lambda e: e.at):
        end = edit.at + len(edit.old)
        if edit.at < done or len(edit.new) != len(edit.old) or data[edit.at : end] != edit.old:
            raise ModelError(f"edit at byte {edit.at} does not fit the file: {edit.why}")
        done = end
        ordered.append(edit)
    return ordered


def apply(data: Bytes, edits: Iterable[Edit]) -> bytes:
    """``data`` with every edit made; bytes no edit names are returned untouched."""
    out = bytearray(data)
    for edit in checked(data, edits):
        out[edit.at : edit.at + len(edit.old)] = edit.new
    return bytes(out)
