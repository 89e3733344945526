"""A report for programs: the schema is in docs/report.md."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict

from circle_resizer.edits.report import Change, Dims, Report
from circle_resizer.errors import ResizeError

SCHEMA = 1


def done(report: Report) -> dict[str, object]:
    """What a run did."""
    return {
        "schema": SCHEMA,
        "status": "done",
        "summary": report.summary,
        "inputs": sides(report.input_names, report.inputs_before, report.inputs_after),
        "outputs": sides(report.output_names, report.outputs_before, report.outputs_after),
        "changes": list(map(change, report.changes)),
        "notes": list(report.notes),
    }


def refused(error: ResizeError) -> dict[str, object]:
    """Why a run did nothing."""
    return {
        "schema": SCHEMA,
        "status": "refused",
        "message": str(error),
        "causes": [asdict(cause) for cause in error.causes],
    }


def sides(names: Sequence[str], before: Sequence[Dims], after: Sequence[Dims]) -> list[object]:
    """Name and shapes of every input, or output."""
    return [
        {"name": name, "before": list(old), "after": list(new)}
        for name, old, new in zip(names, before, after, strict=True)
    ]


def change(made: Change) -> dict[str, object]:
    """One change; numbers are a list, anything else is text."""
    old, new = (side if isinstance(side, str) else list(side) for side in (made.old, made.new))
    return {
        "where": made.where,
        "what": made.what,
        "old": old,
        "new": new,
        "grade": str(made.grade),
        "heuristic": made.evidence.heuristic,
        "sources": list(made.evidence.sources),
        **asdict(made.place),
    }


def text(record: dict[str, object]) -> str:
    """A record as JSON."""
    return json.dumps(record, indent=1, ensure_ascii=True) + "\n"
