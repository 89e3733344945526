"""``CircleModel`` and ``ModelEditor``: the classes of ONE's binding over ``resize``."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from typing import BinaryIO, Protocol, SupportsIndex

from circle_resizer.errors import InputError, ModelError, ResizeError
from circle_resizer.model import Model
from circle_resizer.resize import Result, resize
from circle_resizer.shapes import Shape, Shapes

Source = bytes | str


class Readable(Protocol):
    """A binary file to read from."""

    def read(self) -> bytes: ...  # noqa: D102


Given = bytes | bytearray | memoryview | Iterable[int] | Readable | str | os.PathLike[str]


class CircleModel:
    """A model: bytes, a list of bytes or a file object hold it, a text or ``Path`` names it."""

    def __init__(
        self,
        model: Given | None = None,
        *,
        buffer: Given | None = None,
        model_path: str | os.PathLike[str] | None = None,
    ) -> None:
        given = [source for source in (model, buffer, model_path) if source is not None]
        if len(given) != 1:
            raise TypeError(f"one of model, buffer and model_path is needed, got {len(given)}")
        self.source = source_of(given[0])
        self.result: Result | None = None
        try:
            stored = Model.open(self.source)
            self.stored = (stored.input_shapes, stored.output_shapes)
        except ModelError as error:
            if isinstance(error.__cause__, OSError):
                raise
            raise ModelError(f"Verification of the model failed: {error}") from error

    def input_shapes(self) -> Shapes:
        """Shapes of the inputs, -1 for a size known only at run time."""
        return as_shapes(self.result.inputs_after if self.result else self.stored[0])

    def output_shapes(self) -> Shapes:
        """Shapes of the outputs, -1 for a size known only at run time."""
        return as_shapes(self.result.outputs_after if self.result else self.stored[1])

    def save(
        self,
        output_path: str | os.PathLike[str] | BinaryIO | None = None,
        *,
        stream: BinaryIO | None = None,
    ) -> None:
        """Write the model to a path or to a binary file object."""
        target = output_path if stream is None else stream
        if target is None or (stream is not None and output_path is not None):
            raise TypeError("one of output_path and stream is needed")
        result = self.result or resize(self.source, self.stored[0])
        try:
            if isinstance(target, (str, os.PathLike)):
                result.save(target)
            else:
                target.write(result.data)
        except (OSError, ValueError, TypeError, AttributeError) as error:
            raise InputError(f"Failed to write to output stream: {error}") from error


class ModelEditor:
    """Changes a model in place."""

    def __init__(self, circle_model: CircleModel) -> None:
        self.circle_model = circle_model

    def resize_inputs(self, shapes: Sequence[Iterable[SupportsIndex]]) -> ModelEditor:
        """Give every input a new shape; the model stays as it was if that is refused.

        Always starts from the model as it was opened, so that a resize there and back again gives
        the very same bytes.
        """
        model = self.circle_model
        wanted = [Shape(shape) for shape in shapes]
        if len(wanted) != len(model.stored[0]):
            raise InputError(f"Expected {len(model.stored[0])} shapes but provided {len(wanted)}")
        try:
            model.result = resize(model.source, wanted)
        except ResizeError as error:
            text = f"Exception during resizing with message: {error}"
            raise type(error)(text) from error
        return self


def source_of(given: Given) -> Source:
    """Bytes of the model or the path of its file."""
    if isinstance(given, (str, os.PathLike)):
        return os.fspath(given)
    return bytes(given if isinstance(given, (bytes, bytearray, memoryview)) else read(given))


def read(given: Readable | Iterable[int]) -> bytes:
    """The bytes of a file object or of a list of numbers."""
    return given.read() if hasattr(given, "read") else bytes(given)


def as_shapes(sizes: Iterable[Iterable[SupportsIndex]]) -> Shapes:
    """Plain sizes as shapes."""
    return Shapes(Shape(shape) for shape in sizes)
