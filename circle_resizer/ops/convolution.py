"""Convolutions. Activations are NHWC or NDHWC; filters OHWI, 1HWO, DHWIO, and DHWOI transposed."""

from circle_resizer.errors import RuleError
from circle_resizer.inference.rules import rule
from circle_resizer.inference.value import Sizes, Value
from circle_resizer.ops.target import target
from circle_resizer.schema.options import (
    Conv2DOptions,
    Conv3DOptions,
    DepthwiseConv2DOptions,
    TransposeConvOptions,
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


@rule("CONV_2D")
def conv_2d(x: Value, kernel: Value, bias: Value | None = None, *, opt: Conv2DOptions) -> Sizes:
    """[n,h,w,ci] with [co,kh,kw,ci/groups] -> [n,h',w',co] (TFLite conv.cc, Prepare)."""
    n, h, w, c_in = x.dims(4)
    c_out, k_h, k_w, c_kernel = kernel.dims(4)
    check_channels(c_in, c_kernel)
    check_bias(bias, c_out)
    out_h = window(h, k_h, opt.stride_h, opt.dilation_h_factor, opt.padding)
    out_w = window(w, k_w, opt.stride_w, opt.dilation_w_factor, opt.padding)
    return n, out_h, out_w, c_out


@rule("DEPTHWISE_CONV_2D")
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


@rule("CONV_3D")
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


@rule("TRANSPOSE_CONV")
def transpose_conv(
    shape: Value, kernel: Value, x: Value, bias: Value | None = None, *, opt: TransposeConvOptions
) -> Sizes:
    """``shape``, from which a convolution by [co,kh,kw,ci] gives ``x`` [n,h,w,ci] back.

    (TFLite transpose_conv.cc, ResizeTensor)
    """
    n, h, w, c_in = x.dims(4)
    c_out, k_h, k_w, c_kernel = kernel.dims(4)
    if differ(c_in, c_kernel):
        raise RuleError(f"{c_in} input channels, the kernel has {c_kernel}")
    check_bias(bias, c_out)
    out = target(shape, 4)
    windows = ((h, k_h, opt.stride_h, 1), (w, k_w, opt.stride_w, 1))
    check_transposed(out, (n, h, w, c_out), windows, opt.padding)
    return out


@rule("CONV_3D_TRANSPOSE")
def conv_3d_transpose(
    shape: Value, kernel: Value, x: Value, bias: Value | None = None, *, opt: Conv3DOptions
) -> Sizes:
    """``shape``, from which a convolution by [kd,kh,kw,co,ci] gives ``x`` [n,d,h,w,ci] back.

    (TFLite conv3d_transpose.cc, ResizeOutputAndTemporaryTensors)
    """
    n, d, h, w, c_in = x.dims(5)
    k_d, k_h, k_w, c_out, c_kernel = kernel.dims(5)
    if differ(c_in, c_kernel):
        raise RuleError(f"{c_in} input channels, the kernel has {c_kernel}")
    check_bias(bias, c_out)
    out = target(shape, 5)
    windows = (
        (d, k_d, opt.stride_d, opt.dilation_d_factor),
        (h, k_h, opt.stride_h, opt.dilation_h_factor),
        (w, k_w, opt.stride_w, opt.dilation_w_factor),
    )
    check_transposed(out, (n, d, h, w, c_out), windows, opt.padding)
    return out


def check_transposed(
    out: Sizes, x: Sizes, windows: tuple[tuple[Dim, Dim, int, int], ...], padding: int
) -> None:
    """Batch and channels of ``out`` are those of ``x``, and each window leads back to ``x``."""
    for size, wanted, what in ((out[0], x[0], "batches"), (out[-1], x[-1], "channels")):
        if size is not None and wanted is not None and differ(size, wanted):
            raise RuleError(f"the output shape has {size} {what}, the operands {wanted}")
    for size, (extent, kernel, stride, dilation) in zip(out[1:-1], windows, strict=True):
        if size is None:
            continue
        back = window(size, kernel, stride, dilation, padding)
        if differ(back, extent):
            raise RuleError(
                f"an output of {size} comes from {back} by stride {stride}, the input has {extent}"
            )
