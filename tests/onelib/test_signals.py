"""Signals: before, during and after the writing of a model."""

# ruff: noqa: S603  # our own programs

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.ui.models import add

ROOT = Path(__file__).resolve().parents[2]
PROGRAM = """
import os, signal, sys
from pathlib import Path
from circle_resizer.file.save import Output
from onelib import start

fill, replace = Output._fill, os.replace
def send(number):
    os.kill(os.getpid(), number)
def during(self, descriptor):
    fill(self, descriptor)
    try:
        send({number})
    finally:
        send({number})  # in the middle of tidying up
def after(source, target):
    replace(source, target)
    send({number})

{patch}
del sys.argv[0]
getattr(start, Path(sys.argv[0]).name.replace("-", "_"))()
"""
DURING, AFTER = "Output._fill = during", "os.replace = after"
RESIZE = ["one-resize", "-i", "add.circle", "-o", "out.circle", "-s", "[2,4,4,3],[2,4,4,3]"]
LONG = ["--input_path", "add.circle", "--output_path", "out.circle", "--input_shapes", RESIZE[-1]]
WORDS = {signal.SIGINT: "interrupted", signal.SIGTERM: "terminated", signal.SIGHUP: "hung up"}
Done = subprocess.CompletedProcess[str]


def run(folder: Path, patch: str, number: int, words: list[str]) -> Done:
    (folder / "add.circle").write_bytes(add())
    program = PROGRAM.format(number=int(number), patch=patch)
    env = {**os.environ, "PYTHONPATH": str(ROOT), "ONE_BIN_DIR": str(folder)}
    command = [sys.executable, "-c", program, *words]
    return subprocess.run(command, cwd=folder, env=env, text=True, check=False, capture_output=True)


def names(folder: Path) -> set[str]:
    return {path.name for path in folder.iterdir()}


@pytest.mark.parametrize("number", WORDS, ids=WORDS.values())
def test_a_signal_while_writing_leaves_nothing_but_the_log(number: int, tmp_path: Path) -> None:
    done = run(tmp_path, DURING, number, RESIZE)
    line = f"one-resize: {WORDS[signal.Signals(number)]}\n"
    assert (done.returncode, done.stdout, done.stderr) == (128 + number, "", line)
    assert names(tmp_path) == {"add.circle", "out.circle.log"}
    assert (tmp_path / "out.circle.log").read_text().endswith(line)


def test_the_plain_tool_leaves_nothing(tmp_path: Path) -> None:
    done = run(tmp_path, DURING, signal.SIGHUP, ["circle-resizer", *LONG])
    assert (done.returncode, done.stdout, done.stderr) == (129, "", "circle-resizer: hung up\n")
    assert names(tmp_path) == {"add.circle"}


@pytest.mark.parametrize("number", WORDS, ids=WORDS.values())
@pytest.mark.parametrize("words", [RESIZE, ["circle-resizer", *LONG]], ids=lambda words: words[0])
def test_a_signal_after_the_model_is_in_its_place_is_too_late(
    words: list[str], number: int, tmp_path: Path
) -> None:
    (tmp_path / "out.circle").write_text("old")
    done = run(tmp_path, AFTER, number, words)
    assert (done.returncode, done.stderr) == (0, "")
    assert "\nResizing complete, the model saved to: " in done.stdout
    assert (tmp_path / "out.circle").stat().st_size > 99


def test_a_signal_that_the_caller_ignores_stays_ignored(tmp_path: Path) -> None:
    patch = f"{DURING}; signal.signal(signal.SIGHUP, signal.SIG_IGN)"
    done = run(tmp_path, patch, signal.SIGHUP, RESIZE)
    assert (done.returncode, done.stderr) == (0, "")


def test_a_late_signal_ends_the_run_before_the_next_step(tmp_path: Path) -> None:
    driver = tmp_path / "one-pack"
    driver.write_text("#!/bin/sh\necho packed\n")
    driver.chmod(0o755)
    keys = ("input_path=add.circle", "output_path=out.circle", f"input_shapes={RESIZE[-1]}")
    (tmp_path / "a.cfg").write_text(
        "\n".join(
            ["[onecc]", "one-resize=True", "one-pack=True", "[one-pack]", "[one-resize]", *keys]
        )
    )
    done = run(tmp_path, AFTER, signal.SIGINT, ["onecc", "-C", "a.cfg"])
    assert (done.returncode, done.stderr) == (130, "onecc: interrupted\n")
    assert "the model saved to" in done.stdout
    assert "packed" not in done.stdout


SWALLOW = """
def during(self, descriptor):
    try:
        send({number})
    except KeyboardInterrupt:
        raise ImportError("something else") from None
Output._fill = during
"""


def test_a_signal_that_becomes_another_error_is_still_told(tmp_path: Path) -> None:
    patch = SWALLOW.format(number=int(signal.SIGTERM))
    done = run(tmp_path, patch, signal.SIGTERM, RESIZE)
    assert (done.returncode, done.stderr) == (143, "one-resize: terminated\n")
    assert (tmp_path / "out.circle.log").read_text().endswith("one-resize: terminated\n")
    done = run(tmp_path, patch, signal.SIGTERM, ["circle-resizer", *LONG])
    assert (done.returncode, done.stderr) == (143, "circle-resizer: terminated\n")


CALLBACK = """
import weakref
from onelib import signals
class Thing: pass
def during():
    thing = Thing()
    keep = weakref.ref(thing, lambda _: send({number}))
    del thing
save = signals.save
signals.save = lambda *args: (during(), save(*args))
"""


def test_a_signal_in_a_callback_of_python_is_still_told(tmp_path: Path) -> None:
    patch = CALLBACK.format(number=int(signal.SIGINT))
    done = run(tmp_path, patch, signal.SIGINT, RESIZE)
    assert (done.returncode, done.stderr) == (130, "one-resize: interrupted\n")
    assert names(tmp_path) == {"add.circle", "out.circle.log"}


def test_an_interrupt_while_modules_are_loaded_says_nothing() -> None:
    program = "import os; from onelib import start; start.quiet(); os.kill(os.getpid(), 2)"
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, text=True, check=False, capture_output=True
    )
    assert (done.returncode, done.stderr) == (-signal.SIGINT, "")
