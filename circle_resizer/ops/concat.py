"""Several tensors into one: CONCATENATION along an axis, PACK along a new one."""

from collections.abc import Sequence

from circle_resizer.errors import RuleError
from circle_resizer.inference.axis_kinds import Axes, AxisKind, inserted, placed, together
from circle_resizer.inference.rules import elements, rule
from circle_resizer.inference.value import Elements, Shape, Sizes, Value
from circle_resizer.lazy_numpy import np
from circle_resizer.schema.options import ConcatenationOptions, PackOptions
from circle_resizer.symbolic.dim import Dim, differ, merged, richer


def concatenation_axes(*xs: Value, opt: ConcatenationOptions) -> Axes:
    """Rows follow one another along the axis; a single operand keeps its own."""
    special = {opt.axis: AxisKind.CONCATENATED} if len(xs) > 1 else {}
    return together(xs, special)


@rule("CONCATENATION", axes=concatenation_axes)
def concatenation(*xs: Value, opt: ConcatenationOptions) -> Sizes | None:
    """[a,b,c] and [a,d,c] -> [a,b+d,c]; scalars become a vector.

    (TFLite concatenation.cc, Prepare)
    """
    shapes = one_rank(xs)
    if shapes is None:
        return None
    if not shapes[0] and opt.axis == 0:
        return [len(xs)]
    at = Value(xs[0].name, shapes[0]).axis(opt.axis)
    columns = list(zip(*shapes, strict=True))
    total = joined(columns[at])
    common = [0 if i == at else agreed(xs, column, i) for i, column in enumerate(columns)]
    return *common[:at], total, *common[at + 1 :]


def joined(sizes: Sequence[Dim]) -> Dim:
    """The sum; of equal sizes a product that remembers: so many pieces, each so long."""
    if len(sizes) > 1 and all(size == sizes[0] for size in sizes):
        return merged((len(sizes), sizes[0]))
    total: Dim = 0
    for size in sizes:
        total = size + total
    return total


def one_rank(xs: Sequence[Value]) -> list[Shape] | None:
    """All shapes, those not known as unknown sizes; ``None`` if no rank is known."""
    if not xs:
        raise RuleError("has no operands")
    rank = next((len(x.shape) for x in xs if x.shape is not None), None)
    return None if rank is None else [x.dims(rank) for x in xs]


def agreed(xs: Sequence[Value], sizes: Sequence[Dim], axis: int) -> Dim:
    """The size that all operands have in ``axis``: the one that tells most."""
    known = [(x, size) for x, size in zip(xs, sizes, strict=True) if x.shape is not None]
    first, best = known[0]
    for x, size in known:
        if differ(size, best):
            text = f"'{x.name}' has size {size} in axis {axis}"
            raise RuleError(f"{text}, '{first.name}' has {known[0][1]}")
        if isinstance(size, int) or size == best:
            best = richer(best, size) if size == best else size
    return best


@elements("CONCATENATION")
def concatenation_elements(*xs: Elements, opt: ConcatenationOptions) -> Elements:
    """One after the other."""
    return np.concatenate(xs, opt.axis) if xs[0].ndim else np.stack(xs)


def pack_axes(*xs: Value, opt: PackOptions) -> Axes:
    """A new axis appears."""
    found: Axes = {}
    for k, x in enumerate(xs):
        if x.shape is not None:
            rank = len(x.shape)
            found |= placed(k, inserted(rank, opt.axis % (rank + 1)))
    return found


@rule("PACK", axes=pack_axes)
def pack(*xs: Value, opt: PackOptions) -> Sizes | None:
    """Stack n of [a,b] -> [n,a,b], [a,n,b] or [a,b,n] (TFLite pack.cc, Prepare)."""
    shapes = one_rank(xs)
    if shapes is None:
        return None
    if opt.values_count not in (0, len(xs)):
        raise RuleError(f"values_count {opt.values_count} for {len(xs)} operands")
    at = Value("the result", (0, *shapes[0])).axis(opt.axis)
    common = [agreed(xs, column, i) for i, column in enumerate(zip(*shapes, strict=True))]
    return *common[:at], len(xs), *common[at:]


@elements("PACK")
def pack_elements(*xs: Elements, opt: PackOptions) -> Elements:
    """Side by side."""
    return np.stack(xs, opt.axis)
