"""The log beside the output."""

from __future__ import annotations

from pathlib import Path

import pytest

from onelib.errors import PlainError
from onelib.journal import Journal


class Narrow:
    """A file that takes a few bytes at a time, and so many altogether."""

    def __init__(self, room: int) -> None:
        self.room, self.data = room, b""

    def write(self, data: memoryview) -> int:
        if not self.room:
            raise OSError(28, "No space left on device")
        taken = bytes(data[: min(3, self.room)])
        self.room -= len(taken)
        self.data += taken
        return len(taken)

    def close(self) -> None:
        """Nothing to close."""


def test_what_is_taken_bit_by_bit_is_written_whole() -> None:
    with Journal("me") as journal:
        journal.log = file = Narrow(99)  # type: ignore[assignment]
        journal.say(["one line", "and another"])
        journal.complain("no")
    assert (file.data, journal.problem) == (b"one line\nand another\nme: no\n", "")


def test_what_cannot_be_written_is_told_once_and_nothing_follows() -> None:
    with Journal("me") as journal:
        journal.log = file = Narrow(4)  # type: ignore[assignment]
        journal.path = "out.log"
        journal.note("one line")
        file.room = 9
        journal.note("more")
    assert file.data == b"one "
    assert journal.problem == "cannot write the log out.log: No space left on device"


def interrupted(path: str) -> None:
    with Journal("me") as journal:
        journal.open(path, "a\ncommand")
        raise KeyboardInterrupt


def test_interrupt_is_noted(tmp_path: Path) -> None:
    path = tmp_path / "log"
    with pytest.raises(KeyboardInterrupt):
        interrupted(str(path))
    assert path.read_text() == "a\\ncommand\nme: interrupted\n"


def test_log_that_takes_nothing_ends_the_run(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("onelib.journal.claim", lambda _: Narrow(0))
    with Journal("me") as journal, pytest.raises(PlainError, match=r"the log a\.log: No space"):
        journal.open("a.log", "command")
