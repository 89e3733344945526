"""Man pages and completions follow the parsers."""

from __future__ import annotations

import argparse
import re
import subprocess
from pathlib import Path

import pytest

from tools import gen_man, share

ROOT = Path(__file__).resolve().parent.parent
COMMANDS = {parser.prog: parser for parser in gen_man.parsers()}
SHARE = ("man/man1/{}.1", "bash-completion/completions/{}", "zsh/site-functions/_{}")


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("with space") / "share"
    share.main(folder)
    return folder


def test_every_command_has_its_files(made: Path) -> None:
    files = {str(path.relative_to(made)) for path in made.rglob("*") if path.is_file()}
    assert files == {form.format(name) for form in SHARE for name in COMMANDS}
    assert set(COMMANDS) == {path.name for path in ROOT.iterdir() if is_command(path)}


def is_command(path: Path) -> bool:
    return path.is_file() and path.read_bytes().startswith(b"#!/usr/bin/env python3\n")


@pytest.mark.parametrize("parser", COMMANDS.values(), ids=COMMANDS)
@pytest.mark.parametrize("form", SHARE)
def test_all_options_of_the_help_are_there(
    form: str, parser: argparse.ArgumentParser, made: Path
) -> None:
    options = {flag for action in gen_man.listed(parser) for flag in action.option_strings}
    assert options == options & flags(parser.format_help())
    text = (made / form.format(parser.prog)).read_text()
    assert options == options & flags(re.sub(r"\\f[BR]", " ", text).replace("\\-", "-"))
    assert "--help" in options


def flags(text: str) -> set[str]:
    return set(re.findall(r"(?<![\w-])--?[A-Za-z][\w-]*", text))


COMPLETED = [
    ("onecc", "onecc re", "resize"),
    ("onecc", "onecc --work", "--workflow"),
    ("one-resize", "one-resize --no", "--no-fold --no-log --no-sync"),
    ("one-resize", "one-resize -i a", "a.circle"),
    ("one-resize", "one-resize -C a", "a.cfg"),
    ("circle-resizer", "circle-resizer --input_p", "--input_path"),
    ("one-build", "one-build --conf", "--config"),
]


@pytest.mark.parametrize(("name", "line", "expected"), COMPLETED)
def test_bash_completes(name: str, line: str, expected: str, made: Path, tmp_path: Path) -> None:
    for file in ("a.circle", "a.cfg", "a.txt"):
        (tmp_path / file).touch()
    words = line.split()
    script = f"""
    compopt() {{ :; }}
    source '{made}/bash-completion/completions/{name}'
    COMP_WORDS=({line}) COMP_CWORD={len(words) - 1}
    _{name.replace("-", "_")}
    echo "${{COMPREPLY[@]}}"
    """
    answer = subprocess.check_output(["bash", "-c", script], cwd=tmp_path, text=True)  # noqa: S603, S607
    assert answer == f"{expected}\n"
