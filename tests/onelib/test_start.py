"""How the commands begin: words without options, as a module, and on an old Python."""

# ruff: noqa: S603  # our own programs

from __future__ import annotations

import ast
import os
import subprocess
import sys
from pathlib import Path

import pytest

import circle_resizer
from onelib import launch, resize
from onelib.version import VERSION, version_text
from tests.ui.models import add

ROOT = Path(__file__).resolve().parents[2]
SHAPES = ["-s", "[2,4,4,3],[2,4,4,3]"]
COMMANDS = ("one-resize", "circle-resizer", "onecc", "one-build")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "add.circle").write_bytes(add())
    return tmp_path


def run(*words: str) -> int:
    return launch.guarded("one-resize", resize.main, words)


PLACES = [
    ["add.circle", "out.circle", *SHAPES],
    [*SHAPES, "add.circle", "out.circle"],
    ["add.circle", *SHAPES, "out.circle"],
    ["-V", "add.circle", "--no-log", "out.circle", *SHAPES],
    ["add.circle", *SHAPES, "-o", "out.circle"],
    ["-C", "a.cfg", "add.circle", "out.circle"],
]


@pytest.mark.parametrize("words", PLACES, ids=" ".join)
def test_paths_without_options(words: list[str], folder: Path) -> None:
    text = f"[one-resize]\ninput_path=no\noutput_path=no\ninput_shapes={SHAPES[1]}\n"
    (folder / "a.cfg").write_text(text)
    assert run(*words) == 0
    assert (folder / "out.circle").exists()


def test_model_alone(folder: Path, capfd: pytest.CaptureFixture[str]) -> None:
    assert run("--list-inputs", "add.circle") == 0
    assert run("add.circle", *SHAPES, "--dry-run") == 0
    assert "Dry run" in capfd.readouterr().out
    assert [path.name for path in folder.iterdir()] == ["add.circle"]


TWICE = [
    (["a", "-i", "b"], "IN is given twice, as a and as -i b"),
    (["a", "b", "-o", "c"], "OUT is given twice, as b and as -o c"),
    (["a", "b", "c"], "unrecognized arguments: c"),
    (["a", "-s", "[1]"], "the following arguments are required: output_path (-o FILE)"),
]


@pytest.mark.parametrize(("words", "text"), TWICE)
def test_paths_that_are_too_many_or_too_few(
    words: list[str], text: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(*words) == 2
    assert capsys.readouterr().err.endswith(f"error: {text}\n")


def test_nothing_at_all_is_answered_in_options(capsys: pytest.CaptureFixture[str]) -> None:
    assert run() == 2
    last = capsys.readouterr().err.splitlines()[-1]
    assert "-i FILE, -o FILE, -s SHAPES" in last
    assert "input_path" not in last


def as_module(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """Python running the package in a folder that holds it."""
    command = [sys.executable, "-m", "circle_resizer", *words]
    return subprocess.run(command, cwd=folder, text=True, check=False, capture_output=True)


def test_package_is_a_command() -> None:
    done = as_module(ROOT, "--version")
    assert (done.returncode, done.stdout) == (0, f"{version_text('circle-resizer')}\n")
    assert as_module(ROOT).returncode == 2


def test_package_without_the_commands_calls_the_installed_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "circle_resizer").symlink_to(ROOT / "circle_resizer")
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.delenv("PYTHONPATH", raising=False)
    code = "import runpy, sys; sys.modules['onelib'] = None;"
    code += " runpy.run_module('circle_resizer', run_name='__main__')"
    words = [sys.executable, "-c", code]
    done = subprocess.run(words, cwd=tmp_path, text=True, check=False, capture_output=True)
    assert (done.returncode, done.stderr) == (
        1,
        "circle-resizer: the commands are not installed beside the package circle_resizer\n",
    )
    (tmp_path / "circle-resizer").write_text("#!/bin/sh\necho installed\n")
    (tmp_path / "circle-resizer").chmod(0o755)
    done = subprocess.run(words, cwd=tmp_path, text=True, check=False, capture_output=True)
    assert (done.returncode, done.stdout) == (0, "installed\n")


def test_one_version() -> None:
    assert circle_resizer.__version__ == VERSION


@pytest.mark.parametrize("command", COMMANDS)
def test_old_python_is_told(command: str, tmp_path: Path) -> None:
    old = "import runpy, sys; sys.version_info = (3, 9, 18, 'final', 0); sys.argv = sys.argv[1:];"
    words = [sys.executable, "-c", f"{old} runpy.run_path(sys.argv[0], run_name='__main__')"]
    done = subprocess.run(
        [*words, str(ROOT / command), "--version"],
        cwd=tmp_path, text=True, check=False, capture_output=True, env={**os.environ},
    )  # fmt: skip
    assert (done.returncode, done.stdout) == (255, "")
    assert done.stderr == (
        f"{command}: needs Python 3.10 or later, and {sys.executable} is 3.9.18\n"
    )


@pytest.mark.parametrize("path", ["onelib/start.py", "onelib/__init__.py", *COMMANDS])
def test_old_python_can_read_what_tells_it(path: str) -> None:
    text = (ROOT / path).read_text()
    ast.parse(text, feature_version=(3, 6))
    assert "__future__" not in text
