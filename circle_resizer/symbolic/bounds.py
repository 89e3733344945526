"""How far a size may grow: what exceeds this comes from a file that was made to grow."""

from __future__ import annotations

from collections.abc import Sized
from typing import TypeVar

from circle_resizer.errors import RefusedError, TooLargeError

MAX_TERMS, MAX_DEGREE, MAX_NUMBER, MANY = 64, 32, 1 << 128, 33
"""Of one size: products in its sum, their factors and numbers; too many axes merged into it."""
MAX_TEXT, MAX_WEIGHT, MAX_WHOLE = 4096, 64, 512
"""Of an operation without polynomial form: letters, parts; parts of all that a size consists of."""
LARGEST = 2**31 - 1
"""The largest size of an axis that a file can record."""
MAX_BYTES = 2**31 - 1
"""What offsets in a FlatBuffer reach."""
Terms = TypeVar("Terms", bound=Sized)


def few(terms: Terms) -> Terms:
    """The terms of a sum, if they are not too many."""
    if len(terms) > MAX_TERMS:
        raise TooLargeError(f"a size is a sum of {len(terms)} products, at most {MAX_TERMS}")
    return terms


def check_room(what: str, count: int) -> None:
    """Whether a file has room for so many bytes; asked before they are made."""
    if count > MAX_BYTES:
        raise RefusedError(f"{what} would take {count} bytes; a file has room for {MAX_BYTES}")


def light(weight: int) -> int:
    """The weight of an operation, if it is worth computing: whoever looks at it goes through it."""
    if weight > MAX_WEIGHT:
        raise TooLargeError(f"a size consists of more than {MAX_WEIGHT} operations")
    return weight


def short(text: str) -> str:
    """The text of an operation, if it is not nested too deep."""
    if len(text) > MAX_TEXT:
        raise TooLargeError(f"a size depends on too much: {text[:60]}..")
    return text
