"""Networks exported at A and B: A resized to B is B, number for number, or is refused."""

from __future__ import annotations

import pytest

from tests.zoo.judge import REFUSED, RIGHT, Case, cases, expected, verdict, wrong


@pytest.mark.parametrize("case", cases(), ids=str)
def test_resized_network_is_the_exported_one_or_is_refused(case: Case) -> None:
    want = expected(case)
    got, why = verdict(case)
    assert got in {RIGHT, REFUSED}, why
    if want == RIGHT:
        assert got == RIGHT, why
    elif want != "either":
        assert got == REFUSED
        assert want in why


@pytest.mark.parametrize("case", [c for c in cases() if c.way == "BA"], ids=str)
def test_the_judge_tells_right_from_wrong(case: Case) -> None:
    data = case.file("B").read_bytes()
    assert wrong(data, *case.sample("B"), case) == ""
    assert wrong(
        data, case.sample("B")[0], [y + y.dtype.type(2) for y in case.sample("B")[1]], case
    )
