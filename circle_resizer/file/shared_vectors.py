"""Which vectors of a file are shared, so that an edit in place would change more than one thing."""

from __future__ import annotations

from collections.abc import Iterator

from circle_resizer.file.flatbuffer_reader import Table
from circle_resizer.file.model import BUFFER, OPERATOR, SUBGRAPH, Model
from circle_resizer.file.operator import INPUTS, OUTPUTS
from circle_resizer.file.tensor import SHAPE, SHAPE_SIGNATURE
from circle_resizer.schema.options import BUILTIN_OPTIONS, BUILTIN_OPTIONS_2, Options

SPAN = 256
INTERMEDIATES = OPERATOR["intermediates"]


class Pointers:
    """How many fields point at each vector that may be edited in place: one, or more."""

    def __init__(self, model: Model) -> None:
        self._once: dict[int, int] = {}
        """For each stretch of the file the vectors in it, as bits: a file has very many."""
        self._shared: set[int] = set()
        for at in targets(model):
            stretch, bit = at // SPAN, 1 << at % SPAN
            known = self._once.get(stretch, 0)
            if known & bit:
                self._shared.add(at)
            self._once[stretch] = known | bit

    def is_single(self, at: int) -> bool:
        """Whether one field alone points at the vector at byte ``at``."""
        return bool(self._once.get(at // SPAN, 0) & 1 << at % SPAN) and at not in self._shared


def targets(model: Model) -> Iterator[int]:
    """Where the fields point."""
    for graph in model.subgraphs:
        yield from (graph.table.target(SUBGRAPH[n]) for n in ("inputs", "outputs"))
        for tensor in graph.tensors:
            yield tensor.target(SHAPE)
            if tensor.signature is not None:
                yield tensor.target(SHAPE_SIGNATURE)
        for op in graph.operators:
            yield op.target(INPUTS)
            yield op.target(OUTPUTS)
            yield op.target(INTERMEDIATES)
            inner = op.option_table
            if inner is not None and inner.fields:
                yield from option_vectors(op, inner)
    yield from (table.target(BUFFER["data"]) for table in model.buffers)


def option_class(table: Table) -> type[Options] | None:
    """The class of an operator's options, in either union; ``None`` if it is unknown."""
    first = BUILTIN_OPTIONS.get(table.integer(OPERATOR["builtin_options_type"], "uint8"))
    second = table.integer(OPERATOR["builtin_options2_type"], "uint8")
    return BUILTIN_OPTIONS_2.get(second) if first is None else first


def option_vectors(table: Table, inner: Table) -> list[int]:
    """Where the vectors of an operator's options lie."""
    cls = option_class(table)
    if cls is None:
        return []
    return [inner.target(slot) for _, slot, kind in cls.FIELDS if kind.endswith("[]")]
