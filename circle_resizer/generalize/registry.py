"""The table from operator to repair, and the decorator that fills it.

A repair is a function of a ``Context``: it looks at operands whose sizes change and gives specialised
constants the expressions that were true for the stored sizes. It answers nothing; what it decides
is in the context's operands and in the store.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from circle_resizer.generalize.context import Context

Repair: TypeAlias = Callable[[Context], None]

REPAIRS: dict[str, Repair] = {}
LONE = "a lone operator keeps its constants"
"""Where the operator is all there is, nothing but the file says what its constants mean."""
LITERAL: set[str] = set()
"""Operators that make sizes out of literals: repaired even where nothing that changes comes in."""


def repair(*operators: str, literal: bool = False) -> Callable[[Repair], Repair]:
    """Register the decorated function as the repair of ``operators``."""

    def register(function: Repair) -> Repair:
        for operator in operators:
            if operator in REPAIRS:
                raise ValueError(f"{operator} is already registered: {REPAIRS[operator]}")
            REPAIRS[operator] = function
        if literal:
            LITERAL.update(operators)
        return function

    return register
