"""Entries combined by group: SEGMENT_SUM, UNSORTED_SEGMENT_*."""

from collections.abc import Callable
from operator import add, mul

from circle_resizer.errors import RuleError
from circle_resizer.inference.axis_kinds import Axes, AxisKind, placed
from circle_resizer.inference.rules import elements, rule
from circle_resizer.inference.value import Elements, Sizes, Value
from circle_resizer.lazy_numpy import np
from circle_resizer.ops.scalar import scalar
from circle_resizer.symbolic.dim import Dim, differ, largest, never_exceeds, smallest


def segment_axes(x: Value, ids: Value, *_count: Value) -> Axes:
    """The axes that have ids are summed up to one; the others stay."""
    if x.shape is None or ids.shape is None:
        return {}
    rank = len(ids.shape)
    kept = range(1, 1 + len(x.shape) - rank)
    found = placed(0, [AxisKind.REDUCED] * rank + [*kept])
    return found | placed(1, [AxisKind.REDUCED] * rank)


@rule("SEGMENT_SUM", axes=segment_axes)
def segment_sum(x: Value, ids: Value) -> Sizes | None:
    """[n,b..] by n sorted ids -> [last id+1,b..] (TFLite segment_sum.cc, ResizeOutputTensor)."""
    if x.shape is None:
        return None
    (count,) = ids.dims(1)
    if not x.shape or differ(count, x.shape[0]):
        raise RuleError(f"{count} ids for {x.shape[0] if x.shape else 'no'} entries of '{x.name}'")
    last = ids.sizes()
    if last is None:
        return None, *x.shape[1:]
    check_sorted(ids)
    return last[-1] + 1 if last else 0, *x.shape[1:]


def check_sorted(ids: Value) -> None:
    """The last id is the largest, so nothing lies outside the groups that it stands for."""
    before = 0
    for entry in ids.sizes() or ():
        if isinstance(entry, int):
            if entry < before:
                raise RuleError(f"'{ids.name}' is not sorted: {entry} comes after {before}")
            before = entry


@elements("SEGMENT_SUM")
def segment_sum_elements(x: Elements, ids: Elements) -> Elements | None:
    """The sum of each group."""
    return grouped(x, ids, max(ids.tolist(), default=-1) + 1, add)


@rule(
    "UNSORTED_SEGMENT_SUM", "UNSORTED_SEGMENT_PROD", "UNSORTED_SEGMENT_MAX", "UNSORTED_SEGMENT_MIN",
    axes=segment_axes,
)  # fmt: skip
def unsorted_segment(x: Value, ids: Value, count: Value) -> Sizes | None:
    """[i..,b..] by ids [i..] -> [count,b..] (TFLite unsorted_segment.cc, ResizeOutputTensor)."""
    if x.shape is None or ids.shape is None:
        return None
    outer = x.shape[: len(ids.shape)]
    if len(outer) != len(ids.shape) or any(map(differ, outer, ids.shape)):
        raise RuleError(f"'{ids.name}' must have the first sizes of '{x.name}'")
    groups = scalar(count)
    if groups is None or isinstance(groups, float):
        return None, *x.shape[len(ids.shape) :]
    if never_exceeds(groups, -1):
        raise RuleError(f"num_segments {groups} is negative")
    return groups, *x.shape[len(ids.shape) :]


@elements("UNSORTED_SEGMENT_SUM")
def unsorted_segment_sum_elements(x: Elements, ids: Elements, count: Elements) -> Elements | None:
    """The sum of each group; 0 if it has no entry."""
    return grouped(x, ids, int(count.item()), add, 0)


@elements("UNSORTED_SEGMENT_PROD")
def unsorted_segment_prod_elements(x: Elements, ids: Elements, count: Elements) -> Elements | None:
    """The product of each group; 1 if it has no entry."""
    return grouped(x, ids, int(count.item()), mul, 1)


@elements("UNSORTED_SEGMENT_MAX")
def unsorted_segment_max_elements(x: Elements, ids: Elements, count: Elements) -> Elements | None:
    """The largest of each group, if every one has an entry."""
    return grouped(x, ids, int(count.item()), largest)


@elements("UNSORTED_SEGMENT_MIN")
def unsorted_segment_min_elements(x: Elements, ids: Elements, count: Elements) -> Elements | None:
    """The smallest of each group, if every one has an entry."""
    return grouped(x, ids, int(count.item()), smallest)


def grouped(
    x: Elements,
    ids: Elements,
    count: int,
    combine: Callable[[Dim, Dim], Dim],
    empty: int | None = None,
) -> Elements | None:
    """Entries of equal id combined; a negative id belongs to no group."""
    groups: list[list[Elements]] = [[] for _ in range(count)]
    for at in np.ndindex(ids.shape):
        group = int(ids[at])
        if group >= count:
            raise RuleError(f"id {group} is outside the {count} segments")
        if group >= 0:
            groups[group].append(x[at])
    if empty is None and not all(groups):
        return None
    rest = x.shape[ids.ndim :]
    out = np.full((count, *rest), empty, dtype=object)
    together = np.frompyfunc(combine, 2, 1)
    for group, entries in enumerate(groups):
        for i, part in enumerate(entries):
            out[group] = together(out[group], part) if i else part
    return out
