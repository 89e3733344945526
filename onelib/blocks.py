"""The lines about shapes that both commands print."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from circle_resizer.resize import Result


def before(result: Result) -> list[str]:
    """Shapes as they were."""
    return [
        *block("Shapes of inputs before resizing:", result.inputs_before),
        *block("Shapes of outputs before resizing:", result.outputs_before),
    ]


def after(result: Result) -> list[str]:
    """Shapes as they are now."""
    return [
        *block("Shapes of inputs after resizing:", result.inputs_after),
        *block("Shapes of outputs after resizing:", result.outputs_after),
    ]


def saved(path: str) -> str:
    """The last line."""
    return f"Resizing complete, the model saved to: {path}"


def block(header: str, shapes: Sequence[Sequence[int]]) -> list[str]:
    """A header and one line per shape, counted from 0."""
    return [header, *(f"{i} -> [{', '.join(map(str, s))}]" for i, s in enumerate(shapes))]
