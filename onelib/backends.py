"""Backends of one-codegen and one-profile: their programs, targets and cfg keys."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path

from onelib.paths import read_text

ROOT = Path(__file__).resolve().parent.parent.parent


def check_backend(section: Mapping[str, str], backend: str) -> None:
    """Refuse a backend that the section of a driver has no command for."""
    one, several = section.get("backend"), section.get("backends")
    if one and several:
        raise ValueError("'backend' option and 'backends' option cannot be used simultaneously.")
    names = (several or "").replace(",", " ").split()
    if (one and one != backend) or (several and backend not in names):
        raise ValueError("Not found the command of given backend")
    for name in names:
        if name not in section:
            raise ValueError(f"Not found the command for {name}")


def get_list(cmdname: str) -> list[str]:
    """Programs of that name beside the drivers, then anywhere among the backends."""
    found = [ROOT / "bin" / cmdname, *sorted((ROOT / "backends").glob(f"**/{cmdname}"))]
    return [str(path) for path in found if path.is_file() and os.access(path, os.X_OK)]


def search_driver(driver: str) -> str | None:
    """A driver beside ours, or in the ``bin`` folder of a backend."""
    found = [ROOT / "bin" / driver, *sorted((ROOT / "backends").glob(f"**/bin/{driver}"))]
    return next((str(path) for path in found if path.is_file() and os.access(path, os.X_OK)), None)


def get_value_from_target_conf(target: str, key: str) -> str:
    """One value of ``target/NAME.ini``, a file of KEY=VALUE lines without sections."""
    path = ROOT / "target" / f"{target}.ini"
    if not path.is_file():
        raise FileNotFoundError(f"Not found given target configuration: {target}")
    lines = (line.split("#")[0].partition("=") for line in read_text(str(path)).splitlines())
    values = {name.strip(): value.strip() for name, _, value in lines}
    if values.get("TARGET") != target:
        raise ValueError("Invalid target file.")
    if key not in values:
        raise KeyError(f"Not found '{key}' key in target configuration.")
    return values[key]
