"""The log stays away from everything that is not a log of ours."""

from __future__ import annotations

import os
import stat
from collections.abc import Callable
from pathlib import Path

import pytest

from onelib import launch, resize, work
from onelib.logfile import MARK, claim
from tests.ui.models import add

RUN = ["-i", "add.circle", "-o", "out.circle", "-s", "[2,4,4,3],[2,4,4,3]"]
REFUSED = [*RUN[:5], "[1]"]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "add.circle").write_bytes(add())
    return tmp_path


def run(words: list[str]) -> int:
    return launch.guarded("one-resize", resize.main, words)


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def link(path: Path, target: Path) -> None:
    target.write_text("precious\n")
    path.symlink_to(target)


def link_to_a_log(path: Path, target: Path) -> None:
    target.write_bytes(MARK)
    path.symlink_to(target)


def link_to_nothing(path: Path, target: Path) -> None:
    path.symlink_to(target)


def hard_link(path: Path, target: Path) -> None:
    target.write_bytes(MARK)
    path.hardlink_to(target)


def other(path: Path, _: Path) -> None:
    path.write_text("precious\n")


def nearly(path: Path, _: Path) -> None:
    path.write_text("one-resize --input_path is what I have to look up\n")


def pipe(path: Path, _: Path) -> None:
    os.mkfifo(path)


PLACES = {
    link: "is a symbolic link",
    link_to_a_log: "is a symbolic link",
    link_to_nothing: "is a symbolic link",
    hard_link: "has a second name (a hard link)",
    other: "holds something else than a log of one-resize",
    nearly: "holds something else than a log of one-resize",
    pipe: "is not a regular file",
}


@pytest.mark.parametrize("words", [RUN, REFUSED, [*RUN, "--log", "out.circle.log"]], ids=len)
@pytest.mark.parametrize("place", PLACES, ids=lambda place: place.__name__)
def test_what_is_no_log_of_ours_stays(
    place: Callable[[Path, Path], None],
    words: list[str],
    folder: Path,
    capfd: pytest.CaptureFixture[str],
) -> None:
    path = folder / "out.circle.log"
    place(path, folder / "target")
    before = {p.name: p.read_bytes() for p in folder.iterdir() if p.is_file()}
    assert run(words) == 1
    err = capfd.readouterr().err
    assert (PLACES[place] in err, err.count("\n")) == (True, 1)
    assert "--log FILE, or none with --no-log" in err
    assert {p.name: p.read_bytes() for p in folder.iterdir() if p.is_file()} == before
    assert not (folder / "out.circle").exists()


@pytest.mark.parametrize("old", [b"", MARK[:7], MARK + b"x --output_path /y\nall\nof it\n" * 99])
def test_a_log_of_ours_is_replaced(old: bytes, folder: Path) -> None:
    path = folder / "out.circle.log"
    path.write_bytes(old)
    path.chmod(0o640)
    assert run(RUN) == 0
    assert path.read_bytes().startswith(MARK)
    assert path.read_text().endswith(f"saved to: {folder}/out.circle\nno constant changed\n")
    assert stat.S_IMODE(path.stat().st_mode) == 0o640
    assert run(REFUSED) == 1
    assert "Expected 2 shapes but provided 1" in path.read_text()


@pytest.mark.parametrize("words", [RUN, REFUSED])
def test_log_elsewhere(words: list[str], folder: Path) -> None:
    assert run([*words, "--log", "my.log"]) == (words is REFUSED)
    assert "out.circle.log" not in names(folder)
    first = (folder / "my.log").read_text().splitlines()[0]
    assert f"--log {folder}/my.log" in first


@pytest.mark.parametrize("words", [RUN, REFUSED])
def test_no_log(words: list[str], folder: Path) -> None:
    link_to_nothing(folder / "out.circle.log", folder / "target")
    assert run([*words, "--no-log"]) == (words is REFUSED)
    assert "target" not in names(folder)


def test_the_command_line_wins(folder: Path) -> None:
    for key, words in {"log=a.log": ["--no-log"], "no_log=True": ["--log", "b.log"]}.items():
        (folder / "a.cfg").write_text(f"[one-resize]\n{key}\n")
        assert run([*RUN, "-C", "a.cfg", *words]) == 0
    assert [name for name in names(folder) if name.endswith(".log")] == ["b.log"]


@pytest.mark.parametrize("text", ["", "log=a.log\nno_log=True\n"])
def test_one_or_the_other(text: str, folder: Path, capfd: pytest.CaptureFixture[str]) -> None:
    (folder / "a.cfg").write_text(f"[one-resize]\n{text}")
    assert run([*RUN, "-C", "a.cfg", *([] if text else ["--log", "x", "--no-log"])]) == 2
    assert "--log and --no-log exclude each other" in capfd.readouterr().err


@pytest.mark.parametrize("path", ["add.circle", "out.circle", "./out.circle", "a.npy"])
def test_log_is_nothing_that_is_read_or_written(
    path: str, folder: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    assert run([*RUN, "--constant", "c=a.npy", "--log", path]) == 1
    assert "would overwrite" in capfd.readouterr().err
    assert names(folder) == ["add.circle"]


def test_log_is_not_where_we_print_to(folder: Path) -> None:
    path = folder / "out.circle.log"
    kept = os.dup(1)
    try:
        with path.open("w") as file:
            os.dup2(file.fileno(), 1)
        with pytest.raises(RuntimeError, match="is where this command prints to"):
            claim(str(path))
    finally:
        os.dup2(kept, 1)
        os.close(kept)


def test_model_on_standard_output_has_no_log(
    folder: Path, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    assert run([*RUN[:3], "-", *RUN[4:]]) == 0
    out, err = capfdbinary.readouterr()
    assert names(folder) == ["add.circle"]
    assert err.endswith(b"the model saved to: -\nno constant changed\n")
    assert run([*RUN, "--no-log"]) == 0
    assert (folder / "out.circle").read_bytes() == out
    assert run([*RUN[:3], "-", *RUN[4:], "--log", "my.log"]) == 0
    assert "my.log" in names(folder)


def test_no_model_for_a_terminal(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.stdout.isatty", lambda: True)
    assert run([*RUN[:3], "-", *RUN[4:]]) == 255
    assert "standard output is a terminal" in capfd.readouterr().err
    assert names(folder) == ["add.circle"]


@pytest.mark.parametrize("older", [False, True])
def test_folder_that_may_not_be_written_to_is_named_for_the_model(
    older: bool,  # noqa: FBT001
    folder: Path,
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
) -> None:
    if older:
        (folder / "out.circle").write_text("older\n")
    access = os.access
    monkeypatch.setattr(os, "access", lambda path, mode: path != str(folder) and access(path, mode))
    assert run(RUN) == 1
    assert capfd.readouterr().err == (
        f"one-resize: Failed to write to output stream: {folder}/out.circle"
        f" (no permission to write in the folder {folder})\n"
    )
    assert "out.circle.log" not in names(folder)


def test_log_that_is_asked_for_holds_what_is_wrong_with_the_output(folder: Path) -> None:
    (folder / "out.circle").mkdir()
    assert run([*RUN, "--log", "my.log"]) == 1
    assert (folder / "my.log").read_text().endswith("out.circle is a folder\n")


def test_log_that_cannot_be_made(folder: Path, capfd: pytest.CaptureFixture[str]) -> None:
    assert run([*RUN, "--log", "nowhere/my.log"]) == work.UNREADABLE
    text = f"one-resize: cannot write the log {folder}/nowhere/my.log: No such file or directory\n"
    assert capfd.readouterr().err == text
    assert names(folder) == ["add.circle"]
