"""The benchmark resizes what it says, and fails when a figure is above its bound."""

from __future__ import annotations

import sys
from collections.abc import Callable

import pytest

from bench import __main__ as bench
from bench.models import moves, products
from circle_resizer import resize


@pytest.mark.parametrize(("chain", "output"), [(moves, (3, 4, 12)), (products, (3, 6, 8))])
def test_chains_take_another_batch(chain: Callable[[int], bytes], output: tuple[int, ...]) -> None:
    result = resize(chain(8), [[3, 6, 8]])
    assert result.outputs_after == [output]


@pytest.mark.parametrize(("peak", "code"), [(149, 0), (150, 0), (151, 1)])
def test_a_figure_above_its_bound_is_a_failure(
    peak: int, code: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["bench"])
    monkeypatch.setattr(bench, "start_up", lambda: None)
    monkeypatch.setattr(bench, "operators", lambda _: [0.5, 1.0])
    monkeypatch.setattr(bench, "large", lambda _: [bench.compared(peak, 150, "150 MB")])
    assert bench.main() == code
    out = capsys.readouterr().out
    assert ("ABOVE" in out) == bool(code)
    assert out.endswith(f"{5 - code} bounds hold, {code} do not\n")
