"""Compare a resized network with the same network exported at the new shape.

A network is NAME.A and NAME.B with the suffix of its kind; NAME.A.npz and NAME.B.npz hold inputs
x0, x1, ... and the framework's own answers y, y1, ... (no y: the network cannot be had there).
"""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from ai_edge_litert.interpreter import Interpreter, OpResolverType
from tico.circle.runtime import run_circle

from circle_resizer import ResizeError, resize

ZOO = Path(__file__).parent
RIGHT, REFUSED = "right", "refused"
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
    """``right``, ``either``, or the words a refusal must contain."""
    table = expectations()
    for key in (str(case), case.name):
        if key in table["either"]:
            return "either"
        if key in table["refuse"]:
            return table["refuse"][key]
    return RIGHT


def verdict(case: Case) -> tuple[str, str]:
    """``right``, ``refused`` or ``WRONG``, and why."""
    start, *rest = case.way
    data = case.file(start).read_bytes()
    for size in rest:
        given, wanted = case.sample(size)
        try:
            result = resize(data, [x.shape for x in given])
        except ResizeError as error:
            return REFUSED, str(error)
        data = result.data
    if not wanted:
        return "WRONG", "there is no such network, and it was not refused"
    why = wrong(data, given, wanted, case)
    return "WRONG" if why else RIGHT, why


def wrong(data: bytes, given: Arrays, wanted: Arrays, case: Case) -> str:
    """What differs from the wanted answers; nothing when all is well."""
    try:
        got = run_circle(data, given).outputs if case.kind == "circle" else run_litert(data, given)
    except (RuntimeError, ValueError) as error:
        return str(error)
    limit = expectations()["loose"].get(case.name, 1e-4)
    for i, (a, b) in enumerate(zip(got, wanted, strict=True)):
        if a.shape != b.shape:
            return f"answer {i} is {a.shape}, wanted {b.shape}"
        if not (np.isfinite(a).all() and np.isfinite(b).all()):  # no gap and no limit to compare
            return f"answer {i} is not finite"
        gap = np.abs(a.astype(float) - b.astype(float)).max()
        if gap > (1 if b.dtype.kind in "iu" and b.dtype.itemsize < 4 else limit * np.abs(b).max()):
            return f"answer {i} is off by {gap:.3g}"
    return ""


def run_litert(data: bytes, given: Arrays) -> Arrays:
    """Answers without any resize call; every recorded shape must be the allocated one."""
    plain = OpResolverType.BUILTIN_WITHOUT_DEFAULT_DELEGATES
    interpreter = Interpreter(model_content=data, experimental_op_resolver_type=plain)
    recorded = {t["index"]: tuple(t["shape"]) for t in interpreter.get_tensor_details()}
    interpreter.allocate_tensors()
    for detail, x in zip(interpreter.get_input_details(), given, strict=True):
        interpreter.set_tensor(detail["index"], x)
    interpreter.invoke()
    for t in interpreter.get_tensor_details():
        if recorded.get(t["index"], tuple(t["shape"])) != tuple(t["shape"]):
            message = f"{t['name']} is {t['shape']}, recorded {recorded[t['index']]}"
            raise ValueError(message)
    return [interpreter.get_tensor(d["index"]) for d in interpreter.get_output_details()]
