"""``python -m tests.zoo.pins``: what becomes of every network today, written to pins.tsv.

A line is a name, ``written`` or ``refused``, the number of assumed changes, and a digest of the
bytes. Whether what is written is right, the oracles say; here nothing changes unnoticed.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from circle_resizer import ResizeError, resize
from circle_resizer.file.model import Model
from tests.generalize import test_position_rows
from tests.generalize.ops import (
    test_broadcast,
    test_concat,
    test_fill,
    test_matmul,
    test_pad,
    test_pooling,
    test_reshape,
    test_resize,
    test_split,
    test_strided_slice,
)
from tests.support.graphs import twins
from tests.support.nets import built
from tests.zoo.cases import cases

PINS = Path(__file__).with_name("pins.tsv")
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


TRAPS = (
    (test_strided_slice.backward, 6, 9), (test_strided_slice.backward_to_the_end, 6, 9),
    (test_strided_slice.class_token, 4, 6), (test_strided_slice.single_row, 1, 4),
    (test_reshape.twice, 2, 5), (test_reshape.rows_of_a_map, 1, 3),
    (test_concat.picked_rows, 1, 3), (test_concat.picked_rows, 2, 5),
    (test_broadcast.one_of_a_table, 1, 4), (test_split.unrolled, 4, 6), (test_fill.pairs, 4, 6),
    (test_pooling.bins, 8, 12), (test_pooling.strips, 4, 6),
    (test_resize.back_to_the_image, 16, 18), (test_resize.back_to_the_image, 16, 32),
    (test_pad.same_padding, 16, 17), (test_pad.same_padding, 16, 20),
    (test_position_rows.cached_position, 5, 9), (test_matmul.flattened, 1, 2),
)  # fmt: skip
"""Networks that look as if they could be resized, and the sizes they are built for."""


def trapped() -> Iterator[Pin]:
    """Both directions of every trap."""
    for net, *sizes in TRAPS:
        for old, new in (sizes, sizes[::-1]):
            wanted = Model(built(net, new)).input_shapes
            yield pin(f"trap {net.__name__} {old} {new}", built(net, old), wanted)


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
