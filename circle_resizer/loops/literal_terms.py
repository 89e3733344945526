"""Literals of a loop's graphs, and what is computed from them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from circle_resizer.file.model import Operator, Subgraph
from circle_resizer.inference.engine import Inference
from circle_resizer.inference.value import Element
from circle_resizer.loops.induction import only

COPYING = {"CAST", "EXPAND_DIMS", "RESHAPE", "SQUEEZE"}
JOINING = {"CONCATENATION", "PACK"}
Entry = tuple[int, int]
"""(tensor, its entry)."""


@dataclass(frozen=True, slots=True)
class Term:
    """A literal that is added ``factor`` times to an entry of a tensor."""

    op: Operator
    operand: int
    factor: int


def terms(engine: Inference, graph: Subgraph, tensor: int, entry: int) -> Iterator[Term]:
    """The literals of the sum that an entry of a tensor is.

    One way through the operators from the last to the first, so that sums of shared sums, such as
    ``x + x`` over and over, take no longer than they are written.
    """
    factors: dict[int, dict[int, int]] = {tensor: {entry: 1}}
    for op in reversed(graph.operators):
        made = factors.pop(op.outputs[0], {}) if op.outputs else {}
        for here, factor in made.items():
            for operand, (source, there), sign in sources(engine, graph, op, here):
                value = engine.value(graph, engine.frames[graph.index], source)
                if sign and value.constant and isinstance(only(value), int):
                    yield Term(op, operand, factor * sign)
                    continue
                found = factors.setdefault(source, {})
                found[there] = found.get(there, 0) + factor * (sign or 1)


def sources(
    engine: Inference, graph: Subgraph, op: Operator, entry: int
) -> Iterator[tuple[int, Entry, int]]:
    """(operand, its entry, sign) of what an entry is the sum of; sign 0: it is handed on."""
    if op.kind in COPYING:
        yield 0, (op.inputs[0], entry), 0
    elif op.kind in JOINING:
        found = joined(engine, graph, op, entry)
        if found is not None:
            yield 0, found, 0
    elif op.kind in {"ADD", "SUB"}:
        for operand, source in enumerate(op.inputs):
            yield operand, (source, entry), -1 if operand and op.kind == "SUB" else 1


def joined(engine: Inference, graph: Subgraph, op: Operator, entry: int) -> tuple[int, int] | None:
    """The operand that an entry of a joined vector comes from, and its entry there."""
    for tensor in op.inputs:
        value = engine.value(graph, engine.frames[graph.index], tensor)
        count = len(value.elements) if value.elements is not None else None
        if count is None:
            return None
        if entry < count:
            return tensor, entry
        entry -= count
    return None


def literals(engine: Inference, graph: Subgraph, tensors: Iterable[int]) -> Iterator[Element]:
    """Single numbers of the file that tensors are computed from."""
    todo, seen = list(tensors), set[int]()
    while todo:
        tensor = todo.pop()
        if tensor < 0 or tensor in seen:
            continue
        seen.add(tensor)
        op = graph.producers.get(tensor)
        number = only(engine.value(graph, engine.frames[graph.index], tensor))
        if op is not None:
            todo.extend(op.inputs)
        elif isinstance(number, (int, float)):
            yield number
