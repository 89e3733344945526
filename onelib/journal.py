"""What a command says: to the terminal and, once it is known, to the log beside the output."""

from __future__ import annotations

from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, BinaryIO

from onelib import launch

if TYPE_CHECKING:
    from typing_extensions import Self


class Journal:
    """Lines for stdout and stderr, all of them in the log as well once there is one."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.log: BinaryIO | None = None

    def open(self, path: str, command: str) -> None:
        """Start the log; its first line is the command."""
        self.log = Path(path).open("wb", buffering=0)  # noqa: SIM115  # closed by __exit__
        self.note(command)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self.log:
            self.log.close()

    def note(self, text: str) -> None:
        """Lines for the log only."""
        if self.log:
            self.log.write(f"{text}\n".encode(errors="backslashreplace"))

    def say(self, lines: list[str]) -> None:
        """Lines for stdout; a model that is saved stays saved when they cannot be printed."""
        text = "\n".join(lines)
        self.note(text)
        try:
            launch.say(text)
        except OSError as error:
            self.complain(f"cannot write to standard output: {error.strerror}")

    def complain(self, text: str) -> None:
        """A refusal for stderr, each line under the name of the command."""
        for line in text.splitlines() or [""]:
            self.note(f"{self.name}: {line}")
            launch.complain(f"{self.name}: {line}")
