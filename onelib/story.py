"""What a run of one-resize says when it is done."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence

from circle_resizer.edits.report import Report
from onelib import blocks
from onelib.inputs import shown
from onelib.printable import printable

GREEN, PLAIN = "\x1b[32m", "\x1b[0m"
Sides = Sequence[Sequence[int]]


def lines(report: Report, args: argparse.Namespace, checked: Sequence[str] = ()) -> list[str]:
    """Everything for a file or a pipe, and for the log, in the words of ONE's tool.

    ``checked`` is what a run of both models has said.
    """
    return [
        *blocks.shapes("before", report.inputs_before, report.outputs_before),
        *blocks.shapes("after", report.inputs_after, report.outputs_after),
        *end(report, args, checked),
    ]


def table(report: Report, args: argparse.Namespace, checked: Sequence[str] = ()) -> str:
    """The same for a terminal: names, and shapes before and after beside each other."""
    sides = [
        ("input", report.input_names, report.inputs_before, report.inputs_after),
        ("output", report.output_names, report.outputs_before, report.outputs_after),
    ]
    rows = [
        [what, shown(name), str(list(old)), str(list(new))]
        for what, names, before, after in sides
        for name, old, new in zip(names, before, after, strict=True)
    ]
    text = blocks.table(["", "name", "before", "after"], rows).split("\n")
    changed = [False, *(row[2] != row[3] for row in rows)]
    marks = [marked(*each) for each in zip(text, changed, strict=True)]
    return "\n".join([*marks, *map(printable, end(report, args, checked))])


def marked(line: str, changed: bool) -> str:  # noqa: FBT001  (what it is called with)
    """A line of the table, its last shape in colour if it is another one."""
    line = printable(line)
    start = line.rfind("[")
    if not changed or not coloured() or start < 0:
        return line
    return f"{line[:start]}{GREEN}{line[start:]}{PLAIN}"


def coloured() -> bool:
    """Whether the terminal is to show colours."""
    return on_terminal() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def on_terminal() -> bool:
    """Whether somebody reads stdout as it is printed."""
    return sys.stdout is not None and sys.stdout.isatty()


def end(report: Report, args: argparse.Namespace, checked: Sequence[str] = ()) -> list[str]:
    """The changes if they are asked for, what became of the model, and one line of all changes."""
    told = report.lines if args.verbose or args.dry_run else follows(report)
    done = "Dry run, nothing is written" if args.dry_run else blocks.saved(args.output_path)
    return [*told, *checked, done, summary(report, listed=bool(args.verbose or args.dry_run))]


def follows(report: Report) -> list[str]:
    """What became of inputs that nobody asked for."""
    return [note for note in report.notes if note.startswith("input '")]


def summary(report: Report, *, listed: bool) -> str:
    """One line, with what to do next."""
    hints = [] if listed or not report.changes else ["-V lists them"]
    hints += ["--strict refuses them"] if report.assumptions else []
    return f"{report.summary} ({', '.join(hints)})" if hints else report.summary
