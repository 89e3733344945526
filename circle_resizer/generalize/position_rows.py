"""Rows of a position table that were folded for a position made from a size.

A step of a decoder stands at the position that its cache is long; a rotary or sinusoidal row of
that position is a constant in the file, and says nothing of the cache.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from typing import TYPE_CHECKING, Any

from circle_resizer.file.model import Subgraph, Tensor
from circle_resizer.generalize.context import Settings
from circle_resizer.generalize.second_exports import is_literal
from circle_resizer.generalize.size_numbers import given, put
from circle_resizer.generalize.store import Store
from circle_resizer.inference.engine import Inference, Site
from circle_resizer.inference.value import Shape
from circle_resizer.refusals import wording
from circle_resizer.schema.options import Options
from circle_resizer.tables.constant_results import array_at, as_constant

if TYPE_CHECKING:
    import numpy.typing as npt

    Array = npt.NDArray[Any]

MOST_NUMBERS = 1 << 16
BASES = (10000.0, 500000.0, 1000000.0)
SLACK = 1e-5
HALF_SLACK = 1e-3
"""What float16 behind a DEQUANTIZE rounds off."""


@dataclass(frozen=True, slots=True)
class Row:
    """A constant of real numbers, each of which goes with one column of a computed operand."""

    site: Site
    operand: int
    tensor: Tensor

    @property
    def slack(self) -> float:
        """How far its numbers may be off."""
        return HALF_SLACK if self.tensor.index in self.site.graph.producers else SLACK

    def numbers(self, inference: Inference) -> Array | None:
        """The first row of its data."""
        return first_row(inference, self.site.graph, self.tensor)


def check(inference: Inference, store: Store, settings: Settings) -> None:
    """Block rows of a position that moves, unless the user gives others."""
    moving = [n for n in sorted(store.sizes.moving_numbers()) if n > 1]
    found = list(rows(inference)) if moving else []
    data = {(row.site.graph.index, row.tensor.index): row.numbers(inference) for row in found}
    known = [numbers for numbers in data.values() if numbers is not None]
    for row in found:
        numbers = data[row.site.graph.index, row.tensor.index]
        if numbers is None or (row.site.key, row.operand) in store.regrown:
            continue
        if is_literal(store, row.site, row.operand):
            continue
        position = next((n for n in moving if is_row(numbers, n, known, row.slack)), None)
        if position is not None:
            replace(inference, store, settings, row, position)


def replace(
    inference: Inference, store: Store, settings: Settings, row: Row, position: int
) -> None:
    """Take the user's numbers for a row of a position that moves, or report it."""
    site, tensor = row.site, row.tensor
    new = None
    if tensor.name in settings.constants:
        new = given(inference, settings, site.graph, tensor)
    if new is not None:
        put(store, row.operand, site, new)
        return
    store.add_conflict(
        f"{site}: '{tensor.name}' holds sines or cosines of position {position}, which is the "
        f"stored size of an input that changes; give those of the new position with "
        f"{wording.constant(tensor.name)}"
    )


def rows(inference: Inference) -> Iterator[Row]:
    """Constants of real numbers that a computed operand is multiplied by or added to."""
    for index, frame in inference.frames.items():
        graph = inference.model.subgraphs[index]
        for op in graph.operators:
            for k, i in enumerate(op.inputs if op.kind in {"MUL", "ADD"} else ()):
                value = as_constant(inference.model, graph, i, frame[i]) if i >= 0 else None
                if value is not None and value.constant and holds_pairs(value.shape):
                    yield Row(Site(graph, op, op.kind, frame, Options()), k, graph.tensors[i])


def holds_pairs(shape: Shape | None) -> bool:
    """Whether rows of this shape may hold a sine and a cosine for each frequency."""
    width = shape[-1] if shape else 0
    return isinstance(width, int) and width % 2 == 0 and 1 < width <= MOST_NUMBERS


def first_row(inference: Inference, graph: Subgraph, tensor: Tensor) -> Array | None:
    """The first row of a constant of real numbers."""
    import numpy as np  # noqa: PLC0415  (only where there are constants to look at)

    array = array_at(inference.model, graph, tensor.index)
    if array is None or array.dtype.kind != "f" or not 0 < array.size <= MOST_NUMBERS:
        return None
    row: Array = array.reshape(-1, array.shape[-1])[0].astype(np.float64)
    return row


def is_row(row: Array, position: int, others: Sequence[Array], slack: float) -> bool:
    """Whether a row holds sines or cosines of a position in the usual orders.

    The base is a usual one, or the first number is that of the position itself and another row
    completes it to circles.
    """
    import numpy as np  # noqa: PLC0415  (as above)

    half = np.arange(len(row) // 2)
    for base in BASES:
        angle = position * base ** (-half / len(half))
        for first, second in product((np.sin(angle), np.cos(angle)), repeat=2):
            halves = np.concatenate([first, second])
            mixed = np.stack([first, second], axis=1).reshape(-1)
            if min(np.abs(row - halves).max(), np.abs(row - mixed).max()) <= slack:
                return True
    if min(abs(row[0] - np.sin(position)), abs(row[0] - np.cos(position))) > slack:
        return False
    return any(
        len(other) == len(row) and np.abs(row**2 + other**2 - 1).max() <= slack for other in others
    )
