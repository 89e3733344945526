"""Pooling over windows: of [n,h,w,c] images, of volumes, and REDUCE_WINDOW over any axes."""

from circle_resizer.errors import RuleError
from circle_resizer.inference.axis_kinds import Axes, AxisKind, parameters, stays, window_kind
from circle_resizer.inference.rules import Custom, rule
from circle_resizer.inference.value import Sizes, Value
from circle_resizer.ops.convolution import window
from circle_resizer.ops.custom_options import numbers, word
from circle_resizer.ops.target import target
from circle_resizer.schema.options import Pool2DOptions
from circle_resizer.schema.types import Padding
from circle_resizer.symbolic.dim import Dim


def pool_2d_axes(x: Value, *, opt: Pool2DOptions) -> Axes:
    """Rows and columns; channels are apart."""
    slides = (
        window_kind(opt.filter_height, opt.stride_h),
        window_kind(opt.filter_width, opt.stride_w),
    )
    return stays(0, x, dict(enumerate(slides, 1)))


@rule("AVERAGE_POOL_2D", "MAX_POOL_2D", "L2_POOL_2D", axes=pool_2d_axes)
def pool_2d(x: Value, *, opt: Pool2DOptions) -> Sizes:
    """[n,h,w,c] -> [n,h',w',c] (TFLite pooling.cc, GenericPrepare)."""
    n, h, w, c = x.dims(4)
    if opt.filter_height < 1 or opt.filter_width < 1:
        raise RuleError(f"window [{opt.filter_height}, {opt.filter_width}] must be at least 1")
    out_h = window(h, opt.filter_height, opt.stride_h, 1, opt.padding)
    out_w = window(w, opt.filter_width, opt.stride_w, 1, opt.padding)
    return n, out_h, out_w, c


def pool_3d_axes(x: Value) -> Axes:
    """Depth, rows and columns; channels are apart."""
    return stays(0, x, dict.fromkeys((1, 2, 3), AxisKind.WINDOWED))


@rule("CUSTOM:AveragePool3D", "CUSTOM:FlexAvgPool3D", axes=pool_3d_axes)
@rule("CUSTOM:MaxPool3D", "CUSTOM:FlexMaxPool3D", axes=pool_3d_axes)
def pool_3d(x: Value, *, opt: Custom) -> Sizes:
    """[n,d,h,w,c] -> [n,d',h',w',c] (TFLite pooling3d.cc, GenericPrepare)."""
    n, *extents, c = x.dims(5)
    padding = Padding.SAME if word(opt, "padding") == "SAME" else Padding.VALID
    sizes, strides = numbers(opt, "ksize")[1:4], numbers(opt, "strides")[1:4]
    windows = zip(extents, sizes, strides, strict=True)
    return n, *(window(extent, size, step, 1, padding) for extent, size, step in windows), c


def reduce_window_axes(x: Value, init: Value, size: Value, stride: Value, dilation: Value) -> Axes:
    """Those along which the window is longer than 1."""
    rank = len(x.shape or ())
    windows = zip(target(size, rank), target(stride, rank), strict=True) if x.shape else ()
    special = {i: window_kind(*window) for i, window in enumerate(windows)}
    return stays(0, x, special) | parameters(1, init, size, stride, dilation)


@rule("REDUCE_WINDOW", axes=reduce_window_axes)
def reduce_window(
    x: Value, _init: Value, size: Value, stride: Value, dilation: Value
) -> Sizes | None:
    """One entry for each place where a window fits (TFLite reduce_window.cc)."""
    if x.shape is None:
        return None
    rank = len(x.shape)
    parts = zip(target(size, rank), target(stride, rank), target(dilation, rank), strict=True)
    return [places(extent, *part) for extent, part in zip(x.shape, parts, strict=True)]


def places(size: Dim, kernel: Dim | None, stride: Dim | None, dilation: Dim | None) -> Dim | None:
    """As ``window``, if the numbers are known."""
    if kernel is None or not isinstance(stride, int) or not isinstance(dilation, int):
        return None
    return window(size, kernel, stride, dilation, Padding.VALID)
