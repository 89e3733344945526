"""Optimisation groups: the files behind ``-O NAME``."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from onelib import cfg
from onelib.find import optimizations
from onelib.nearest import nearest

MISSING = "Not found given optimization configuration file"


@dataclass(frozen=True)
class Group:
    """One group: its name, and its options as arguments of one-optimize."""

    name: str
    flags: list[str]


def find_group(name: str, here: Path) -> Group:
    """The group of that name, read."""
    files = optimizations(here)
    if name not in files:
        known = [f"O{each}" for each in files]
        raise FileNotFoundError(f"{MISSING}: O{name}.cfg{nearest(f'O{name}', known)}")
    return read_group(name, files[name])


def read_group(name: str, path: Path) -> Group:
    """The group in a file; one-optimize takes one ``-O``, so others go as plain options."""
    _, parser = cfg.read_cfg(str(path), MISSING)
    if parser.sections() != ["one-optimize"]:
        raise AssertionError(
            "Optimization configuration file only allowed to have a 'one-optimize' section"
        )
    flags: list[str] = []
    for key, value in parser["one-optimize"].items():
        if value == "True":
            flags.append(f"--{key}")
        elif value not in ("False", ""):
            flags += [f"--{key}", value]
    return Group(name, flags)
