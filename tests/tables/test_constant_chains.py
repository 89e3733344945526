"""Random chains of operators over constants at two sizes: what is read at B is right or refused."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np

from circle_resizer import ResizeError, resize
from circle_resizer.file.model import Model
from tests.support.build import ModelBuilder
from tests.support.build_graph import GraphBuilder
from tests.tables.test_grown_results import operand_values

NUMBERS = range(80)
INT, F = np.int32, np.float32
KIND = {"FLOAT32": 0, "INT32": 2, "BOOL": 6}


def sines(n: int) -> np.ndarray:
    angle = np.arange(n)[:, None] / 10000 ** (np.arange(4) / 4)
    return np.concatenate([np.sin(angle), np.cos(angle)], axis=1).astype(F)


def learned(n: int) -> np.ndarray:
    return np.random.default_rng(1).standard_normal((n, 8)).astype(F)


BASES: tuple[Callable[[int], np.ndarray], ...] = (
    sines,
    learned,
    lambda n: np.repeat(learned(1), n, 0),
    lambda n: np.repeat(np.arange(n, dtype=F)[:, None], 8, 1),
    lambda n: np.repeat(np.linspace(-1, 1, n, dtype=F)[:, None], 8, 1),
    lambda n: np.zeros((n, 8), F),
)
SCALARS: tuple[Callable[[int], float], ...] = (
    lambda _: 0.5, lambda _: 3.25, lambda n: 1 / n, lambda n: n - 1, math.sqrt, lambda n: n,
)  # fmt: skip


class Chain:
    """A constant [n, 8] and operators over it; every choice comes from the seed alone."""

    def __init__(self, seed: int, n: int, kind: str) -> None:
        self.rng, self.n = np.random.default_rng(seed), n
        self.model = ModelBuilder(kind=kind)
        self.graph: GraphBuilder = self.model.graph()
        self.value = BASES[self.rng.integers(len(BASES))](n)
        self.at = self.stored()
        for _ in range(self.rng.integers(1, 5)):
            self.step()

    def stored(self) -> int:
        """The base, as float16 behind a DEQUANTIZE, flat behind a RESHAPE, or as it is."""
        way = self.rng.integers(3)
        if way == 0:
            self.value = self.value.astype(np.float16).astype(F)
            held = self.graph.const(self.value.astype(np.float16), name="base")
            return self.op("DEQUANTIZE", [held])
        if way == 1:
            held = self.graph.const(self.value.reshape(-1), name="base")
            return self.op("RESHAPE", [held, self.ints(*self.value.shape)])
        return self.graph.const(self.value, name="base")

    def op(self, kind: str, inputs: list[int], **options: Any) -> int:
        made: int = self.graph.op(kind, inputs, [list(self.value.shape)], **options)
        return made

    def ints(self, *numbers: int) -> int:
        return self.graph.const(np.array(numbers, INT))

    def step(self) -> None:
        """One more operator."""
        way, x = self.rng.integers(6), self.value
        if way == 0:
            number = F(SCALARS[self.rng.integers(len(SCALARS))](self.n))
            kind = ("MUL", "ADD", "MAXIMUM")[self.rng.integers(3)]
            self.value = {"MUL": x * number, "ADD": x + number, "MAXIMUM": np.maximum(x, number)}[
                kind
            ]
            self.at = self.op(kind, [self.at, self.graph.const(number)])
        elif way == 1:
            kind = ("ABS", "EXP", "NEG")[self.rng.integers(3)]
            self.value = {"ABS": np.abs, "EXP": np.exp, "NEG": np.negative}[kind](x)
            self.at = self.op(kind, [self.at])
        elif way == 2:
            perm = list(range(x.ndim))[::-1]
            self.value = x.transpose(perm)
            self.at = self.op("TRANSPOSE", [self.at, self.ints(*perm)])
        elif way == 3 and x.ndim < 4:
            self.value = x[None]
            self.at = self.op("EXPAND_DIMS", [self.at, self.graph.const(np.array(0, INT))])
        elif way == 4:
            row = learned(8)[:1, : x.shape[-1]]
            if x.shape[-1] == 8 != self.n:
                self.value = x + row
                self.at = self.op("ADD", [self.at, self.graph.const(row)])
        elif way == 5:
            axis = int(np.argmax([size == self.n for size in x.shape]))
            rows = self.graph.const(np.arange(self.n, dtype=INT))
            self.at = self.op("GATHER", [self.at, rows], axis=axis)

    def finish(self) -> bytes:
        """An input of the same shape that the result is multiplied with."""
        shape = list(self.value.shape)
        x = self.graph.input(shape, name="x")
        self.graph.output(self.graph.op("MUL", [x, self.at], [shape], name="y"))
        return bytes(self.model.finish())


def outcome(seed: int) -> str:
    """``right``, ``refused``, or what is wrong."""
    rng = np.random.default_rng(seed + 1_000_000)
    a, b = (int(n) for n in rng.choice([3, 4, 5, 6, 7, 9, 10, 12, 15, 16], 2, replace=False))
    kind = ("circle", "tflite")[seed % 2]
    one, two = (Chain(seed, n, kind).finish() for n in (a, b))
    try:
        result = resize(one, Model(two).input_shapes)
    except ResizeError as error:
        return "refused" if str(error) else f"seed {seed}: refused without a word"
    got, want = operand_values(result.data), operand_values(two)
    if [g.shape for g in got] != [w.shape for w in want]:
        return f"seed {seed}: shapes {[g.shape for g in got]}, wanted {[w.shape for w in want]}"
    for found, wanted in zip(got, want, strict=True):
        slack = 2e-3 * np.abs(wanted, where=np.isfinite(wanted), out=np.zeros(wanted.shape)).max()
        if not np.allclose(found, wanted, rtol=2e-3, atol=slack):
            return f"seed {seed}: {a} -> {b} reads other numbers"
    return "right"


def test_random_chains_are_right_or_refused() -> None:
    outcomes = [outcome(seed) for seed in NUMBERS]
    assert [text for text in outcomes if text not in {"right", "refused"}] == []
    assert outcomes.count("right") >= len(NUMBERS) // 3
