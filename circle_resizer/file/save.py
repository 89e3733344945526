"""A new file from an old one: kernel copy, a few edits, proof, then the name."""

from __future__ import annotations

import contextlib
import os
import stat
from collections.abc import Callable
from pathlib import Path

from circle_resizer.errors import ModelError, ResizeError
from circle_resizer.file.flatbuffer_bytes import Bytes, Flat
from circle_resizer.file.flatbuffer_edit import apply, checked
from circle_resizer.file.opened_file import CHUNK, OpenedFile, Pages, read_into
from circle_resizer.file.replace_file import replacing
from circle_resizer.file.written import Written

Prove = Callable[["Bytes | Pages"], None]
KERNEL_CHUNK = 1 << 26
"""Bytes copied at a time by the kernel: a signal waits no longer than that."""
UNWRITABLE = "Failed to write to output stream"


class Output:
    """The result of a rewrite, in memory or as a file."""

    def __init__(
        self, source: Flat, file: OpenedFile | None, written: Written, prove: Prove
    ) -> None:
        self._source, self._file, self._written, self._prove = source, file, written, prove
        self._data: bytes | None = None
        self._proven = not written.front and not written.edits

    def proves_in_place(self) -> bool:
        """Whether edits alone make a proven file; the proof reads memory of its own."""
        if self._written.front:
            return False
        try:
            self._prove(self._edited())
        except ResizeError:
            return False
        self._proven = True
        return True

    def _edited(self) -> Bytes | Pages:
        if self._file is None:
            return self.data(prove=False)
        pages = self._file.pages()
        for edit in checked(self._source.data, self._written.edits):
            pages.need(edit.at, edit.at + len(edit.new))
            pages.memory[edit.at : edit.at + len(edit.new)] = edit.new
        return pages

    def data(self, *, prove: bool = True) -> bytes:
        """The new bytes."""
        if self._data is None:
            self._data = self._written.front + apply(self._whole(), self._written.edits)
        if prove and not self._proven:
            self._prove(self._data)
            self._proven = True
        return self._data

    def _whole(self) -> Bytes:
        """All the old bytes."""
        if self._file is None:
            return self._source.data
        self._file.check()
        data = bytearray(self._file.size)
        read_into(memoryview(data), self._file.descriptor, 0, str(self._file.path))
        self._file.check()
        return data

    def __reduce__(self) -> tuple[Callable[[bytes], Output], tuple[bytes]]:
        """Another process gets the new bytes."""
        return kept_in_memory, (self.data(),)

    def save(self, target: Path, *, sync: bool = True) -> None:
        """Write beside the target, prove the new file, then take its name."""
        if self._file is not None:
            self._file.check()
        try:
            with replacing(writable(target), sync=sync) as descriptor:
                self._fill(descriptor)
                if self._file is not None:
                    self._file.check()
                if not self._proven:
                    size = os.fstat(descriptor).st_size
                    self._prove(Pages(descriptor, size, str(target)))
        except OSError as error:
            raise ModelError(f"{UNWRITABLE}: {target} ({error.strerror or error})") from error

    def _fill(self, descriptor: int) -> None:
        shift = len(self._written.front)
        edits = checked(self._source.data, self._written.edits)
        write_all(descriptor, self._written.front, 0)
        if self._file is None:
            write_all(descriptor, self._source.data, shift)
        else:
            copy(self._file, descriptor, shift)
        for edit in edits:
            write_all(descriptor, edit.new, edit.at + shift)


def kept_in_memory(data: bytes) -> Output:
    """A result that is proven already."""
    return Output(Flat(data), None, Written(b"", []), lambda _: None)


def writable(target: Path) -> str:
    """The path behind symbolic links, if a regular file may lie there."""
    if "\0" in str(target):
        raise ModelError(f"{UNWRITABLE}: {target} (zero byte)")
    path = os.path.realpath(target) if target.is_symlink() else str(target)
    with contextlib.suppress(FileNotFoundError):
        if not stat.S_ISREG(os.stat(path).st_mode):  # noqa: PTH116
            raise ModelError(f"{UNWRITABLE}: {target} is not a regular file")
    return path


def copy(file: OpenedFile, descriptor: int, shift: int) -> None:
    """The old bytes, by the kernel where it can."""
    done = 0
    if hasattr(os, "copy_file_range"):
        with contextlib.suppress(OSError):  # whatever it is, plain writing meets it again
            while done < file.size:
                count = min(KERNEL_CHUNK, file.size - done)
                args = file.descriptor, descriptor, count, done, shift + done
                if not (copied := os.copy_file_range(*args)):
                    break
                done += copied
    buffer = memoryview(bytearray(min(CHUNK, file.size - done)))
    while done < file.size:
        part = buffer[: file.size - done]
        read_into(part, file.descriptor, done, str(file.path))
        write_all(descriptor, part, shift + done)
        done += len(part)


def write_all(descriptor: int, data: Bytes, at: int) -> None:
    """All of ``data`` at byte ``at`` of a file."""
    view = memoryview(data)
    done = 0
    while done < len(view):
        done += os.pwrite(descriptor, view[done : done + KERNEL_CHUNK], at + done)
