"""What is said about one kind of refusal."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Refusal:
    """One kind of refusal."""

    kind: str
    """Its name, which ``--explain`` takes."""
    words: tuple[str, ...]
    """Parts of its sentences: one of them is there."""
    why: str
    todo: str
    """What to do; ``{constant}`` and the like stand for the option or the keyword."""
