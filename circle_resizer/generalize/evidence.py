"""How sure a decision is, and because of what: one type from the decision to the report."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import IntEnum


class Grade(IntEnum):
    """How sure a change is; a higher number is less sure."""

    GIVEN = 0
    """The user says so."""
    PROVEN = 1
    """Nothing else fits."""
    ASSUMED = 2
    """Several fit, and a heuristic with a name picked one."""
    REFUSED = 3
    """None fits, or nothing decides."""

    def __str__(self) -> str:
        return self.name.lower()

    def __format__(self, spec: str) -> str:
        return format(str(self), spec)


@dataclass(frozen=True, slots=True)
class Evidence:
    """A grade, the heuristic or rule that it rests on, and the operators that ruled out others."""

    grade: Grade
    heuristic: str = ""
    sources: tuple[str, ...] = ()

    def __str__(self) -> str:
        if self.grade is Grade.GIVEN:
            return "given by the user"
        if not self.heuristic and self.sources:
            return f"{self.grade}: no other size would match {' and '.join(self.sources)}"
        return f"{self.grade}: {self.heuristic}" if self.heuristic else str(self.grade)


def proven(rule: str = "", sources: Iterable[str] = ()) -> Evidence:
    """Evidence for what nothing contradicts."""
    return Evidence(Grade.PROVEN, rule, tuple(dict.fromkeys(sources)))


def assumed(*heuristics: str) -> Evidence:
    """Evidence for what heuristics picked."""
    return Evidence(Grade.ASSUMED, ", ".join(sorted(set(heuristics))))
