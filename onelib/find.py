"""Where the drivers are."""

from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path

from onelib.errors import PlainMissingError
from onelib.paths import absolute

INSTALLED = "/usr/share/one/bin"


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
    return Path(found) if found else None


def require(name: str, here: Path) -> Path:
    """As ``find``, and a sentence that says where it was looked for."""
    found = find(name, here)
    if found is None:
        named = os.environ.get("ONE_BIN_DIR")
        variable = f"$ONE_BIN_DIR ({named or 'not set'})"
        raise PlainMissingError(f"{name} found neither in {here}, {variable}, {INSTALLED} nor PATH")
    return found


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
