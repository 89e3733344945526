"""Custom operators by their TensorFlow name, plain (``AddV2``) or as Flex (``FlexAddV2``)."""

from collections.abc import Callable
from typing import TypeVar

from circle_resizer.inference.axis_kinds import (
    Axes,
    AxesRule,
    Axis,
    AxisKind,
    elementwise,
    parameters,
    stays,
)
from circle_resizer.inference.rules import Answer, Custom, rule
from circle_resizer.inference.value import Sizes, Value
from circle_resizer.ops.broadcast import broadcast, broadcast_to, broadcast_to_axes
from circle_resizer.ops.convolution import window
from circle_resizer.ops.custom_options import attributes, number, numbers, word
from circle_resizer.ops.matmul import batch_matmul, batch_matmul_axes
from circle_resizer.ops.random import random_axes
from circle_resizer.ops.reduction import reduction, reduction_axes
from circle_resizer.ops.split import split_v, split_v_axes
from circle_resizer.ops.target import any_target
from circle_resizer.schema.options import BatchMatMulOptions, ReducerOptions, SplitVOptions
from circle_resizer.schema.types import Padding

Function = TypeVar("Function", bound=Callable[..., object])

UNARY = """Acos Acosh Asin Asinh Atan Atanh CheckNumerics Cosh Digamma Erf Erfc Erfinv Expm1
Identity Inv Invert IsFinite IsInf IsNan Lgamma Log1p OnesLike PreventGradient Reciprocal Rint Selu
Sigmoid Sinh Softplus Softsign StopGradient Tan"""
BINARY = """Add AddV2 ApproximateEqual BitwiseAnd BitwiseOr BitwiseXor Complex Div DivNoNan FloorDiv
FloorMod Igamma Igammac LeftShift Mod MulNoNan NextAfter Polygamma RealDiv RightShift TruncateDiv
TruncateMod Xdivy Xlog1py Xlogy Zeta"""
REDUCTIONS = "All Any EuclideanNorm Max Mean Min Prod Sum"


def custom(names: str, axes: AxesRule, *, many: bool = False) -> Callable[[Function], Function]:
    """Register a rule for TensorFlow operators, by their own name and as Flex operators."""
    codes = (f"CUSTOM:{prefix}{name}" for name in names.split() for prefix in ("", "Flex"))
    return rule(*codes, axes=axes, many=many)


@custom(UNARY, elementwise)
def unary(x: Value) -> Sizes | None:
    """Element by element."""
    return x.shape


@custom(BINARY, elementwise)
def binary(x: Value, y: Value) -> Sizes | None:
    """Element by element, stretched to one shape."""
    return broadcast(x, y)


def band_axes(x: Value, lower: Value, upper: Value) -> Axes:
    """Matrices are apart; within one a row depends on where it is."""
    inside = {-1: AxisKind.OPAQUE, -2: AxisKind.OPAQUE}
    return stays(0, x, inside) | parameters(1, lower, upper)


@custom("MatrixBandPart", band_axes)
def matrix_band_part(x: Value, _lower: Value, _upper: Value) -> Sizes | None:
    """[..,m,n] -> [..,m,n], zero outside of the band."""
    return x.shape


def roll_axes(x: Value, shift: Value, axis: Value) -> Axes:
    """Those that are turned around."""
    axes = axis.ints()
    found = {} if axes is None else stays(0, x, dict.fromkeys(axes, AxisKind.GATHERED))
    return found | parameters(1, shift, axis)


@custom("Roll", roll_axes)
def roll(x: Value, _shift: Value, _axis: Value) -> Sizes | None:
    """[a,b] -> [a,b], rolled along the axes."""
    return x.shape


def reduce_axes(x: Value, axis: Value, *, opt: Custom) -> Axes:
    """As REDUCE_ALL."""
    keep = bool(attributes(opt).get("keep_dims", False))
    return reduction_axes(x, axis, opt=ReducerOptions(keep_dims=keep))


@custom(REDUCTIONS, reduce_axes)
def reduce(x: Value, axis: Value, *, opt: Custom) -> Sizes | None:
    """As REDUCE_ALL, with keep_dims."""
    keep = bool(attributes(opt).get("keep_dims", False))
    return reduction(x, axis, opt=ReducerOptions(keep_dims=keep))


def adjoint(opt: Custom) -> BatchMatMulOptions:
    """The options of BATCH_MATMUL; BatchMatMul and MatMul name them differently."""
    found = attributes(opt)
    a, b = (bool(found.get(f"adj_{k}")) for k in "xy")
    return BatchMatMulOptions(
        adjoint_lhs=a or bool(found.get("transpose_a")),
        adjoint_rhs=b or bool(found.get("transpose_b")),
    )


def mat_mul_axes(x: Value, y: Value, *, opt: Custom) -> Axes:
    """As BATCH_MATMUL."""
    return batch_matmul_axes(x, y, opt=adjoint(opt))


@custom("BatchMatMul BatchMatMulV2 BatchMatMulV3", mat_mul_axes)
def batch_mat_mul(x: Value, y: Value, *, opt: Custom) -> Sizes | None:
    """As BATCH_MATMUL, with adj_x and adj_y."""
    return batch_matmul(x, y, opt=adjoint(opt))


@custom("MatMul", mat_mul_axes)
def mat_mul(x: Value, y: Value, *, opt: Custom) -> Sizes | None:
    """[r,k] with [k,c] -> [r,c], with transpose_a and transpose_b."""
    x.dims(2)
    y.dims(2)
    return batch_matmul(x, y, opt=adjoint(opt))


@custom("BroadcastTo", broadcast_to_axes)
def broadcast_to_custom(x: Value, shape: Value) -> Sizes | None:
    """As BROADCAST_TO."""
    return broadcast_to(x, shape)


def split_v_custom_axes(x: Value, sizes: Value, axis: Value, *, opt: Custom) -> Axes:
    """As SPLIT_V."""
    return split_v_axes(x, sizes, axis, opt=SplitVOptions(num_splits=number(opt, "num_split")))


@custom("SplitV", split_v_custom_axes, many=True)
def split_v_custom(x: Value, sizes: Value, axis: Value, *, opt: Custom) -> list[Answer]:
    """As SPLIT_V, with num_split."""
    return split_v(x, sizes, axis, opt=SplitVOptions(num_splits=number(opt, "num_split")))


@custom("StatelessRandomUniform StatelessRandomNormal StatelessRandomUniformV2", random_axes)
def stateless_random(shape: Value, *_seeds: Value) -> Sizes | None:
    """Numbers in the shape asked for."""
    return any_target(shape)


def fused_batch_norm_axes(x: Value, *others: Value, opt: Custom) -> Axes:
    """Each channel has numbers of its own; while training nothing is apart."""
    found = attributes(opt)
    if found.get("is_training", True):
        return {}
    channels = 1 if found.get("data_format") in {"NCHW", b"NCHW"} else -1
    known = stays(0, x, {channels: AxisKind.OPAQUE})
    alone = {place: Axis(how.kind, how.into[:1]) for place, how in known.items()}
    return alone | parameters(1, *others)


@custom("FusedBatchNorm FusedBatchNormV2 FusedBatchNormV3", fused_batch_norm_axes, many=True)
def fused_batch_norm(
    x: Value, scale: Value, _offset: Value, _mean: Value, _variance: Value
) -> list[Answer]:
    """X normalized, mean and variance for each channel, and what the gradient would need."""
    channels = scale.dims(1)
    return [x.shape, channels, channels, channels, channels, None]


def max_pool_with_argmax_axes(x: Value, *, opt: Custom) -> Axes:
    """Rows and columns; the places depend on the channel, if asked for on the batch as well."""
    if attributes(opt).get("include_batch_in_index", False):
        return {}
    special = {1: AxisKind.WINDOWED, 2: AxisKind.WINDOWED, 3: AxisKind.OPAQUE}
    return stays(0, x, special, 2)


@custom("MaxPoolWithArgmax", max_pool_with_argmax_axes, many=True)
def max_pool_with_argmax(x: Value, *, opt: Custom) -> list[Answer]:
    """[n,h,w,c] -> maxima and where they were, both [n,h',w',c]."""
    n, h, w, c = x.dims(4)
    padding = Padding.SAME if word(opt, "padding") == "SAME" else Padding.VALID
    _, k_h, k_w, _ = numbers(opt, "ksize")
    _, step_h, step_w, _ = numbers(opt, "strides")
    out = n, window(h, k_h, step_h, 1, padding), window(w, k_w, step_w, 1, padding), c
    return [out, out]
