"""The table from operator to generalizer, and the decorator that fills it.

A generalizer is a function of a ``Context``: it looks at operands whose sizes change and gives
specialised constants the expressions that were true for the stored sizes. It answers nothing; its
decisions are in the operands of the context and in the store.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from circle_resizer.generalize.context import Context

Generalizer: TypeAlias = Callable[[Context], None]

GENERALIZERS: dict[str, Generalizer] = {}
LONE = "a lone operator keeps its constants"
"""Where the operator is all there is, nothing but the file says what its constants mean."""
LITERAL: set[str] = set()
"""Operators that make sizes out of literals: they have a say even where no operand is resized."""


def generalizes(*operators: str, literal: bool = False) -> Callable[[Generalizer], Generalizer]:
    """Register the decorated function as the generalizer of ``operators``."""

    def register(function: Generalizer) -> Generalizer:
        for operator in operators:
            if operator in GENERALIZERS:
                raise ValueError(f"{operator} is already registered: {GENERALIZERS[operator]}")
            GENERALIZERS[operator] = function
        if literal:
            LITERAL.update(operators)
        return function

    return register
