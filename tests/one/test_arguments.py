"""Whatever the arguments are, the caller gets an answer or a ``ResizeError``."""

from __future__ import annotations

import io
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from circle_resizer import CircleModel, ModelEditor, ResizeError, parse_shapes, resize
from circle_resizer.tables.constant import given_array
from tests.ui import models

SHAPES = [[2, 4, 4, 3], [2, 4, 4, 3]]
F4 = np.dtype("<f4")


@pytest.mark.parametrize("shapes", [None, 5, "[2,4,4,3]", [None, [1]], [4, [1]], [["2"], [1]]])
def test_shapes_that_are_none(shapes: Any) -> None:
    with pytest.raises(ResizeError):
        resize(models.add(), shapes)
    with pytest.raises(ResizeError):
        ModelEditor(CircleModel(models.add())).resize_inputs(shapes)


@pytest.mark.parametrize("model", [None, 7, "a\0b", ".", np.zeros(3), io.BytesIO()])
def test_a_model_that_is_none(model: Any) -> None:
    with pytest.raises(ResizeError):
        resize(model, SHAPES)


@pytest.mark.parametrize("path", [None, 5, b"x", "a\0b", ".", ""])
def test_a_path_that_is_none(path: Any) -> None:
    with pytest.raises(ResizeError):
        resize(models.add(), SHAPES).save(path)


@pytest.mark.parametrize("names", [[1], 5, {5: [1]}])
def test_names_that_are_none(names: Any) -> None:
    with pytest.raises(ResizeError):
        resize(models.add(), SHAPES, constants=names)
    with pytest.raises(ResizeError):
        resize(models.add(), SHAPES, output_shapes=names)


@pytest.mark.parametrize("size", [-1, 0, 2**31, 1.5, True, "x"])
def test_a_result_has_sizes(size: Any) -> None:
    with pytest.raises(ResizeError, match=r"cannot have size .*; a size is 1 to 2147483647"):
        resize(models.add(), SHAPES, output_shapes={"x": [size]})


@pytest.mark.parametrize("given", [[1, 2, 999], [1.5], io.StringIO("CIR0"), object()])
def test_no_model_can_be_read_from_it(given: Any) -> None:
    with pytest.raises(ResizeError, match="cannot be read"):
        CircleModel(given)


def test_a_size_beyond_the_format() -> None:
    editor = ModelEditor(CircleModel(models.add()))
    with pytest.raises(ResizeError, match="2147483648"):
        editor.resize_inputs([[2, 4, 4, 2**31], [2, 4, 4, 3]])


class Slow(io.RawIOBase):
    """A raw stream that takes a little at a time, or nothing."""

    def __init__(self, most: int) -> None:
        self.most, self.taken = most, b""

    def writable(self) -> bool:
        return True

    def write(self, data: Any) -> int | None:
        self.taken += bytes(data)[: self.most]
        return min(self.most, len(data)) or None


def test_a_stream_that_takes_less_at_a_time() -> None:
    model, stream = CircleModel(models.add()), Slow(100)
    model.save(stream=stream)  # type: ignore[arg-type]
    assert stream.taken == models.add()
    with pytest.raises(ResizeError, match="takes no more"):
        model.save(stream=Slow(0))  # type: ignore[arg-type]


def npy(array: Any, **more: Any) -> bytes:
    out = io.BytesIO()
    np.save(out, array, **more)
    return out.getvalue()


GOOD = npy(np.ones((2, 3), "<f4"))
BAD = {
    "empty": b"",
    "cut": GOOD[:-4],
    "huge": GOOD.replace(b"(2, 3), }  ", b"(2**40,), }"),
    "large": GOOD.replace(b"(2, 3), }         ", b"(99999999999999,),}"[:18]),
    "objects": npy(np.array([None]), allow_pickle=True),
    "kind": npy(np.ones((2, 3), "<i4")),
}


@pytest.mark.parametrize("content", BAD.values(), ids=BAD)
def test_a_file_of_data_that_does_not_fit(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "a.npy"
    path.write_bytes(content)
    with pytest.raises(ResizeError, match="constant 'w'"):
        given_array("w", path, (2, 3), F4)


@pytest.mark.parametrize("source", [[[1], [1, 2]], "a\0", ".", object(), None, 10**400])
def test_data_that_are_none(source: object) -> None:
    with pytest.raises(ResizeError, match="constant 'w'"):
        given_array("w", source, (2, 3), F4)


@pytest.mark.parametrize("order", "<>")
def test_data_in_either_byte_order(order: str) -> None:
    array = given_array("w", np.ones((2, 3), f"{order}f4"), (2, 3), F4)
    assert array.dtype == F4
    assert (array == 1).all()


@pytest.mark.parametrize("make", [lambda n: "[1]," * n, lambda n: "[" * n + "]" * n])
def test_long_texts_are_read_in_one_pass(make: Callable[[int], str]) -> None:
    with pytest.raises(ResizeError):
        parse_shapes(make(100_000))
