"""The networks of the zoo, and what has to become of them.

A network is NAME.A and NAME.B with the suffix of its kind; NAME.A.npz and NAME.B.npz hold inputs
x0, x1, ... and the framework's own answers y, y1, ... (no y: the network cannot be had there).
"""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

ZOO = Path(__file__).parent
RIGHT = "right"
Arrays = list[np.ndarray[Any, Any]]


class Case(NamedTuple):
    """One direction of one network; ``way`` is AB, BA, or ABA for there and back."""

    name: str
    way: str
    kind: str

    def __str__(self) -> str:
        return f"{self.name}-{self.way}"

    def file(self, size: str) -> Path:
        return ZOO / self.kind / f"{self.name}.{size}.{self.kind}"

    def sample(self, size: str) -> tuple[Arrays, Arrays]:
        """Inputs and wanted answers at a size."""
        found = np.load(ZOO / self.kind / f"{self.name}.{size}.npz")
        order = sorted(found.files, key=lambda key: (key[0], int(key[1:] or 0)))
        return [found[k] for k in order if k[0] == "x"], [found[k] for k in order if k[0] == "y"]


@cache
def cases() -> list[Case]:
    """Every direction there is a file for."""
    found = []
    for path in sorted(ZOO.glob("*/*.A.*")):
        if path.suffix == ".npz":
            continue
        name, kind = path.name.split(".A.")
        found += [Case(name, "AB", kind), Case(name, "ABA", kind)]
        if path.with_name(f"{name}.B.{kind}").exists():
            found.append(Case(name, "BA", kind))
    return found


@cache
def expectations() -> dict[str, Any]:
    """See expect.json: what must be refused, and the words that name the culprit."""
    return json.loads((ZOO / "expect.json").read_text())


def expected(case: Case) -> str:
    """``right``, or the words a refusal must contain."""
    table = expectations()["refuse"]
    return table.get(str(case), table.get(case.name, RIGHT))
