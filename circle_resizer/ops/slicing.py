"""Parts of a tensor by position: SLICE, and DYNAMIC_UPDATE_SLICE, which writes one."""

from collections.abc import Sequence

from circle_resizer.errors import RuleError
from circle_resizer.inference.axis_kinds import Axes, AxisKind, parameters, stays, whole
from circle_resizer.inference.rules import elements, rule
from circle_resizer.inference.value import Element, Elements, Sizes, Value, shown
from circle_resizer.lazy_numpy import np
from circle_resizer.ops.target import axes_of
from circle_resizer.symbolic.dim import Dim, atoms_of, never_exceeds


def signed(index: Element | None) -> Dim | None:
    """``index``, unless it comes from data and may be negative as well as positive."""
    if index is None or isinstance(index, float):
        return None
    if never_exceeds(0, index) or never_exceeds(index, 0):
        return index
    return None if any(name.startswith("?") for name in atoms_of(index)) else index


def positions(operand: Value, rank: int) -> list[Dim | None]:
    """One number for each axis; ``None`` where it, or its sign, is not known."""
    (count,) = operand.dims(1)
    if isinstance(count, int) and count != rank:
        raise RuleError(f"'{operand.name}' has {count} elements, expected {rank}")
    return [signed(e) for e in operand.elements or [None] * rank]


def slice_axes(x: Value, begin: Value, size: Value, *, outs: Sequence[Value]) -> Axes:
    """An axis that is taken whole stays."""
    if x.shape is None or outs[0].shape is None:
        return parameters(1, begin, size)
    starts = positions(begin, len(x.shape))
    extents = enumerate(zip(starts, outs[0].shape, x.shape, strict=True))
    special = {i: whole(n if low == 0 else None, size) for i, (low, n, size) in extents}
    return stays(0, x, special) | parameters(1, begin, size)


@rule("SLICE", axes=slice_axes)
def slice_(x: Value, begin: Value, size: Value) -> Sizes | None:
    """``size`` entries from ``begin``, -1 for all that are left; nothing is clamped.

    (TFLite slice.cc, CalculateOutputShapeVector)
    """
    count = axes_of(begin) if x.shape is None else len(x.shape)
    if count is None:
        return None
    axes = zip(x.dims(count), positions(begin, count), positions(size, count), strict=True)
    return [taken(*axis) for axis in axes]


def taken(whole: Dim, begin: Dim | None, size: Dim | None) -> Dim | None:
    """How many of ``whole`` entries a slice takes; ``None`` if that is not known."""
    if begin is not None and never_exceeds(begin, -1):
        raise RuleError(f"a slice begins at {begin}")
    if size is None or (size == -1 and begin is None):
        return None
    if size != -1 and never_exceeds(size, -1):
        raise RuleError(f"a slice of size {size}")
    return taken_from(whole, 0 if begin is None else begin, size)


def taken_from(whole: Dim, start: Dim, size: Dim) -> Dim:
    """``size`` entries from ``start`` on, or for -1 all that are left: 2 and -1 of 10 is 8."""
    count = whole - start if size == -1 else size
    if never_exceeds(count, -1) or never_exceeds(whole + 1, start + count):
        raise RuleError(f"a slice of {size} from {start} leaves the size {whole}")
    return count


@elements("SLICE")
def slice_elements(x: Elements, begin: Elements, size: Elements) -> Elements:
    """The part itself."""
    starts, counts = begin.astype(np.intp), size.astype(np.intp)
    ends = np.where(counts == -1, x.shape, starts + counts)
    part: list[int | slice] = [slice(*edges) for edges in zip(starts, ends, strict=True)]
    return x[(*part, ...)]


def update_axes(x: Value, update: Value, *starts: Value) -> Axes:
    """An axis that is replaced whole stays; the start is moved inwards, so it is 0 there."""
    if x.shape is None or update.shape is None:
        return parameters(2, *starts)
    pairs = enumerate(zip(update.dims(len(x.shape)), x.shape, strict=True))
    special = {i: whole(count, size, AxisKind.SCATTERED) for i, (count, size) in pairs}
    return stays(0, x, special) | stays(1, update, special) | parameters(2, *starts)


@rule("DYNAMIC_UPDATE_SLICE", axes=update_axes)
def dynamic_update_slice(x: Value, update: Value, begin: Value) -> Sizes | None:
    """``x`` with a part replaced (TFLite dynamic_update_slice.cc, Prepare)."""
    if x.shape is None:
        return None
    positions(begin, len(x.shape))
    part = update.dims(len(x.shape))
    if any(never_exceeds(size + 1, by) for size, by in zip(x.shape, part, strict=True)):
        raise RuleError(f"an update of {shown(part)} is larger than '{x.name}' {shown(x.shape)}")
    return x.shape


@elements("DYNAMIC_UPDATE_SLICE")
def dynamic_update_slice_elements(x: Elements, update: Elements, begin: Elements) -> Elements:
    """A part that would reach out is moved inwards."""
    room = np.subtract(x.shape, update.shape)
    starts = np.clip(begin.astype(np.intp), 0, room).tolist()
    out = x.copy()
    out[tuple(slice(s, s + n) for s, n in zip(starts, update.shape, strict=True))] = update
    return out
