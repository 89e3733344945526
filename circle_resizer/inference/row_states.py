"""What a tensor has to do with the rows of an input axis, and one operator's part in it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from circle_resizer.errors import RuleError
from circle_resizer.inference.axis_kinds import Axes, AxisKind
from circle_resizer.inference.rules import operator_axes
from circle_resizer.inference.value import Shape, Value
from circle_resizer.schema.options import Options
from circle_resizer.symbolic.dim import Dim, Sym, atoms_of, product


@dataclass(frozen=True)
class Rows:
    """Rows of s: the axis has ``outer`` * s * ``inner`` entries, in row-major order."""

    axis: int
    outer: Dim = 1
    inner: Dim = 1


@dataclass(frozen=True)
class Mixed:
    """No rows any more: the first operator that did not keep them apart, and what it does."""

    operator: str
    kind: AxisKind


@dataclass(frozen=True)
class Counted:
    """Computed from the number of rows, not from what is in them; by which operator."""

    operator: str


State: TypeAlias = "Rows | Mixed | Counted | None"
"""What a tensor has to do with s; ``None``: nothing."""

SHAPED: Mapping[str, frozenset[int]] = {
    "RESHAPE": frozenset({1}),
    "FILL": frozenset({0}),
    "BROADCAST_TO": frozenset({1}),
    "TILE": frozenset({1}),
    "SLICE": frozenset({2}),
    "STRIDED_SLICE": frozenset({2}),
    "TRANSPOSE_CONV": frozenset({0}),
    "CONV_3D_TRANSPOSE": frozenset({0}),
}
"""Operands that only say how large the result is."""
UNIFORM = frozenset({"FILL", "BROADCAST_TO", "STABLEHLO_BROADCAST_IN_DIM"})
"""Operators whose new axes hold equal rows."""


def shape_of(value: Value | None) -> Shape | None:
    """The shape of an operand, if it is there and its rank is known."""
    return None if value is None else value.shape


def regrouped(
    rows: Rows, source: tuple[Shape, list[int]], target: tuple[Shape, list[int]], symbol: Dim
) -> Iterator[Rows]:
    """Rows of one axis of ``source`` in ``target``: axes of two shapes that hold equal elements.

    ``symbol`` is how many rows there are.
    """
    (shape, group), (out, axes) = source, target
    before = product(shape[axis] for axis in group if axis < rows.axis) * rows.outer
    after = product(shape[axis] for axis in group if axis > rows.axis) * rows.inner
    for i, axis in enumerate(axes):
        outer = before // product(out[a] for a in axes[:i])
        inner = after // product(out[a] for a in axes[i + 1 :])
        if outer * symbol * inner == out[axis]:
            yield Rows(axis, outer, inner)


@dataclass
class Seen:
    """An operator with everything inference found out about it."""

    kind: str
    text: str
    opt: Options
    operands: Sequence[Value | None]
    outs: Sequence[Value | None]
    states: Sequence[State]
    alike: Sequence[frozenset[int]]
    """Axes of each operand along which all rows are equal."""
    axes: Axes = field(default_factory=dict)

    def __post_init__(self) -> None:
        known = [value or Value("", None) for value in self.outs]
        try:
            self.axes = operator_axes(self.kind, self.operands, self.opt, known)
        except RuleError:
            self.axes = {}

    def mapped(self, output: int, axis: int) -> Iterator[tuple[int, int, AxisKind]]:
        """The operand axes that become an axis of an output."""
        for (k, own), how in self.axes.items():
            if (output, axis) in how.into:
                yield k, own, how.kind

    def moved(self, operand: int, rows: Rows, output: int, symbol: Dim) -> Iterator[Rows]:
        """Where the rows of one operand are in an output: [n,3] -> [3*n] has them in runs of 3."""
        how, shape = self.axes.get((operand, rows.axis)), shape_of(self.operands[operand])
        out = shape_of(self.outs[output])
        if how is None or shape is None:
            return
        targets = sorted(axis for k, axis in how.into if k == output)
        if how.kind is AxisKind.PARALLEL:
            yield from (Rows(axis, rows.outer, rows.inner) for axis in targets)
        if how.kind is AxisKind.REGROUPED and out is not None:
            group = [axis for (k, axis), h in self.axes.items() if k == operand and h == how]
            yield from regrouped(rows, (shape, group), (out, targets), symbol)

    def equal_rows(self, output: int) -> frozenset[int]:
        """Axes of an output along which all rows are equal."""
        value = self.outs[output]
        rank = len(value.shape or ()) if value is not None else 0
        return frozenset(axis for axis in range(rank) if self.repeats(output, axis))

    def repeats(self, output: int, axis: int) -> bool:
        """Whether an axis of an output comes from single or equal rows alone."""
        found = [
            kind is AxisKind.BROADCAST or (kind is AxisKind.PARALLEL and own in self.alike[k])
            for k, own, kind in self.mapped(output, axis)
        ]
        return all(found) if found else self.kind in UNIFORM


@dataclass(frozen=True, slots=True)
class Decided:
    """What a resize makes of a file before it is written."""

    equal: Mapping[tuple[int, int], frozenset[int]] = field(default_factory=dict)
    """By (subgraph, tensor): axes of constants along which all rows will be equal."""
    orders: Mapping[tuple[int, int], tuple[int, ...]] = field(default_factory=dict)
    """By (subgraph, operator): the order of axes of a RESHAPE that becomes a TRANSPOSE."""


AS_STORED = Decided()


def names_in(value: Value | None) -> set[str] | None:
    """The symbols in the elements of a value; ``None`` if it has no known elements."""
    if value is None or value.elements is None:
        return None
    return {n for e in value.elements if isinstance(e, Sym) for n in atoms_of(e)}


def unified(old: State, new: State, alike: frozenset[int], mixed: Mixed) -> State:
    """One state for a tensor before and after an iteration; ``alike``: axes of equal rows."""
    if old == new or isinstance(old, Mixed):
        return old
    if isinstance(new, Mixed) or (old is None and axes_alike(new, alike)):
        return new
    return mixed


def axes_alike(state: State, alike: frozenset[int]) -> bool:
    """Whether a tensor with equal rows along some axes may stand for one in that state."""
    return isinstance(state, Rows) and state.axis in alike
