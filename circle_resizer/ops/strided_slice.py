"""STRIDED_SLICE."""

from collections.abc import Sequence
from typing import Literal, TypeAlias

from circle_resizer.errors import RuleError
from circle_resizer.inference.axis_kinds import Axes, AxisKind, Target, parameters, placed, whole
from circle_resizer.inference.masks import Role, on, roles
from circle_resizer.inference.rules import elements, rule
from circle_resizer.inference.value import Elements, Sizes, Value
from circle_resizer.ops.slicing import positions
from circle_resizer.ops.target import axes_of
from circle_resizer.schema.options import StridedSliceOptions
from circle_resizer.symbolic.dim import Dim, Sym, atoms_of, ceil_div, never_exceeds, smallest

Edge: TypeAlias = Dim | Literal["open"] | None


def strided_slice_axes(
    x: Value,
    begin: Value,
    end: Value,
    strides: Value,
    *,
    opt: StridedSliceOptions,
    outs: Sequence[Value],
) -> Axes:
    """PARALLEL where all of an axis is taken, for every size; else GATHERED."""
    count, rest = axes_of(begin), parameters(1, begin, end, strides)
    if x.shape is None or count is None or outs[0].shape is None:
        return rest
    lows, steps = positions(begin, count), positions(strides, count)
    targets: list[Target] = []
    out = 0
    for role, i, axis in roles(len(x.shape), count, opt):
        if role is Role.PICKED:
            targets.append(AxisKind.GATHERED)
            continue
        if role is not Role.NEW:
            first = role is Role.KEPT or from_first(opt, i, lows[i], steps[i])
            taken = outs[0].shape[out] if first else None
            targets.append((whole(taken, x.shape[axis]), out))
        out += 1
    return rest | placed(0, targets)


def from_first(opt: StridedSliceOptions, i: int, low: Dim | None, step: Dim | None) -> bool:
    """Whether entry ``i`` takes one row after the other from row 0 on: [0:n] or [:n]."""
    return step == 1 and (low == 0 or on(opt.begin_mask, i))


@rule("STRIDED_SLICE", axes=strided_slice_axes)
def strided_slice(
    x: Value, begin: Value, end: Value, strides: Value, *, opt: StridedSliceOptions
) -> Sizes | None:
    """x[begin:end:strides], bit i of each mask about entry i.

    With ``offset`` the end is counted from begin (TFLite strided_slice.cc, ResizeOutputTensor).
    """
    count = axes_of(begin)
    if x.shape is None or count is None:
        return None
    lows, highs, steps = (positions(v, count) for v in (begin, end, strides))
    sizes: list[Dim | None] = []
    for role, i, axis in roles(len(x.shape), count, opt):
        if role is Role.NEW:
            sizes.append(1)
        elif role is Role.KEPT:
            sizes.append(x.shape[axis])
        elif role is Role.PICKED:
            inside(x.shape[axis], 0 if on(opt.begin_mask, i) else lows[i])
        elif opt.offset:
            sizes.append(counted(highs[i], steps[i]))
        else:
            low, high = edges(opt, i, lows[i], highs[i])
            sizes.append(extent(x.shape[axis], low, high, steps[i]))
    return sizes


def edges(opt: StridedSliceOptions, i: int, low: Edge, high: Edge) -> tuple[Edge, Edge]:
    """Begin and end of a cut, "open" where a mask says that the axis goes on to its edge."""
    begin: Edge = "open" if on(opt.begin_mask, i) else low
    end: Edge = "open" if on(opt.end_mask, i) else high
    return begin, end


def inside(size: Dim, index: Dim | None) -> None:
    """A single entry must exist."""
    if index is not None and (never_exceeds(size, index) or never_exceeds(size + index, -1)):
        raise RuleError(f"index {index} is outside the size {size}")


def counted(reach: Dim | None, step: Dim | None) -> Dim | None:
    """How many steps it takes to get ``reach`` entries further."""
    if step == 0:
        raise RuleError("a stride is 0")
    if reach is None or not isinstance(step, int):
        return None
    distance = reach if step > 0 else -1 * reach
    return 0 if never_exceeds(distance, 0) else ceil_div(distance, abs(step))


def extent(size: Dim, begin: Edge, end: Edge, step: Dim | None) -> Dim | None:
    """How many entries [begin:end:step] takes of ``size``; ``None`` if an edge is not known.

    Both edges become cuts, a number of entries from the front. An unknown extent is taken to be in
    order: nobody asks for an empty slice, and once the sizes are numbers this is exact.
    """
    if begin is None or end is None or not isinstance(step, int):
        return None
    low, high, after = (begin, end, 0) if step > 0 else (end, begin, 1)
    firm = high == "open" or is_at_front(low, step) or have_one_origin(low, high)
    start = 0 if low == "open" else cut(size, low, after, firm=firm)
    stop = size if high == "open" else cut(size, high, after, firm=firm)
    return counted(stop - start if step > 0 else start - stop, step)


def is_at_front(low: Edge, step: int) -> bool:
    """Whether the lower edge of a cut is the front of the axis."""
    return low == "open" or (low == 0 and step > 0)


def have_one_origin(low: Edge, high: Edge) -> bool:
    """Whether two numbers count from one end of the axis: 2 and 5, -5 and -2, but not 2 and -2."""
    return isinstance(low, int) and isinstance(high, int) and (low < 0) == (high < 0)


def cut(size: Dim, index: Dim, after: int, *, firm: bool) -> Dim:
    """How many entries lie before ``index`` (or, ``after`` 1, before the one after it)."""
    if index != 0 and never_exceeds(index, 0):
        return size - head(size, -1 * index - after, firm=firm)
    return head(size, index + after, firm=firm)


def head(size: Dim, count: Dim, *, firm: bool) -> Dim:
    """``count``, but no more than ``size``; if not ``firm`` only as far as that can be decided.

    An axis of unknown size is taken to have an entry, and a part of it made from its own size to
    be no larger than it.
    """
    undecided = not never_exceeds(size, count)
    if never_exceeds(count, size) or (undecided and (count == 1 or not firm)):
        return count
    own = isinstance(count, Sym) and atoms_of(count) <= atoms_of(size)
    return count if undecided and own else smallest(count, size)


@elements("STRIDED_SLICE")
def strided_slice_elements(
    x: Elements, begin: Elements, end: Elements, strides: Elements, *, opt: StridedSliceOptions
) -> Elements | None:
    """The entries, by NumPy's index of the meaning: x[None, 1:3, 0]."""
    index: list[int | slice | None] = []
    for role, i, axis in roles(x.ndim, len(begin), opt):
        if role is Role.NEW:
            index.append(None)
        elif role is Role.KEPT:
            index.append(slice(None))
        elif role is Role.PICKED:
            low = 0 if on(opt.begin_mask, i) else int(begin[i])
            inside(x.shape[axis], low)
            index.append(low)
        elif opt.offset:
            start = int(begin[i]) % max(x.shape[axis], 1)
            index.append(slice(start, start + int(end[i]), int(strides[i])))
        else:
            first = None if on(opt.begin_mask, i) else int(begin[i])
            last = None if on(opt.end_mask, i) else int(end[i])
            index.append(slice(first, last, int(strides[i])))
    return x[(*index, ...)]
