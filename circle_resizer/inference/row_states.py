"""What a tensor has to do with the rows of an input axis, and one operator's part in it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from circle_resizer.errors import RuleError
from circle_resizer.inference.axis_kinds import Axes, AxisKind
from circle_resizer.inference.rules import operator_axes
from circle_resizer.inference.value import Value
from circle_resizer.schema.options import Options
from circle_resizer.symbolic.dim import Dim, product


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
        """Where the rows of one operand are in an output."""
        how, value, out = (
            self.axes.get((operand, rows.axis)),
            self.operands[operand],
            self.outs[output],
        )
        if how is None or value is None or value.shape is None:
            return
        targets = sorted(axis for k, axis in how.into if k == output)
        if how.kind is AxisKind.PARALLEL:
            yield from (Rows(axis, rows.outer, rows.inner) for axis in targets)
        if how.kind is not AxisKind.REGROUPED or out is None or out.shape is None:
            return
        group = [axis for (k, axis), h in self.axes.items() if k == operand and h == how]
        before = product(value.shape[axis] for axis in group if axis < rows.axis) * rows.outer
        after = product(value.shape[axis] for axis in group if axis > rows.axis) * rows.inner
        for i, axis in enumerate(targets):
            outer = before // product(out.shape[a] for a in targets[:i])
            inner = after // product(out.shape[a] for a in targets[i + 1 :])
            if outer * symbol * inner == out.shape[axis]:
                yield Rows(axis, outer, inner)

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
