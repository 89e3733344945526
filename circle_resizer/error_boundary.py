"""What Python raises where numbers of a damaged file lead a computation astray."""

from __future__ import annotations

import struct
from collections.abc import Iterator
from contextlib import contextmanager

from circle_resizer.errors import ModelError, ResizeError

DAMAGE: tuple[type[Exception], ...] = (
    ArithmeticError, AttributeError, LookupError, MemoryError, RecursionError, TypeError,
    ValueError, struct.error,
)  # fmt: skip


def told(error: Exception) -> str:
    """What an exception says, or what it is."""
    return str(error) or ("out of memory" if isinstance(error, MemoryError) else repr(error))


@contextmanager
def plainly() -> Iterator[None]:
    """The same as an error of ours; its cause is there for whoever looks for a bug."""
    try:
        yield
    except ResizeError:
        raise
    except DAMAGE as error:
        text = f"the model is damaged, or asks for what cannot be computed ({told(error)})"
        raise ModelError(text) from error
