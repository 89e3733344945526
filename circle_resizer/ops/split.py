"""One tensor into several: SPLIT, SPLIT_V, UNPACK."""

from circle_resizer.errors import RuleError
from circle_resizer.inference.axis_kinds import (
    Axes,
    AxisKind,
    parameters,
    placed,
    stays,
    without,
)
from circle_resizer.inference.rules import Answer, elements, rule
from circle_resizer.inference.value import Elements, Sizes, Value
from circle_resizer.lazy_numpy import np
from circle_resizer.ops.scalar import index
from circle_resizer.ops.slicing import positions
from circle_resizer.schema.options import SplitOptions, SplitVOptions, UnpackOptions
from circle_resizer.symbolic.dim import Dim, differ, never_exceeds

MAX_PARTS = 1 << 16
"""More outputs than any operator has: the file is damaged."""


def pieces(operand: int, x: Value, axis: Value, count: int) -> Axes:
    """An axis is cut into ``count`` pieces; the others stay in all of them."""
    at = index(axis)
    if x.shape is None or at is None:
        return {}
    special = {x.axis(at): AxisKind.GATHERED} if count > 1 else {}
    return stays(operand, x, special, parts_of("num_splits", count))


def split_axes(axis: Value, x: Value, *, opt: SplitOptions) -> Axes:
    """The one that is cut."""
    return pieces(1, x, axis, opt.num_splits) | parameters(0, axis)


@rule("SPLIT", axes=split_axes, many=True)
def split(axis: Value, x: Value, *, opt: SplitOptions) -> list[Answer]:
    """[a,n*k] along axis 1 -> n parts [a,k] (TFLite split.cc, ResizeOutputTensors)."""
    count = parts_of("num_splits", opt.num_splits)
    if count < 1:
        raise RuleError(f"num_splits {count} must be at least 1")
    where = index(axis)
    if x.shape is None or where is None:
        return alike(x, count)
    at = x.axis(where)
    if differ(x.shape[at] % count, 0):
        raise RuleError(f"size {x.shape[at]} of axis {at} does not split into {count} parts")
    return [resized(x.shape, at, x.shape[at] // count)] * count


def parts_of(option: str, count: int) -> int:
    """How many outputs an option speaks of, if an operator can have so many."""
    if count > MAX_PARTS:
        raise RuleError(f"{option} {count} is more than {MAX_PARTS}")
    return count


def alike(x: Value, count: int) -> list[Answer]:
    """Answers when it is not known which axis is cut."""
    return [None if x.shape is None else [None] * len(x.shape)] * count


def resized(shape: Sizes, at: int, size: Dim | None) -> Sizes:
    """``shape`` with one size replaced."""
    return *shape[:at], size, *shape[at + 1 :]


@elements("SPLIT", many=True)
def split_elements(axis: Elements, x: Elements, *, opt: SplitOptions) -> list[Elements]:
    """The parts."""
    return np.split(x, opt.num_splits, int(axis.item()))


def split_v_axes(x: Value, sizes: Value, axis: Value, *, opt: SplitVOptions) -> Axes:
    """The one that is cut."""
    return pieces(0, x, axis, opt.num_splits) | parameters(1, sizes, axis)


@rule("SPLIT_V", axes=split_v_axes, many=True)
def split_v(x: Value, sizes: Value, axis: Value, *, opt: SplitVOptions) -> list[Answer]:
    """Parts of the given ``sizes``, one of which may be -1 for the rest.

    (TFLite split_v.cc, ResizeOutputTensors)
    """
    count = parts_of("num_splits", opt.num_splits)
    parts, where = positions(sizes, count), index(axis)
    if x.shape is None or where is None:
        return alike(x, count)
    at = x.axis(where)
    return [resized(x.shape, at, size) for size in filled(x.shape[at], parts)]


def filled(whole: Dim, parts: list[Dim | None]) -> list[Dim | None]:
    """``parts`` with the rest of ``whole`` in place of -1."""
    if parts.count(-1) > 1:
        raise RuleError(f"split sizes {parts} have more than one -1")
    rest = left_over(whole, parts)
    if rest is not None and (never_exceeds(rest, -1) or (-1 not in parts and differ(rest, 0))):
        raise RuleError(f"split sizes {parts} do not add up to {whole}")
    return [rest if size == -1 else size for size in parts]


def left_over(whole: Dim, parts: list[Dim | None]) -> Dim | None:
    """What the known ``parts`` leave of ``whole``; ``None`` if one of them is unknown."""
    if None in parts:
        return None
    for size in parts:
        whole = whole - (0 if size is None or size == -1 else size)
    return whole


@elements("SPLIT_V", many=True)
def split_v_elements(
    x: Elements, sizes: Elements, axis: Elements, *, opt: SplitVOptions
) -> list[Elements]:
    """The parts."""
    del opt
    at = int(axis.item())
    parts = [size or 0 for size in filled(x.shape[at], sizes.tolist())]
    cuts = np.cumsum(np.array(parts).astype(np.intp))[:-1]
    return np.split(x, cuts, at)


def unpack_axes(x: Value, *, opt: UnpackOptions) -> Axes:
    """The one that disappears."""
    if x.shape is None:
        return {}
    gone = {x.axis(opt.axis)}
    count = parts_of("num", opt.num)
    return placed(0, without(len(x.shape), gone, AxisKind.GATHERED), count)


@rule("UNPACK", axes=unpack_axes, many=True)
def unpack(x: Value, *, opt: UnpackOptions) -> list[Answer]:
    """One output for each entry of an axis, which disappears (TFLite unpack.cc, Prepare)."""
    count = parts_of("num", opt.num)
    if x.shape is None:
        return [None] * count
    at = x.axis(opt.axis)
    if differ(x.shape[at], count):
        raise RuleError(f"axis {at} of '{x.name}' has {x.shape[at]} entries for {count} outputs")
    return [(*x.shape[:at], *x.shape[at + 1 :])] * count


@elements("UNPACK", many=True)
def unpack_elements(x: Elements, *, opt: UnpackOptions) -> list[Elements]:
    """The entries."""
    return [part[..., 0] for part in np.split(np.moveaxis(x, opt.axis, -1), opt.num, -1)]
