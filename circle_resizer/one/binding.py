"""``CircleModel`` and ``ModelEditor``: the classes of ONE's binding over ``resize``."""

from __future__ import annotations

import io
import os
from collections.abc import Iterable, Sequence
from typing import BinaryIO, Protocol, SupportsIndex

from circle_resizer.api import resize
from circle_resizer.edits.result import Result
from circle_resizer.error_boundary import plainly
from circle_resizer.errors import ArgumentError, InputError, ModelError, RangeError, ResizeError
from circle_resizer.file.model import Model
from circle_resizer.one.shapes import Shape, Shapes

Source = bytes | str | os.PathLike[str]


class Readable(Protocol):
    """A binary file to read from."""

    def read(self) -> bytes: ...  # noqa: D102  (the protocol of a binary stream)


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
            raise ArgumentError(f"one of model, buffer and model_path is needed, got {len(given)}")
        source = source_of(given[0])
        self.result: Result | None = None
        try:
            with plainly():
                self.opened = Model.open(source)
                self.stored = (self.opened.input_shapes, self.opened.output_shapes)
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
            raise ArgumentError("one of output_path and stream is needed")
        result = self.result or resize(self.opened, self.stored[0])
        try:
            if isinstance(target, (str, os.PathLike)):
                result.save(target)
            else:
                write_all(target, result.data)
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
        wanted = shapes_of(shapes)
        if len(wanted) != len(model.stored[0]):
            raise InputError(f"Expected {len(model.stored[0])} shapes but provided {len(wanted)}")
        try:
            model.result = resize(model.opened, wanted)
        except ResizeError as error:
            text = f"Exception during resizing with message: {error}"
            raise type(error)(text) from error
        return self


def shapes_of(shapes: Sequence[Iterable[SupportsIndex]]) -> list[Shape]:
    """The shapes asked for, checked."""
    try:
        return [Shape(shape) for shape in shapes]
    except IndexError as error:
        raise RangeError(str(error)) from error
    except TypeError as error:
        raise ArgumentError(f"a shape is a list of whole numbers ({error})") from error


def write_all(stream: BinaryIO, data: bytes) -> None:
    """All of ``data``; a raw stream may take less at a time, or nothing."""
    view = memoryview(data)
    while view:
        taken = stream.write(view)
        if taken is None and not isinstance(stream, io.RawIOBase):
            break  # objects of other kinds answer nothing at all
        if not taken:
            raise OSError(f"the stream takes no more, {len(view)} bytes are left")
        view = view[taken:]
    if hasattr(stream, "flush"):
        stream.flush()


def source_of(given: Given) -> Source:
    """Bytes of the model or the path of its file."""
    if isinstance(given, (str, os.PathLike)):
        return given
    if isinstance(given, (bytes, bytearray, memoryview)):
        return bytes(given)
    try:
        data = given.read() if hasattr(given, "read") else given
        if isinstance(data, Iterable):  # bytes(5) would be five zeros
            return bytes(data)
    except (OSError, ValueError, TypeError) as error:
        raise ArgumentError(f"the model cannot be read: {error}") from error
    raise ArgumentError(f"the model cannot be read: {type(data).__name__} holds no bytes")


def as_shapes(sizes: Iterable[Iterable[SupportsIndex]]) -> Shapes:
    """Plain sizes as shapes."""
    return Shapes(Shape(shape) for shape in sizes)
