"""What a command says: to the terminal and, once it is known, to the log beside the output."""

from __future__ import annotations

from collections.abc import Iterable
from types import TracebackType
from typing import TYPE_CHECKING, BinaryIO

from onelib import launch, signals
from onelib.errors import PlainError
from onelib.logfile import claim
from onelib.printable import printable

if TYPE_CHECKING:
    from typing_extensions import Self

LINE_END = "\n"


class Journal:
    """Lines for stdout and stderr, all of them in the log as well once there is one."""

    def __init__(self, name: str) -> None:
        self.name, self.path = name, ""
        self.log: BinaryIO | None = None
        self.problem = ""
        """Why the log is not whole."""

    def open(self, path: str, command: str) -> None:
        """Start the log; its first line is the command."""
        self.log, self.path = claim(path), path
        self.note(printable(command))
        if self.problem:
            problem, self.problem = self.problem, ""
            self.log.close()
            self.log = None
            raise PlainError(problem)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if isinstance(error, KeyboardInterrupt):
            self.note(f"{self.name}: {signals.text(error)}")
        if self.log:
            self.log.close()

    def note(self, text: str) -> None:
        """Lines for the log only; none follows one that could not be written whole."""
        left = memoryview(f"{printable(text, LINE_END)}\n".encode())
        try:
            while self.log and not self.problem and left:
                left = left[self.log.write(left) :]
        except OSError as error:
            self.problem = f"cannot write the log {printable(self.path)}: {error.strerror}"

    def say(self, lines: Iterable[str], *, shown: str = "", aside: bool = False) -> None:
        """Lines for stdout, or for stderr where stdout is taken.

        A terminal gets ``shown`` instead, in which nothing but colours of ours is not printable.
        """
        text = "\n".join(map(printable, lines))
        self.note(text)
        if aside:
            launch.complain(text)
        else:
            launch.say(shown or text, keep="\n\x1b" if shown else "\n")

    def complain(self, *lines: str) -> None:
        """A refusal for stderr, each line under the name of the command."""
        for line in map(printable, lines):
            self.note(f"{self.name}: {line}")
            launch.complain(f"{self.name}: {line}")
