"""Which operators are understood, for ``one-resize --list-operators``."""

from __future__ import annotations

import inspect

import circle_resizer.inference.engine  # noqa: F401  (fills the tables)
from circle_resizer.inference.rules import ELEMENTS, RULES
from circle_resizer.schema.operators import BUILTIN_OPERATORS

NO_RULE: dict[str, str] = {
    "CONCAT_EMBEDDINGS": "no runtime has a kernel for it, so its shapes are nowhere defined",
    "CUSTOM": "each custom operator has its own name; those that are known are listed by it",
    "DELEGATE": "stands for a part of the graph that a program has taken out at run time",
    "PLACEHOLDER_FOR_GREATER_OP_CODES": "says that the code is in another field",
    "RUN_MODEL": "runs a model in another file",
    "STABLEHLO_CUSTOM_CALL": "what the target computes is not in the file",
}
"""Builtin operators whose shapes cannot be inferred, and why."""


def operator_rows() -> list[tuple[str, str, str, str]]:
    """(name, dialect, rule or why there is none, whether shape values are computed)."""
    builtin = [(name, "circle" if code < 0 else "both") for code, name in BUILTIN_OPERATORS.items()]
    custom = [(name, "custom") for name in sorted(RULES) if name.startswith("CUSTOM:")]
    return [(name, dialect, summary(name), values(name)) for name, dialect in [*builtin, *custom]]


def summary(operator: str) -> str:
    """The first line of its rule's documentation."""
    entry = RULES.get(operator)
    if entry is None:
        return f"no rule: {NO_RULE.get(operator, 'not understood yet')}"
    return (inspect.getdoc(entry.function) or "").partition("\n")[0]


def values(operator: str) -> str:
    """``yes`` for an operator that takes part in shape arithmetic, else ``no``."""
    return "yes" if operator in ELEMENTS else "no"
