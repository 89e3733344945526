"""What an operator does with each axis of its operands, and where the axis goes.

Every rule is registered with a function that answers ``Axes``: for (operand, axis) a kind and the
output axes it becomes. What such a function leaves out is ``OPAQUE``. Example, x[n,8] SOFTMAX::

    {(0, 0): Axis(PARALLEL, ((0, 0),)), (0, 1): Axis(REDUCED, ((0, 1),))}

The functions here build ``Axes`` for the usual shapes of operators; several of them can be given
to ``rule`` as they are.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from enum import Enum
from types import MappingProxyType
from typing import NamedTuple, TypeAlias

from circle_resizer.inference.value import Shape, Value
from circle_resizer.symbolic.dim import Dim, product


class AxisKind(Enum):
    """How the rows of an output depend on the rows along one axis of one operand."""

    PARALLEL = "parallel"
    """Row i of the output depends on row i alone, for all i in the same way."""
    BROADCAST = "broadcast"
    """The single row is read for every row of the output."""
    REDUCED = "reduced"
    """Every row depends on all rows: summed, contracted, normalised, sorted, searched."""
    WINDOWED = "windowed"
    """A row depends on neighbours: convolution, pooling, resampling, padding."""
    GATHERED = "gathered"
    """Rows are picked, reordered or repeated: slices, splits, lookups, the largest k."""
    CONCATENATED = "concatenated"
    """Rows of several operands follow one another."""
    SEQUENTIAL = "sequential"
    """Row i depends on the rows before it (or behind it): recurrence, cumulative sums."""
    SCATTERED = "scattered"
    """Rows are written to, or kept but for, positions that another operand names."""
    REGROUPED = "regrouped"
    """Elements keep their row-major order, but other axes cut them into rows."""
    COUNTED = "counted"
    """Only the number of rows matters, not what is in them (SHAPE)."""
    PARAMETER = "parameter"
    """An axis of weights or of numbers about the operator: a shape, a permutation, paddings."""
    OPAQUE = "opaque"
    """Nothing is known."""


ROW_WISE = frozenset({AxisKind.PARALLEL, AxisKind.BROADCAST})
"""Kinds that keep the rows of a batch apart."""

Place: TypeAlias = tuple[int, int]
"""(operand or output, axis counted from the front)."""


class Axis(NamedTuple):
    """The kind of one operand axis, and the output axes it becomes.

    An output that ``into`` of a PARALLEL axis does not name does not depend on the operand. The
    REGROUPED axes of an operand that share one ``into`` hold together the same elements, in the
    same order, as the axes it lists.
    """

    kind: AxisKind
    into: tuple[Place, ...] = ()


Axes: TypeAlias = dict[Place, Axis]
AxesRule: TypeAlias = Callable[..., Axes]
Target: TypeAlias = "int | AxisKind | tuple[AxisKind, int]"
"""The output axis of a PARALLEL axis; the kind of one that disappears; or both."""

NONE: Mapping[int, AxisKind] = MappingProxyType({})


def placed(operand: int, targets: Sequence[Target], outputs: int = 1) -> Axes:
    """One target for each axis of an operand, in all outputs.

    ``placed(0, [0, REDUCED])`` is a sum over the last axis, ``placed(0, [1, 0])`` a transpose.
    """
    found: Axes = {}
    for axis, target in enumerate(targets):
        if isinstance(target, AxisKind):
            found[operand, axis] = Axis(target)
            continue
        kind, to = (AxisKind.PARALLEL, target) if isinstance(target, int) else target
        found[operand, axis] = Axis(kind, tuple((k, to) for k in range(outputs)))
    return found


def stays(
    operand: int, x: Value | None, special: Mapping[int, AxisKind] = NONE, outputs: int = 1
) -> Axes:
    """Axis i is axis i of every output, PARALLEL but for the ``special`` ones (-1 is the last)."""
    rank = len(x.shape) if x is not None and x.shape is not None else 0
    kinds = {axis % rank: kind for axis, kind in special.items() if -rank <= axis < rank}
    return placed(operand, [(kinds.get(i, AxisKind.PARALLEL), i) for i in range(rank)], outputs)


def together(
    operands: Sequence[Value | None], special: Mapping[int, AxisKind] = NONE, outputs: int = 1
) -> Axes:
    """``stays`` for each of the operands."""
    found: Axes = {}
    for k, x in enumerate(operands):
        found |= stays(k, x, special, outputs)
    return found


def without(rank: int, gone: Collection[int], kind: AxisKind = AxisKind.REDUCED) -> list[Target]:
    """Targets when the axes ``gone`` disappear and the others move up."""
    kept = iter(range(rank))
    return [kind if axis in gone else next(kept) for axis in range(rank)]


def inserted(rank: int, at: int, count: int = 1) -> list[Target]:
    """Targets when ``count`` new axes appear before axis ``at``."""
    return [axis + (count if axis >= at else 0) for axis in range(rank)]


def parameters(first: int, *operands: Value | None) -> Axes:
    """All axes of the operands from number ``first`` on are PARAMETER."""
    found: Axes = {}
    for k, operand in enumerate(operands, first):
        rank = len(operand.shape) if operand is not None and operand.shape is not None else 0
        found |= placed(k, [AxisKind.PARAMETER] * rank)
    return found


def opaque(*_operands: Value | None) -> Axes:
    """Nothing is known about any axis."""
    return {}


def elementwise(*operands: Value | None, outputs: int = 1) -> Axes:
    """Operands stretch to one shape, axes aligned at the right: [a,b] with [b] or [1,b]."""
    shapes = [() if x is None else x.shape for x in operands]
    known = [shape for shape in shapes if shape is not None]
    if len(known) < len(shapes):
        return {}
    rank = max(map(len, known), default=0)
    return stretched(known, rank, outputs)


def stretched(shapes: Sequence[Shape], rank: int, outputs: int = 1) -> Axes:
    """As ``elementwise``, of shapes, into outputs of ``rank`` axes."""
    single = [
        all(shape[axis - rank] == 1 for shape in shapes if rank - axis <= len(shape))
        for axis in range(rank)
    ]
    found: Axes = {}
    for k, shape in enumerate(shapes):
        targets: list[Target] = []
        for axis, size in enumerate(shape, rank - len(shape)):
            repeats = size == 1 and not single[axis]
            targets.append((AxisKind.BROADCAST if repeats else AxisKind.PARALLEL, axis))
        found |= placed(k, targets, outputs)
    return found


def filling(operand: int, shape: Shape, wide: Shape, places: Sequence[int]) -> Axes:
    """An operand of ``shape`` whose axes stretch to the axes ``places`` of the output ``wide``."""
    repeats = [size == 1 and wide[to] != 1 for size, to in zip(shape, places, strict=True)]
    kinds = [AxisKind.BROADCAST if again else AxisKind.PARALLEL for again in repeats]
    return placed(operand, list(zip(kinds, places, strict=True)))


def last_reduced(x: Value, *others: Value | None) -> Axes:
    """Every row of the last axis depends on all of them; ``others`` are parameters."""
    return stays(0, x, {-1: AxisKind.REDUCED}) | parameters(1, *others)


def vector(operand: int, x: Value | None, count: Dim, axis: int) -> Axes:
    """A bias or scale: one number for each of the ``count`` rows of an output axis."""
    if x is None or x.shape is None or len(x.shape) != 1:
        return {}
    repeats = x.shape[0] == 1 and count != 1
    return placed(operand, [(AxisKind.BROADCAST if repeats else AxisKind.PARALLEL, axis)])


def window_kind(size: Dim | None, stride: Dim | None, *, still: bool = True) -> AxisKind:
    """The kind of an axis along which a window slides; ``still``: no padding, no dilation."""
    if size != 1 or not still:
        return AxisKind.WINDOWED
    return AxisKind.PARALLEL if stride == 1 else AxisKind.GATHERED


def whole(count: Dim | None, size: Dim, kind: AxisKind = AxisKind.GATHERED) -> AxisKind:
    """PARALLEL where all of the ``size`` rows are taken, for every size; else ``kind``."""
    return AxisKind.PARALLEL if count is not None and count == size else kind


def regrouped(operand: int, shape: Shape, out: Shape) -> Axes:
    """RESHAPE in row-major order: an axis is PARALLEL where both sides cut the elements alike.

    [n,4,8] -> [n,32]: n is PARALLEL, 4 and 8 are REGROUPED into axis 1. Unit axes keep their
    order if both sides have as many of them in one place; else they are REGROUPED into nothing.
    """
    found = placed(operand, [AxisKind.REGROUPED] * len(shape))
    if 0 in shape:
        return found
    for inner, outer in cuts(shape, out):
        here, there = solid(shape, inner), solid(out, outer)
        is_unit = shape[here[0]] == 1
        if len(here) == len(there) and (len(here) == 1 or is_unit):
            pairs = zip(here, there, strict=True)
            found |= {(operand, a): Axis(AxisKind.PARALLEL, ((0, b),)) for a, b in pairs}
        elif not is_unit:
            into = tuple((0, axis) for axis in there)
            found |= {(operand, axis): Axis(AxisKind.REGROUPED, into) for axis in here}
    return found


def solid(shape: Shape, run: range) -> list[int]:
    """The axes of a run but for unit axes; all of them if there are no others."""
    return [axis for axis in run if shape[axis] != 1] or list(run)


def cuts(shape: Shape, out: Shape) -> Iterator[tuple[range, range]]:
    """The shortest runs of axes of both sides with equal elements: two in [n,4,8] and [n,32].

    A run of unit axes is a run of its own. What remains unclear is left out.
    """
    left, right = edges(shape), edges(out)
    a = b = -1
    for number, (first, last) in left.items():
        if number not in right:
            continue
        start, end = right[number]
        if a >= 0 and a < first and b < start:
            yield range(a, first), range(b, start)
        if first < last and start < end:
            yield range(first, last), range(start, end)
        a, b = last, end


def edges(shape: Shape) -> dict[Dim, tuple[int, int]]:
    """Products of leading sizes: the first and the last edge between axes where each stands."""
    found: dict[Dim, tuple[int, int]] = {}
    for edge in range(len(shape) + 1):
        number = product(shape[:edge])
        found[number] = (found.get(number, (edge, edge))[0], edge)
    return found
