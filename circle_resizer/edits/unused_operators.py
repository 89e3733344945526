"""Operators that nobody needs once the file holds what they computed."""

from __future__ import annotations

from circle_resizer.file.model import Operator, Subgraph


def feeders(graph: Subgraph, roots: list[int]) -> set[int]:
    """Operators that made the roots, and those that fed only them."""
    gone: set[int] = set()
    wanted = set(roots)
    uses = dict.fromkeys(range(len(graph.tensors)), 0)
    for op in graph.operators:
        for t in op.inputs:
            if t >= 0:
                uses[t] += 1
    for t in graph.outputs:
        uses[t] += 1
    freed: set[int] = set()
    for op in reversed(graph.operators):
        if removable(op, wanted, freed, uses):
            gone.add(op.index)
            for t in op.inputs:
                if t >= 0:
                    uses[t] -= 1
                    freed.add(t)
    return gone


def removable(op: Operator, roots: set[int], freed: set[int], uses: dict[int, int]) -> bool:
    """Whether all an operator makes is folded, or was read by removed operators alone."""
    outputs = [t for t in op.outputs if t >= 0]
    if not outputs or not any(t in roots or t in freed for t in outputs):
        return False
    return all(t in roots or (uses[t] == 0) for t in outputs)
