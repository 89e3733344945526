"""The commands as processes: links, closed pipes, interrupts, other folders."""

# ruff: noqa: S603  # our own programs

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from onelib import resize
from tests.ui.models import add, table

ROOT = Path(__file__).resolve().parents[2]
Done = subprocess.CompletedProcess[str]
COMMANDS = ("one-resize", "circle-resizer", "onecc", "one-build")
RESIZE = ["-i", "add.circle", "-o", "out.circle", "-s", "[2,4,4,3],[2,4,4,3]"]


def run(command: str | Path, *args: str, cwd: Path | None = None, **more: Any) -> Done:
    words = [sys.executable, str(ROOT / command), *args]
    pipe: dict[str, Any] = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    return subprocess.run(words, text=True, check=False, cwd=cwd, **(pipe | more))


@pytest.mark.parametrize("command", COMMANDS)
def test_runs_through_a_link_from_anywhere(command: str, tmp_path: Path) -> None:
    (tmp_path / command).symlink_to(ROOT / command)
    done = run(tmp_path / command, "--version", cwd=tmp_path)
    assert done.stdout.startswith(f"{command} version ")
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize("command", COMMANDS)
def test_is_executable(command: str) -> None:
    assert os.access(ROOT / command, os.X_OK)


def test_runs_where_it_is_installed(tmp_path: Path) -> None:
    for name in ("onelib", "circle_resizer"):
        shutil.copytree(ROOT / name, tmp_path / "bin" / name)
    for name in COMMANDS:
        shutil.copy(ROOT / name, tmp_path / "bin")
    beside = tmp_path / "bin/one-pack"
    beside.write_text("#!/bin/sh\necho beside $1\n")
    beside.chmod(0o755)
    (tmp_path / "link").symlink_to(tmp_path / "bin/onecc")
    (tmp_path / "add.circle").write_bytes(add())
    done = run(tmp_path / "link", "resize", *RESIZE, cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    assert (tmp_path / "out.circle").exists()
    assert run(tmp_path / "link", "pack", "it").stdout == "beside it\n"


def test_closed_stdout_changes_nothing(tmp_path: Path) -> None:
    (tmp_path / "add.circle").write_bytes(add())
    words = [sys.executable, str(ROOT / "one-resize"), *RESIZE]
    shell = ["sh", "-c", '"$@" >&-', "sh", *words]
    done = subprocess.run(shell, cwd=tmp_path, check=False, capture_output=True)
    assert (done.returncode, done.stderr) == (0, b"")
    assert (tmp_path / "out.circle").exists()
    assert "Resizing complete" in (tmp_path / "out.circle.log").read_text()


@pytest.mark.parametrize("args", [RESIZE, ["-h"], ["-v"], ["--list-operators"]])
def test_reader_that_left_changes_nothing(args: list[str], tmp_path: Path) -> None:
    (tmp_path / "add.circle").write_bytes(add())
    read, write = os.pipe()
    os.close(read)
    done = run("one-resize", *args, cwd=tmp_path, stdout=write)
    os.close(write)
    assert (done.returncode, done.stderr) == (0, "")


FULL = "cannot write to standard output: No space left on device\n"


@pytest.mark.parametrize("command", ["one-resize", "onecc resize", "circle-resizer"])
def test_full_stdout_is_said_and_the_model_kept(command: str, tmp_path: Path) -> None:
    (tmp_path / "add.circle").write_bytes(add())
    name, *first = command.split()
    long = dict(zip(("-i", "-o", "-s"), ("--input_path", "--output_path", "--input_shapes")))  # noqa: B905
    words = [long[word] if name == "circle-resizer" and word in long else word for word in RESIZE]
    with Path("/dev/full").open("w") as full:
        done = run(name, *first, *words, cwd=tmp_path, stdout=full)
    tool = "one-resize" if first else name
    assert (done.returncode, done.stderr) == (255, f"{tool}: {FULL}")
    assert (tmp_path / "out.circle").exists()


QUIET = [["-h"], ["-v"], ["--list-operators"], ["--list-inputs", "-i", "add.circle"]]


@pytest.mark.parametrize("args", [*QUIET, [*RESIZE, "--dry-run"]], ids=lambda args: args[0])
def test_full_stdout_is_said_whatever_was_asked(args: list[str], tmp_path: Path) -> None:
    (tmp_path / "add.circle").write_bytes(add())
    for buffered in ({}, {"PYTHONUNBUFFERED": "1"}):
        env = {k: v for k, v in os.environ.items() if k != "PYTHONUNBUFFERED"} | buffered
        with Path("/dev/full").open("w") as full:
            done = run("one-resize", *args, cwd=tmp_path, env=env, stdout=full)
        assert (done.returncode, done.stderr) == (255, f"one-resize: {FULL}")


@pytest.mark.parametrize("command", COMMANDS)
def test_full_stdout_is_said_by_every_command(command: str) -> None:
    with Path("/dev/full").open("w") as full:
        done = run(command, "--version", stdout=full)
    assert (done.returncode, done.stderr) == (255, f"{command}: {FULL}")


LIMITED = """
import os, resource, sys
resource.setrlimit(resource.RLIMIT_FSIZE, (int(sys.argv[1]),) * 2)
os.execv(sys.executable, [sys.executable, *sys.argv[2:]])
"""


def on_full_disk(size: int, *args: str, cwd: Path) -> Done:
    """A run of one-resize where no file may grow beyond ``size`` bytes."""
    words = [sys.executable, "-c", LIMITED, str(size), str(ROOT / "one-resize"), *args]
    return subprocess.run(words, cwd=cwd, text=True, check=False, capture_output=True)


def test_log_without_room_keeps_the_refusal(tmp_path: Path) -> None:
    (tmp_path / "add.circle").write_bytes(add())
    words = [*RESIZE[:5], "[1]"]
    line = run("one-resize", *words, cwd=tmp_path).stderr.splitlines()[0]
    size = (tmp_path / "out.circle.log").read_text().index("\n") + 4
    done = on_full_disk(size, *words, cwd=tmp_path)
    assert done.returncode == 1
    first, _, last = done.stderr.splitlines()
    assert first == line
    assert last.startswith("one-resize: cannot write the log ")
    assert last.endswith("/out.circle.log: File too large")


def test_log_without_any_room_ends_the_run(tmp_path: Path) -> None:
    (tmp_path / "add.circle").write_bytes(add())
    done = on_full_disk(9, *RESIZE, cwd=tmp_path)
    path = tmp_path / "out.circle.log"
    text = f"one-resize: cannot write the log {path}: File too large\n"
    assert (done.returncode, done.stdout, done.stderr) == (255, "", text)
    assert not (tmp_path / "out.circle").exists()


def test_numpy_that_is_missing_is_named(tmp_path: Path) -> None:
    (tmp_path / "numpy.py").write_text("raise ModuleNotFoundError('no', name='numpy')\n")
    env = {**os.environ, "PYTHONPATH": str(tmp_path)}
    (tmp_path / "table.circle").write_bytes(table())
    words = ["-i", "table.circle", "-o", "out.circle", "-s", "[1,6,2]"]
    done = run("one-resize", *words, cwd=tmp_path, env=env)
    assert (done.returncode, done.stdout) == (255, "")
    assert done.stderr.startswith("one-resize: NumPy is not installed: 'python3 -m pip install")
    assert done.stderr.count("\n") == 1
    assert run("one-resize", "--list-operators", cwd=tmp_path, env=env).returncode == 0


def test_closed_stderr_keeps_the_exit_code(tmp_path: Path) -> None:
    words = [sys.executable, str(ROOT / "one-resize"), *RESIZE]
    shell = ["sh", "-c", '"$@" 2>&-', "sh", *words]
    done = subprocess.run(shell, cwd=tmp_path, check=False, capture_output=True)
    assert (done.returncode, done.stdout) == (1, b"")


def test_name_that_is_no_text(tmp_path: Path) -> None:
    (tmp_path / "add.circle").write_bytes(add())
    words = [*RESIZE[:3], os.fsdecode(b"\xff.circle"), *RESIZE[4:]]
    done = run("one-resize", *words, cwd=tmp_path, env={**os.environ, "PYTHONIOENCODING": "ascii"})
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.endswith("\\udcff.circle\nno constant changed\n")


def test_interrupt_is_one_sentence(tmp_path: Path) -> None:
    driver = tmp_path / "one-pack"
    driver.write_text("#!/bin/sh\necho ready\nexec sleep 60\n")
    driver.chmod(0o755)
    (tmp_path / "a.cfg").write_text("[onecc]\none-pack=True\n[one-pack]\n")
    words = [sys.executable, str(ROOT / "onecc"), "-C", "a.cfg"]
    pipes: dict[str, Any] = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    env = {**os.environ, "ONE_BIN_DIR": str(tmp_path)}
    with subprocess.Popen(
        words, cwd=tmp_path, env=env, text=True, start_new_session=True, **pipes
    ) as child:
        assert child.stdout is not None
        assert child.stdout.readline() == "ready\n"
        os.killpg(child.pid, signal.SIGINT)
        _, stderr = child.communicate(timeout=20)
    assert (child.returncode, stderr) == (130, "onecc: interrupted\n")


def test_operators_are_listed() -> None:
    lines = run("one-resize", "--list-operators").stdout.splitlines()
    assert lines[0].split() == ["operator", "dialect", "rule", "elements"]
    rows = {line.split()[0]: line.split()[1] for line in lines[1:]}
    assert (rows["RESHAPE"], rows["RMS_NORM"]) == ("both", "circle")


def test_numpy_is_not_needed_for_help() -> None:
    code = "import sys, onelib.resize, onelib.onecc; sys.exit('numpy' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=False).returncode == 0


def is_alive(process: int) -> bool:
    """Whether a process runs; one that ended may wait for whoever inherited it to take note."""
    try:
        state = Path(f"/proc/{process}/stat").read_text()
    except FileNotFoundError:
        return False
    return state.rpartition(")")[2].split()[0] != "Z"


def test_termination_ends_the_driver_as_well(tmp_path: Path) -> None:
    driver = tmp_path / "one-pack"
    driver.write_text("#!/bin/sh\necho $$\nexec sleep 60\n")
    driver.chmod(0o755)
    words = [sys.executable, str(ROOT / "onecc"), "pack"]
    env = {**os.environ, "ONE_BIN_DIR": str(tmp_path)}
    with subprocess.Popen(words, env=env, text=True, stdout=subprocess.PIPE) as child:
        assert child.stdout is not None
        driver_id = int(child.stdout.readline())
        child.terminate()
        assert child.wait(timeout=20) == 143
    for _ in range(200):  # whoever inherits the driver takes note of its end in its own time
        if not is_alive(driver_id):
            break
        time.sleep(0.05)
    assert not is_alive(driver_id)


@pytest.mark.parametrize("words", [[], ["--no-sync"]])
def test_the_disk_is_waited_for_unless_told_otherwise(
    words: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "add.circle").write_bytes(add())
    calls: list[int] = []
    monkeypatch.setattr(os, "fsync", calls.append)
    monkeypatch.chdir(tmp_path)
    assert resize.main([*RESIZE, *words]) == 0
    assert bool(calls) == (not words)
