"""The file of a log: a new one, or that of an earlier run, and never anything else."""

from __future__ import annotations

import os
import stat
from typing import BinaryIO

from onelib.errors import PlainError
from onelib.paths import refusal, streams
from onelib.printable import printable

MARK = b"one-resize --input_path /"
"""How the first line of every log begins."""
FLAGS = os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC
ADVICE = "choose another with --log FILE, or none with --no-log"


def claim(path: str) -> BinaryIO:
    """The file, open and empty; it is emptied only once it is known to be a log of ours."""
    try:
        descriptor = os.open(path, FLAGS, 0o666)
    except OSError as error:
        if os.path.islink(path):  # noqa: PTH114  # a path as it is written
            raise refusal(f"the log {path} is a symbolic link; {ADVICE}") from error
        raise PlainError(f"cannot write the log {printable(path)}: {error.strerror}") from error
    file = os.fdopen(descriptor, "wb", buffering=0)
    if problem := fault(descriptor):
        file.close()
        raise refusal(f"the log {path} {problem}; {ADVICE}")
    os.ftruncate(descriptor, 0)
    return file


def fault(descriptor: int) -> str:
    """Why an open file is not to be overwritten; nothing for an empty one or a log of ours."""
    found = os.fstat(descriptor)
    if not stat.S_ISREG(found.st_mode):
        return "is not a regular file"
    if found.st_nlink > 1:
        return "has a second name (a hard link)"
    if any(os.path.samestat(found, stream) for stream in streams()):
        return "is where this command prints to"
    start = os.pread(descriptor, len(MARK), 0)
    return "" if start == MARK[: len(start)] else "holds something else than a log of one-resize"
