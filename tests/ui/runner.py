"""Runs one case in a folder of its own and says what came out.

A case is a file of ``cases``; ``casefile.py`` says how it is written. Every run starts with the
models of ``models.py`` and with $HOME set to the folder ``home``.
"""

from __future__ import annotations

import os
import re
import shlex
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from unittest import mock

from circle_resizer.file.model import Model
from onelib import find, launch, one_build, onecc, resize, resizer

from .casefile import Case, set_up
from .models import all_models

ROOT = Path(__file__).resolve().parents[2]
CASES = sorted(Path(__file__).parent.glob("cases/*.txt"))
USAGE = re.compile(r"^usage: (\S+).*\n( .*\n)*", re.MULTILINE)
TRACE = re.compile(r"^Traceback .*\n([ \n].*\n|\n|The above.*\n|Traceback.*\n)*", re.MULTILINE)
HELP = re.compile(r"\n\noptions:\n(.*\n)*", re.MULTILINE)
MAINS: dict[str, Callable[[Sequence[str]], int]] = {
    "one-resize": resize.main,
    "circle-resizer": resizer.main,
    "onecc": onecc.main,
    "one-build": one_build.main,
}
models = cache(all_models)


def run_case(case: Case, folder: Path) -> dict[str, str]:
    """What a case answers, by the name of the section that holds the expected answer."""
    (folder / "home").mkdir(parents=True)
    set_up(case, folder)
    for name, data in models().items():
        (folder / name).write_bytes(data)
    before = contents(folder)
    code, stdout, stderr = run(shlex.split(case.given["command"]), folder)
    changed = {p: data for p, data in contents(folder).items() if before.get(p) != data}
    gone = [f"{path}: gone" for path in before if not (folder / path).exists()]
    answers = {
        "exit": f"{code}\n",
        "stdout": stdout,
        "stderr": stderr,
        "files": "".join(f"{line}\n" for line in [*map(described, changed.items()), *gone]),
        **{f"log: {p}": data.decode() for p, data in changed.items() if p.endswith(".log")},
    }
    return {name: plain(text, folder) for name, text in answers.items() if text}


def run(words: list[str], folder: Path) -> tuple[int, str, str]:
    """Exit code, stdout and stderr of a command with the assignments before it."""
    count = next(i for i, word in enumerate(words) if "=" not in word)
    name, *argv = words[count:]
    system = {"PATH": "/usr/bin:/bin", "HOME": str(folder / "home"), "COLUMNS": "80"}
    chosen = dict(word.split("=", 1) for word in words[:count])
    here = Path.cwd()
    with (
        mock.patch.dict(os.environ, system | chosen, clear=True),
        mock.patch.object(sys, "argv", [str(ROOT / name)]),
        mock.patch.object(find, "INSTALLED", str(folder / "installed/bin")),
        captured(folder.parent) as (out, err),
    ):
        os.chdir(folder)
        try:
            code = launch.guarded(name, MAINS[name], argv)
        finally:
            os.chdir(here)
    return code, out.read_text(), err.read_text()


@contextmanager
def captured(folder: Path) -> Iterator[tuple[Path, Path]]:
    """Stdout and stderr of this process and of those it starts, in two files."""
    paths = (folder / "out", folder / "err")
    kept = [os.dup(1), os.dup(2)]
    streams = [path.open("w") for path in paths]
    for number, stream in enumerate(streams, 1):
        os.dup2(stream.fileno(), number)
    try:
        with (
            mock.patch.object(sys, "stdout", streams[0]),
            mock.patch.object(sys, "stderr", streams[1]),
        ):
            yield paths
    finally:
        for number, (stream, old) in enumerate(zip(streams, kept, strict=True), 1):
            stream.close()
            os.dup2(old, number)
            os.close(old)


def contents(folder: Path) -> dict[str, bytes]:
    """Every file of a folder."""
    files = sorted(path for path in folder.rglob("*") if path.is_file())
    return {str(path.relative_to(folder)): path.read_bytes() for path in files}


def described(item: tuple[str, bytes]) -> str:
    """A file's name, with the shapes if it is a model."""
    name, data = item
    if data[4:8] not in (b"CIR0", b"TFL3"):
        return name
    model = Model.open(data)
    sides = (model.input_shapes, model.output_shapes)
    return f"{name}: {' -> '.join(', '.join(str(list(s)) for s in side) for side in sides)}"


def plain(text: str, folder: Path) -> str:
    """The text without what depends on the machine and on the Python version."""
    text = text.replace(str(folder), "$PWD").replace(str(ROOT), "$ROOT")
    text = TRACE.sub("Traceback ...\n", text)
    return HELP.sub("\n\noptions: ...\n", USAGE.sub(r"usage: \1 ...\n", text))
