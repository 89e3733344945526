"""Paths that would do harm."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from circle_resizer import ResizeError
from onelib import paths
from onelib.errors import PlainMissingError

DEVICES = ["/dev/stdout", "/dev/fd/1", "/dev/../dev//stderr", "/proc/self/fd/7", "/dev/zero"]


@pytest.mark.parametrize("path", DEVICES)
def test_output_is_no_device(path: str) -> None:
    with pytest.raises(ResizeError, match="is not a regular file"):
        paths.check_output(path)


def test_output_is_not_where_we_print_to(tmp_path: Path) -> None:
    path = tmp_path / "file"
    kept = os.dup(1)
    try:
        with path.open("w") as file:
            os.dup2(file.fileno(), 1)
        with pytest.raises(ResizeError, match="is where this command prints to"):
            paths.check_output(str(path))
    finally:
        os.dup2(kept, 1)
        os.close(kept)


def test_output_is_not_read_only(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.touch(0o444)
    with pytest.raises(ResizeError, match="is read-only"):
        paths.check_output(str(path))
    path.chmod(0o644)
    paths.check_output(str(path))


def test_link_into_a_folder_that_is_missing(tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to("nowhere/file")
    (tmp_path / "fine").symlink_to("file")
    with pytest.raises(FileNotFoundError, match=r"the output folder is missing: .*/nowhere$"):
        paths.check_output(str(tmp_path / "link"))
    paths.check_output(str(tmp_path / "fine"))


Other = Callable[[str], tuple[str | None, list[str]]]
OTHERS: dict[str, Other] = {
    "config": lambda path: (path, []),
    "constant": lambda path: (None, [path]),
}


@pytest.mark.parametrize("other", OTHERS)
@pytest.mark.parametrize("how", ["same", "link", "missing"])
def test_output_takes_no_place_of_what_is_read(other: str, how: str, tmp_path: Path) -> None:
    output, read = tmp_path / "output", tmp_path / ("output" if how != "link" else "read")
    if how != "missing":
        read.touch()
    if how == "link":
        output.symlink_to(read)
    with pytest.raises(ResizeError, match=f"the output {output} would overwrite {read}"):
        paths.check_others(str(output), f"{output}.log", *OTHERS[other](str(read)), "model")


def test_output_may_be_the_model(tmp_path: Path) -> None:
    path = str(tmp_path / "output")
    paths.check_others(path, f"{path}.log", None, [], path)


@pytest.mark.parametrize("make", [Path.symlink_to, Path.hardlink_to])
def test_log_is_not_the_output(make: Callable[[Path, Path], None], tmp_path: Path) -> None:
    output, log = tmp_path / "output", tmp_path / "output.log"
    output.touch()
    make(log, output)
    with pytest.raises(ResizeError, match=r"the log .* would overwrite .*/output$"):
        paths.check_others(str(output), str(log), None, [], "model")
    if log.is_symlink():
        output.unlink()
        with pytest.raises(ResizeError, match=r"the log .* would overwrite .*/output$"):
            paths.check_others(str(output), str(log), None, [], "model")


def test_folder_that_is_gone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "gone"
    folder.mkdir()
    monkeypatch.chdir(folder)
    shutil.rmtree(folder)
    assert paths.absolute("/a/b") == "/a/b"
    with pytest.raises(PlainMissingError, match=r"^the current folder is gone, and b lies in it$"):
        paths.absolute("b")


def test_text_has_an_end(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    for path in (str(tmp_path / "pipe"), "/dev/zero"):
        with pytest.raises(OSError, match="not a regular file"):
            paths.read_text(path)
    (tmp_path / "text").write_bytes(b"\xef\xbb\xbf" + b"a" * (paths.LONGEST_TEXT - 3))
    assert len(paths.read_text(str(tmp_path / "text"))) == paths.LONGEST_TEXT - 3
    with (tmp_path / "text").open("ab") as file:
        file.write(b"a")
    with pytest.raises(OSError, match="more than 1048576 bytes"):
        paths.read_text(str(tmp_path / "text"))


def test_one_line() -> None:
    assert paths.printable("a\nb\u2028c d\tü") == "a\\nb\\u2028c d\\tü"
    assert paths.oneline("in x\ny: first\nsecond", "x\ny") == "in x\\ny: first\nsecond"
