"""``python -m tests.zoo.pins``: what becomes of every network today, written to pins.tsv.

A line is a name, ``written`` or ``refused``, the number of assumed changes, and a digest of the
bytes. Whether what is written is right, the oracles say; here nothing changes unnoticed.
"""

from __future__ import annotations

import hashlib
import importlib
import inspect
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from circle_resizer import ResizeError, resize
from circle_resizer.file.model import Model
from tests.support import graph_moves, graph_pictures  # noqa: F401  (their steps)
from tests.support.graphs import twins
from tests.support.two_sizes import built
from tests.zoo.cases import cases

PINS = Path(__file__).with_name("pins.tsv")
OPERATORS = Path(__file__).parent.parent / "generalize" / "ops"
PARAMETERS = ["graph", "n"]
SIZES = ((4, 6), (6, 4), (1, 4), (4, 1))
SEEDS = range(200)
WRITTEN, REFUSED = "written", "refused"
Shapes = Sequence[Sequence[int]]


class Pin(NamedTuple):
    """What became of one request."""

    name: str
    outcome: str
    assumed: str
    digest: str

    def __str__(self) -> str:
        return "\t".join(self)


def pin(name: str, data: bytes, *steps: Shapes) -> Pin:
    """The outcome of one resize after another."""
    assumed = 0
    for shapes in steps:
        try:
            result = resize(data, shapes)
        except ResizeError:
            return Pin(name, REFUSED, "-", "-")
        data, assumed = result.data, assumed + len(result.report.assumptions)
    return Pin(name, WRITTEN, str(assumed), hashlib.sha256(data).hexdigest()[:16])


def zoo() -> Iterator[Pin]:
    """Every direction of every network that was exported."""
    for case in cases():
        start, *rest = case.way
        steps = [[x.shape for x in case.sample(size)[0]] for size in rest]
        yield pin(f"zoo {case}", case.file(start).read_bytes(), *steps)


def trapped() -> Iterator[Pin]:
    """Every network for any size in the tests of the operators' repairs, from size to size."""
    for module in sorted(OPERATORS.glob("test_*.py")):
        found = vars(importlib.import_module(f"tests.generalize.ops.{module.stem}"))
        for name, net in sorted(found.items()):
            if inspect.isfunction(net) and list(inspect.signature(net).parameters) == PARAMETERS:
                for old, new in SIZES:
                    wanted = Model(built(net, new)).input_shapes
                    yield pin(f"trap {module.stem}.{name} {old} {new}", built(net, old), wanted)


def random_networks() -> Iterator[Pin]:
    """Both directions of networks put together at random."""
    for seed in SEEDS:
        t = twins(seed)
        for old, data in enumerate(t.finish()):
            yield pin(f"twins {seed} {'AB'[old]}", data, t.shapes(1 - old))


def pins() -> Iterator[Pin]:
    """All lines of the file."""
    yield from zoo()
    yield from trapped()
    yield from random_networks()


def pinned() -> list[Pin]:
    """What the file says."""
    return [Pin(*line.split("\t")) for line in PINS.read_text().splitlines()]


if __name__ == "__main__":
    PINS.write_text("".join(f"{line}\n" for line in pins()))
