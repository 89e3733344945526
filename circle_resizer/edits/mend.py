"""Recorded shapes that contradict what the operators make of the inputs, set right."""

from __future__ import annotations

from circle_resizer.edits.account import dims_of, record_change
from circle_resizer.edits.report import Report
from circle_resizer.file.rewrite import Rewrite
from circle_resizer.inference.engine import Inference
from circle_resizer.inference.verify import computed, record_of, stale


def set_right(rewrite: Rewrite, inference: Inference, report: Report) -> None:
    """Make the records of one graph what inference says, if one contradicts it."""
    wrong = stale(inference)
    for graph, tensor, value in computed(inference) if wrong else ():
        rewrite.set_shape(graph.index, tensor.index, *record_of(value))
    if wrong:
        graph, frame = inference.model.main, inference.frames[inference.entry]
        values = [inference.value(graph, frame, i) for i in graph.outputs]
        report.outputs_after = [dims_of(value) for value in values]
    report.changes += [record_change(*each) for each in wrong]
