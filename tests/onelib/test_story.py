"""What a run says when it is done, to a terminal and to everything else."""

from __future__ import annotations

import os
import pty
import subprocess
import sys
from argparse import Namespace
from pathlib import Path

import pytest

from circle_resizer import resize
from onelib import story
from tests.ui import models

ROOT = Path(__file__).resolve().parents[2]
BERT = ROOT / "examples/bert/bert.circle"
QUIET = Namespace(verbose=False, dry_run=False, output_path="out.circle")


def on_terminal(folder: Path, **environment: str) -> str:
    """What a terminal gets to see of a run."""
    ours, theirs = pty.openpty()
    subprocess.run(  # noqa: S603  (our own program)
        [sys.executable, str(ROOT / "one-resize"), str(BERT), "o.circle", "--batch", "3"],
        cwd=folder, stdout=theirs, check=True,
        env={**os.environ, "PYTHONPATH": str(ROOT), "NO_COLOR": "", "TERM": "xterm", **environment},
    )  # fmt: skip
    os.close(theirs)
    text = b""
    while True:
        try:
            more = os.read(ours, 4096)
        except OSError:  # the other end is closed
            break
        if not more:
            break
        text += more
    os.close(ours)
    return text.decode().replace("\r\n", "\n")


def test_a_terminal_gets_a_table_in_colour(tmp_path: Path) -> None:
    text = on_terminal(tmp_path).splitlines()
    assert text[1] == f"input   {'tico::ids':42} [1, 16]  \x1b[32m[3, 16]\x1b[0m"
    assert text[-1] == "24 changes, 1 assumed (-V lists them, --strict refuses them)"
    log = (tmp_path / "o.circle.log").read_text()
    assert "\x1b" not in log
    assert "Shapes of inputs before resizing:\n0 -> [1, 16]" in log


@pytest.mark.parametrize("environment", [{"NO_COLOR": "1"}, {"TERM": "dumb"}], ids=str)
def test_no_colour_where_none_is_wanted(tmp_path: Path, environment: dict[str, str]) -> None:
    text = on_terminal(tmp_path, **environment)
    assert "\x1b" not in text
    assert "tico::ids" in text


@pytest.mark.parametrize(
    ("changed", "line"),
    [
        ({}, "24 changes, 1 assumed (-V lists them, --strict refuses them)"),
        ({"verbose": True}, "24 changes, 1 assumed (--strict refuses them)"),
        ({"dry_run": True}, "24 changes, 1 assumed (--strict refuses them)"),
    ],
)
def test_the_last_line_counts_the_changes(changed: dict[str, bool], line: str) -> None:
    args = Namespace(**{**vars(QUIET), **changed})
    lines = story.lines(resize(BERT, batch=3).report, args)
    assert lines[-1] == line
    listed = [text for text in lines if text.startswith("subgraph ")]
    assert len(listed) == (24 if changed else 0)
    assert len(set(listed)) == len(listed), "each change once"


SUMMARIES = [
    (models.add(), [[2, 4, 4, 3]] * 2, "no constant changed"),
    (models.reshape(), [[2, 2, 6]], "1 change, proven (-V lists them)"),
]


@pytest.mark.parametrize(("model", "shapes", "line"), SUMMARIES)
def test_summaries(model: bytes, shapes: list[list[int]], line: str) -> None:
    assert story.lines(resize(model, shapes).report, QUIET)[-1] == line


def test_inputs_that_were_not_asked_for_are_told_in_a_quiet_run() -> None:
    lines = story.lines(resize(BERT, {"ids": [3, None]}).report, QUIET)
    assert "input 'tico::mask' stays: [1, 17]" in lines
