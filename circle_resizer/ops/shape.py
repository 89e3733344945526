"""SHAPE and RANK."""

from circle_resizer.inference.axis_kinds import Axes, AxisKind, placed
from circle_resizer.inference.rules import elements, rule
from circle_resizer.inference.value import Elements, Sizes, Value
from circle_resizer.lazy_numpy import np


def counted(x: Value) -> Axes:
    """Only the sizes are looked at."""
    return placed(0, [AxisKind.COUNTED] * len(x.shape or ()))


@rule("SHAPE", axes=counted)
def shape(x: Value) -> Sizes:
    """[a,b,..] -> [rank] (TFLite shape.cc, Prepare)."""
    return [None if x.shape is None else len(x.shape)]


@elements("SHAPE")
def shape_elements(x: Value) -> Elements | None:
    """The sizes themselves."""
    if x.shape is None:
        return None
    out = np.empty(len(x.shape), dtype=object)
    out[:] = x.shape
    return out


@rule("RANK", axes=counted)
def rank(_x: Value) -> Sizes:
    """Always a scalar (TFLite rank.cc, Prepare)."""
    return ()


@elements("RANK")
def rank_elements(x: Value) -> Elements | None:
    """The number of axes."""
    return None if x.shape is None else np.array(len(x.shape), dtype=object)
