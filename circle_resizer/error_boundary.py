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
    """What an exception says, or what it is."""
    return str(error) or ("out of memory" if isinstance(error, MemoryError) else repr(error))


@contextmanager
def plainly() -> Iterator[None]:
    """The same as an error of ours; its cause is there for whoever looks for a bug."""
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
