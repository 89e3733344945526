"""What the readme shows is what happens."""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from circle_resizer import resize
from circle_resizer.file.model import Model
from onelib import onecc
from onelib import resize as one_resize
from onelib.options import OPTIONS

ROOT = Path(__file__).resolve().parent.parent
BERT = ROOT / "examples/bert/bert.circle"
README = (ROOT / "README.md").read_text()


def test_the_demo_prints_the_lines_that_are_shown() -> None:
    shown = re.findall("^subgraph 0, .*", README, re.MULTILINE)
    lines = resize(BERT, [[4, 16], [4, 17]]).report.lines
    assert len(shown) == 3
    assert [line for line in shown if line not in lines] == []


def test_the_program_runs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (program,) = re.findall(r"```python\n(.*?)```", README, re.DOTALL)
    shutil.copy(BERT, tmp_path / "model.circle")
    monkeypatch.chdir(tmp_path)
    exec(program, {})  # noqa: S102  # our own text
    assert "[1, 17, 4, 8] -> [4, 17, 4, 8] (proven)" in capsys.readouterr().out
    assert Model.open(tmp_path / "model.b4.circle").input_shapes == [(4, 16), (4, 17)]
    (tmp_path / "model.b4.circle").unlink()
    (tmp_path / "model.b4.circle").mkdir()
    exec(program, {})  # noqa: S102  # the same, where it cannot be saved
    assert "Failed to write" in capsys.readouterr().out


def test_the_inputs_are_those_that_are_shown(capfd: pytest.CaptureFixture[str]) -> None:
    one_resize.main(["-i", str(BERT), "--inspect"])
    assert f"```\n{capfd.readouterr().out}```" in README


@pytest.mark.parametrize("main", [one_resize.main, onecc.main], ids=["one-resize", "onecc"])
def test_the_cfg_runs(
    main: Callable[[list[str]], int], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (text,) = re.findall(r"```\n(\[onecc\]\n.*?)```", README, re.DOTALL)
    shutil.copy(BERT, tmp_path / "model.circle")
    (tmp_path / "model.cfg").write_text(text)
    monkeypatch.chdir(tmp_path)
    assert main(["-C", "model.cfg"]) == 0
    assert Model.open(tmp_path / "model.b4.circle").input_shapes == [(4, 16), (4, 17)]


def test_every_option_is_listed() -> None:
    rows = [re.findall(r"`(-[-\w]+)", line) for line in README.splitlines() if line[:3] == "| `"]
    listed = {flag for row in rows for flag in row}
    known = {flag: option for option in OPTIONS for flag in option.flags}
    assert listed - set(known) == {"--no-fold"}
    left_out = {option.key for option in OPTIONS if not listed.intersection(option.flags)}
    assert left_out == {"input_path", "output_path", "input_shapes", "target"}
