"""Paths as the user writes them, and whether an output can be written without harm.

``os.path`` on purpose: pathlib drops a trailing slash and fails on the ~ of an unknown user.
"""
# ruff: noqa: PTH109, PTH110, PTH111, PTH112, PTH116, PTH118, PTH120, PTH121

from __future__ import annotations

import os
import stat
from collections.abc import Iterable


def home(path: str) -> str:
    """The path with a leading ``~`` filled in."""
    return os.path.expanduser(path)


def absolute(path: str) -> str:
    """The path joined to the current folder, otherwise as it is written."""
    return os.path.join(os.getcwd(), home(path))


def refusal(text: str) -> RuntimeError:
    """An error that is no fault of the file system."""
    from circle_resizer.errors import InputError  # noqa: PLC0415  # slow, and seldom needed

    return InputError(text)


def check_output(path: str) -> None:
    """Refuse a target that is no regular file and could not be put back."""
    try:
        mode = os.stat(path).st_mode
    except FileNotFoundError:
        folder = os.path.dirname(path) or "."
        if not os.path.isdir(folder):
            raise FileNotFoundError(f"the output folder is missing: {folder}") from None
        return
    if stat.S_ISDIR(mode):
        raise refusal(f"Failed to write to output stream: {path} is a folder")
    if not stat.S_ISREG(mode):
        raise refusal(f"Failed to write to output stream: {path} is not a regular file")


def check_log(output: str, sources: Iterable[str | None]) -> None:
    """Refuse when the log of ``output`` would take the place of a file that is read."""
    log = f"{output}.log"
    for source in filter(None, sources):
        if os.path.exists(log) and os.path.exists(source) and os.path.samefile(log, source):
            raise refusal(f"the log {log} would overwrite {source}")
