"""How often a resize is right, by its grade: ``python -m bench.random_networks [COUNT]``.

Networks put together at random (``tests/support/graphs.py``) are built at two sizes. A is resized
to B and B to A, and the result has to be the network that was built there, operator by operator.
Those of a batch of 1 go from 1 on only. ``COUNT`` networks of each: 2000, or another number.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable, Iterator

from circle_resizer import ResizeError, resize
from tests.support import graph_moves, graph_pictures  # noqa: F401  (their steps)
from tests.support.graphs import Twins, single, twins
from tests.test_property import records

COUNT = 2000
OTHER = "other"
"""Another network than the one that was built at the size, whatever its grade."""


def main(count: int) -> int:
    """Print the tables; 1 if a result is proven and another network."""
    failed = False
    for make in (twins, single):
        found = Counter(o for seed in range(count) for o in outcomes(make, seed))
        for (way, outcome, grade), number in sorted(found.items()):
            print(
                f"| {make.__name__} {way} | {' '.join(filter(None, (outcome, grade)))} | {number} |"
            )
            failed |= (outcome, grade) == (OTHER, "proven")
    return int(failed)


def outcomes(make: Callable[[int], Twins], seed: int) -> Iterator[tuple[str, str, str]]:
    """What becomes of a network: direction, right or not, and the grade."""
    network = make(seed)
    one, two = network.finish()
    yield ("A to B", *outcome(one, two, network.shapes(1)))
    if make is twins:
        yield ("B to A", *outcome(two, one, network.shapes(0)))


def outcome(data: bytes, there: bytes, shapes: list[list[int]]) -> tuple[str, str]:
    """``right``, ``other`` or ``refused``, and the grade of what was written."""
    try:
        result = resize(data, shapes)
    except ResizeError:
        return "refused", ""
    (tensors, operators), (wanted, same) = records(result.data), records(there)
    # A constant that is split has a tensor more.
    right = tensors[: len(wanted)] == wanted and operators == same
    return "right" if right else OTHER, "assumed" if result.report.assumptions else "proven"


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else COUNT))
