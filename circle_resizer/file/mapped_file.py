"""A file that is read where it lies: mapped, and held open so that the same bytes can be copied."""

from __future__ import annotations

import errno
import mmap
import os
import stat
import weakref
from pathlib import Path

from circle_resizer.errors import ModelError

# A pipe without a writer answers at once that it holds nothing.
FLAGS = os.O_RDONLY | getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_NONBLOCK", 0)


class Mapped:
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
            self.view = self.private(copy=False) if found.st_size else memoryview(b"")
        except OSError as error:
            raise ModelError(f"Failed to open file: {path} ({error.strerror})") from error
        except ValueError as error:  # a zero byte in the path
            raise ModelError(f"Failed to open file: {str(path)!r} ({error})") from error
        self._stamp = found.st_size, found.st_mtime_ns

    def private(self, *, copy: bool = True) -> memoryview:
        """The bytes again; with ``copy`` they may be edited without touching the file."""
        access = mmap.ACCESS_COPY if copy else mmap.ACCESS_READ
        return memoryview(mmap.mmap(self.descriptor, 0, access=access))

    def check(self) -> None:
        """What was inferred from the bytes holds only as long as nobody writes to them."""
        now = os.fstat(self.descriptor)
        if (now.st_size, now.st_mtime_ns) != self._stamp:
            raise ModelError(f"{self.path} has been written to since it was opened")
