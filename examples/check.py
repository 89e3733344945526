"""Runs the examples as installed and says whether they do what they say.

    python examples/check.py

Needs nothing but the package: no test suite, no other runtime. Exit code 0 if all is well.
"""
# ruff: noqa: INP001  # a script beside the examples, no package

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from circle_resizer import ResizeError, parse_shapes, resize
from circle_resizer.file.model import Model

HERE = Path(__file__).resolve().parent
BIN = Path(sys.executable).parent
COMMANDS = BIN
Check = Callable[[Path], bool]


def command(folder: Path, *words: str, **env: str) -> subprocess.CompletedProcess[str]:
    """Run one of the installed commands in a folder."""
    return subprocess.run(  # noqa: S603  # our own command
        [str(COMMANDS / words[0]), *words[1:]],
        cwd=folder,
        env={**os.environ, "PATH": f"{BIN}:{os.environ['PATH']}", **env},
        text=True,
        check=False,
        capture_output=True,
    )


def bert_by_cfg(folder: Path) -> bool:
    """``onecc -C`` resizes and reports."""
    done = command(folder / "bert", "onecc", "-V", "-C", "bert.cfg")
    if (done.returncode, done.stderr) != (0, ""):
        return False
    model = Model.open(folder / "bert/bert.batch4.circle")
    return (
        "[1, 17, 4, 8] -> [4, 17, 4, 8] (proven)" in done.stdout
        and model.input_shapes == [(4, 16), (4, 17)]
        and model.output_shapes == [(4, 2)]
    )


def bert_as_cfg_or_call(folder: Path) -> bool:
    """The command line, the cfg and the call give the same bytes."""
    source, out = folder / "bert/bert.circle", folder / "out.circle"
    text = "[4,16],[4,17]"
    done = command(folder, "one-resize", "-i", str(source), "-o", str(out), "-s", text)
    called = resize(source, parse_shapes(text)).data
    by_cfg = (folder / "bert/bert.batch4.circle").read_bytes()
    return done.returncode == 0 and out.read_bytes() == called == by_cfg


def bert_unchanged(folder: Path) -> bool:
    """Shapes as stored give the file as it is."""
    data = (folder / "bert/bert.circle").read_bytes()
    return resize(data, [[1, 16], [1, 17]]).data == data


def bert_refuses(folder: Path) -> bool:
    """The learned position table has 16 rows and cannot have 20; nothing is written."""
    source, out = folder / "bert/bert.circle", folder / "refused.circle"
    try:
        resize(source, [[1, 20], [1, 21]])
    except ResizeError as error:
        words = ["one-resize", "-i", str(source), "-o", str(out), "-s", "[1,20],[1,21]"]
        done = command(folder, *words)
        more = f"one-resize --explain {error.cause.kind}"
        return done.returncode == 1 and more in done.stderr and not out.exists()
    return False


def pipeline(folder: Path) -> bool:
    """Import, resize and package, with drivers that are not ONE's."""
    place = folder / "pipeline"
    done = command(place, "onecc", "-C", "pipeline.cfg", ONE_BIN_DIR="bin")
    if done.returncode != 0:
        return False
    return Model.open(place / "classifier.batch8.circle").output_shapes == [(8, 5)]


CHECKS: Sequence[Check] = (
    bert_by_cfg,
    bert_as_cfg_or_call,
    bert_unchanged,
    bert_refuses,
    pipeline,
)


def main() -> int:
    """Run all of them in a copy of this folder."""
    failed = 0
    with TemporaryDirectory() as name:
        folder = Path(name) / "examples"
        shutil.copytree(HERE, folder, ignore=shutil.ignore_patterns("*.batch*.circle*"))
        for check in CHECKS:
            passed = check(folder)
            failed += not passed
            print("passed" if passed else "FAILED", check.__name__, "-", check.__doc__)  # noqa: T201
    print(f"{len(CHECKS) - failed} passed, {failed} failed")  # noqa: T201
    return int(failed > 0)


if __name__ == "__main__":
    sys.exit(main())
