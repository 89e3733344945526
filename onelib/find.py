"""Where the drivers are."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Iterable
from pathlib import Path

from onelib.errors import PlainMissingError
from onelib.paths import absolute

INSTALLED = "/usr/share/one/bin"
NAMED = 16
"""Missing drivers that a sentence has room for."""


def own_folder() -> Path:
    """The folder of the command that runs, links followed."""
    return Path(os.path.realpath(sys.argv[0])).parent


def folders(here: Path) -> list[str]:
    """The folders to look in before ``PATH``."""
    return [str(here), *filter(None, [os.environ.get("ONE_BIN_DIR")]), INSTALLED]


def find(name: str, here: Path) -> Path | None:
    """The first executable file of that name."""
    for folder in folders(here):
        path = Path(absolute(folder)) / name
        if path.is_file() and os.access(path, os.X_OK):
            return path
    found = shutil.which(name) if "/" not in name else None
    return Path(absolute(found)) if found else None


def require(name: str, here: Path) -> Path:
    """As ``find``, and a sentence that says where it was looked for."""
    return require_all([name], here)[name]


def require_all(names: Iterable[str], here: Path) -> dict[str, Path]:
    """As ``require`` for all the names; the sentence tells every one that is missing."""
    found = {name: find(name, here) for name in dict.fromkeys(names)}
    missing = [name for name, path in found.items() if path is None]
    if missing:
        named = os.environ.get("ONE_BIN_DIR")
        variable = f"$ONE_BIN_DIR ({named or 'not set'})"
        more = f" and {len(missing) - NAMED} more" if len(missing) > NAMED else ""
        raise PlainMissingError(
            f"{', '.join(missing[:NAMED])}{more} found neither in {here}, {variable},"
            f" {INSTALLED} nor PATH"
        )
    return {name: path for name, path in found.items() if path is not None}


def optimization_folder(here: Path) -> Path | None:
    """``../optimization`` as seen from the folder of one-optimize."""
    found = find("one-optimize", here)
    if found is None:
        return None
    near = found.parent.parent / "optimization"
    far = Path(os.path.realpath(found)).parent.parent / "optimization"
    return near if near.is_dir() else far


def optimizations(here: Path) -> dict[str, Path]:
    """Optimisation files by their name without the leading ``O``."""
    folder = optimization_folder(here)
    files = sorted(folder.glob("O?*.cfg")) if folder else []
    return {
        file.stem[1:]: file
        for file in files
        if " " not in file.name and os.access(file, os.R_OK) and file.is_file()
    }
