"""Signals that end a run: as an exception, so that it tidies up, until it is too late to stop."""

from __future__ import annotations

import signal
import sys
from collections.abc import Callable
from types import FrameType

from onelib.paths import identity

ENDS = {
    signal.SIGINT: "interrupted",
    signal.SIGTERM: "terminated",
    signal.SIGHUP: "hung up",
}
CAME: list[int] = []
"""The signal that has ended the run, unless somebody on its way out took it for another error."""
LATE: list[int] = []
"""Signals that were only taken note of."""


class Stopped(KeyboardInterrupt):
    """The run ends because of a signal."""

    def __init__(self, number: int) -> None:
        super().__init__(ENDS[signal.Signals(number)])
        self.code = 128 + number


def text(stop: KeyboardInterrupt) -> str:
    """What is said of it; an interrupt that Python itself has raised says nothing."""
    return str(stop) or ENDS[signal.SIGINT]


def code(stop: KeyboardInterrupt) -> int:
    """The exit code of a run that ended so, as a shell gives it."""
    return stop.code if isinstance(stop, Stopped) else 128 + signal.SIGINT


def first(number: int, _frame: FrameType | None) -> None:
    """The first signal ends the run; further ones must not end the tidying up."""
    hold()
    CAME.append(number)
    raise Stopped(number)


def late(number: int, _frame: FrameType | None) -> None:
    """Take note of a signal."""
    LATE.append(number)


def unraisable(what: sys.UnraisableHookArgs) -> None:
    """A callback of Python itself cannot pass ``Stopped`` on: no word of it; the next counts."""
    if issubclass(what.exc_type, Stopped):
        rearm()
    else:
        sys.__unraisablehook__(what)


def rearm() -> None:
    """Undo ``hold``."""
    for number in ENDS:
        if signal.getsignal(number) is late:
            signal.signal(number, first)


def arm() -> None:
    """From here on a signal raises ``Stopped``, unless the caller wants it to be ignored."""
    sys.unraisablehook = unraisable
    for number in ENDS:
        if signal.getsignal(number) != signal.SIG_IGN:
            signal.signal(number, first)


def hold() -> None:
    """From here on a signal is only taken note of."""
    for number in ENDS:
        if signal.getsignal(number) is first:
            signal.signal(number, late)


def resume() -> None:
    """End of ``hold``: a signal that has come meanwhile counts now."""
    rearm()
    if LATE:
        hold()
        raise Stopped(LATE[0])


def swallowed() -> Stopped | None:
    """The end of the run that has become another error: NumPy's loading makes it one of its own."""
    return Stopped(CAME[0]) if CAME else None


def ignore() -> None:
    """The last steps of a process: its exit code is settled."""
    for number in ENDS:
        if signal.getsignal(number) is not None:
            signal.signal(number, signal.SIG_IGN)


def save(write: Callable[[str], None], path: str) -> None:
    """Write a file; once it is in its place it is too late to stop."""
    if stop := swallowed():
        raise stop
    before = identity(path)
    try:
        write(path)
        hold()
    except KeyboardInterrupt:
        if identity(path) == before:
            raise
        LATE.extend(CAME)
        CAME.clear()
