"""From a main function to a process: exit code, one sentence on stderr, never a traceback."""

from __future__ import annotations

import io
import os
import signal
import sys
from collections.abc import Callable, Sequence
from typing import NoReturn

Main = Callable[[Sequence[str]], int]
INTERRUPTED, TERMINATED = 130, 143
UNEXPECTED = 255


def launch(name: str, main: Main) -> NoReturn:
    """Run a command as the process it is."""
    open_closed()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(TERMINATED))  # tidies up on its way
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
    code = guarded(name, main, sys.argv[1:])
    sys.exit(code if flush() else code or UNEXPECTED)


def open_closed() -> None:
    """Let no file of ours become the stdout or stderr that the caller has closed."""
    while (number := os.open(os.devnull, os.O_RDWR)) <= 2:
        os.set_inheritable(number, True)  # noqa: FBT003
    os.close(number)


def guarded(name: str, main: Main, argv: Sequence[str]) -> int:
    """The exit code of ``main``, whatever happens in it."""
    try:
        return main(argv)
    except SystemExit as stop:
        return stop.code if isinstance(stop.code, int) else int(stop.code is not None)
    except KeyboardInterrupt:
        complain(f"{name}: interrupted")
        return INTERRUPTED
    except BrokenPipeError:
        return 0  # nobody reads any more
    except Exception as error:  # noqa: BLE001  # the last line of defence
        complain(f"{name}: {sentence(error)}")
        return UNEXPECTED


def sentence(error: BaseException) -> str:
    """``TYPE: TEXT`` in one line, as ONE's drivers say it."""
    if isinstance(error, OSError) and error.strerror and error.filename is not None:
        return f"{type(error).__name__}: {error.strerror}: {os.fsdecode(error.filename)}"
    return f"{type(error).__name__}: {' '.join(str(error).split())}"


def complain(line: str) -> None:
    """A line on stderr, if anybody is there to read it."""
    if sys.stderr is None:
        return
    try:
        print(line, file=sys.stderr, flush=True)  # noqa: T201
    except OSError:
        silence(sys.stderr)


def say(text: str) -> None:
    """A text on stdout; the sequel of a text that nobody reads is dropped."""
    try:
        print(text, flush=True)  # noqa: T201
    except OSError as error:
        silence(sys.stdout)
        if not isinstance(error, BrokenPipeError):
            raise


def flush() -> bool:
    """Whether all of stdout has arrived, as far as anybody waits for it."""
    try:
        if sys.stdout is not None:
            sys.stdout.flush()
    except BrokenPipeError:
        silence(sys.stdout)
    except OSError:
        silence(sys.stdout)
        return False
    return True


def silence(stream: object) -> None:
    """Let what is still buffered for a broken stream go nowhere."""
    if isinstance(stream, io.TextIOWrapper):
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
