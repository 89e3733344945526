"""Leftover shape arithmetic of a file made static: results become constants, feeders go.

A tensor whose contents are known takes a buffer of its own and keeps its index, so nobody who
reads it changes; operators that then feed nobody are left out.
"""

from __future__ import annotations

from circle_resizer.edits.report import Change
from circle_resizer.file.element_types import LETTERS, holds, packed
from circle_resizer.file.model import Operator, Subgraph
from circle_resizer.file.rewrite import Rewrite
from circle_resizer.inference.engine import Frame, Inference
from circle_resizer.inference.value import Value


def fold(rewrite: Rewrite, inference: Inference, *, targets_only: bool) -> list[Change]:
    """Fold what the inference at the wanted sizes knows; ``targets_only``: RESHAPE targets."""
    changes: list[Change] = []
    for index, frame in inference.frames.items():
        graph = inference.model.subgraphs[index]
        roots = read_tensors(graph, frame, targets_only=targets_only)
        for tensor in roots:
            value = frame[tensor]
            if value is None:
                continue
            data = packed(value.type, value.elements or ())
            buffer = rewrite.add_buffer(data)
            rewrite.tensors.setdefault((index, tensor), {})["buffer"] = buffer
            new = str(list(value.elements or ()))
            where = f"subgraph {index}, tensor '{value.name}'"
            changes.append(Change(where, "folded", "computed", new, "proven"))
        gone = feeders(graph, roots)
        if gone:
            rewrite.removed.setdefault(index, set()).update(gone)
    return changes


def read_tensors(graph: Subgraph, frame: Frame, *, targets_only: bool) -> list[int]:
    """Computed tensors of known contents that an operator reads which is not folded itself."""
    known = {t for t in graph.producers if is_known(frame[t])}
    folded = {op.index for op in graph.operators if op.outputs and known.issuperset(op.outputs)}
    found: dict[int, None] = {}
    for op in graph.operators:
        if op.index in folded and not set(op.outputs) & set(graph.outputs):
            continue
        operands = op.inputs[1:2] if targets_only else op.inputs
        if targets_only and op.kind != "RESHAPE":
            continue
        found.update((t, None) for t in operands if t in known and t not in graph.outputs)
    return list(found)


def is_known(value: Value | None) -> bool:
    """Whether all contents are plain numbers."""
    return (
        value is not None
        and value.elements is not None
        and value.type in LETTERS
        and all(isinstance(e, (int, float)) and holds(value.type, e) for e in value.elements)
    )


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
