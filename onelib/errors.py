"""What the user can set right: said as it is, without the name of a class in front."""

from __future__ import annotations


class PlainError(Exception):
    """A sentence for the user."""


class PlainValueError(PlainError, ValueError):
    """A file or an argument says what cannot be meant."""


class PlainMissingError(PlainError, FileNotFoundError):
    """Something that is needed is not there."""
