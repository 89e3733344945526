"""What a public architecture is here: a builder, and the sizes at which it is exported."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

Size = tuple[int, ...]
BASE = "base"
ROOT = Path(__file__).parent.parent.parent
RIGHT, REFUSED, WRONG, LOST = "right", "refused", "wrong", "lost"
# Exports are large and take minutes: they are kept between runs, outside of the project.
CACHE = Path(os.environ.get("PUBLIC_CACHE", Path(tempfile.gettempdir()) / "public"))


@dataclass(frozen=True)
class Network:
    """An architecture of a package, with random weights.

    ``sizes`` names the points at which it is exported: ``base``, and one for each change, such as
    ``b`` for another batch. ``build(size)`` returns the model and its inputs at a size; it imports
    the package, so that listing the networks needs nothing.
    """

    name: str
    source: str
    kind: str
    sizes: Mapping[str, Size]
    build: Callable[[Size], tuple[Any, list[Any]]]

    @property
    def folder(self) -> Path:
        return CACHE / self.source / self.name

    def file(self, point: str) -> Path:
        return self.folder / f"{point}.{self.kind}"

    def sample(self, point: str) -> tuple[list[np.ndarray], list[np.ndarray]]:
        """Inputs and the framework's own answers."""
        found = np.load(self.folder / f"{point}.npz")
        parts = {letter: [k for k in found.files if k[0] == letter] for letter in "xy"}
        return tuple([found[k] for k in sorted(keys, key=number)] for keys in parts.values())

    def keep(self, point: str, data: bytes, given: list[np.ndarray], answers: list[np.ndarray]):
        """Write an export; the numbers come last, so that where they are, all is."""
        self.folder.mkdir(parents=True, exist_ok=True)
        self.file(point).write_bytes(data)
        arrays = {f"x{i}": x for i, x in enumerate(given)}
        arrays |= {f"y{i}": y for i, y in enumerate(answers)}
        np.savez_compressed(self.folder / f"{point}.npz", **arrays)

    def missing(self) -> list[str]:
        """Points that are not exported yet."""
        return [p for p in self.sizes if not (self.folder / f"{p}.npz").exists()]


class Direction(NamedTuple):
    """A network exported at one point and resized to another one."""

    network: Network
    start: str
    end: str

    def __str__(self) -> str:
        return f"{self.network.source}-{self.network.name}-{self.start}-{self.end}"


class Verdict(NamedTuple):
    """``wrong``: a file whose numbers are others. ``lost``: a traceback, or no answer in time.

    ``tables``: how many constants were taken from the export at the wanted size, as a user does who
    is asked for them.
    """

    word: str
    reason: str = ""
    grade: str = ""
    tables: int = 0


def number(key: str) -> int:
    return int(key[1:])


def directions(network: Network) -> list[Direction]:
    """From the base to every other point, and back."""
    others = [point for point in network.sizes if point != BASE]
    there = [Direction(network, BASE, point) for point in others]
    return there + [Direction(network, point, BASE) for point in others]
