"""Literals of a loop's graphs, and what is computed from them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from circle_resizer.file.model import Operator, Subgraph
from circle_resizer.inference.engine import Inference
from circle_resizer.inference.value import Element
from circle_resizer.loops.induction import only


def terms(
    engine: Inference, graph: Subgraph, tensor: int, entry: int, sign: int = 1
) -> Iterator[tuple[Operator, int, int]]:
    """(operator, operand, sign) of the literals that are added up to one entry of a tensor."""
    op = graph.producers.get(tensor)
    if op is None:
        return
    if op.kind in {"CAST", "RESHAPE", "EXPAND_DIMS", "SQUEEZE"}:
        yield from terms(engine, graph, op.inputs[0], entry, sign)
    elif op.kind in {"PACK", "CONCATENATION"}:
        found = joined(engine, graph, op, entry)
        if found is not None:
            yield from terms(engine, graph, *found, sign)
    elif op.kind in {"ADD", "SUB"}:
        signs = (sign, -sign if op.kind == "SUB" else sign)
        for operand, own in enumerate(signs):
            value = engine.value(graph, engine.frames[graph.index], op.inputs[operand])
            if value.constant and isinstance(only(value), int):
                yield op, operand, own
            else:
                yield from terms(engine, graph, op.inputs[operand], entry, own)


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
