"""Which vectors of a file are shared, so that an edit in place would change more than one thing."""

from __future__ import annotations

from collections import Counter

from circle_resizer.file.flatbuffer_reader import Table
from circle_resizer.file.model import BUFFER, OPERATOR, SUBGRAPH, TENSOR, Model
from circle_resizer.schema.options import BUILTIN_OPTIONS, BUILTIN_OPTIONS_2, Options


def count_pointers(model: Model) -> Counter[int]:
    """How many fields point at each vector that may be edited in place."""
    found: Counter[int] = Counter()
    for graph in model.subgraphs:
        found.update(graph.table.target(SUBGRAPH[n]) for n in ("inputs", "outputs"))
        found.update(t.shape_at for t in graph.tensors)
        signed = [t.table for t in graph.tensors if t.signature is not None]
        found.update(table.target(TENSOR["shape_signature"]) for table in signed)
        for op in graph.operators:
            found[op.inputs_at] += 1
            found[op.outputs_at] += 1
            found[op.table.target(OPERATOR["intermediates"])] += 1
            inner = op.option_table
            if inner is not None and inner.fields:
                found.update(option_vectors(op.table, inner))
    for table in model.buffers:
        found[table.target(BUFFER["data"])] += 1
    return found


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
