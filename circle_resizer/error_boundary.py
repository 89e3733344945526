"""What Python raises where numbers of a file or a request lead a computation astray."""

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
    """The text of an exception, or else its kind."""
    return str(error) or ("out of memory" if isinstance(error, MemoryError) else repr(error))


@contextmanager
def plainly() -> Iterator[None]:
    """Turn what Python raises into an error of ours, which keeps it as its cause."""
    try:
        yield
    except ResizeError:
        raise
    except (MemoryError, RecursionError) as error:
        raise ModelError(f"the model asks for more than can be computed: {told(error)}") from error
    except DAMAGE as error:
        kind = type(error).__name__
        text = f"this cannot be computed, which may be a fault of one-resize: {kind}: {told(error)}"
        raise ResizeError(text) from error
