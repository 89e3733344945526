"""SHAPE and RANK."""

import numpy as np

from circle_resizer.inference.rules import elements, rule
from circle_resizer.inference.value import Elements, Sizes, Value


@rule("SHAPE")
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


@rule("RANK")
def rank(_x: Value) -> Sizes:
    """Always a scalar (TFLite rank.cc, Prepare)."""
    return ()


@elements("RANK")
def rank_elements(x: Value) -> Elements | None:
    """The number of axes."""
    return None if x.shape is None else np.array(len(x.shape), dtype=object)
