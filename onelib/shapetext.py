"""Shapes out of a text of bounded length."""

from __future__ import annotations

from circle_resizer.errors import ShapeTextError
from circle_resizer.one.shapes import Shape, parse_shapes

LONGEST_TEXT = 100_000
"""Characters, enough for thousands of inputs."""


def all_shapes(text: str) -> list[Shape]:
    """The shapes in a text."""
    if len(text) > LONGEST_TEXT:
        size = len(text)
        raise ShapeTextError(f"The shapes take {size} characters, at most {LONGEST_TEXT}")
    return parse_shapes(text)


def one_shape(text: str) -> Shape:
    """A text with one shape."""
    shapes = all_shapes(text)
    if len(shapes) != 1:
        raise ShapeTextError(f"Expected one shape but found {len(shapes)}: {text}")
    return shapes[0]
