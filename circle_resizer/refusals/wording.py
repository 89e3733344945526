"""How to ask for something, in the words of whoever asks: the command line, or Python.

The commands say so with ``spoken(COMMAND)``; texts are made with the functions below.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

PYTHON, COMMAND = "python", "command"
SPOKEN = ContextVar("SPOKEN", default=PYTHON)


@contextmanager
def spoken(words: str) -> Iterator[None]:
    """Say everything in these words."""
    token = SPOKEN.set(words)
    try:
        yield
    finally:
        SPOKEN.reset(token)


def constant(name: str) -> str:
    """New data for a constant."""
    return chosen(f"--constant '{name}=FILE.npy'", f"constants={{'{name}': ARRAY}}")


def output_shape(name: str) -> str:
    """The shape of a result."""
    return chosen(f"--output-shape '{name}=[..]'", f"output_shapes={{'{name}': [..]}}")


def assume(heuristic: str) -> str:
    """A heuristic that is off otherwise."""
    return chosen(f"--assume '{heuristic}'", f"assume=['{heuristic}']")


def also() -> str:
    """Another export of the network."""
    return chosen("--also FILE", "also=[FILE]")


def dim(name: str) -> str:
    """A number for the name of an axis."""
    return chosen(f"--dim {name}=16", f"dims={{'{name}': 16}}")


def flag(name: str) -> str:
    """Something that is off otherwise: ``flag("cut_tables")``."""
    return chosen(f"--{name.replace('_', '-')}", f"{name}=True")


def axes() -> str:
    """Where the names of axes are."""
    return chosen("--list-inputs", "open(model).axes")


def section(kind: str) -> str:
    """Where the manual says more."""
    page = f"docs/refusals.md#{kind}"
    return chosen(f"one-resize --explain {kind}", page)


def chosen(command: str, python: str) -> str:
    """One of two wordings."""
    return command if SPOKEN.get() == COMMAND else python
