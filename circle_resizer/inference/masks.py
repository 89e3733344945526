"""The bit masks of STRIDED_SLICE: bit i is about entry i of begin, end and strides."""

from __future__ import annotations


def on(mask: int, bit: int) -> bool:
    """Whether ``bit`` is set."""
    return bool(mask >> bit & 1)
