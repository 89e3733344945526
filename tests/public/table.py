"""``python -m tests.public.table results.tsv [NAME ...]``: judge what the cache holds.

A line for each direction: network, direction, verdict, grade, verdict with the tables that were
asked for, reason; the wrong ones first.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import NamedTuple

from tests.public.judge import LOST, REFUSED, RIGHT, WRONG, Verdict, verdict, verdict_with_tables
from tests.public.network import Direction, directions
from tests.public.networks import NETWORKS

WORST_FIRST = [WRONG, LOST, REFUSED, RIGHT]


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
        why = self.helped.reason or self.plain.reason
        return " | ".join(why.split("\n"))[:600]

    def __str__(self) -> str:
        d, tables = self.direction, self.helped.tables
        helped = f"{self.helped.word} with {tables} tables" if tables else "-"
        name = f"{d.network.source}/{d.network.name}"
        words = [name, f"{d.start}->{d.end}", self.plain.word, self.plain.grade, helped]
        return "\t".join([*words, self.reason])


def judged(direction: Direction) -> Row:
    plain = verdict(direction)
    helped = verdict_with_tables(direction) if plain.word == REFUSED else plain
    return Row(direction, plain, helped)


def main() -> None:
    path, *names = sys.argv[1:]
    rows: list[Row] = []
    for network in NETWORKS:
        if names and network.name not in names:
            continue
        absent = network.missing()
        for direction in directions(network):
            if {direction.start, direction.end} & set(absent):
                continue
            rows.append(judged(direction))
            print(rows[-1], flush=True)  # noqa: T201
    rows.sort(key=lambda row: row.worst)
    Path(path).write_text("".join(f"{row}\n" for row in rows))


if __name__ == "__main__":
    main()
