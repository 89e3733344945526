"""RFFT2D."""

from circle_resizer.errors import RuleError
from circle_resizer.ops.target import target
from circle_resizer.rules import rule
from circle_resizer.value import Sizes, Value


@rule("RFFT2D")
def rfft2d(x: Value, length: Value) -> Sizes | None:
    """[..,h,w] -> [..,l0,l1/2+1] complex numbers, cut or padded to length.

    (TFLite rfft2d.cc, ResizeOutputandTemporaryTensors)
    """
    rows, columns = target(length, 2)
    if x.shape is None:
        return None
    if len(x.shape) < 2:
        raise RuleError(f"'{x.name}' has rank {len(x.shape)}, expected at least 2")
    return *x.shape[:-2], rows, None if columns is None else columns // 2 + 1
