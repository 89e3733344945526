"""Compare a resized network with the same network exported at the new shape."""

from __future__ import annotations

import numpy as np
from ai_edge_litert.interpreter import Interpreter, OpResolverType
from tico.circle.runtime import run_circle

from circle_resizer import ResizeError, resize
from tests.zoo.cases import RIGHT, Arrays, Case, expectations

REFUSED = "refused"


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
