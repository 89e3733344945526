"""DILATE."""

from circle_resizer.errors import RuleError
from circle_resizer.inference.axis_kinds import Axes, AxisKind, parameters, stays
from circle_resizer.inference.rules import rule
from circle_resizer.inference.value import Sizes, Value
from circle_resizer.ops.target import any_target, target
from circle_resizer.symbolic.dim import never_exceeds


def dilate_axes(x: Value, dilations: Value, padding: Value) -> Axes:
    """Those that get entries in between."""
    steps = any_target(dilations) or ()
    rank = len(x.shape or ())
    special = {i: AxisKind.WINDOWED for i in range(rank) if [*steps][i : i + 1] != [1]}
    return stays(0, x, special) | parameters(1, dilations, padding)


@rule("DILATE", axes=dilate_axes)
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
