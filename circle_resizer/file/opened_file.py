"""A file that is held open: what is looked at is read into memory, the rest stays on the disk.

The file is not mapped: a mapped file that another process cuts off ends this one with SIGBUS.
A read that finds less than was there when the file was opened is an error like any other.
"""

from __future__ import annotations

import contextlib
import errno
import mmap
import os
import stat
import weakref
from collections.abc import Callable
from pathlib import Path

from circle_resizer.errors import ModelError, UnreadableError

# A pipe without a writer answers at once that it holds nothing.
FLAGS = os.O_RDONLY | getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_NONBLOCK", 0)
WHOLE = 1 << 22
"""Files up to this size are read in one go."""
PAGE_BITS = 12
PAGE = 1 << PAGE_BITS
"""Of larger files only the pages that are looked at are read."""
CHUNK = 1 << 24
PRIVATE = mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS | getattr(mmap, "MAP_NORESERVE", 0x4000)


class OpenedFile:
    """The bytes of a file as it was opened.

    Its name may go to another file meanwhile; ``descriptor`` still leads to this one.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        try:
            self.descriptor = os.open(path, FLAGS)
            weakref.finalize(self, os.close, self.descriptor)
            found = os.fstat(self.descriptor)
            if stat.S_ISDIR(found.st_mode):
                raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
        except OSError as error:
            raise ModelError(f"Failed to open file: {path} ({error.strerror})") from error
        except ValueError as error:  # a zero byte in the path
            raise ModelError(f"Failed to open file: {str(path)!r} ({error})") from error
        self.size = found.st_size
        self._stamp = found.st_size, found.st_mtime_ns

    def pages(self) -> Pages:
        """The bytes, in memory of their own: they may be edited without touching the file."""
        return Pages(self.descriptor, self.size, str(self.path), self)

    def check(self) -> None:
        """Refuse a file that has been written to: results hold for the bytes that were read."""
        try:
            now = os.fstat(self.descriptor)
        except OSError as error:
            raise unreadable(str(self.path), error) from error
        if (now.st_size, now.st_mtime_ns) != self._stamp:
            raise written_to(str(self.path))


class Pages:
    """Memory as large as a file, whose pages are read when somebody asks for them."""

    __slots__ = (
        "_left", "_loaded", "descriptor", "is_whole", "memory", "owner", "path", "size",
        "when_whole",
    )  # fmt: skip

    def __init__(
        self, descriptor: int, size: int, path: str, owner: OpenedFile | None = None
    ) -> None:
        self.descriptor, self.size, self.path = descriptor, size, path
        self.owner = owner
        """Who closes the descriptor: not before these pages are gone."""
        self.is_whole = size <= WHOLE
        self.when_whole: Callable[[], object] = int
        """Called when nothing is left to be read."""
        self._loaded = bytearray(0 if self.is_whole else -(-size // PAGE))
        self._left = len(self._loaded)
        self.memory = memoryview(bytearray(size) if self.is_whole else sparse(size))
        if self.is_whole:
            read_into(self.memory, descriptor, 0, path)

    def need(self, at: int, end: int) -> None:
        """Read the missing pages of the bytes from ``at`` to ``end``, as far as the file goes."""
        loaded, first, last = self._loaded, at >> PAGE_BITS, (end - 1) >> PAGE_BITS
        near = 0 <= first <= last <= first + 1 and last < len(loaded)
        if not (near and loaded[first] and loaded[last]):
            self._read(at, end)

    def _read(self, at: int, end: int) -> None:
        first, last = max(at, 0) // PAGE, -(-min(end, self.size) // PAGE)
        while (first := self._loaded.find(0, first, last)) >= 0:
            behind = self._loaded.find(1, first, last)
            behind = last if behind < 0 else behind
            view = self.memory[first * PAGE : behind * PAGE]
            read_into(view, self.descriptor, first * PAGE, self.path)
            self._loaded[first:behind] = b"\1" * (behind - first)
            self._left -= behind - first
        if self._left < len(self._loaded) // 2:  # the other half costs less than asking each time
            self.is_whole, self._left = True, len(self._loaded)
            self.need(0, self.size)
            self.when_whole()


def sparse(size: int) -> mmap.mmap:
    """Memory of which only the pages that are written to take room; not in units of 2 MB."""
    memory = mmap.mmap(-1, size, flags=PRIVATE)
    if hasattr(mmap, "MADV_NOHUGEPAGE"):
        with contextlib.suppress(OSError):  # a kernel that knows no others
            memory.madvise(mmap.MADV_NOHUGEPAGE)
    return memory


def read_into(view: memoryview, descriptor: int, at: int, path: str) -> None:
    """Fill ``view`` with the bytes of a file from ``at`` on."""
    done = 0
    try:
        while done < len(view):
            count = os.preadv(descriptor, [view[done : done + CHUNK]], at + done)
            if not count:
                raise written_to(path)
            done += count
    except OSError as error:
        raise unreadable(path, error) from error


def unreadable(path: str, error: OSError) -> UnreadableError:
    """What to say of a file that was opened and cannot be read."""
    return UnreadableError(f"Failed to read file: {path} ({error.strerror})")


def written_to(path: str) -> UnreadableError:
    """What to say of a file that has changed."""
    return UnreadableError(f"{path} has been written to since it was opened")
