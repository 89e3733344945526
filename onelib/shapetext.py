"""Shapes out of a text of bounded length."""

from __future__ import annotations

from collections.abc import Collection

from circle_resizer.errors import ShapeTextError
from circle_resizer.one.shapes import Shape, parse_shapes
from circle_resizer.request.shape_text import Asked, UnreadableText, parse_asked

LONGEST_TEXT = 100_000
"""Characters, enough for thousands of inputs."""


def asked_shapes(
    text: str, names: Collection[str] = ()
) -> list[Asked] | dict[str, Asked] | list[Shape]:
    """Shapes by position or by name, as they are asked for; ``names`` have sizes of their own."""
    check_length(text)
    try:
        asked = parse_asked(text, names)
    except UnreadableText as error:
        if why := str(error):
            said = f"The part of input shapes: {text} cannot be processed ({why})"
            raise ShapeTextError(said) from None
        return parse_shapes(text)
    if isinstance(asked, dict) or any(not isinstance(s, int) for shape in asked for s in shape):
        return asked
    return parse_shapes(text)


def all_shapes(text: str) -> list[Shape]:
    """The shapes in a text."""
    check_length(text)
    return parse_shapes(text)


def check_length(text: str) -> None:
    """A text that nobody wrote is not read."""
    if len(text) > LONGEST_TEXT:
        size = len(text)
        raise ShapeTextError(f"The shapes take {size} characters, at most {LONGEST_TEXT}")


def one_shape(text: str) -> Shape:
    """A text with one shape."""
    shapes = all_shapes(text)
    if len(shapes) != 1:
        raise ShapeTextError(f"Expected one shape but found {len(shapes)}: {text}")
    return shapes[0]
