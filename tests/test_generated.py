"""Man pages and completions are those of today's parsers."""

from __future__ import annotations

import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from tools import gen_completion, gen_man

ROOT = Path(__file__).resolve().parent.parent


@pytest.mark.parametrize(
    ("main", "folder"), [(gen_man.main, "man"), (gen_completion.main, "completions")]
)
def test_checked_in_files_are_current(
    main: Callable[[Path], None], folder: str, tmp_path: Path
) -> None:
    main(tmp_path)
    made = {path.name: path.read_text() for path in tmp_path.iterdir()}
    assert made == {path.name: path.read_text() for path in (ROOT / folder).iterdir()}


COMPLETED = [
    ("onecc", "onecc re", "resize"),
    ("onecc", "onecc --work", "--workflow"),
    ("one-resize", "one-resize --no", "--no-fold --no-log"),
    ("one-resize", "one-resize -i a", "a.circle"),
    ("one-resize", "one-resize -C a", "a.cfg"),
    ("circle-resizer", "circle-resizer --input_p", "--input_path"),
    ("one-build", "one-build --conf", "--config"),
]


@pytest.mark.parametrize(("name", "line", "expected"), COMPLETED)
def test_bash_completes(name: str, line: str, expected: str, tmp_path: Path) -> None:
    for file in ("a.circle", "a.cfg", "a.txt"):
        (tmp_path / file).touch()
    words = line.split()
    script = f"""
    compopt() {{ :; }}
    source {ROOT}/completions/{name}.bash
    COMP_WORDS=({line}) COMP_CWORD={len(words) - 1}
    _{name.replace("-", "_")}
    echo "${{COMPREPLY[@]}}"
    """
    answer = subprocess.check_output(["bash", "-c", script], cwd=tmp_path, text=True)  # noqa: S603, S607
    assert answer == f"{expected}\n"
