"""Commands that are started here hear every signal."""

from __future__ import annotations

import signal
from collections.abc import Iterator

import pytest

HEARD = (signal.SIGHUP, signal.SIGINT, signal.SIGQUIT, signal.SIGTERM)


@pytest.fixture(autouse=True)
def no_signal_is_ignored() -> Iterator[None]:
    """What this process ignores its children would ignore too, as after ``nohup make test &``."""
    ignored = [n for n in HEARD if signal.getsignal(n) == signal.SIG_IGN]
    for number in ignored:
        signal.signal(number, lambda *_: None)  # no handler of Python's outlives an exec
    yield
    for number in ignored:
        signal.signal(number, signal.SIG_IGN)
