"""docs/coverage.md: the page of all verdicts, written and read."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from functools import cache
from itertools import groupby
from typing import NamedTuple

from tests.public.network import BASE, LOST, REFUSED, RIGHT, ROOT, WRONG, Direction, Verdict

WORST_FIRST = [WRONG, LOST, REFUSED, RIGHT]
PAGE = ROOT / "docs" / "coverage.md"
HEAD = ["| network | changes | there | back | why |", "|---|---|---|---|---|"]
CHANGES = {"b": "batch", "s": "length", "hw": "resolution", "n": "nodes"}
TOP = """# Public architectures

Small networks of public packages with random weights, exported at two sizes; each export is
resized to the size of the other and its numbers are compared with those of the other. *Right*: all
the same. *n tables*: right once n tables are given with `--constant`, which the refusal asks for: a
learned table of positions, for example, is nowhere in a file for sizes it was not exported at.
*Refused*: nothing is written, for the reason in the last column.

`make public` makes this page: it installs the packages, exports (some minutes the first time) and
judges.
"""


class Row(NamedTuple):
    """``helped`` differs from ``plain`` only where a table was asked for."""

    direction: Direction
    plain: Verdict
    helped: Verdict

    @property
    def worst(self) -> int:
        return min(WORST_FIRST.index(self.plain.word), WORST_FIRST.index(self.helped.word))

    @property
    def reason(self) -> str:
        """Of what is in the way even when all tables are given, else of what asked for them."""
        return " | ".join((self.helped.reason or self.plain.reason).split("\n"))

    @property
    def word(self) -> str:
        """The verdict as the page has it."""
        if self.plain.word == REFUSED and self.helped.word == RIGHT:
            return f"{self.helped.tables} table{'s' * (self.helped.tables > 1)}"
        return WORST_FIRST[self.worst]

    def __str__(self) -> str:
        d, tables = self.direction, self.helped.tables
        helped = f"{self.helped.word} with {tables} tables" if tables else "-"
        name = f"{d.network.source}/{d.network.name}"
        words = [name, f"{d.start}->{d.end}", self.plain.word, self.plain.grade, helped]
        return "\t".join([*words, self.reason[:600]])


def page(rows: list[Row]) -> str:
    """The page of all verdicts."""
    networks = {(row.direction.network.source, row.direction.network.name) for row in rows}
    parts = [TOP, f"{counted(rows)} of {len(networks)} networks.\n"]
    for source, group in groupby(rows, key=lambda row: row.direction.network.source):
        found = list(group)
        lines = [f"## {source}\n", counted(found) + ".\n", *HEAD]
        changes: dict[tuple[str, str], list[Row]] = {}
        for row in found:
            _, start, end = row.direction
            change = row.direction.network.name, end if start == BASE else start
            changes.setdefault(change, []).append(row)
        parts.append("\n".join([*lines, *(line(*key, *both) for key, both in changes.items()), ""]))
    return "\n".join(parts)


def line(name: str, change: str, there: Row, back: Row) -> str:
    """One change of one network."""
    why = next((shortened(r.reason) for r in (there, back) if r.word != RIGHT), "")
    return f"| {name} | {CHANGES[change]} | {there.word} | {back.word} | {why} |"


def shortened(reason: str) -> str:
    """The first cause, with the last part of long names."""
    first = reason.partition(" | ")[0].removeprefix("one-resize: ").partition("; give ")[0]
    return re.sub(r"'[^']*?([^':/]*)'", r"`\1`", first).replace("|", "\\|")


def counted(rows: Iterable[Row]) -> str:
    """How many of each verdict, as a sentence begins."""
    words = Counter("right with tables" if "table" in row.word else row.word for row in rows)
    total = sum(words.values())
    return f"{total} resizes: " + ", ".join(f"{n} {word}" for word, n in words.most_common())


@cache
def listed() -> dict[str, str]:
    """The verdict that the page has for each direction."""
    found, source = {}, ""
    points = {what: point for point, what in CHANGES.items()}
    for text in PAGE.read_text().splitlines():
        if text.startswith("## "):
            source = text.removeprefix("## ")
        cells = [cell.strip() for cell in text.split("|")[1:-1]]
        if len(cells) < 5 or cells[1] not in points:
            continue
        name, point = f"{source}-{cells[0]}", points[cells[1]]
        found[f"{name}-{BASE}-{point}"], found[f"{name}-{point}-{BASE}"] = cells[2], cells[3]
    return found
