"""Custom operators of detection and segmentation networks (TFLite and MediaPipe)."""

import struct

from circle_resizer.errors import RuleError
from circle_resizer.inference.axis_kinds import (
    Axes,
    AxisKind,
    elementwise,
    last_reduced,
    opaque,
    placed,
)
from circle_resizer.inference.rules import Answer, Custom, rule
from circle_resizer.inference.value import Sizes, Value
from circle_resizer.ops.convolution import check_bias, conv_axes, window
from circle_resizer.ops.custom_options import number
from circle_resizer.schema.types import Padding
from circle_resizer.symbolic.dim import Dim, differ, largest

PADDINGS = {1: Padding.SAME, 2: Padding.VALID}
"""In the structures that MediaPipe writes as they are in memory."""


@rule("CUSTOM:TFLite_Detection_PostProcess", axes=opaque, many=True)
def detection_post_process(
    boxes: Value, scores: Value, anchors: Value, *, opt: Custom
) -> list[Answer]:
    """Boxes [1,a,4+], scores [1,a,classes], anchors [a,4] -> as many detections as asked for.

    It can do one image (TFLite detection_postprocess.cc, Prepare and DecodeCenterSizeBoxes).
    """
    batch, count, _ = boxes.dims(3)
    scored, places, _ = scores.dims(3)
    rows, _ = anchors.dims(2)
    for size in (batch, scored):
        if differ(size, 1):
            raise RuleError(f"handles one image at a time, gets a batch of {size}")
    if differ(count, places) or differ(count, rows):
        raise RuleError(f"{count} boxes, {places} scores and {rows} anchors")
    found = number(opt, "max_detections") * number(opt, "max_classes_per_detection")
    return [(1, found, 4), (1, found), (1, found), (1,)]


def transposed_axes(x: Value, kernel: Value, bias: Value) -> Axes:
    """As a convolution."""
    return conv_axes((x, kernel, bias), 0, 0, [AxisKind.WINDOWED] * 2)


@rule("CUSTOM:Convolution2DTransposeBias", axes=transposed_axes)
def convolution_2d_transpose_bias(x: Value, kernel: Value, bias: Value, *, opt: Custom) -> Sizes:
    """[n,h,w,ci] with [co,kh,kw,ci] -> [n,h',w',co] (MediaPipe transpose_conv_bias.cc, Prepare)."""
    n, h, w, c_in = x.dims(4)
    c_out, k_h, k_w, c_kernel = kernel.dims(4)
    if differ(c_in, c_kernel):
        raise RuleError(f"{c_in} input channels, {c_kernel} in the kernel")
    check_bias(bias, c_out)
    padding, step_w, step_h = structure(opt, 3)
    return n, widened(h, k_h, step_h, padding), widened(w, k_w, step_w, padding), c_out


@rule("CUSTOM:MaxPoolingWithArgmax2D", axes=opaque, many=True)
def max_pooling_with_argmax_2d(x: Value, *, opt: Custom) -> list[Answer]:
    """[n,h,w,c] -> maxima and where they were (MediaPipe max_pool_argmax.cc, Prepare)."""
    n, h, w, c = x.dims(4)
    padding, step_w, step_h, k_w, k_h = structure(opt, 5)
    out = n, window(h, k_h, step_h, 1, padding), window(w, k_w, step_w, 1, padding), c
    return [out, out]


@rule("CUSTOM:MaxUnpooling2D", axes=opaque)
def max_unpooling_2d(x: Value, _indices: Value, *, opt: Custom) -> Sizes:
    """[n,h,w,c] -> [n,h*kh,w*kw,c] (MediaPipe max_unpooling.cc, Prepare)."""
    n, h, w, c = x.dims(4)
    _, _, _, k_w, k_h = structure(opt, 5)
    return n, h * k_h, w * k_w, c


@rule("CUSTOM:NumericVerify", axes=elementwise)
def numeric_verify(x: Value, _reference: Value) -> Sizes | None:
    """The differences, one for each element (TFLite numeric_verify.cc, Prepare)."""
    return x.shape


def audio_spectrogram_axes(_x: Value) -> Axes:
    """Channels are apart."""
    return placed(0, [(AxisKind.WINDOWED, 1), 0])


@rule("CUSTOM:AudioSpectrogram", axes=audio_spectrogram_axes)
def audio_spectrogram(x: Value, *, opt: Custom) -> Sizes:
    """[samples,channels] -> [channels,windows,bins] (TFLite audio_spectrogram.cc, Prepare)."""
    samples, channels = x.dims(2)
    size, step = number(opt, "window_size"), number(opt, "stride")
    if isinstance(samples, int) and samples < size:
        windows: Dim = 0
    else:
        windows = (samples - size) // step + 1
    return channels, windows, 1 + power_of_two(size) // 2


@rule("CUSTOM:Mfcc", axes=last_reduced)
def mfcc(x: Value, _rate: Value, *, opt: Custom) -> Sizes:
    """[channels,windows,bins] -> [channels,windows,coefficients] (TFLite mfcc.cc, Prepare)."""
    channels, windows, _ = x.dims(3)
    return channels, windows, number(opt, "dct_coefficient_count")


def structure(opt: Custom, count: int) -> list[int]:
    """The first numbers of a structure; the padding comes first."""
    if len(opt.data) < 4 * count:
        raise RuleError(f"its options have {len(opt.data)} bytes, expected {4 * count}")
    padding, *rest = struct.unpack_from(f"<{count}i", opt.data)
    if padding not in PADDINGS:
        raise RuleError(f"its options hold padding {padding}, expected 1 or 2")
    return [PADDINGS[padding], *rest]


def widened(size: Dim, kernel: Dim, stride: int, padding: int) -> Dim:
    """One axis of a transposed convolution."""
    if padding == Padding.VALID:
        return stride * (size - 1) + kernel
    rest = (size - 1) % stride
    if isinstance(kernel, int) and kernel >= stride:
        return stride * (size - 1) + rest + 1
    return stride * (size - 1) + kernel - largest(0, kernel - rest - 1)


def power_of_two(size: int) -> int:
    """The least one that is not below."""
    return 1 << max(size - 1, 0).bit_length()
