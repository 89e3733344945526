"""The lines about shapes that both commands print, and tables."""

from __future__ import annotations

from collections.abc import Sequence

from onelib.printable import printable

Sides = Sequence[Sequence[int]]


def shapes(when: str, inputs: Sides, outputs: Sides) -> list[str]:
    """Shapes of inputs and outputs ``before`` or ``after`` the resize."""
    return [
        *block(f"Shapes of inputs {when} resizing:", inputs),
        *block(f"Shapes of outputs {when} resizing:", outputs),
    ]


def block(header: str, sides: Sides) -> list[str]:
    """A header and one line per shape, counted from 0."""
    return [header, *(f"{i} -> [{', '.join(map(str, s))}]" for i, s in enumerate(sides))]


def saved(path: str) -> str:
    """The last line."""
    return f"Resizing complete, the model saved to: {printable(path)}"


def table(header: Sequence[str], lines: Sequence[Sequence[str]]) -> str:
    """Columns as wide as they need to be."""
    rows = [header, *lines]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return "\n".join("  ".join(map(str.ljust, row, widths)).rstrip() for row in rows)
