"""Matrix products. FULLY_CONNECTED has [units, depth] weights."""

from circle_resizer.errors import RuleError
from circle_resizer.inference.axis_kinds import (
    Axes,
    Axis,
    AxisKind,
    Target,
    placed,
    regrouped,
    stays,
    stretched,
    vector,
)
from circle_resizer.inference.rules import Answer, rule
from circle_resizer.inference.value import Shape, Sizes, Value
from circle_resizer.ops.broadcast import broadcast
from circle_resizer.ops.convolution import check_bias
from circle_resizer.schema.options import BatchMatMulOptions, FullyConnectedOptions
from circle_resizer.symbolic.dim import Dim, differ, merged, product

SHUFFLED_4X16_INT8 = 1
"""The weights format that needs a second output: the input, shuffled in the same way."""


def fully_connected_axes(
    x: Value, kernel: Value, bias: Value | None = None, *, opt: FullyConnectedOptions
) -> Axes:
    """The last axis is summed over; without keep_num_dims the others are cut anew."""
    if x.shape is None or kernel.shape is None or opt.weights_format == SHUFFLED_4X16_INT8:
        return {}
    units, depth = kernel.dims(2)
    last = len(x.shape) - 1 if opt.keep_num_dims else 1
    weights = placed(1, [last, AxisKind.REDUCED]) | vector(2, bias, units, last)
    if opt.keep_num_dims:
        return stays(0, x, {-1: AxisKind.REDUCED}) | weights
    found = regrouped(0, x.shape, (rows(x, x.shape, depth), depth))
    return {place: contracted(axis) for place, axis in found.items()} | weights


def contracted(axis: Axis) -> Axis:
    """What a regrouped axis is after a sum over axis 1."""
    if (0, 1) not in axis.into:
        return axis
    return Axis(AxisKind.REDUCED if axis.into == ((0, 1),) else AxisKind.REGROUPED)


@rule("FULLY_CONNECTED", axes=fully_connected_axes, many=True)
def fully_connected(
    x: Value, kernel: Value, bias: Value | None = None, *, opt: FullyConnectedOptions
) -> list[Answer]:
    """[..,depth] with [units,depth] -> [..,units], or [rows,units].

    (TFLite fully_connected.cc, UpdateOutputSize)
    """
    units, depth = kernel.dims(2)
    check_bias(bias, units)
    if x.shape is None:
        out: Answer = None if opt.keep_num_dims else [None, units]
    elif opt.keep_num_dims:
        out = kept(x, x.shape, units, depth)
    else:
        out = rows(x, x.shape, depth), units
    if opt.weights_format != SHUFFLED_4X16_INT8:
        return [out]
    check_shuffled(x, depth)
    return [out, x.shape]


def check_shuffled(x: Value, depth: Dim) -> None:
    """The kernel for shuffled weights leaves its output as it finds it for other counts of rows.

    (TFLite fully_connected.h, ShuffledFullyConnected)
    """
    if x.shape is None:
        return
    count = rows(x, x.shape, depth)
    if isinstance(count, int) and count not in {1, 4}:
        raise RuleError(f"'{x.name}' has {count} rows, a kernel of shuffled weights takes 1 or 4")


def kept(x: Value, shape: Shape, units: Dim, depth: Dim) -> Sizes:
    """All axes but the last stay."""
    if not shape or differ(shape[-1], depth):
        last = shape[-1] if shape else "no"
        raise RuleError(f"'{x.name}' has {last} entries in its last axis, the weights {depth}")
    return *shape[:-1], units


def rows(x: Value, shape: Shape, depth: Dim) -> Dim:
    """How many rows of ``depth`` there are, wherever the axes of ``x`` cut them."""
    if shape and (shape[-1] == depth or depth == 0):
        return merged(shape[:-1])
    total = product(shape)
    count = total // depth
    if differ(count * depth, total):
        raise RuleError(f"the {total} elements of '{x.name}' are not rows of {depth}")
    return count


def batch_matmul_axes(x: Value, y: Value, *, opt: BatchMatMulOptions) -> Axes:
    """The common axis is summed over."""
    if x.shape is None or y.shape is None or min(len(x.shape), len(y.shape)) < 2:
        return {}
    rank = max(len(x.shape), len(y.shape))
    found = stretched((x.shape[:-2], y.shape[:-2]), rank - 2)
    ends: list[list[Target]] = [[rank - 2, AxisKind.REDUCED], [AxisKind.REDUCED, rank - 1]]
    for k, (shape, adjoint) in enumerate(((x.shape, opt.adjoint_lhs), (y.shape, opt.adjoint_rhs))):
        matrix_axes = placed(k, ends[k][::-1] if adjoint else ends[k])
        found |= {(k, len(shape) - 2 + axis): how for (_, axis), how in matrix_axes.items()}
    return found


@rule("BATCH_MATMUL", axes=batch_matmul_axes)
def batch_matmul(x: Value, y: Value, *, opt: BatchMatMulOptions) -> Sizes | None:
    """[..,r,k] with [..,k,c] -> [..,r,c], leading axes stretched.

    (TFLite batch_matmul.cc, ResizeOutputTensor)
    """
    if x.shape is None or y.shape is None:
        return None
    r, k_x = matrix(x, x.shape, adjoint=opt.adjoint_lhs)
    k_y, c = matrix(y, y.shape, adjoint=opt.adjoint_rhs)
    if differ(k_x, k_y):
        raise RuleError(f"'{x.name}' has rows of {k_x}, '{y.name}' has columns of {k_y}")
    batch = broadcast(Value(x.name, x.shape[:-2]), Value(y.name, y.shape[:-2]))
    return None if batch is None else (*batch, r, c)


def matrix(x: Value, shape: Shape, *, adjoint: bool) -> tuple[Dim, Dim]:
    """Rows and columns: the last two axes."""
    if len(shape) < 2:
        raise RuleError(f"'{x.name}' has rank {len(shape)}, expected at least 2")
    return (shape[-1], shape[-2]) if adjoint else (shape[-2], shape[-1])
