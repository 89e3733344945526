"""Operators whose operands stretch to one shape: arithmetic, comparison, logic, BROADCAST_*."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import zip_longest

from circle_resizer.errors import RuleError
from circle_resizer.inference.axis_kinds import Axes, elementwise, filling, opaque, parameters
from circle_resizer.inference.rules import elements, rule
from circle_resizer.inference.value import Elements, Shape, Sizes, Value, shown
from circle_resizer.lazy_numpy import np
from circle_resizer.ops.target import any_target
from circle_resizer.symbolic.dim import Dim, differ, largest, richer


def meet(sizes: Iterable[Dim]) -> Dim | None:
    """The common size of one axis, where 1 stretches; ``None`` if two unknowns may differ.

    An unknown beside a number other than 1 is that number, or 1 and stretched to it
    (TFLite kernel_util.cc, CalculateShapeForBroadcast).
    """
    found: Dim | None = 1
    for size in sizes:
        if size in (1, found):
            found = richer(found, size) if found is not None and size != 1 else found
        elif found == 1:
            found = size
        elif isinstance(found, int) and isinstance(size, int):
            raise RuleError(f"sizes {found} and {size} do not broadcast")
        elif not isinstance(found, int):
            found = size if isinstance(size, int) else None
    return found


def agree(a: Dim, b: Dim) -> Dim:
    """The size two axes have that must be equal: a number if there is one."""
    return b if isinstance(b, int) and not isinstance(a, int) else richer(a, b) if a == b else a


def broadcast(*operands: Value) -> Sizes | None:
    """The shape all operands stretch to, axes aligned at the right."""
    shapes: list[Shape] = []
    for operand in operands:
        if operand.shape is None:
            return None
        shapes.append(operand.shape)
    columns = zip_longest(*(shape[::-1] for shape in shapes), fillvalue=1)
    try:
        return [meet(column) for column in columns][::-1]
    except RuleError as error:
        pairs = zip(operands, shapes, strict=True)
        texts = " and ".join(f"'{operand.name}' {shown(shape)}" for operand, shape in pairs)
        raise RuleError(f"{texts} do not broadcast") from error


def same(x: Value, y: Value) -> Shape | None:
    """The one shape both operands must have."""
    if x.shape is None or y.shape is None:
        return y.shape if x.shape is None else x.shape
    if len(x.shape) != len(y.shape) or any(map(differ, x.shape, y.shape)):
        texts = f"'{x.name}' {shown(x.shape)} and '{y.name}' {shown(y.shape)}"
        raise RuleError(f"{texts} must have the same shape")
    return tuple(agree(a, b) for a, b in zip(x.shape, y.shape, strict=True))


@rule(
    "ADD", "BITWISE_XOR", "DIV", "EQUAL", "FLOOR_DIV", "FLOOR_MOD", "GREATER", "GREATER_EQUAL",
    "LESS", "LESS_EQUAL", "LOGICAL_AND", "LOGICAL_OR", "MAXIMUM", "MINIMUM", "MUL", "NOT_EQUAL",
    "POW", "RIGHT_SHIFT", "SQUARED_DIFFERENCE", "SUB", axes=elementwise,
)  # fmt: skip
def binary(x: Value, y: Value) -> Sizes | None:
    """[a,1] with [b] -> [a,b] (TFLite add.cc and its kin, Prepare)."""
    return broadcast(x, y)


@rule("ATAN2", axes=elementwise)
def atan2(y: Value, x: Value) -> Sizes | None:
    """Does not broadcast (TFLite atan2.cc, Atan2Prepare)."""
    return same(y, x)


@rule("ADD_N", axes=elementwise)
def add_n(x: Value, *more: Value) -> Sizes | None:
    """All operands have one shape (TFLite add_n.cc, Prepare)."""
    shape = x.shape
    for other in more:
        shape = same(replace(x, shape=shape), other)
    return shape


@rule("PRELU", axes=elementwise)
def prelu(x: Value, alpha: Value) -> Sizes | None:
    """``alpha`` stretches to ``x``, never the other way (TFLite activations.cc, PreluPrepare)."""
    wide = broadcast(x, alpha)
    if wide is None or x.shape is None:
        return x.shape
    if len(wide) != len(x.shape) or any(
        d is not None and differ(d, size) for d, size in zip(wide, x.shape, strict=True)
    ):
        shapes = f"'{alpha.name}' {shown(alpha.shape or ())} to '{x.name}' {shown(x.shape)}"
        raise RuleError(f"cannot stretch {shapes}")
    return x.shape


def broadcast_to_axes(x: Value, shape: Value, *, outs: Sequence[Value]) -> Axes:
    """Axes aligned at the right; the numbers of ``shape`` are parameters."""
    wide = outs[0].shape
    if x.shape is None or wide is None or len(wide) < len(x.shape):
        return parameters(1, shape)
    places = range(len(wide) - len(x.shape), len(wide))
    return filling(0, x.shape, wide, places) | parameters(1, shape)


@rule("BROADCAST_TO", axes=broadcast_to_axes)
def broadcast_to(x: Value, shape: Value) -> Sizes | None:
    """``x`` stretched to the sizes in ``shape`` (TFLite broadcast_to.cc, ResizeOutputTensor)."""
    listed, sizes = any_target(shape), shape.sizes()
    if sizes is None or x.shape is None:
        return listed
    axes = zip_longest(x.shape[::-1], sizes[::-1], fillvalue=None)
    return [stretched(x, sizes, d, size) for d, size in axes][::-1]


def stretched(x: Value, sizes: Shape, dim: Dim | None, size: Dim | None) -> Dim:
    """One axis of ``x`` (``None``: a new one) on its way to ``size`` (``None``: has no place)."""
    own: Dim = 1 if dim is None else dim
    fits = size is not None and (own == 1 or not differ(own, size))
    if size is None or (not fits and isinstance(own, int)):
        raise RuleError(f"'{x.name}' {shown(x.shape or ())} does not stretch to {shown(sizes)}")
    return size if own == 1 or isinstance(size, int) else agree(size, own)


@elements("BROADCAST_TO")
def broadcast_to_elements(x: Elements, shape: Elements) -> Elements:
    """Repeat along the stretched axes."""
    return np.broadcast_to(x, tuple(shape.tolist()))


@rule("BROADCAST_ARGS", axes=opaque)
def broadcast_args(x: Value, y: Value) -> Sizes:
    """Two shapes -> the shape they stretch to (TFLite broadcast_args.cc, Prepare)."""
    (a,), (b,) = x.dims(1), y.dims(1)
    return [largest(a, b)]


@elements("BROADCAST_ARGS")
def broadcast_args_elements(x: Elements, y: Elements) -> Elements:
    """Axis by axis from the right; an axis on which unknowns meet stays unknown."""
    columns = zip_longest(x[::-1], y[::-1], fillvalue=1)
    return np.array([meet(column) for column in columns][::-1], dtype=object)
