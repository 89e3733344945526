"""Products of unknowns and operations, the terms of a size: in one order, and divided."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeVar

Atom = TypeVar("Atom")


def in_order(atoms: Iterable[Atom]) -> tuple[Atom, ...]:
    """A product in its one order."""
    return tuple(sorted(atoms, key=str))


def divided(
    term: tuple[tuple[Atom, ...], int], by: tuple[tuple[Atom, ...], int]
) -> tuple[tuple[Atom, ...], int] | None:
    """The exact quotient of two terms, if there is one."""
    (atoms, coefficient), (others, factor) = term, by
    remaining = list(atoms)
    for atom in others:
        if atom not in remaining:
            return None
        remaining.remove(atom)
    return None if coefficient % factor else (tuple(remaining), coefficient // factor)
