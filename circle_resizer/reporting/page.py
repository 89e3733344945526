"""A report for people: one page of HTML without anything from elsewhere.

Without scripts it can be read and scrolled; with them it can be searched and zoomed.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape
from pathlib import Path

from circle_resizer.edits.report import Change, Dims, Report, told
from circle_resizer.errors import ResizeError
from circle_resizer.file.model import Model
from circle_resizer.reporting.drawing import (
    GAP_X,
    GAP_Y,
    HEIGHT,
    MARGIN,
    WIDTH,
    Node,
    nodes_of,
)

LONGEST = 34
"""Letters of a name that fit a box; the whole name is its tooltip."""
PARTS = Path(__file__).parent


def done(title: str, report: Report, model: Model, before: Sequence[Sequence[Dims]]) -> str:
    """The page of a run; ``before`` holds the stored shapes of all tensors."""
    graphs = (
        drawn(graph.name, nodes_of(graph, before[graph.index], report.changes))
        for graph in model.subgraphs
    )
    parts = [
        f"<p class=summary>{escape(report.summary)}</p>",
        shapes(report),
        changes(report.changes),
        notes(report.notes),
        *graphs,
    ]
    return page(title, parts)


def refused(title: str, error: ResizeError) -> str:
    """The page of a run that did nothing."""
    items = "".join(
        f"<li class=item><b>{escape(cause.kind)}</b> {escape(cause.text)}"
        f"<br><i>{escape(cause.hint)}</i></li>"
        for cause in error.causes
    )
    return page(title, ["<p class=summary>refused: nothing is written</p>", f"<ul>{items}</ul>"])


def page(title: str, parts: Sequence[str]) -> str:
    """The whole page."""
    style, script = ((PARTS / name).read_text() for name in ("page.css", "page.js"))
    return (
        f'<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8"><title>{escape(title)}'
        f"</title>\n<style>\n{style}</style></head>\n<body>\n<h1>{escape(title)}</h1>\n"
        '<p id="tools" hidden><input id="search" type="search" placeholder="name or operator" '
        'aria-label="search"> <span id="found"></span> <button id="larger">+</button> '
        '<button id="smaller">-</button></p>\n'
        + "\n".join(parts)
        + f"\n<script>\n{script}</script>\n</body></html>\n"
    )


def shapes(report: Report) -> str:
    """Inputs and outputs before and after."""
    sides = (
        ("input", report.input_names, report.inputs_before, report.inputs_after),
        ("output", report.output_names, report.outputs_before, report.outputs_after),
    )
    rows = [
        row([what, name, told(old), told(new)], "moved" if old != new else "")
        for what, names, before, after in sides
        for name, old, new in zip(names, before, after, strict=True)
    ]
    return table(["", "name", "before", "after"], rows)


def changes(made: Sequence[Change]) -> str:
    """Every change with its evidence."""
    rows = [
        row(
            [each.where, each.what, told(each.old), told(each.new), str(each.evidence)],
            f"item {each.grade}",
        )
        for each in made
    ]
    head = ["operator", "constant", "before", "after", "evidence"]
    return f"<h2>Changes</h2>\n{table(head, rows)}" if rows else ""


def notes(lines: Sequence[str]) -> str:
    """What else there is to know."""
    return f"<ul>{''.join(f'<li>{escape(line)}</li>' for line in lines)}</ul>" if lines else ""


def table(head: Sequence[str], rows: Sequence[str]) -> str:
    """A table of rows that are made."""
    cells = "".join(f"<th>{escape(cell)}</th>" for cell in head)
    return f"<table><tr>{cells}</tr>\n{chr(10).join(rows)}</table>"


def row(cells: Sequence[str], kind: str) -> str:
    """One row."""
    inner = "".join(f"<td>{escape(cell)}</td>" for cell in cells)
    return f'<tr class="{kind}">{inner}</tr>'


def drawn(name: str, nodes: Sequence[Node]) -> str:
    """A graph as a picture, what changed in colour."""
    if not nodes:
        return ""
    width = max(each.x for each in nodes) + WIDTH + MARGIN
    height = max(each.y for each in nodes) + HEIGHT + MARGIN
    parts = [*edges(nodes), *(part for each in nodes for part in box(each))]
    return (
        f"<h2>Graph {escape(name)}</h2>\n<p class=legend><span class=moved>another shape</span> "
        "<span class=decided>a constant was decided</span> <span class=assumed>assumed</span></p>\n"
        f'<div class=scroll><svg xmlns="http://www.w3.org/2000/svg" width="{width}" '
        f'height="{height}" viewBox="0 0 {width} {height}">\n{chr(10).join(parts)}\n</svg></div>'
    )


def edges(nodes: Sequence[Node]) -> Iterator[str]:
    """Lines from results to those who take them."""
    for each in nodes:
        for k in each.sources:
            a, b = nodes[k], each
            start, end = (a.x + WIDTH // 2, a.y + HEIGHT), (b.x + WIDTH // 2, b.y)
            bend = GAP_Y if end[1] - start[1] <= GAP_Y else GAP_Y + GAP_X
            yield (
                f'<path class="{"moved" if a.moved else ""}" d="M{start[0]} {start[1]} '
                f'C{start[0]} {start[1] + bend} {end[0]} {end[1] - bend} {end[0]} {end[1]}"/>'
            )


def box(each: Node) -> Iterator[str]:
    """One operator: its kind, its name, its shape, and the constants that were decided."""
    grades = {str(change.grade) for change in each.changes}
    kinds = ["item", *(["moved"] if each.moved else []), *(["decided"] if grades else []), *grades]
    tooltip = "\n".join([each.name, *map(str, each.changes)])
    old = "" if each.before is None or not each.moved else f"{told(each.before)} → "
    lines = [each.title, short(each.name), short(f"{old}{told(each.shape)}")]
    yield f'<g class="{" ".join(kinds)}" transform="translate({each.x} {each.y})">'
    yield f'<title>{escape(tooltip)}</title><rect width="{WIDTH}" height="{HEIGHT}" rx="6"/>'
    for k, line in enumerate(lines):
        yield f'<text x="10" y="{20 + 18 * k}" class="t{k}">{escape(line)}</text>'
    if each.changes:
        yield f'<text x="{WIDTH - 10}" y="20" class="count">{len(each.changes)}</text>'
    yield "</g>"


def short(text: str) -> str:
    """As much of a text as fits: its end, where names differ."""
    return text if len(text) <= LONGEST else f"…{text[1 - LONGEST :]}"
