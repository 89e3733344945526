"""Golden runs: what a command prints, its exit code, and the files it leaves."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.ui.runner import CASES, EXPECTED, run_case


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_case(case: Path, tmp_path: Path) -> None:
    expected = {n: (case / n).read_text() if (case / n).exists() else "" for n in EXPECTED}
    answers = run_case(case, tmp_path / "run")
    assert expected == answers
    refused = "_neg_" in case.name
    assert refused is (answers["exit"] != "0\n")
    assert "Traceback" not in answers["stderr"] + answers["stdout"]
    if refused:
        left = [line for line in answers["files"].splitlines() if not line.endswith(".log")]
        assert left == [], "a refusal leaves nothing but its log"
        assert answers["stderr"]
