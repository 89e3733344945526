"""A file that appears whole under its name, or not at all; the older one stays until then."""

from __future__ import annotations

import contextlib
import fcntl
import os
import re
import stat
from collections.abc import Iterator
from itertools import islice

TEMPORARY = re.compile(r"\.one-resize-[0-9a-f]{16}\.tmp")
MOST_ENTRIES = 10_000
"""Of a folder, looked through for what a killed run has left behind."""
ATTEMPTS = 8
UNWANTED = ("security.capability", "trusted.")
"""Attributes that are not handed on: like setuid, they are about the old contents."""


@contextlib.contextmanager
def replacing(target: str, *, sync: bool) -> Iterator[int]:
    """A descriptor to write to; at the end of the block the file takes its name.

    The name is chosen before the file is there, so that an interrupt at any moment finds it.
    With ``sync`` the contents are on the disk before the name is, and the name soon after.
    """
    folder = os.path.dirname(target) or "."  # noqa: PTH120  (a Path drops what it finds useless)
    remove_leftovers(folder)
    old = stat_of(target)
    for _ in range(ATTEMPTS):
        name = os.path.join(folder, f".one-resize-{os.urandom(8).hex()}.tmp")  # noqa: PTH118
        try:
            descriptor = os.open(name, flags(), 0o600 if old else 0o666)
            try:
                if not is_ours(descriptor):
                    continue
                yield descriptor
                if old:
                    take_over(descriptor, target, old)
                finish(descriptor, sync=sync)
                os.replace(name, target)  # noqa: PTH105  (the fault tests replace it)
            finally:
                with contextlib.suppress(OSError):  # too late to be an error of the write
                    os.close(descriptor)
        finally:
            with contextlib.suppress(OSError):
                os.unlink(name)  # noqa: PTH108
        if sync:
            sync_folder(folder)
        return
    raise FileExistsError(17, "no temporary file can be made")


def flags() -> int:
    """How the temporary file is opened."""
    return os.O_RDWR | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC | os.O_NOFOLLOW


def is_ours(descriptor: int) -> bool:
    """Lock the file for as long as this process lives; False: another run has taken it away."""
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except OSError:
        return True  # a file system without locks: nobody takes anything away
    return os.fstat(descriptor).st_nlink > 0


def remove_leftovers(folder: str) -> None:
    """Temporary files whose writer does not live any more."""
    with contextlib.suppress(OSError), os.scandir(folder) as entries:
        for entry in islice(entries, MOST_ENTRIES):
            if TEMPORARY.fullmatch(entry.name):
                remove_leftover(entry.path)


def remove_leftover(path: str) -> None:
    """One of them, unless its writer holds the lock."""
    with contextlib.suppress(OSError):
        descriptor = os.open(path, os.O_RDWR | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
        try:
            found = os.fstat(descriptor)
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
            if stat.S_ISREG(found.st_mode) and found.st_uid == os.geteuid():
                os.unlink(path)  # noqa: PTH108
        finally:
            os.close(descriptor)


def stat_of(target: str) -> os.stat_result | None:
    """The file that is replaced, if there is one."""
    try:
        return os.stat(target)  # noqa: PTH116
    except FileNotFoundError:
        return None


def take_over(descriptor: int, target: str, old: os.stat_result) -> None:
    """Owner, attributes and permissions of the file that is replaced, but no setuid."""
    mode = stat.S_IMODE(old.st_mode) & 0o777
    if not given_to(descriptor, old):
        mode = mode & ~0o070 | (mode & 0o007) << 3  # another group has no more rights than others
    with contextlib.suppress(OSError, AttributeError):  # a file system, or a system, without them
        for name in os.listxattr(target):
            if not name.startswith(UNWANTED):
                with contextlib.suppress(OSError):
                    os.setxattr(descriptor, name, os.getxattr(target, name))
    os.fchmod(descriptor, mode)


def given_to(descriptor: int, old: os.stat_result) -> bool:
    """Give the file to the old owner and group as far as that is allowed; whether the group is."""
    new = os.fstat(descriptor)
    if (new.st_uid, new.st_gid) == (old.st_uid, old.st_gid):
        return True
    for owner in (old.st_uid, -1):
        with contextlib.suppress(OSError):
            os.fchown(descriptor, owner, old.st_gid)
            return True
    return False


def finish(descriptor: int, *, sync: bool) -> None:
    """Everything is written, or an error says so before the file takes its name."""
    if sync:
        os.fsync(descriptor)
    os.close(os.dup(descriptor))  # some file systems say only here that there was no room


def sync_folder(folder: str) -> None:
    """Let the new name survive a loss of power; the file is in place whatever comes of it."""
    with contextlib.suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY | os.O_CLOEXEC)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
