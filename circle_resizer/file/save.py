"""A new file from an old one: kernel copy, a few edits, proof, then the name."""

from __future__ import annotations

import contextlib
import mmap
import os
import stat
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

from circle_resizer.errors import ModelError, ResizeError
from circle_resizer.file.flatbuffer_edit import apply, checked
from circle_resizer.file.flatbuffer_reader import Bytes
from circle_resizer.file.mapped_file import Mapped
from circle_resizer.file.rewrite import Written

CHUNK = 1 << 30


class Output:
    """The result of a rewrite, in memory or as a file."""

    def __init__(
        self,
        source: memoryview,
        mapped: Mapped | None,
        written: Written,
        prove: Callable[[Bytes], None],
    ) -> None:
        self._source, self._mapped, self._written, self._prove = source, mapped, written, prove
        self._data: bytes | None = None
        self._proven = not written.front and not written.edits

    def proves_in_place(self) -> bool:
        """Whether edits alone make a proven file; the proof reads a private copy of the pages."""
        if self._written.front:
            return False
        try:
            self._prove(self._edited())
        except ResizeError:
            return False
        self._proven = True
        return True

    def _edited(self) -> Bytes:
        if self._mapped is None:
            return self.data(prove=False)
        view = self._mapped.private()
        for edit in checked(self._source, self._written.edits):
            view[edit.at : edit.at + len(edit.new)] = edit.new
        return view

    def data(self, *, prove: bool = True) -> bytes:
        """The new bytes."""
        if self._data is None:
            self._check()
            self._data = self._written.front + apply(self._source, self._written.edits)
        if prove and not self._proven:
            self._prove(self._data)
            self._proven = True
        return self._data

    def _check(self) -> None:
        if self._mapped is not None:
            self._mapped.check()

    def save(self, target: Path) -> None:
        """Write beside the target, prove what was written, then take its name."""
        self._check()
        if "\0" in str(target):
            raise ModelError(f"Failed to write to output stream: {str(target)!r} (zero byte)")
        target = target.resolve() if target.is_symlink() else target
        if target.exists() and not target.is_file():
            raise ModelError(f"Failed to write to output stream: {target} is not a regular file")
        try:
            with temporary(target) as (descriptor, name):
                self._fill(descriptor)
                self._check()
                if not self._proven:
                    self._prove(memoryview(mmap.mmap(descriptor, 0, access=mmap.ACCESS_READ)))
                os.fchmod(descriptor, mode_for(target))
                Path(name).replace(target)
        except OSError as error:
            raise ModelError(
                f"Failed to write to output stream: {target} ({error.strerror})"
            ) from error

    def _fill(self, descriptor: int) -> None:
        shift = len(self._written.front)
        edits = checked(self._source, self._written.edits)
        write_all(descriptor, self._written.front, 0)
        self._copy(descriptor, shift)
        for edit in edits:
            write_all(descriptor, edit.new, edit.at + shift)

    def _copy(self, descriptor: int, shift: int) -> None:
        """The old bytes, by the kernel where it can."""
        done = 0
        if self._mapped is not None and hasattr(os, "copy_file_range"):
            source = self._mapped.descriptor
            with contextlib.suppress(OSError):
                while done < len(self._source):
                    count = min(CHUNK, len(self._source) - done)
                    copied = os.copy_file_range(source, descriptor, count, done, shift + done)
                    if not copied:
                        break
                    done += copied
        write_all(descriptor, self._source[done:], shift + done)


def write_all(descriptor: int, data: Bytes, at: int) -> None:
    """All of ``data`` at byte ``at`` of a file."""
    view = memoryview(data)
    done = 0
    while done < len(view):
        done += os.pwrite(descriptor, view[done : done + CHUNK], at + done)


@contextlib.contextmanager
def temporary(target: Path) -> Iterator[tuple[int, str]]:
    """A file in the target's folder that is gone afterwards, unless it was renamed."""
    descriptor, name = tempfile.mkstemp(prefix=f".{target.name}.", dir=target.parent)
    try:
        yield descriptor, name
    finally:
        os.close(descriptor)
        with contextlib.suppress(FileNotFoundError):
            Path(name).unlink()


def mode_for(target: Path) -> int:
    """Permissions of the file that is replaced, or those of a new one."""
    with contextlib.suppress(OSError):
        return stat.S_IMODE(target.stat().st_mode)
    mask = os.umask(0)
    os.umask(mask)
    return 0o666 & ~mask
