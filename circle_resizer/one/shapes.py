"""Shapes as the user writes them: sizes, shapes and the text ``[1,2],[3]``."""

from __future__ import annotations

import operator
import re
from typing import TYPE_CHECKING, SupportsIndex, overload

from circle_resizer.errors import ArgumentError, InputError, RangeError, ShapeTextError
from circle_resizer.request.shape_text import hint
from circle_resizer.symbolic.bounds import LARGEST

if TYPE_CHECKING:
    from collections.abc import Iterable

    from typing_extensions import Self

BLANK = " \t"
SIZE = re.compile(r"[ \t\n\v\f\r]*([+-]?[0-9]{1,20})[ \t\n\v\f\r]*")
SEPARATOR = re.compile(r"[ \t\n\v\f\r]*,[ \t\n\v\f\r]*\[")
START = re.compile(r"[ \t\n\v\f\r]*\[")


class Dim(int):
    """One size; -1 stands for a size known only at run time."""

    __slots__ = ()

    def __new__(cls, value: SupportsIndex) -> Self:
        """A size of at least -1 that fits 32 bits."""
        try:
            size = operator.index(value)
        except TypeError as error:
            raise ArgumentError(f"a size is a whole number, not {value!r}") from error
        if size < -1:
            raise InputError(f"Invalid value of dimension: {size}")
        if size > LARGEST:
            raise RangeError(f"Invalid value of dimension: {size} is above {LARGEST}")
        return super().__new__(cls, size)

    @staticmethod
    def dynamic() -> Dim:
        """A size known only at run time."""
        return Dim(-1)

    def is_dynamic(self) -> bool:
        """Whether the size is known only at run time."""
        return self == -1

    def value(self) -> int:
        """The size as a plain number, -1 for a dynamic one."""
        return int(self)


class Shape(tuple[Dim, ...]):
    """The sizes of one tensor; without any it is a scalar."""

    __slots__ = ()

    def __new__(cls, sizes: Iterable[SupportsIndex] = ()) -> Self:
        """A shape of whole numbers, each at least -1."""
        if not hasattr(sizes, "__iter__"):
            raise ArgumentError(f"a shape is a list of sizes, not {sizes!r}")
        return super().__new__(cls, (Dim(size) for size in sizes))

    @staticmethod
    def scalar() -> Shape:
        """The shape of rank 0."""
        return Shape()

    def rank(self) -> int:
        """The number of sizes."""
        return len(self)

    def is_scalar(self) -> bool:
        """Whether there are no sizes at all."""
        return not self

    def is_dynamic(self) -> bool:
        """Whether at least one size is known only at run time."""
        return any(size.is_dynamic() for size in self)

    @overload
    def __getitem__(self, axis: SupportsIndex) -> Dim: ...
    @overload
    def __getitem__(self, axis: slice) -> Shape: ...
    def __getitem__(self, axis: SupportsIndex | slice) -> Dim | Shape:
        if isinstance(axis, slice):
            return Shape(super().__getitem__(axis))
        if not self:
            raise ValueError("a scalar has no sizes")
        return super().__getitem__(axis)

    def __str__(self) -> str:
        return f"[{', '.join(map(str, self))}]"

    def __repr__(self) -> str:
        return f"Shape({self})"


class Shapes(list[Shape]):
    """Shapes in the order of a model's inputs or outputs."""

    __slots__ = ()

    def __str__(self) -> str:
        return ", ".join(map(str, self))


def parse_shapes(text: str) -> Shapes:
    """The shapes in ``[1,2],[3]``; ``[]`` is a scalar and -1 a size known only at run time."""
    if not isinstance(text, str):
        raise ShapeTextError(f"shapes are given as text, not {text!r}")
    try:
        return shapes_in(text)
    except ShapeTextError as error:
        raise ShapeTextError(f"{error} ({hint(text)})") from None


def shapes_in(text: str) -> Shapes:
    """``parse_shapes``, in the words that scripts look for."""
    shapes, at = Shapes(), 0
    opening = START
    while (left := text.find("[", at)) >= 0 and (right := text.find("]", at)) >= 0:
        if right < left:
            raise ShapeTextError(f"Invalid shape format: {text}")
        start = opening.match(text, at)
        if start is None:
            raise ShapeTextError(f"The part of input shapes: {text[at:]} cannot be processed")
        shapes.append(parse_sizes(text[start.end() : right]))
        at, opening = right + 1, SEPARATOR
    if not shapes:
        raise ShapeTextError(
            f"No shapes found in input string: {text}"
            f" (no [...]: No shapes found in the input string: {text})"
        )
    if text[at:].strip(BLANK):
        raise ShapeTextError(f"The part of input shapes: {text[at:]} cannot be processed")
    return shapes


def parse_sizes(inner: str) -> Shape:
    """The sizes between two brackets; one comma may trail."""
    if not inner.strip(BLANK):
        return Shape.scalar()
    parts = [SIZE.fullmatch(part) for part in inner.removesuffix(",").split(",")]
    sizes = [int(part[1]) for part in parts if part]
    if len(sizes) < len(parts) or not all(size == -1 or 0 < size <= LARGEST for size in sizes):
        raise ShapeTextError(f"Error during shape processing: {inner}")
    return Shape(sizes)
