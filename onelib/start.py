"""Where the commands begin: before anything is loaded, a signal ends them without a word."""

from __future__ import annotations

import signal


def quiet() -> None:
    """No traceback for an interrupt while modules are loaded."""
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, signal.SIG_DFL)


def one_resize() -> None:
    """The command ``one-resize``."""
    quiet()
    from onelib.resize import run  # noqa: PLC0415  # after quiet

    run()


def circle_resizer() -> None:
    """The command ``circle-resizer``."""
    quiet()
    from onelib.resizer import run  # noqa: PLC0415  # after quiet

    run()


def onecc() -> None:
    """The command ``onecc``."""
    quiet()
    from onelib.onecc import run  # noqa: PLC0415  # after quiet

    run()


def one_build() -> None:
    """The command ``one-build``."""
    quiet()
    from onelib.one_build import run  # noqa: PLC0415  # after quiet

    run()
