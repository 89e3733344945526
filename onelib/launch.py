"""From a main function to a process: exit code, one sentence on stderr, never a traceback."""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Callable, Sequence
from typing import NoReturn

from onelib import signals
from onelib.errors import PlainError
from onelib.printable import LONGEST_LINE, clipped, printable

Main = Callable[[Sequence[str]], int]
UNEXPECTED = 255
SPEAKING = (PlainError, AssertionError, ImportError, OSError, RuntimeError, ValueError)
"""Errors that say what is wrong; others only name a key or a type."""
NUMPY = "NumPy is not installed: 'python3 -m pip install numpy' or 'apt install python3-numpy'"


def launch(name: str, main: Main) -> NoReturn:
    """Run a command as the process it is."""
    open_closed()
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
    code = guarded(name, lambda argv: armed(main, argv), sys.argv[1:])
    signals.ignore()
    sys.exit(code)


def armed(main: Main, argv: Sequence[str]) -> int:
    """``main`` with our answer to signals from its beginning to its end."""
    try:
        signals.arm()
        return main(argv)
    finally:
        signals.hold()


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
    except KeyboardInterrupt as stop:
        complain(f"{name}: {signals.text(stop)}")
        return signals.code(stop)
    except BrokenPipeError:
        return 0  # nobody reads any more
    except Exception as error:  # noqa: BLE001  # the last line of defence
        ended = signals.swallowed()
        complain(f"{name}: {ended or sentence(error)}")
        return ended.code if ended else UNEXPECTED


def sentence(error: BaseException) -> str:
    """One line: the text of an error, with the name of its class where the text is no sentence."""
    text = clipped(" ".join(str(error).split()), LONGEST_LINE)
    if isinstance(error, ModuleNotFoundError) and error.name == "numpy":
        return NUMPY
    if isinstance(error, MemoryError):
        return "out of memory"
    if isinstance(error, OSError) and error.strerror and isinstance(error.filename, (str, bytes)):
        text = f"{error.strerror}: {printable(os.fsdecode(error.filename))}"
        return clipped(text, LONGEST_LINE)
    return text if text and isinstance(error, SPEAKING) else f"{type(error).__name__}: {text}"


def complain(text: str, end: str = "\n") -> None:
    """A text on stderr, if anybody is there to read it; nothing in it acts on a terminal."""
    if sys.stderr is None:
        return
    try:
        print(printable(text, "\n"), end=end, file=sys.stderr, flush=True)  # noqa: T201
    except OSError:
        silence(sys.stderr)


def say(text: str, end: str = "\n", keep: str = "\n") -> None:
    """A text on stdout; the sequel of a text that nobody reads is dropped."""
    try:
        print(printable(text, keep), end=end, flush=True)  # noqa: T201
    except BrokenPipeError:
        silence(sys.stdout)
    except OSError as error:
        silence(sys.stdout)
        raise PlainError(f"cannot write to standard output: {error.strerror}") from error


def pour(data: bytes) -> None:
    """Bytes for stdout; the sequel of what nobody reads is dropped."""
    if sys.stdout is None:
        return
    if sys.stdout.isatty():
        raise PlainError("standard output is a terminal, which is no place for a model")
    try:
        sys.stdout.flush()
        left = memoryview(data)
        while left:
            left = left[os.write(sys.stdout.fileno(), left) :]
    except BrokenPipeError:
        silence(sys.stdout)
    except OSError as error:
        silence(sys.stdout)
        raise PlainError(f"cannot write to standard output: {error.strerror}") from error


def silence(stream: object) -> None:
    """Let what is still buffered for a broken stream go nowhere."""
    if isinstance(stream, io.TextIOWrapper):
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
