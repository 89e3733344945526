"""CircleModel and ModelEditor, as upstream's unit tests have them."""

from __future__ import annotations

import io
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from circle_resizer.one.binding import CircleModel, ModelEditor
from circle_resizer.one.shapes import Shape, Shapes, parse_shapes
from tests.ui import models


def shapes(*sizes: list[int]) -> list[Shape]:
    return [Shape(each) for each in sizes]


def test_shapes_of_a_model() -> None:
    model = CircleModel(models.add())
    assert shapes([1, 4, 4, 3], [1, 4, 4, 3]) == model.input_shapes()
    assert shapes([1, 4, 4, 3]) == model.output_shapes()
    assert str(model.input_shapes()) == "[1, 4, 4, 3], [1, 4, 4, 3]"


def test_model_that_is_not_there() -> None:
    with pytest.raises(RuntimeError, match=r"Failed to open file.*/not_existed\.circle"):
        CircleModel("/not_existed.circle")


@pytest.mark.parametrize("data", [bytes([1, 2, 3, 4, 5]), b"", models.add()[:90], b"x" * 100])
def test_bytes_that_are_no_model(data: bytes) -> None:
    with pytest.raises(RuntimeError, match="Verification of the model failed"):
        CircleModel(data)


@pytest.mark.parametrize("kind", [bytes, bytearray, memoryview, list, io.BytesIO])
def test_model_in_memory(kind: Callable[[bytes], Any]) -> None:
    given = kind(models.add())
    assert CircleModel(given).output_shapes() == shapes([1, 4, 4, 3])


def test_model_by_keyword(tmp_path: Path) -> None:
    path = tmp_path / "a.circle"
    path.write_bytes(models.add())
    for model in (
        CircleModel(buffer=models.add()),
        CircleModel(model_path=str(path)),
        CircleModel(model_path=path),
        CircleModel(path),
        CircleModel(str(path)),
    ):
        assert model.output_shapes() == shapes([1, 4, 4, 3])


def test_one_source_is_needed() -> None:
    with pytest.raises(TypeError, match="got 0"):
        CircleModel()
    with pytest.raises(TypeError, match="got 2"):
        CircleModel(models.add(), model_path="a")


def test_unchanged_model_is_saved_as_it_is(tmp_path: Path) -> None:
    stream = io.BytesIO()
    model = CircleModel(models.add())
    model.save(stream)
    model.save(stream=stream)
    assert stream.getvalue() == models.add() * 2
    model.save(str(tmp_path / "a"))
    model.save(output_path=tmp_path / "b")
    assert (tmp_path / "a").read_bytes() == (tmp_path / "b").read_bytes() == models.add()


def test_model_of_a_path_is_saved(tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(models.add())
    model = CircleModel(tmp_path / "a")
    model.save(tmp_path / "b")
    ModelEditor(model).resize_inputs([[2, 2], [2, 2]])
    model.save(tmp_path / "c")
    assert (tmp_path / "b").read_bytes() == models.add()
    assert CircleModel(tmp_path / "c").output_shapes() == shapes([2, 2])


def closed() -> io.BytesIO:
    stream = io.BytesIO()
    stream.close()
    return stream


@pytest.mark.parametrize("target", [closed(), io.StringIO(), "/not_existed/a.circle", "/", 5])
def test_target_that_cannot_be_written(target: Any) -> None:
    with pytest.raises(RuntimeError, match="Failed to write to output stream"):
        CircleModel(models.add()).save(target)


def test_one_target_is_needed() -> None:
    with pytest.raises(TypeError, match="output_path and stream"):
        CircleModel(models.add()).save()
    with pytest.raises(TypeError, match="output_path and stream"):
        CircleModel(models.add()).save("a", stream=io.BytesIO())


RESIZED = [
    (models.expand_dims, "[4,6]", "[4,1,6]"),
    (models.two_outputs, "[1,6,6,4]", "[1,6,6,4],[1,6,6,4]"),
    (models.add, "[1,5,5,3],[1,5,5,3]", "[1,5,5,3]"),
    (models.add_sqrt_rsqrt, "[1,5,5,2],[1,5,5,2]", "[1,5,5,2],[1,5,5,2]"),
    (models.expand_dims, "[1,2,3,4]", "[1,1,2,3,4]"),
    (models.expand_dims, "[4,-1]", "[4,1,-1]"),
    (models.add, "[],[]", "[]"),
]


@pytest.mark.parametrize(("make", "wanted", "expected"), RESIZED)
def test_resize(make: Callable[[], bytes], wanted: str, expected: str) -> None:
    model = CircleModel(make())
    editor = ModelEditor(model)
    assert editor.resize_inputs(parse_shapes(wanted)) is editor
    assert model.input_shapes() == parse_shapes(wanted)
    assert model.output_shapes() == parse_shapes(expected)
    assert isinstance(model.output_shapes(), Shapes)


def test_resized_model_survives_saving_and_trailing_bytes() -> None:
    model = CircleModel(models.expand_dims())
    ModelEditor(circle_model=model).resize_inputs(shapes=shapes([4, 6]))
    stream = io.BytesIO()
    model.save(stream=stream)
    for data in (stream.getvalue(), stream.getvalue() * 2):
        again = CircleModel(buffer=data)
        assert again.input_shapes() == shapes([4, 6])
        assert again.output_shapes() == shapes([4, 1, 6])


def test_last_of_two_resizes_wins() -> None:
    model = CircleModel(models.expand_dims())
    ModelEditor(model).resize_inputs([[6, 8]]).resize_inputs([(4, 6)])
    assert model.output_shapes() == shapes([4, 1, 6])


@pytest.mark.parametrize("way", ["[4,6]", "[1,2,3,4]", "[-1,-1]"])
def test_there_and_back_gives_the_very_same_bytes(way: str) -> None:
    model = CircleModel(models.expand_dims())
    ModelEditor(model).resize_inputs(parse_shapes(way)).resize_inputs([[3, 3]])
    stream = io.BytesIO()
    model.save(stream=stream)
    assert stream.getvalue() == models.expand_dims()


@pytest.mark.parametrize("count", [0, 1, 3])
def test_every_input_needs_a_shape(count: int) -> None:
    text = f"Expected 2 shapes but provided {count}"
    with pytest.raises(RuntimeError, match=text):
        ModelEditor(CircleModel(models.add())).resize_inputs([[1]] * count)


def test_refused_resize_leaves_the_model_as_it_was() -> None:
    model = CircleModel(models.add())
    editor = ModelEditor(model).resize_inputs([[2, 2], [2, 2]])
    with pytest.raises(RuntimeError, match="Exception during resizing with message: "):
        editor.resize_inputs([[1, 2, 3], [4, 5, 6]])
    assert model.input_shapes() == shapes([2, 2], [2, 2])
    assert model.output_shapes() == shapes([2, 2])
