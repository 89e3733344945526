"""Tensors made from sizes: FILL, RANGE, TILE, ONE_HOT."""

import math
import operator
from functools import partial
from itertools import accumulate, repeat

from circle_resizer.errors import RuleError
from circle_resizer.inference.axis_kinds import (
    Axes,
    AxisKind,
    inserted,
    opaque,
    parameters,
    placed,
    stays,
)
from circle_resizer.inference.rules import elements, rule
from circle_resizer.inference.value import MAX_ELEMENTS, Element, Elements, Sizes, Value, shown
from circle_resizer.lazy_numpy import np
from circle_resizer.ops.arithmetic import each
from circle_resizer.ops.comparison import chosen, equal
from circle_resizer.ops.scalar import scalar
from circle_resizer.ops.target import any_target
from circle_resizer.schema.options import OneHotOptions
from circle_resizer.symbolic.dim import Dim, Sym, ceil_div, merged


def fill_axes(dims: Value, _value: Value) -> Axes:
    """Sizes are parameters."""
    return parameters(0, dims)


@rule("FILL", axes=fill_axes)
def fill(dims: Value, value: Value) -> Sizes | None:
    """One element in the sizes that ``dims`` holds (TFLite fill.cc, ResizeOutput)."""
    value.dims(0)
    return any_target(dims)


@elements("FILL")
def fill_elements(dims: Elements, value: Elements) -> Elements:
    """The value at every position."""
    return np.broadcast_to(value, tuple(dims.tolist()))


@rule("RANGE", axes=opaque)
def range_(start: Value, limit: Value, delta: Value) -> Sizes:
    """[start, start+delta, ..] short of the limit (TFLite range.cc, GetSize)."""
    for operand in (start, limit, delta):
        operand.dims(0)
    first, last, step = scalar(start), scalar(limit), scalar(delta)
    if first is None or last is None or step is None:
        return [None]
    return [count(first, last, step)]


def count(first: Element, last: Element, step: Element) -> Dim | None:
    """How many numbers; a real number that is whole counts as a whole number."""
    start, limit, stride = whole(first), whole(last), whole(step)
    if start is None or limit is None or stride is None:
        return real_count(first, last, step)
    if isinstance(stride, Sym):
        return None
    gap = limit - start if stride > 0 else start - limit
    if stride == 0 or (isinstance(gap, int) and gap < 0):
        raise RuleError(f"cannot count from {first} to {last} in steps of {step}")
    return ceil_div(gap, abs(stride))


def whole(element: Element) -> Dim | None:
    """The element as a whole number, if it is one."""
    if isinstance(element, float):
        return int(element) if element.is_integer() else None
    return element


def real_count(first: Element, last: Element, step: Element) -> int | None:
    """How many real numbers, as float32 computes it: 0 to 1 in steps of 0.3 are 4."""
    if isinstance(first, Sym) or isinstance(last, Sym) or isinstance(step, Sym):
        return None
    with np.errstate(all="ignore"):
        steps = (np.float32(last) - np.float32(first)) / np.float32(step)
    if not (0 <= steps < math.inf):
        raise RuleError(f"cannot count from {first} to {last} in steps of {step}")
    return math.ceil(steps)


@elements("RANGE")
def range_elements(start: Elements, limit: Elements, delta: Elements) -> Elements | None:
    """Added up one by one."""
    size = count(start.item(), limit.item(), delta.item())
    if not isinstance(size, int) or not 0 < size <= MAX_ELEMENTS:
        return None
    steps = repeat(delta, size - 1)
    return np.array(
        [total.item() for total in accumulate(steps, partial(each, operator.add), initial=start)],
        dtype=object,
    )


def tile_axes(x: Value, multiples: Value) -> Axes:
    """A single row is repeated, several are picked again and again; once leaves them alone."""
    times = multiples.sizes()
    if x.shape is None or times is None:
        return parameters(1, multiples)
    special = {
        i: AxisKind.BROADCAST if size == 1 else AxisKind.GATHERED
        for i, (size, m) in enumerate(zip(x.shape, times, strict=True))
        if m != 1
    }
    return stays(0, x, special) | parameters(1, multiples)


@rule("TILE", axes=tile_axes)
def tile(x: Value, multiples: Value) -> Sizes | None:
    """[a,b] times [m,n] -> [m*a,n*b], copies outside (TFLite tile.cc, ResizeOutput)."""
    times = multiples.sizes()
    if times is None:
        return None if x.shape is None else [None] * len(x.shape)
    if any(isinstance(m, int) and m < 0 for m in times):
        raise RuleError(f"multiples {shown(times)} are negative")
    if x.shape is None:
        return [None] * len(times)
    if len(times) != len(x.shape):
        raise RuleError(f"{len(times)} multiples for '{x.name}' {shown(x.shape)}")
    return [merged((m, size)) for m, size in zip(times, x.shape, strict=True)]


@elements("TILE")
def tile_elements(x: Elements, multiples: Elements) -> Elements | None:
    """Copy after copy."""
    times = multiples.ravel().tolist()
    return np.tile(x, times) if x.size * math.prod(map(int, times)) <= MAX_ELEMENTS else None


def one_hot_axes(x: Value, *_scalars: Value, opt: OneHotOptions) -> Axes:
    """A new axis appears."""
    rank = len(x.shape or ())
    return placed(0, inserted(rank, rank if opt.axis == -1 else opt.axis))


@rule("ONE_HOT", axes=one_hot_axes)
def one_hot(x: Value, depth: Value, on: Value, off: Value, *, opt: OneHotOptions) -> Sizes | None:
    """[a,b] -> [a,b,depth], or with the new axis at ``opt.axis`` (TFLite one_hot.cc)."""
    size, _, _ = scalar(depth), scalar(on), scalar(off)
    if isinstance(size, int) and size < 0:
        raise RuleError(f"depth {size} is negative")
    if x.shape is None:
        return None
    at = len(x.shape) if opt.axis == -1 else opt.axis
    if not 0 <= at <= len(x.shape):
        raise RuleError(f"axis {at} is outside the rank {len(x.shape) + 1} of the result")
    return [*x.shape[:at], None if isinstance(size, float) else size, *x.shape[at:]]


@elements("ONE_HOT")
def one_hot_elements(
    x: Elements, depth: Elements, on: Elements, off: Elements, *, opt: OneHotOptions
) -> Elements | None:
    """``on`` where the position along the new axis is the index."""
    if not x.size * int(depth.item()) <= MAX_ELEMENTS:
        return None
    at = x.ndim if opt.axis == -1 else opt.axis
    places = np.arange(depth.item()).astype(object).reshape((-1,) + (1,) * (x.ndim - at))
    return each(chosen, each(equal, np.expand_dims(x, at), places), on.reshape(()), off.reshape(()))
