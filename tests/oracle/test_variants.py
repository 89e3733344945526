"""One file with a network at the sizes A and B: every signature is the exported network.

LiteRT runs them all. A circle file is a tflite file but for its identifier and version, so those
without operators of circle's own run there as well.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from functools import cache

import numpy as np
import pytest
from ai_edge_litert.interpreter import Interpreter, OpResolverType

from circle_resizer import ResizeError, add_signatures
from circle_resizer.file.flatbuffer_grow import block, rebuilt
from circle_resizer.file.model import Model
from circle_resizer.file.signatures import signatures
from circle_resizer.schema.tables import TABLES
from tests.zoo import judge
from tests.zoo.cases import RIGHT, Arrays, Case, cases, expected
from tests.zoo.judge import run_litert

KEYS = {"A": "as exported", "B": "at another size"}


@cache
def tflite_of(case: Case) -> bytes:
    """The network exported at A for LiteRT."""
    data = case.file("A").read_bytes()
    if case.kind == "tflite":
        return data
    root = rebuilt(Model(data).root, "Model", TABLES["Model"], {"version": 3})
    return bytes(block(root, b"TFL3")) + data


def runs(case: Case) -> bool:
    """Whether LiteRT has all the operators."""
    with suppress(ValueError, RuntimeError):
        run_litert(tflite_of(case), case.sample("A")[0])
        return True
    return False


@cache
def both(case: Case) -> bytes:
    """The network as two signatures."""
    shapes = {key: [x.shape for x in case.sample(size)[0]] for size, key in KEYS.items()}
    return add_signatures(tflite_of(case), shapes).data


def run_signature(data: bytes, key: str, given: Sequence[np.ndarray]) -> Arrays:
    """Answers of one signature, inputs and answers in the order of its subgraph."""
    model = Model.open(data)
    (known,) = [s for s in signatures(model) if s.key == key]
    graph = model.subgraphs[known.graph]
    plain = OpResolverType.BUILTIN_WITHOUT_DEFAULT_DELEGATES
    interpreter = Interpreter(model_content=data, experimental_op_resolver_type=plain)
    runner = interpreter.get_signature_runner(key)
    names = {index: name for name, index in known.inputs.items()}
    feed = {names[index]: x for index, x in zip(graph.inputs, given, strict=True)}
    recorded = {n: tuple(d["shape"]) for n, d in runner.get_input_details().items()}
    assert recorded == {name: x.shape for name, x in feed.items()}
    answers = runner(**feed)
    results = {index: name for name, index in known.outputs.items()}
    return [answers[results[index]] for index in graph.outputs]


CASES = [c for c in cases() if c.way == "AB" and expected(c) == RIGHT and runs(c)]


@pytest.mark.parametrize("size", KEYS)
@pytest.mark.parametrize("case", CASES, ids=str)
def test_every_signature_is_the_exported_network(
    case: Case, size: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    given, wanted = case.sample(size)
    monkeypatch.setattr(
        judge, "run_litert", lambda data, given: run_signature(data, KEYS[size], given)
    )
    assert judge.wrong(both(case), given, wanted, case._replace(kind="tflite")) == ""


@pytest.mark.parametrize("case", CASES, ids=str)
def test_a_variant_is_a_few_kilobytes(case: Case) -> None:
    operators = sum(len(graph.operators) for graph in Model(tflite_of(case)).subgraphs)
    assert len(both(case)) - len(tflite_of(case)) < 4096 + 512 * operators


def test_most_networks_run() -> None:
    kinds = [case.kind for case in CASES]
    assert min(kinds.count("tflite"), kinds.count("circle")) >= 30


MAY_BE_REFUSED = [c for c in cases() if c.way == "AB" and expected(c) not in {RIGHT, "either"}]


@pytest.mark.parametrize("case", MAY_BE_REFUSED, ids=str)
def test_what_cannot_be_resized_cannot_be_added(case: Case) -> None:
    with pytest.raises(ResizeError) as error:
        both(case)
    assert expected(case) in str(error.value)


def test_a_wrong_signature_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    case = CASES[0]._replace(kind="tflite")
    given, wanted = CASES[0].sample("B")
    monkeypatch.setattr(judge, "run_litert", run_litert)
    assert judge.wrong(both(CASES[0]), given, wanted, case)
