"""Fewer axes: MEAN, SUM and the other REDUCE_*, ARG_MAX and ARG_MIN."""

import operator
from collections.abc import Callable
from functools import partial, reduce

from circle_resizer.errors import RuleError
from circle_resizer.inference.axis_kinds import Axes, AxisKind, parameters, placed, stays, without
from circle_resizer.inference.rules import elements, rule
from circle_resizer.inference.value import Element, Elements, Sizes, Value
from circle_resizer.lazy_numpy import np, npt
from circle_resizer.ops.arithmetic import Function, divided, each, higher, lower
from circle_resizer.ops.comparison import both, either
from circle_resizer.ops.scalar import index
from circle_resizer.ops.sorting import numbers
from circle_resizer.schema.options import ReducerOptions


def reduction_axes(x: Value, axis: Value, *, opt: ReducerOptions) -> Axes:
    """Those that a constant names."""
    axes = axis.ints()
    if not x.shape or axes is None:
        return parameters(1, axis)
    gone = {x.axis(a) for a in axes}
    kept = stays(0, x, dict.fromkeys(gone, AxisKind.REDUCED))
    found = kept if opt.keep_dims else placed(0, without(len(x.shape), gone))
    return found | parameters(1, axis)


@rule(
    "MEAN", "REDUCE_ALL", "REDUCE_ANY", "REDUCE_MAX", "REDUCE_MIN", "REDUCE_PROD", "SUM",
    axes=reduction_axes,
)  # fmt: skip
def reduction(x: Value, axis: Value, *, opt: ReducerOptions) -> Sizes | None:
    """[a,b,c] over axis 1 -> [a,c], or [a,1,c] with ``keep_dims``.

    An axis may be named twice; a scalar has none to reduce
    (TFLite reduce.cc, ResizeOutputTensor).
    """
    if not x.shape:
        return x.shape
    axes = axis.ints()
    if axes is None:
        return unreduced(len(x.shape), axis, opt)
    reduced = {x.axis(a) for a in axes}
    kept = [1 if i in reduced else size for i, size in enumerate(x.shape)]
    return kept if opt.keep_dims else [d for i, d in enumerate(kept) if i not in reduced]


def unreduced(rank: int, axis: Value, opt: ReducerOptions) -> Sizes | None:
    """The result over axes that are data: unknown sizes, and a rank if exactly one is reduced."""
    if opt.keep_dims:
        return [None] * rank
    single = axis.shape is not None and all(size == 1 for size in axis.shape)
    return [None] * (rank - 1) if single else None


def arg_max_axes(x: Value, axis: Value) -> Axes:
    """The one that is searched."""
    at = index(axis)
    if not x.shape or at is None:
        return parameters(1, axis)
    return placed(0, without(len(x.shape), {x.axis(at)})) | parameters(1, axis)


@rule("ARG_MAX", "ARG_MIN", axes=arg_max_axes)
def arg_max(x: Value, axis: Value) -> Sizes | None:
    """[a,b,c] over axis 1 -> [a,c] (TFLite arg_min_max.cc, ResizeOutput)."""
    at = index(axis)
    if x.shape is None:
        return None
    if not x.shape:
        raise RuleError(f"'{x.name}' is a scalar")
    if at is None:
        return [None] * (len(x.shape) - 1)
    return [size for i, size in enumerate(x.shape) if i != x.axis(at)]


@elements("ARG_MAX")
def arg_max_elements(x: Elements, axis: Elements) -> Elements | None:
    """The first of the largest."""
    return searched(np.argmax, x, axis)


@elements("ARG_MIN")
def arg_min_elements(x: Elements, axis: Elements) -> Elements | None:
    """The first of the smallest."""
    return searched(np.argmin, x, axis)


def searched(
    search: "Callable[[npt.NDArray[np.float64], int], npt.NDArray[np.intp]]",
    x: Elements,
    axis: Elements,
) -> Elements | None:
    """Where ``search`` finds its number along the axis; ``None`` if some are unknown."""
    rows = numbers(x)
    if rows is None or not rows.size:
        return None
    return np.asarray(search(rows, int(axis.item()))).astype(object)


def folded(
    function: Function, start: Element | None, x: Elements, axis: Elements, *, keep: bool
) -> Elements | None:
    """Reduce axis by axis; ``start`` is what no element gives."""
    axes = sorted({int(at) % x.ndim for at in axis.ravel().tolist()}) if x.ndim else []
    for at in axes[::-1]:
        if start is None and not x.shape[at]:
            return None
        slices = list(np.moveaxis(x, at, 0)) or [start]
        shape = tuple(size for i, size in enumerate(x.shape) if i != at)
        x = np.broadcast_to(reduce(partial(each, function), map(array, slices)), shape)
    return np.expand_dims(x, tuple(axes)) if keep else x


def array(entry: Element | Elements) -> Elements:
    """Also a single element as an array."""
    return np.asarray(entry, dtype=object)


def register(name: str, function: Function, start: Element | None) -> None:
    """How the elements of one operator are computed."""

    @elements(name)
    def reduced(x: Elements, axis: Elements, *, opt: ReducerOptions) -> Elements | None:
        return folded(function, start, x, axis, keep=opt.keep_dims)


register("REDUCE_ALL", both, start=True)
register("REDUCE_ANY", either, start=False)
register("REDUCE_MAX", higher, start=None)
register("REDUCE_MIN", lower, start=None)
register("REDUCE_PROD", operator.mul, start=1)
register("SUM", operator.add, start=0)


@elements("MEAN")
def mean_elements(x: Value, axis: Elements, *, opt: ReducerOptions) -> Elements | None:
    """The sum, divided as the type divides."""
    entries = x.array()
    total = (
        None if entries is None else folded(operator.add, None, entries, axis, keep=opt.keep_dims)
    )
    if entries is None or total is None:
        return None
    count = array(entries.size // max(total.size, 1))
    return each(lambda a, b: divided(a, b, x.type), total, count)
