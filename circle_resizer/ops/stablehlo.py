"""STABLEHLO operators element by element, and those that move, cut or join whole tensors.

Shapes are explicit: nothing broadcasts by itself.
"""

from collections.abc import Sequence

from circle_resizer.errors import RuleError
from circle_resizer.inference.axis_kinds import (
    Axes,
    AxisKind,
    elementwise,
    filling,
    opaque,
    placed,
    regrouped,
    stays,
    together,
)
from circle_resizer.inference.rules import rule
from circle_resizer.inference.value import Sizes, Value, shown
from circle_resizer.ops.broadcast import same
from circle_resizer.schema.options import (
    StablehloBroadcastInDimOptions,
    StablehloConcatenateOptions,
    StablehloPadOptions,
    StablehloTransposeOptions,
)
from circle_resizer.symbolic.dim import (
    Dim,
    differ,
    largest,
    product,
)

UNARY = "ABS CBRT CONVERT COSINE EXPONENTIAL FLOOR LOG LOGISTIC NEGATE RSQRT TANH"
BINARY = "ADD AND COMPARE DIVIDE MAXIMUM MINIMUM MULTIPLY OR POWER REMAINDER SHIFT_LEFT SUBTRACT"


@rule(*(f"STABLEHLO_{name}" for name in UNARY.split()), axes=elementwise)
def unary(x: Value) -> Sizes | None:
    """Element by element, one operand."""
    return x.shape


@rule(*(f"STABLEHLO_{name}" for name in BINARY.split()), axes=elementwise)
def binary(x: Value, y: Value) -> Sizes | None:
    """Element by element, two operands of one shape (TFLite stablehlo_elementwise.cc)."""
    return same(x, y)


@rule("STABLEHLO_CLAMP", axes=elementwise)
def clamp(low: Value, x: Value, high: Value) -> Sizes | None:
    """Element by element; a bound may be a scalar."""
    for bound in (low, high):
        if bound.shape:
            same(x, bound)
    return x.shape


@rule("STABLEHLO_SELECT", axes=elementwise)
def select(condition: Value, x: Value, y: Value) -> Sizes | None:
    """Element by element; the condition may be a scalar."""
    if condition.shape:
        same(condition, x)
    return same(x, y)


def broadcast_in_dim_axes(
    x: Value, *, opt: StablehloBroadcastInDimOptions, outs: Sequence[Value]
) -> Axes:
    """Where the options put them."""
    wide = outs[0].shape
    return (
        {}
        if x.shape is None or wide is None
        else filling(0, x.shape, wide, opt.broadcast_dimensions)
    )


@rule("STABLEHLO_BROADCAST_IN_DIM", axes=broadcast_in_dim_axes)
def broadcast_in_dim(
    x: Value, *, opt: StablehloBroadcastInDimOptions, outs: Sequence[Value]
) -> Sizes | None:
    """Axis i of x becomes axis broadcast_dimensions[i]; only the record holds the other sizes."""
    target = outs[0].shape
    if x.shape is None or target is None:
        return target
    sizes = list(target)
    if len(opt.broadcast_dimensions) != len(x.shape):
        raise RuleError(f"{list(opt.broadcast_dimensions)} do not place the axes of '{x.name}'")
    for axis, size in zip(opt.broadcast_dimensions, x.shape, strict=True):
        if not 0 <= axis < len(sizes):
            raise RuleError(f"axis {axis} is outside the recorded rank {len(sizes)}")
        sizes[axis] = sizes[axis] if size == 1 else size
    return sizes


def reshape_axes(x: Value, *, outs: Sequence[Value]) -> Axes:
    """Axes that both sides cut alike stay."""
    out = outs[0].shape
    return {} if x.shape is None or out is None else regrouped(0, x.shape, out)


@rule("STABLEHLO_RESHAPE", axes=reshape_axes)
def reshape(x: Value, *, outs: Sequence[Value]) -> Sizes | None:
    """The recorded shape, which is the only place that holds it."""
    target = outs[0].shape
    if target is not None and x.shape is not None and differ(product(x.shape), product(target)):
        raise RuleError(
            f"'{x.name}' has {product(x.shape)} elements, the recorded shape {shown(target)} "
            f"holds {product(target)}"
        )
    return target


@rule("STABLEHLO_IOTA", axes=opaque)
def iota(*, outs: Sequence[Value]) -> Sizes | None:
    """The recorded shape, which is the only place that holds it."""
    return outs[0].shape


def transpose_axes(_x: Value, *, opt: StablehloTransposeOptions) -> Axes:
    """Axes change places."""
    order = opt.permutation
    return placed(0, [order.index(i) for i in range(len(order))])


@rule("STABLEHLO_TRANSPOSE", axes=transpose_axes)
def transpose(x: Value, *, opt: StablehloTransposeOptions) -> Sizes | None:
    """Axes in the order of the permutation."""
    if x.shape is None:
        return None
    order = opt.permutation
    if sorted(order) != list(range(len(x.shape))):
        raise RuleError(f"permutation {list(order)} does not order the axes of {shown(x.shape)}")
    return [x.shape[axis] for axis in order]


def pad_axes(x: Value, _padding: Value, *, opt: StablehloPadOptions) -> Axes:
    """Those that get more rows, or lose some."""
    widths = zip(opt.edge_padding_low, opt.edge_padding_high, opt.interior_padding, strict=True)
    return stays(0, x, {i: AxisKind.WINDOWED for i, width in enumerate(widths) if any(width)})


@rule("STABLEHLO_PAD", axes=pad_axes)
def pad(x: Value, padding: Value, *, opt: StablehloPadOptions) -> Sizes:
    """Padding at both edges (it may cut) and between the elements (TFLite stablehlo_pad.cc)."""
    if padding.shape:
        raise RuleError(f"padding value '{padding.name}' is not a scalar: {shown(padding.shape)}")
    edges = (opt.edge_padding_low, opt.edge_padding_high, opt.interior_padding)
    sizes = x.dims(len(edges[0]))
    return [padded(size, *widths) for size, *widths in zip(sizes, *edges, strict=True)]


def padded(size: Dim, low: int, high: int, interior: int) -> Dim:
    """Size of an axis after padding."""
    if interior < 0:
        raise RuleError(f"interior padding {interior} is negative")
    spread = size + (size - 1) * interior if size != 0 else size
    total = spread + low + high
    return total if min(low, high) >= 0 else largest(0, total)


def concatenate_axes(*parts: Value, opt: StablehloConcatenateOptions) -> Axes:
    """Rows follow one another along the axis."""
    special = {opt.dimension: AxisKind.CONCATENATED} if len(parts) > 1 else {}
    return together(parts, special)


@rule("STABLEHLO_CONCATENATE", axes=concatenate_axes)
def concatenate(*parts: Value, opt: StablehloConcatenateOptions) -> Sizes | None:
    """[a,b] and [c,b] along axis 0 -> [a+c,b]."""
    shapes = [part.shape for part in parts if part.shape is not None]
    if not shapes:
        return None
    axis = opt.dimension
    if not 0 <= axis < len(shapes[0]):
        raise RuleError(f"axis {axis} is outside the rank {len(shapes[0])} of '{parts[0].name}'")
    rests = [(*shape[:axis], *shape[axis + 1 :]) for shape in shapes]
    for rest, shape in zip(rests, shapes, strict=True):
        if len(rest) != len(rests[0]) or any(map(differ, rest, rests[0])):
            raise RuleError(f"{shown(shapes[0])} and {shown(shape)} do not join along axis {axis}")
    total = sum((shape[axis] for shape in shapes), start=0)
    joined: Dim | None = total if len(shapes) == len(parts) else None
    return [*shapes[0][:axis], joined, *shapes[0][axis + 1 :]]
