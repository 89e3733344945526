"""Every system call of a write fails once, in every way: the old model or the new one, no third."""

from __future__ import annotations

import errno
import fcntl
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from circle_resizer import ResizeError, resize
from circle_resizer.api import Result
from circle_resizer.file import replace_file
from tests.ui import models

ASKED = [[2, 4, 4, 3]] * 2
OLD = b"what was there before"
CALLS = [
    "chmod", "close", "copy_file_range", "dup", "fchmod", "fchown", "fstat", "fsync", "getxattr",
    "listxattr", "open", "preadv", "pwrite", "replace", "setxattr", "stat", "unlink",
]  # fmt: skip
MOST_CALLS = 60
ERRORS = [errno.EIO, errno.ENOSPC, errno.EINTR, errno.EACCES]
ROOT = Path(__file__).resolve().parents[2]


def names(folder: Path) -> set[str]:
    return {path.name for path in folder.iterdir()}


class Calls:
    """Counts the system calls of a write, and lets one of them fail."""

    def __init__(self, patch: pytest.MonkeyPatch, act: Callable[[], None]) -> None:
        self.count, self.fatal, self.name, self.after, self.act = 0, -1, "", False, act
        for module, names in ((os, CALLS), (fcntl, ["flock"])):
            for name in names:
                patch.setattr(module, name, self.wrapped(name, getattr(module, name)))

    def wrapped(self, name: str, function: Callable[..., object]) -> Callable[..., object]:
        def call(*args: object, **keywords: object) -> object:
            self.count += 1
            meant = self.count == self.fatal
            if meant:
                self.name, self.fatal = name, -1
                if not self.after:
                    self.act()
            answer = function(*args, **keywords)
            if meant and self.after:
                self.act()
            return answer

        return call


def failing(number: int) -> Callable[[], None]:
    def act() -> None:
        raise OSError(number, os.strerror(number))

    return act


def interrupted() -> None:
    raise KeyboardInterrupt


@pytest.fixture
def result(tmp_path: Path) -> Result:
    (tmp_path / "in").mkdir()
    (tmp_path / "out").mkdir()
    (tmp_path / "in" / "a.circle").write_bytes(models.add())
    return resize(tmp_path / "in" / "a.circle", ASKED)


def outcomes(
    result: Result, target: Path, act: Callable[[], None], *, after: bool
) -> Iterator[tuple[str, BaseException | None, bytes, list[str]]]:
    """For every call: its name, the error, and what lies there afterwards."""
    for fatal in range(1, MOST_CALLS):
        target.write_bytes(OLD)
        with pytest.MonkeyPatch.context() as patch:
            calls = Calls(patch, act)
            calls.fatal, calls.after = fatal, after
            error: BaseException | None = None
            try:
                result.save(target)
            except (ResizeError, KeyboardInterrupt) as caught:
                error = caught
        if not calls.name:
            return
        left = sorted(names(target.parent) - {target.name})
        yield calls.name, error, target.read_bytes(), left
        for name in left:
            (target.parent / name).unlink()
    pytest.fail("a write makes more calls than this test counts")


@pytest.mark.parametrize("number", ERRORS, ids=[errno.errorcode[n] for n in ERRORS])
def test_a_call_that_fails(number: int, result: Result, tmp_path: Path) -> None:
    target, new = tmp_path / "out" / "b.circle", result.data
    met = set()
    for name, error, found, left in outcomes(result, target, failing(number), after=False):
        met.add(name)
        assert found == (OLD if error else new), name
        assert left == [], name
        if error:
            assert str(error).startswith(("Failed to", f"{target}")), name
            assert os.strerror(number) in str(error), name
    assert {"open", "pwrite", "fsync", "replace", "flock"} <= met


@pytest.mark.parametrize("after", [False, True])
def test_an_interrupt_around_every_call(result: Result, tmp_path: Path, *, after: bool) -> None:
    target, new = tmp_path / "out" / "b.circle", result.data
    for name, _, found, left in outcomes(result, target, interrupted, after=after):
        assert found in (OLD, new), name
        assert left == [] or (name == "unlink" and not after), name


KILLED = """
import os, signal, sys
from pathlib import Path
import pytest
from circle_resizer import resize
from tests.file.test_faults import ASKED, MOST_CALLS, OLD, Calls
from tests.ui import models

number, folder = int(sys.argv[1]), Path(sys.argv[2])
target = folder / "b.circle"
result = resize(models.add(), ASKED)
new, left = result.data, 0
for fatal in range(1, MOST_CALLS):
    target.write_bytes(OLD)
    child = os.fork()
    if child == 0:
        with pytest.MonkeyPatch.context() as patch:
            calls = Calls(patch, lambda: os.kill(os.getpid(), number))
            calls.fatal, calls.after = fatal, True
            result.save(target)
        os._exit(0)
    code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    assert target.read_bytes() in (OLD, new), fatal
    left += len(os.listdir(folder)) - 1
    if code == 0:
        break
    assert code == -number, (fatal, code)
    result.save(target)
    assert os.listdir(folder) == ["b.circle"], (fatal, os.listdir(folder))
assert fatal < MOST_CALLS - 1 and left > 3, (fatal, left)
print("calls", fatal, "left", left)
"""


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM])
def test_what_a_killed_run_has_left_is_removed_by_the_next(number: int, tmp_path: Path) -> None:
    command = [sys.executable, "-c", KILLED, str(int(number)), str(tmp_path)]
    env = {**os.environ, "PYTHONPATH": str(ROOT)}
    done = subprocess.run(command, env=env, text=True, capture_output=True, check=False)  # noqa: S603
    assert (done.returncode, done.stderr) == (0, "")


def test_a_run_that_still_writes_keeps_its_file(result: Result, tmp_path: Path) -> None:
    folder = tmp_path / "out"
    with replace_file.replacing(str(folder / "other"), sync=False) as descriptor:
        os.write(descriptor, b"half")
        result.save(folder / "b.circle")
        assert len(names(folder)) == 2
    assert (folder / "other").read_bytes() == b"half"


def test_a_close_that_fails_after_the_rename_is_no_failed_write(
    result: Result, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    close, replaced = os.close, []
    monkeypatch.setattr(os, "replace", lambda a, b, r=os.replace: replaced.append(r(a, b)))

    def failing_close(descriptor: int) -> None:
        close(descriptor)
        if replaced:
            raise OSError(errno.EIO, "late")

    monkeypatch.setattr(os, "close", failing_close)
    result.save(tmp_path / "out" / "b.circle", sync=False)
    assert (tmp_path / "out" / "b.circle").read_bytes() == result.data


@pytest.mark.parametrize("sync", [True, False])
def test_the_disk_is_waited_for_unless_that_is_not_wanted(
    result: Result, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *, sync: bool
) -> None:
    order: list[str] = []
    for name in ("fsync", "replace"):
        function = getattr(os, name)
        monkeypatch.setattr(
            os, name, lambda *args, f=function, n=name: (order.append(n), f(*args))[1]
        )
    result.save(tmp_path / "out" / "b.circle", sync=sync)
    assert order == (["fsync", "replace", "fsync"] if sync else ["replace"])


def test_owner_mode_and_attributes_are_kept(result: Result, tmp_path: Path) -> None:
    target = tmp_path / "out" / "b.circle"
    target.write_bytes(OLD)
    target.chmod(0o4750)
    attributes = {}
    try:
        os.setxattr(target, "user.note", b"kept")
        attributes["user.note"] = b"kept"
    except OSError:
        pass  # a file system without attributes
    result.save(target)
    assert target.stat().st_mode & 0o7777 == 0o750
    assert {n: os.getxattr(target, n) for n in attributes} == attributes


def test_the_process_keeps_its_mask(
    result: Result, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    old = os.umask(0o027)
    try:
        with monkeypatch.context() as patch:
            patch.setattr(os, "umask", lambda _: pytest.fail("another thread would notice"))
            result.save(tmp_path / "out" / "b.circle")
    finally:
        os.umask(old)
    assert (tmp_path / "out" / "b.circle").stat().st_mode & 0o777 == 0o640


def test_names_as_long_as_they_may_be(result: Result, tmp_path: Path) -> None:
    target = tmp_path / "out" / ("n" * 255)
    result.save(target)
    assert target.read_bytes() == result.data
    with pytest.raises(ResizeError, match=r"Failed to write .* \(File name too long\)"):
        result.save(tmp_path / "out" / ("n" * 256))
