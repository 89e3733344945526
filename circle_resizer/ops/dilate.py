"""DILATE."""

from circle_resizer.errors import RuleError
from circle_resizer.inference.rules import rule
from circle_resizer.inference.value import Sizes, Value
from circle_resizer.ops.target import any_target, target
from circle_resizer.symbolic.dim import never_exceeds


@rule("DILATE")
def dilate(x: Value, dilations: Value, _padding: Value) -> Sizes | None:
    """Between n entries come n-1 times k-1 more (TFLite dilate.cc, DilateDim)."""
    if x.shape is None:
        steps = any_target(dilations)
        return None if steps is None else [None] * len(steps)
    steps = target(dilations, len(x.shape))
    if any(step is not None and never_exceeds(step, 0) for step in steps):
        raise RuleError(f"'{dilations.name}' must be at least 1")
    for axis, size in enumerate(x.shape):
        if size == 0:
            raise RuleError(f"'{x.name}' has nothing to dilate in axis {axis}")
    return [
        None if step is None else (size - 1) * step + 1
        for size, step in zip(x.shape, steps, strict=True)
    ]
