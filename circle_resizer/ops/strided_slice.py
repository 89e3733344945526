"""STRIDED_SLICE."""

from collections.abc import Sequence
from typing import Literal, TypeAlias

from circle_resizer.errors import RuleError
from circle_resizer.inference.axis_kinds import Axes, AxisKind, Target, parameters, placed, whole
from circle_resizer.inference.masks import on
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
    """An axis that is taken whole stays."""
    count, rest = axes_of(begin), parameters(1, begin, end, strides)
    if x.shape is None or count is None or outs[0].shape is None:
        return rest
    lows, steps = positions(begin, count), positions(strides, count)
    targets: list[Target] = []
    out = 0
    for i in spread(len(x.shape), count, opt):
        if i is not None and on(opt.new_axis_mask, i):
            out += 1
            continue
        if i is not None and on(opt.shrink_axis_mask, i):
            targets.append(AxisKind.GATHERED)
            continue
        first = i is None or ((on(opt.begin_mask, i) or lows[i] == 0) and steps[i] == 1)
        taken = outs[0].shape[out] if first else None
        targets.append((whole(taken, x.shape[len(targets)]), out))
        out += 1
    return rest | placed(0, targets)


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
    rest = list(x.shape)
    for i in spread(len(x.shape), count, opt):
        if i is None:
            sizes.append(rest.pop(0))
        elif on(opt.new_axis_mask, i):
            sizes.append(1)
        elif on(opt.shrink_axis_mask, i):
            inside(rest.pop(0), 0 if on(opt.begin_mask, i) else lows[i])
        elif opt.offset:
            rest.pop(0)
            sizes.append(counted(highs[i], steps[i]))
        else:
            low: Edge = "open" if on(opt.begin_mask, i) else lows[i]
            high: Edge = "open" if on(opt.end_mask, i) else highs[i]
            sizes.append(extent(rest.pop(0), low, high, steps[i]))
    return sizes


def spread(rank: int, count: int, opt: StridedSliceOptions) -> list[int | None]:
    """For each axis of x and each new one the entry that cuts it, ``None`` for no cut.

    As in TFLite, an ellipsis takes at least one axis and entries beyond the last axis are ignored
    (TFLite strided_slice.cc, BuildStridedSliceParams).
    """
    entries: list[int | None] = list(range(count))
    new = [i for i in range(count) if on(opt.new_axis_mask & ~opt.ellipsis_mask, i)]
    axes = rank + len(new)
    dots = next((i for i in range(count) if on(opt.ellipsis_mask, i)), None)
    if dots is not None:
        entries[dots : dots + 1] = [None] * max(1, axes - count + 1)
    found = [*entries, *[None] * axes][:axes]
    if any(i not in found for i in new):
        raise RuleError(f"{count} entries are too many for rank {rank}")
    return found


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
    open_low = low == "open" or (low == 0 and step > 0)
    alike = isinstance(low, int) and isinstance(high, int) and (low < 0) == (high < 0)
    firm = open_low or high == "open" or alike
    start = 0 if low == "open" else cut(size, low, after, firm=firm)
    stop = size if high == "open" else cut(size, high, after, firm=firm)
    return counted(stop - start if step > 0 else start - stop, step)


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
    """NumPy indexes in the same way."""
    index: list[int | slice | None] = []
    axis = 0
    for i in spread(x.ndim, len(begin), opt):
        if i is not None and on(opt.new_axis_mask, i):
            index.append(None)
            continue
        size, axis = x.shape[axis], axis + 1
        if i is None:
            index.append(slice(None))
            continue
        low = None if on(opt.begin_mask, i) else int(begin[i])
        if on(opt.shrink_axis_mask, i):
            inside(size, low or 0)
            index.append(low or 0)
        elif opt.offset:
            start = int(begin[i]) % max(size, 1)
            index.append(slice(start, start + int(end[i]), int(strides[i])))
        else:
            high = None if on(opt.end_mask, i) else int(end[i])
            index.append(slice(low, high, int(strides[i])))
    return x[(*index, ...)]
