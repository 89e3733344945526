"""Transposed convolutions. Filters are OHWI, and DHWOI in three dimensions."""

from circle_resizer.errors import RuleError
from circle_resizer.inference.axis_kinds import Axes, AxesRule, AxisKind, parameters
from circle_resizer.inference.rules import rule
from circle_resizer.inference.value import Sizes, Value
from circle_resizer.ops.convolution import check_bias, conv_axes, window
from circle_resizer.ops.target import target
from circle_resizer.schema.options import Conv3DOptions, TransposeConvOptions
from circle_resizer.symbolic.dim import Dim, differ


def transposed(out: int, spatial: int) -> AxesRule:
    """Of a transposed convolution, whose operands are a shape, the filter and then the image."""

    def axes(shape: Value, kernel: Value, x: Value, bias: Value | None = None) -> Axes:
        found = conv_axes((x, kernel, bias), 1, out, [AxisKind.WINDOWED] * spatial)
        swapped = {(3 - k if k < 3 else k, axis): how for (k, axis), how in found.items()}
        return parameters(0, shape) | swapped

    return axes


@rule("TRANSPOSE_CONV", axes=transposed(0, 2))
def transpose_conv(
    shape: Value, kernel: Value, x: Value, bias: Value | None = None, *, opt: TransposeConvOptions
) -> Sizes:
    """``shape``, from which a convolution by [co,kh,kw,ci] gives ``x`` [n,h,w,ci] back.

    (TFLite transpose_conv.cc, ResizeTensor)
    """
    n, h, w, c_in = x.dims(4)
    c_out, k_h, k_w, c_kernel = kernel.dims(4)
    check_channels(c_in, c_kernel)
    check_bias(bias, c_out)
    windows = ((h, k_h, opt.stride_h, 1), (w, k_w, opt.stride_w, 1))
    return checked_target(shape, (n, h, w, c_out), windows, opt.padding)


@rule("CONV_3D_TRANSPOSE", axes=transposed(3, 3))
def conv_3d_transpose(
    shape: Value, kernel: Value, x: Value, bias: Value | None = None, *, opt: Conv3DOptions
) -> Sizes:
    """``shape``, from which a convolution by [kd,kh,kw,co,ci] gives ``x`` [n,d,h,w,ci] back.

    (TFLite conv3d_transpose.cc, ResizeOutputAndTemporaryTensors)
    """
    n, d, h, w, c_in = x.dims(5)
    k_d, k_h, k_w, c_out, c_kernel = kernel.dims(5)
    check_channels(c_in, c_kernel)
    check_bias(bias, c_out)
    windows = (
        (d, k_d, opt.stride_d, opt.dilation_d_factor),
        (h, k_h, opt.stride_h, opt.dilation_h_factor),
        (w, k_w, opt.stride_w, opt.dilation_w_factor),
    )
    return checked_target(shape, (n, d, h, w, c_out), windows, opt.padding)


def check_channels(c_in: Dim, c_kernel: Dim) -> None:
    """The image and the kernel have as many input channels."""
    if differ(c_in, c_kernel):
        raise RuleError(f"{c_in} input channels, the kernel has {c_kernel}")


def checked_target(
    shape: Value, x: Sizes, windows: tuple[tuple[Dim, Dim, int, int], ...], padding: int
) -> Sizes:
    """The sizes in ``shape``: batch and channels as in ``x``, and each window leads back to it."""
    out = target(shape, len(x))
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
    return out
