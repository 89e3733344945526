"""Golden runs: what a command prints, its exit code, and the files it leaves."""

from __future__ import annotations

from pathlib import Path

import pytest

from .ui.casefile import Case, parsed, rendered
from .ui.runner import CASES, run_case


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_case(path: Path, tmp_path: Path) -> None:
    case = parsed(path.read_text(encoding="utf-8"))
    answers = run_case(case, tmp_path / "run")
    assert case.expected == answers
    refused = "_neg_" in path.stem
    assert refused is (answers["exit"] != "0\n")
    assert "Traceback" not in answers.get("stderr", "") + answers.get("stdout", "")
    if refused:
        left = [line for line in answers.get("files", "").splitlines() if not line.endswith(".log")]
        assert left == [], "a refusal leaves nothing but its log"
        assert answers["stderr"]


ODD = {
    "empty": "",
    "a line": "text\n",
    "no last line end": "text",
    "a header": "=== stdout\n",
    "control characters": "\ufeffa\tb\r\n\x7f\\n\\\n\n",
    "a header without line end": "\n\n===",
}


@pytest.mark.parametrize("text", ODD.values(), ids=ODD)
def test_every_text_is_read_as_it_was_written(text: str) -> None:
    case = Case({"command": "onecc\n", "given: a b": text, "program: c": text}, {"stderr": text})
    kept = Case(case.given, {name: body for name, body in case.expected.items() if body})
    assert parsed(rendered(case)) == kept


@pytest.mark.parametrize("text", ["onecc\n", "=== exit\n0\n=== exit\n0\n", "=== stdin\n"])
def test_a_text_that_is_no_case_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="section"):
        parsed(text)
