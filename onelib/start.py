"""Where the commands begin: before anything is loaded, a signal ends them without a word."""

from __future__ import annotations

import signal
from importlib import import_module


def quiet() -> None:
    """No traceback for an interrupt while modules are loaded."""
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, signal.SIG_DFL)


def begin(module: str) -> None:
    """Load a command and run it."""
    quiet()
    import_module(f"onelib.{module}").run()


def one_resize() -> None:
    """The command ``one-resize``."""
    begin("resize")


def circle_resizer() -> None:
    """The command ``circle-resizer``."""
    begin("resizer")


def onecc() -> None:
    """The command ``onecc``."""
    begin("onecc")


def one_build() -> None:
    """The command ``one-build``."""
    begin("one_build")
