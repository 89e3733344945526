"""How often each heuristic decided, and how often wrongly: ``python -m bench.heuristics``.

Every network of ``tests/zoo`` is resized to each size there is and judged by its framework's own
numbers there; needs the oracle extra. A heuristic that was ever wrong has to be off unless the user
asks for it by name (``OPTIONAL`` in ``circle_resizer.request.arguments``).
"""

from __future__ import annotations

import re
import sys
from collections import Counter
from collections.abc import Iterator

from circle_resizer import ResizeError, resize
from circle_resizer.edits.report import Report
from circle_resizer.generalize.evidence import Grade
from tests.zoo.cases import RIGHT, Case, cases
from tests.zoo.judge import verdict


def main() -> int:
    """Print the table; 1 if a heuristic was wrong."""
    decided, wrong = Counter[str](), Counter[str]()
    for case in cases():
        if len(case.way) == 2:
            names = set(heuristics(case))
            decided.update(names)
            if names and verdict(case)[0] != RIGHT:
                wrong.update(names)
    print(f"{'heuristic':64} {'decided':>7} {'wrong':>6}")
    for name, count in decided.most_common():
        print(f"{name:64} {count:7} {wrong[name]:6}")
    return int(bool(wrong))


def heuristics(case: Case) -> Iterator[str]:
    """Heuristics that a resize rests on, each once for every change."""
    given, _ = case.sample(case.way[1])
    try:
        report = resize(case.file(case.way[0]).read_bytes(), [x.shape for x in given]).report
    except ResizeError:
        return
    yield from names(report)


def names(report: Report) -> Iterator[str]:
    """The heuristics of the changes that are assumed; of a table its generator, without numbers."""
    for change in report.changes:
        if change.grade is not Grade.ASSUMED:
            continue
        if change.what.startswith("constant"):
            yield "table: " + re.split(r" along|[;,0-9]", change.why)[0].strip()
        else:
            yield from change.why.split(", ")


if __name__ == "__main__":
    sys.exit(main())
