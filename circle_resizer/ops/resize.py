"""Images scaled to a given size: RESIZE_BILINEAR, RESIZE_NEAREST_NEIGHBOR."""

from circle_resizer.inference.rules import rule
from circle_resizer.inference.value import Sizes, Value
from circle_resizer.ops.target import target


@rule("RESIZE_BILINEAR", "RESIZE_NEAREST_NEIGHBOR")
def resize(x: Value, size: Value) -> Sizes:
    """[n,h,w,c] -> [n,h',w',c] (TFLite resize_bilinear.cc, ResizeOutputTensor)."""
    n, _, _, c = x.dims(4)
    return n, *target(size, 2), c
