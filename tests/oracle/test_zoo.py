"""Networks exported at A and B: A resized to B is B, number for number, or is refused."""

from __future__ import annotations

import numpy as np
import pytest

from tests.zoo import judge
from tests.zoo.cases import RIGHT, Case, cases, expected
from tests.zoo.judge import REFUSED, verdict, wrong


@pytest.mark.parametrize("case", cases(), ids=str)
def test_resized_network_is_the_exported_one_or_is_refused(case: Case) -> None:
    want = expected(case)
    got, why = verdict(case)
    assert got == (RIGHT if want == RIGHT else REFUSED), why
    assert want == RIGHT or want in why


@pytest.mark.parametrize("case", [c for c in cases() if c.way == "BA"], ids=str)
def test_the_judge_tells_right_from_wrong(case: Case) -> None:
    data = case.file("B").read_bytes()
    given, wanted = case.sample("B")
    assert wrong(data, given, wanted, case) == ""
    assert wrong(data, given, [y + y.dtype.type(2) for y in wanted], case)
    assert wrong(data, given, [np.full(y.shape, np.nan) for y in wanted], case)


NAN, INF = float("nan"), float("inf")


@pytest.mark.parametrize(
    ("got", "wanted"), [(NAN, 1), (1, NAN), (NAN, NAN), (INF, 1), (1, INF), (INF, INF)]
)
def test_an_answer_that_is_no_number_is_wrong(
    got: float, wanted: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(judge, "run_litert", lambda *_: [np.array([1, got])])
    case = Case("any", "BA", "tflite")
    assert wrong(b"", [], [np.array([1, wanted])], case) == "answer 0 is not finite"
