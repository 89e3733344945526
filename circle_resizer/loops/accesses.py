"""What a loop reads and writes by its induction variables: on which axis, from which row on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from circle_resizer.inference.engine import Inference
from circle_resizer.inference.value import Shape
from circle_resizer.loops.induction import InductionVariable, affine
from circle_resizer.loops.subscripts import Subscript, accessed, subscripts
from circle_resizer.symbolic.bindings import Sizes
from circle_resizer.symbolic.dim import Dim


@dataclass(frozen=True, slots=True)
class Access:
    """A subscript that depends on an induction variable: ``factor * variable + offset``.

    For example GATHER of row ``S - 1 - i`` of ``x`` [S,B,3] on axis 0 has the factor -1. A factor
    of 0 says that the subscript depends on the variable in another way.
    """

    subscript: Subscript
    name: str
    shape: Shape
    variable: InductionVariable
    factor: int
    offset: Dim

    @property
    def size(self) -> Dim:
        """The size of the accessed axis."""
        return self.shape[self.subscript.axis]

    @property
    def is_row_by_row(self) -> bool:
        """Whether single rows are accessed: the length of a block may be a specialised size."""
        return abs(self.factor) == 1 and (abs(self.stride) == 1 or not self.subscript.reach)

    @property
    def stride(self) -> int:
        """By how many rows it moves in an iteration."""
        return self.factor * self.variable.step

    def first_row(self, sizes: Sizes) -> int | None:
        """The row of the first iteration at the stored sizes."""
        return sizes.stored(self.factor * self.variable.start + self.offset)

    def covers(self, sizes: Sizes, trips: int | None) -> bool:
        """Whether ``trips`` iterations accessed the axis from its first or second row to its last.

        Strides above 1 may end before the last row where another one would not have fitted.
        """
        first, extent = self.first_row(sizes), sizes.stored(self.size)
        if not self.factor or not trips or first is None or extent is None:
            return False
        if trips == 1 < extent and not self.subscript.is_open:
            return False
        final = first + self.stride * (trips - 1)
        low, high = sorted((first, final))
        low -= self.subscript.is_open
        if low > 1 or 2 * low >= extent:
            return False
        if self.subscript.is_open:
            return high in {extent - 1, extent}
        return (
            high + self.subscript.reach
            < extent
            <= high + self.subscript.reach + max(1, self.stride)
        )


def accesses_of(
    engine: Inference, body: int, variables: Sequence[InductionVariable]
) -> list[Access]:
    """Everything that the body reads or writes by an induction variable."""
    graph, frame = engine.model.subgraphs[body], engine.frames[body]
    found = []
    for op in graph.operators:
        values = [engine.value(graph, frame, i) if i >= 0 else None for i in op.inputs]
        data = accessed(op, values, frame)
        if data is None or data.shape is None:
            continue
        for subscript in subscripts(op, values, len(data.shape)):
            for variable, factor, offset in affine(subscript.index, variables):
                found.append(Access(subscript, data.name, data.shape, variable, factor, offset))
    return found
