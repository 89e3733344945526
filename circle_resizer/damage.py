"""What Python raises where numbers of a damaged file lead a computation astray."""

from __future__ import annotations

import struct

DAMAGE: tuple[type[Exception], ...] = (
    ArithmeticError, AttributeError, LookupError, MemoryError, RecursionError, TypeError,
    ValueError, struct.error,
)  # fmt: skip


def told(error: Exception) -> str:
    """What an exception says, or what it is."""
    return str(error) or type(error).__name__
