"""Paths as the user writes them, and whether an output can be written without harm.

``os.path`` on purpose: pathlib drops a trailing slash and fails on the ~ of an unknown user.
"""
# ruff: noqa: PTH109, PTH110, PTH111, PTH112, PTH114, PTH116, PTH117, PTH118, PTH120, PTH121

from __future__ import annotations

import contextlib
import errno
import os
import re
import stat
from collections.abc import Iterable, Iterator

from onelib.errors import PlainMissingError
from onelib.printable import printable

DESCRIPTOR = re.compile(r"/dev/(std(in|out|err)|fd/\d+)|/proc/[\w-]+(/task/\d+)?/fd/\d+")
STDOUT = "-"
UNWRITABLE = "Failed to write to output stream"
LONGEST_TEXT, LONGEST_PATH = 1 << 20, 4096


def home(path: str) -> str:
    """The path with a leading ``~`` filled in."""
    return os.path.expanduser(path)


def absolute(path: str) -> str:
    """The path joined to the current folder, otherwise as it is written."""
    expanded = home(path)
    if os.path.isabs(expanded):
        return expanded
    try:
        return os.path.join(os.getcwd(), expanded)
    except FileNotFoundError:
        raise PlainMissingError(f"the current folder is gone, and {path} lies in it") from None


def oneline(error: object, *paths: str) -> str:
    """What an error says, with each of the paths in it in one line."""
    text = str(error)
    for path in paths:
        text = text.replace(path, printable(path))
    return text


def read_text(path: str) -> str:
    """A UTF-8 text of a regular file: a pipe, or a device, might have no end."""
    if not can_be_given(path):
        raise OSError(errno.EINVAL, "a character that no path has")
    with open(path, "rb", opener=at_once) as file:
        if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
            raise OSError(errno.EINVAL, "not a regular file")
        data = file.read(LONGEST_TEXT + 1)
    if len(data) > LONGEST_TEXT:
        raise OSError(errno.EFBIG, f"more than {LONGEST_TEXT} bytes")
    return data.decode("utf-8-sig")


def at_once(path: str, flags: int) -> int:
    """An opener that does not wait for the other end of a pipe."""
    return os.open(path, flags | os.O_NONBLOCK)


def file_of(path: str) -> str:
    """The file that a path leads to, links followed, as far as there can be one."""
    followed = can_be_given(path) and len(path) <= LONGEST_PATH
    return os.path.realpath(path) if followed else path


def can_be_given(text: str) -> bool:
    """Whether the system can be given the text, as a path or as a word of a command."""
    try:
        return b"\0" not in os.fsencode(text)
    except UnicodeEncodeError:
        return False


def refusal(text: str) -> RuntimeError:
    """An error that is no fault of the file system."""
    from circle_resizer.errors import InputError  # noqa: PLC0415  # slow, and seldom needed

    return InputError(text)


def check_output(path: str) -> None:
    """Refuse a target that is no regular file, is protected, or could not be put back."""
    if DESCRIPTOR.fullmatch(os.path.normpath(path)):
        raise refusal(f"{UNWRITABLE}: {path} is not a regular file")
    try:
        found = os.stat(path)
    except FileNotFoundError:
        check_folder(path)
        return
    if stat.S_ISDIR(found.st_mode):
        raise refusal(f"{UNWRITABLE}: {path} is a folder")
    if not stat.S_ISREG(found.st_mode):
        raise refusal(f"{UNWRITABLE}: {path} is not a regular file")
    if any(os.path.samestat(found, stream) for stream in streams()):
        raise refusal(f"{UNWRITABLE}: {path} is where this command prints to")
    if not found.st_mode & 0o222 or not os.access(path, os.W_OK):
        raise refusal(f"{UNWRITABLE}: {path} is read-only")
    check_folder(path)


def check_folder(path: str) -> None:
    """Refuse a target in whose folder no file can be made: the new one appears beside the old."""
    target = os.path.realpath(path) if os.path.islink(path) else path
    folder = os.path.dirname(target) or "."
    if not os.path.isdir(folder):
        raise FileNotFoundError(f"the output folder is missing: {printable(folder)}")
    if not os.access(folder, os.W_OK | os.X_OK):
        raise refusal(f"{UNWRITABLE}: {path} (no permission to write in the folder {folder})")


def streams() -> Iterator[os.stat_result]:
    """What stdout and stderr lead to, as far as they are open."""
    for number in (1, 2):
        with contextlib.suppress(OSError):
            yield os.fstat(number)


def check_others(
    output: str, log: str | None, config: str | None, data: Iterable[str], model: str
) -> None:
    """Refuse when the output or the log would take the place of a file that is read."""
    sources = [*([home(config)] if config else []), *data]
    for source in sources:
        if one_file(output, source):
            raise refusal(f"the output {output} would overwrite {source}")
    for source in (model, *sources, output):
        if log and one_file(log, source):
            raise refusal(f"the log {log} would overwrite {source}")


def one_file(path: str, other: str) -> bool:
    """Whether two paths lead to the same file, or would if it were there."""
    if max(len(path), len(other)) > LONGEST_PATH:
        return False  # no file has it, and to follow it takes the square of its length
    if os.path.exists(path) and os.path.exists(other):
        return os.path.samefile(path, other)
    return os.path.realpath(path) == os.path.realpath(other)


def identity(path: str) -> tuple[int, int] | None:
    """What tells a file from the one that takes its place."""
    try:
        found = os.stat(path)
    except OSError:
        return None
    return found.st_dev, found.st_ino
