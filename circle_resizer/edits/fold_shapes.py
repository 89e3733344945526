"""Leftover shape arithmetic of a file made static: results become constants, feeders go.

A tensor whose contents are known takes a buffer of its own and keeps its index, so nobody who
reads it changes; operators that then feed nobody are left out.
"""

from __future__ import annotations

from circle_resizer.edits.report import Change, Place
from circle_resizer.edits.unused_operators import feeders
from circle_resizer.file.element_types import LETTERS, holds, packed
from circle_resizer.file.model import Operator, Subgraph
from circle_resizer.file.rewrite import Rewrite
from circle_resizer.generalize.evidence import proven
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
            new, place = str(list(value.elements or ())), Place(index, tensor=value.name)
            where = f"subgraph {index}, tensor '{value.name}'"
            changes.append(Change(where, "folded", "computed", new, proven(), place))
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
        if op.index not in folded or set(op.outputs) & set(graph.outputs):
            operands = operands_of(op, targets_only=targets_only)
            found.update((t, None) for t in operands if t in known and t not in graph.outputs)
    return list(found)


def operands_of(op: Operator, *, targets_only: bool) -> tuple[int, ...]:
    """The operands of an operator that may be folded; ``targets_only``: shapes for RESHAPE."""
    if not targets_only:
        return op.inputs
    return op.inputs[1:2] if op.kind == "RESHAPE" else ()


def is_known(value: Value | None) -> bool:
    """Whether all contents are plain numbers."""
    return (
        value is not None
        and value.elements is not None
        and value.type in LETTERS
        and all(isinstance(e, (int, float)) and holds(value.type, e) for e in value.elements)
    )
