"""``python -m tests.public.table [results.tsv [NAME ...]]``: judge what the cache holds.

A line for each direction: network, direction, verdict, grade, verdict with the tables that were
asked for, reason; the wrong ones first. Without names the page docs/coverage.md is written too.
"""

from __future__ import annotations

import sys
from pathlib import Path

from tests.public.judge import both
from tests.public.network import directions
from tests.public.networks import NETWORKS
from tests.public.page import PAGE, Row, page


def main() -> None:
    paths, names = sys.argv[1:2], sys.argv[2:]
    chosen = [n for n in NETWORKS if not n.missing() and (not names or n.name in names)]
    rows = []
    for direction in (d for network in chosen for d in directions(network)):
        rows.append(Row(direction, *both(direction)))
        print(rows[-1], flush=True)  # noqa: T201
    worst_first = sorted(rows, key=lambda row: row.worst)
    for path in paths:
        Path(path).write_text("".join(f"{row}\n" for row in worst_first))
    if not names:
        PAGE.write_text(page(rows))


if __name__ == "__main__":
    main()
