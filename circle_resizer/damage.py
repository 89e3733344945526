"""What Python raises where numbers of a damaged file lead a computation astray."""

from __future__ import annotations

import struct

from circle_resizer.errors import ModelError

DAMAGE: tuple[type[Exception], ...] = (
    ArithmeticError, AttributeError, LookupError, MemoryError, RecursionError, TypeError,
    ValueError, struct.error,
)  # fmt: skip


def damaged(error: Exception) -> ModelError:
    """The same for those who asked; the cause is for whoever looks for a bug."""
    return ModelError(f"the model is damaged, or asks for what cannot be computed: {told(error)}")


def told(error: Exception) -> str:
    """What an exception says, or what it is."""
    return f"{error}" or type(error).__name__
