"""Where the commands begin: before anything is loaded, a signal ends them without a word.

This file is read by old versions of Python as well, to say that they are too old.
"""

import signal
import sys
from importlib import import_module

OLDEST = (3, 10)


def quiet() -> None:
    """No traceback for an interrupt while modules are loaded."""
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, signal.SIG_DFL)


def begin(module: str, name: str) -> None:
    """Load a command and run it."""
    quiet()
    version = tuple(sys.version_info)
    if version[:2] < OLDEST:
        numbers = ".".join(str(number) for number in version[:3])
        sys.stderr.write(f"{name}: needs Python 3.10 or later, and {sys.executable} is {numbers}\n")
        sys.exit(255)
    import_module("onelib." + module).run()


def one_resize() -> None:
    """The command ``one-resize``."""
    begin("resize", "one-resize")


def circle_resizer() -> None:
    """The command ``circle-resizer``."""
    begin("resizer", "circle-resizer")


def onecc() -> None:
    """The command ``onecc``."""
    begin("onecc", "onecc")


def one_build() -> None:
    """The command ``one-build``."""
    begin("one_build", "one-build")
