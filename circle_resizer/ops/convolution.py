"""Convolutions. Activations are NHWC or NDHWC; filters OHWI, 1HWO, DHWIO, and DHWOI transposed."""

from collections.abc import Sequence

from circle_resizer.errors import RuleError
from circle_resizer.inference.axis_kinds import (
    Axes,
    Axis,
    AxisKind,
    Target,
    placed,
    stays,
    vector,
    window_kind,
)
from circle_resizer.inference.rules import rule
from circle_resizer.inference.value import Sizes, Value
from circle_resizer.schema.options import (
    Conv2DOptions,
    Conv3DOptions,
    DepthwiseConv2DOptions,
)
from circle_resizer.schema.types import Padding
from circle_resizer.symbolic.dim import Dim, ceil_div, differ, never_exceeds, product


def window(size: Dim, kernel: Dim, stride: int, dilation: int, padding: int) -> Dim:
    """Output extent of a sliding window (TFLite padding.h, ComputeOutSizeChecked).

    LiteRT answers 0 where the window does not fit; nobody wants that, so it is refused.
    """
    if stride < 1 or dilation < 1:
        raise RuleError(f"stride {stride} and dilation {dilation} must be at least 1")
    if padding == Padding.SAME:
        return ceil_div(size, stride)
    reach = (kernel - 1) * dilation
    out = ceil_div(size - reach, stride)
    if size != 0 and never_exceeds(out, 0):
        raise RuleError(f"a window of {reach + 1} does not fit into {size}")
    return 0 if size == 0 else out


def check_bias(bias: Value | None, count: Dim) -> None:
    """One element per output channel, in whatever shape."""
    if bias is None or bias.shape is None:
        return
    elements = product(bias.shape)
    if differ(elements, count):
        raise RuleError(f"bias '{bias.name}' has {elements} elements for {count} output channels")


def check_channels(c_in: Dim, c_kernel: Dim) -> None:
    """Every filter sees all channels, or those of its group."""
    if c_kernel == 0 or differ(c_in % c_kernel, 0):
        raise RuleError(f"{c_in} input channels are not a multiple of the kernel's {c_kernel}")


def conv_axes(
    operands: tuple[Value, Value, Value | None], first: int, out: int, slides: Sequence[AxisKind]
) -> Axes:
    """Of an image, its filter and a bias, which are the operands from number ``first`` on.

    ``out`` is the filter's axis of output channels, ``slides`` are the kinds of the spatial axes.
    """
    x, kernel, bias = operands
    last, special = len(slides) + 1, dict(enumerate(slides, 1))
    filters: list[Target] = [AxisKind.REDUCED] * len(kernel.shape or ())
    if filters:
        filters[out] = last
    image = stays(first, x, special | {last: AxisKind.REDUCED})
    count = kernel.dims(last + 1)[out]
    return image | placed(first + 1, filters) | vector(first + 2, bias, count, last)


def conv_2d_axes(x: Value, kernel: Value, bias: Value | None = None, *, opt: Conv2DOptions) -> Axes:
    """A filter of one pixel leaves the pixels apart; groups see other channels each."""
    _, k_h, k_w, c_kernel = kernel.dims(4)
    slides = window_kind(k_h, opt.stride_h), window_kind(k_w, opt.stride_w)
    found = conv_axes((x, kernel, bias), 0, 0, slides)
    return found if x.dims(4)[3] == c_kernel else found | uneven(0)


def uneven(out: int) -> Axes:
    """Filters and biases whose rows are not all treated alike: each sees channels of its own."""
    return {(1, out): Axis(AxisKind.OPAQUE), (2, 0): Axis(AxisKind.OPAQUE)}


@rule("CONV_2D", axes=conv_2d_axes)
def conv_2d(x: Value, kernel: Value, bias: Value | None = None, *, opt: Conv2DOptions) -> Sizes:
    """[n,h,w,ci] with [co,kh,kw,ci/groups] -> [n,h',w',co] (TFLite conv.cc, Prepare)."""
    n, h, w, c_in = x.dims(4)
    c_out, k_h, k_w, c_kernel = kernel.dims(4)
    check_channels(c_in, c_kernel)
    check_bias(bias, c_out)
    out_h = window(h, k_h, opt.stride_h, opt.dilation_h_factor, opt.padding)
    out_w = window(w, k_w, opt.stride_w, opt.dilation_w_factor, opt.padding)
    return n, out_h, out_w, c_out


def depthwise_conv_2d_axes(
    x: Value, kernel: Value, bias: Value | None = None, *, opt: DepthwiseConv2DOptions
) -> Axes:
    """Channels are apart as well, if there are as many as before."""
    _, k_h, k_w, c_out = kernel.dims(4)
    slides = window_kind(k_h, opt.stride_h), window_kind(k_w, opt.stride_w)
    found = conv_axes((x, kernel, bias), 0, 3, slides)
    alike = x.dims(4)[3] == c_out
    return found | ({(0, 3): Axis(AxisKind.PARALLEL, ((0, 3),))} if alike else uneven(3))


@rule("DEPTHWISE_CONV_2D", axes=depthwise_conv_2d_axes)
def depthwise_conv_2d(
    x: Value, kernel: Value, bias: Value | None = None, *, opt: DepthwiseConv2DOptions
) -> Sizes:
    """[n,h,w,ci] with [1,kh,kw,ci*multiplier] -> [n,h',w',ci*multiplier].

    The filter decides; ``depth_multiplier`` is not looked at (TFLite depthwise_conv.cc, Prepare).
    """
    n, h, w, c_in = x.dims(4)
    one, k_h, k_w, c_out = kernel.dims(4)
    if differ(one, 1):
        raise RuleError(f"kernel '{kernel.name}' has {one} filters, expected 1")
    if c_in == 0 or differ(c_out % c_in, 0):
        raise RuleError(f"{c_out} output channels are not a multiple of the {c_in} input channels")
    check_bias(bias, c_out)
    out_h = window(h, k_h, opt.stride_h, opt.dilation_h_factor, opt.padding)
    out_w = window(w, k_w, opt.stride_w, opt.dilation_w_factor, opt.padding)
    return n, out_h, out_w, c_out


def conv_3d_axes(x: Value, kernel: Value, bias: Value | None = None, *, opt: Conv3DOptions) -> Axes:
    """As CONV_2D, with filters [kd,kh,kw,ci,co]."""
    strides = opt.stride_d, opt.stride_h, opt.stride_w
    slides = [window_kind(k, step) for k, step in zip(kernel.dims(5), strides, strict=False)]
    return conv_axes((x, kernel, bias), 0, 4, slides)


@rule("CONV_3D", axes=conv_3d_axes)
def conv_3d(x: Value, kernel: Value, bias: Value | None = None, *, opt: Conv3DOptions) -> Sizes:
    """[n,d,h,w,ci] with [kd,kh,kw,ci,co] -> [n,d',h',w',co] (TFLite conv3d.cc, Prepare)."""
    n, d, h, w, c_in = x.dims(5)
    k_d, k_h, k_w, c_kernel, c_out = kernel.dims(5)
    if differ(c_in, c_kernel):
        raise RuleError(f"{c_in} input channels, the kernel has {c_kernel}")
    check_bias(bias, c_out)
    out_d = window(d, k_d, opt.stride_d, opt.dilation_d_factor, opt.padding)
    out_h = window(h, k_h, opt.stride_h, opt.dilation_h_factor, opt.padding)
    out_w = window(w, k_w, opt.stride_w, opt.dilation_w_factor, opt.padding)
    return n, out_d, out_h, out_w, c_out
