"""Damaged files and requests out of thin air: the same ones every time, an answer for each.

An answer is a model that says what was asked for, or a ``ResizeError``.
"""

from __future__ import annotations

import random
import struct
from collections.abc import Iterator
from pathlib import Path

import pytest

from circle_resizer import ResizeError, resize
from circle_resizer.file.model import Model
from tests.ui import models

ZOO = Path(__file__).parent / "zoo"
FILES = ["circle/window_b.A.circle", "circle/retention_s.A.circle", "tflite/dilated_hw.A.tflite"]
NUMBERS = [0, 1, 2, 255, -1, -2, 2**31 - 1, -(2**31), 65536, 1 << 28, 3, 100]
SIZES = [1, 2, 3, 7, -1, 65536, 2**31 - 1]
ROUNDS = 120


def sources() -> dict[str, bytes]:
    found = {name: (ZOO / name).read_bytes() for name in FILES}
    return {**found, "add": models.add(), "reshape": models.reshape(), "custom": models.custom()}


def structure(data: bytes) -> list[int]:
    """The bytes that are not contents of large constants."""
    model = Model(data)
    spans = [model.buffer_span(i) for i in range(len(model.buffers))]
    inside = {i for at, size in spans if size > 64 for i in range(at, at + size)}
    return [i for i in range(len(data)) if i not in inside]


def damaged(data: bytes, dice: random.Random) -> Iterator[bytes]:
    places = structure(data)
    for _ in range(ROUNDS):
        out = bytearray(data)
        for _ in range(dice.choice([1, 1, 2, 5])):
            at = dice.choice(places)
            if dice.random() < 0.5 or at + 4 > len(out):
                out[at] ^= 1 << dice.randrange(8)
            else:
                struct.pack_into("<I", out, at & ~3, dice.choice(NUMBERS) & 0xFFFFFFFF)
        yield bytes(out[: dice.randrange(len(out))] if dice.random() < 0.03 else out)


def asked(data: bytes, dice: random.Random) -> list[tuple[int, ...]]:
    shapes = Model(data).input_shapes
    return [tuple(dice.choice([n, n, n, n * 2, *SIZES]) for n in shape) for shape in shapes]


@pytest.mark.parametrize("name", sources())
def test_damaged_files(name: str) -> None:
    data, dice = sources()[name], random.Random(name)  # noqa: S311  (the same every time)
    for damage in damaged(data, dice):
        shapes = asked(data, dice)
        try:
            result = resize(damage, shapes)
            made, stored = Model(result.data), Model(damage).input_shapes
        except ResizeError:
            continue
        assert result.inputs_after == made.input_shapes == shapes or shapes == stored
