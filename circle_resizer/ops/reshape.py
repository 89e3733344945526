"""Same elements, other shape: RESHAPE, SQUEEZE, EXPAND_DIMS; and TRANSPOSE."""

from collections.abc import Iterable, Sequence

from circle_resizer.errors import RuleError
from circle_resizer.inference.axis_kinds import (
    Axes,
    AxisKind,
    inserted,
    parameters,
    placed,
    regrouped,
    without,
)
from circle_resizer.inference.rules import elements, rule
from circle_resizer.inference.value import Elements, Shape, Sizes, Value, shown
from circle_resizer.lazy_numpy import np
from circle_resizer.ops.scalar import index
from circle_resizer.ops.target import axes_of, ranked
from circle_resizer.schema.options import ReshapeOptions, SqueezeOptions
from circle_resizer.schema.types import TensorType
from circle_resizer.symbolic.dim import Dim, atoms_of, differ, factors_of, merged, product


def reshape_axes(x: Value, shape: Value | None = None, *, outs: Sequence[Value]) -> Axes:
    """Axes that both sides cut alike stay."""
    if x.shape is None or outs[0].shape is None:
        return parameters(1, shape)
    return regrouped(0, x.shape, outs[0].shape) | parameters(1, shape)


@rule("RESHAPE", axes=reshape_axes)
def reshape(x: Value, shape: Value | None = None, *, opt: ReshapeOptions) -> Sizes | None:
    """One -1 takes whatever is left.

    A ``shape`` operand wins over ``opt.new_shape`` if it is a vector of int32; in ``opt``, [0]
    means a scalar (TFLite reshape.cc, GetOutputShape).
    """
    if shape is None or not wins(shape, opt):
        ranked("new_shape", len(opt.new_shape))
        return fit(x, () if tuple(opt.new_shape) == (0,) else tuple(opt.new_shape))
    rank, target = axes_of(shape), shape.sizes()
    if target is None:
        return None if rank is None else [None] * rank
    return fit(x, target)


def wins(shape: Value, opt: ReshapeOptions) -> bool:
    """Whether the target is the operand's; wider numbers only count where nothing else is said."""
    vector = shape.shape is None or len(shape.shape) == 1
    return vector and (shape.type != TensorType.INT64 or not opt.new_shape)


def fit(x: Value, target: Shape) -> Sizes:
    """``target``, its -1 resolved: x[2,6] to [4,-1] -> [4,3]; sizes from data stay unknown."""
    if target.count(-1) > 1:
        raise RuleError(f"shape {shown(target)} has more than one -1")
    if x.shape is None or any(map(from_data, target)):
        return known_sizes(target)
    total, fixed = product(x.shape), product(size for size in target if size != -1)
    left: Dim = total // fixed if -1 in target and fixed != 0 else 1
    if differ(total, fixed * left):
        text = f"'{x.name}' {shown(x.shape)} has {total} elements"
        raise RuleError(f"{text}, shape {shown(target)} holds {fixed * left}")
    return retrace(x.shape, [left if size == -1 else size for size in target])


def known_sizes(target: Shape) -> Sizes:
    """The sizes of a target that hold for any number of elements: neither -1 nor data."""
    return [None if size == -1 or from_data(size) else size for size in target]


def from_data(size: Dim) -> bool:
    """Whether the number is one that may turn out to be -1."""
    return any(name.startswith("?") for name in atoms_of(size))


def retrace(shape: Shape, sizes: list[Dim]) -> list[Dim]:
    """``sizes`` with the factors of ``shape`` that each is made of, as far as order tells."""
    factors = [f for dim in shape for f in factors_of(dim) if f != 1]
    front = [merged(run) for run in runs(factors, sizes)]
    back = [merged(run[::-1]) for run in runs(factors[::-1], sizes[len(front) :][::-1])]
    return [*front, *sizes[len(front) : len(sizes) - len(back)], *back[::-1]]


def runs(factors: Iterable[Dim], sizes: Sequence[Dim]) -> list[list[Dim]]:
    """Leading ``sizes`` as runs of ``factors``; ends where the two do not line up."""
    found: list[list[Dim]] = []
    rest = iter(factors)
    for size in sizes:
        run: list[Dim] = []
        while product(run) != size:
            factor = next(rest, None)
            if factor is None:
                return found
            run.append(factor)
        found.append(run)
    return found


@elements("RESHAPE")
def reshape_elements(
    x: Elements, shape: Value | None = None, *, opt: ReshapeOptions
) -> Elements | None:
    """All elements in row-major order, in the new shape."""
    sizes = reshape(Value("", x.shape), shape, opt=opt)
    known = [size for size in sizes or () if isinstance(size, int)]
    return x.reshape(known) if sizes is not None and len(known) == len(sizes) else None


def squeeze_axes(x: Value, *, opt: SqueezeOptions) -> Axes:
    """Unit axes disappear, the others move up."""
    if x.shape is None:
        return {}
    axes = {x.axis(axis) for axis in opt.squeeze_dims}
    gone = axes or {i for i, size in enumerate(x.shape) if size == 1}
    return placed(0, without(len(x.shape), gone, AxisKind.REGROUPED))


@rule("SQUEEZE", axes=squeeze_axes)
def squeeze(x: Value, *, opt: SqueezeOptions) -> Sizes | None:
    """[a,1,b] -> [a,b]; the axes listed must be 1, none listed means every 1.

    An unknown size is taken not to be 1 (TFLite squeeze.cc, Prepare).
    """
    if x.shape is None:
        return None
    axes = {x.axis(axis) for axis in opt.squeeze_dims}
    for axis in sorted(axes):
        if differ(x.shape[axis], 1):
            raise RuleError(f"axis {axis} of '{x.name}' {shown(x.shape)} is not 1")
    drop = axes or {i for i, size in enumerate(x.shape) if size == 1}
    return [size for i, size in enumerate(x.shape) if i not in drop]


@elements("SQUEEZE")
def squeeze_elements(x: Elements, *, opt: SqueezeOptions) -> Elements:
    """All elements, the unit axes dropped: (1,2) -> (2)."""
    return np.squeeze(x, axis=tuple(opt.squeeze_dims) or None)


def expand_dims_axes(x: Value, axis: Value) -> Axes:
    """A unit axis appears."""
    at = index(axis)
    if x.shape is None or at is None:
        return parameters(1, axis)
    rank = len(x.shape)
    return placed(0, inserted(rank, at % (rank + 1))) | parameters(1, axis)


@rule("EXPAND_DIMS", axes=expand_dims_axes)
def expand_dims(x: Value, axis: Value) -> Sizes | None:
    """[a,b] -> [a,1,b], a negative axis counted in the result (TFLite expand_dims.cc)."""
    if x.shape is None:
        return None
    rank, at = len(x.shape) + 1, index(axis)
    if at is None:
        return [None] * rank
    if not -rank <= at < rank:
        raise RuleError(f"axis {at} is outside the rank {rank} of the result")
    return [*x.shape[: at % rank], 1, *x.shape[at % rank :]]


@elements("EXPAND_DIMS")
def expand_dims_elements(x: Elements, axis: Elements) -> Elements:
    """All elements, with one more unit axis: (2) -> (1,2)."""
    return np.expand_dims(x, int(axis.item()))


def transpose_axes(x: Value, perm: Value) -> Axes:
    """Axes change places."""
    axes = perm.ints()
    if x.shape is None or axes is None:
        return parameters(1, perm)
    order = [x.axis(axis) for axis in axes]
    return placed(0, [order.index(i) for i in range(len(order))]) | parameters(1, perm)


@rule("TRANSPOSE", axes=transpose_axes)
def transpose(x: Value, perm: Value) -> Sizes | None:
    """Axis ``perm[i]`` becomes axis i (TFLite transpose.cc, ResizeOutputTensor)."""
    if x.shape is None:
        rank = axes_of(perm)
        return None if rank is None else [None] * rank
    axes = perm.ints()
    if axes is None:
        return [None] * len(x.shape)
    order = [x.axis(axis) for axis in axes]
    if sorted(order) != list(range(len(x.shape))):
        raise RuleError(f"{shown(axes)} does not permute the {len(x.shape)} axes of '{x.name}'")
    return [x.shape[axis] for axis in order]


@elements("TRANSPOSE")
def transpose_elements(x: Elements, perm: Elements) -> Elements:
    """All elements, the axes permuted: (2,3) by [1,0] -> (3,2)."""
    return np.transpose(x, perm.tolist())
