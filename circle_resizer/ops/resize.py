"""Images scaled to a given size: RESIZE_BILINEAR, RESIZE_NEAREST_NEIGHBOR."""

from circle_resizer.inference.axis_kinds import Axes, AxisKind, parameters, stays, whole
from circle_resizer.inference.rules import rule
from circle_resizer.inference.value import Sizes, Value
from circle_resizer.ops.target import target


def resize_axes(x: Value, size: Value) -> Axes:
    """Rows and columns, unless there are as many as before."""
    _, h, w, _ = x.dims(4)
    sizes = enumerate(zip(target(size, 2), (h, w), strict=True), 1)
    special = {i: whole(new, old, AxisKind.WINDOWED) for i, (new, old) in sizes}
    return stays(0, x, special) | parameters(1, size)


@rule("RESIZE_BILINEAR", "RESIZE_NEAREST_NEIGHBOR", axes=resize_axes)
def resize(x: Value, size: Value) -> Sizes:
    """[n,h,w,c] -> [n,h',w',c] (TFLite resize_bilinear.cc, ResizeOutputTensor)."""
    n, _, _, c = x.dims(4)
    return n, *target(size, 2), c
