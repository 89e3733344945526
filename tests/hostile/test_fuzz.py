"""A short run of the fuzzer, the same every time, and all that it has ever found."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest

from tests.hostile.fuzz import FOUND, Fed, fault, readable
from tests.hostile.mutate import Source, mutant, request

ROUNDS = 1200


@pytest.fixture(scope="module")
def models() -> list[Source]:
    return readable()


@pytest.mark.parametrize("seed", range(4))
def test_a_short_run(seed: int, models: list[Source]) -> None:
    dice = random.Random(seed)  # noqa: S311  (the same every time)
    answers = []
    for _ in range(ROUNDS // 4):
        source = dice.choice(models)
        answers.append(fault(mutant(source, dice), request(source, dice)))
    assert [answer for answer in answers if isinstance(answer, str)] == []
    assert sum(answer > 0 for answer in answers if isinstance(answer, int)) > ROUNDS // 20


def test_bytes_make_choices(models: list[Source]) -> None:
    texts = [random.Random(n).randbytes(60) for n in range(50)]  # noqa: S311
    made = [mutant(models[0], Fed(text)) for text in texts]
    assert len(set(made)) > 25
    assert made == [mutant(models[0], Fed(text)) for text in texts]


@pytest.mark.parametrize("path", sorted(FOUND.glob("*.bin")), ids=lambda path: path.stem)
def test_what_was_found(path: Path) -> None:
    shapes, given, _ = json.loads(path.with_suffix(".json").read_text())
    answer = fault(path.read_bytes(), (shapes, given))
    assert not isinstance(answer, str)
