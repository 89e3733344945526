"""Whatever ``resize`` is given: a result, or an error that says whose fault it is."""

from __future__ import annotations

import copy
import itertools
import pickle
import threading
from array import array
from pathlib import Path

import numpy as np
import pytest

from circle_resizer import CircleModel, ResizeError, resize
from circle_resizer.error_boundary import plainly
from circle_resizer.errors import ModelError
from circle_resizer.file.model import Model
from tests.ui import models

ASKED = [[2, 4, 4, 3]] * 2


class Foreign:
    """Nothing that the project knows; its name is the same in every run."""

    def __repr__(self) -> str:
        return type(self).__name__


class Endless(Foreign):
    def __fspath__(self) -> int:
        return 5


NO_MODELS = [5, 0, True, None, 1.5, [1, 2], Foreign(), {"a": 1}, Endless(), np.zeros(4)]


@pytest.mark.parametrize("source", NO_MODELS, ids=repr)
def test_no_model(source: object) -> None:
    with pytest.raises((ResizeError, TypeError)) as error:
        resize(source, ASKED)  # type: ignore[arg-type]
    assert "damaged" not in str(error.value)


@pytest.mark.parametrize("given", [5, 10**12, True, 1.5, Foreign()], ids=repr)
def test_integers_are_not_buffers(given: object) -> None:
    with pytest.raises(TypeError, match="holds no bytes"):
        CircleModel(buffer=given)  # type: ignore[arg-type]


NO_SHAPES = [
    None, 5, "[1,2]", b"12", [5], [[1.5]], [["a"]], [[None]], [[True]], [None, None], {1: [2]},
    [np.array(5), [1]], itertools.repeat([1]), [itertools.count(1)] * 2, [[10**30] * 4] * 2,
    [[[1]]] * 2, [{"a": 1}] * 2, [[1] * 10**5] * 2, {"x": 3}, Foreign(), [Foreign()],
]  # fmt: skip


@pytest.mark.parametrize("shapes", NO_SHAPES, ids=lambda s: f"{s!r:.40}")
def test_no_shapes(shapes: object) -> None:
    with pytest.raises((ResizeError, TypeError, ValueError)) as error:
        resize(models.add(), shapes)  # type: ignore[arg-type]
    assert "damaged" not in str(error.value)
    assert "fault of one-resize" not in str(error.value)


GIVEN = [
    {"constants": 5}, {"constants": {5: 1}}, {"constants": {"nobody": 1}}, {"output_shapes": []},
    {"output_shapes": {"ofm": 5}}, {"output_shapes": {"ofm": ["a"]}}, {"output_shapes": "ofm"},
    {"output_shapes": {"ofm": itertools.count(1)}},
]  # fmt: skip


@pytest.mark.parametrize("given", GIVEN, ids=repr)
def test_options_that_mean_nothing(given: dict[str, object]) -> None:
    with pytest.raises((ResizeError, TypeError, ValueError)) as error:
        resize(models.add(), ASKED, **given)  # type: ignore[arg-type]
    assert "damaged" not in str(error.value)


def test_buffers_of_any_form() -> None:
    data = models.add()
    wanted = resize(data, ASKED).data
    whole = data + bytes(-len(data) % 8)
    for form in (bytearray(data), memoryview(data), memoryview(whole + whole)[: len(data)]):
        assert resize(form, ASKED).data == wanted
    assert resize(memoryview(array("q", whole)), ASKED).data[: len(data)] == wanted
    twice = bytearray(2 * len(data))
    twice[::2] = data
    assert resize(memoryview(twice)[::2], ASKED).data == wanted


@pytest.mark.parametrize("path", [5, None, b"x", ["x"], 1.5], ids=repr)
def test_no_path(path: object) -> None:
    with pytest.raises(TypeError, match="saved under a path"):
        resize(models.add(), ASKED).save(path)  # type: ignore[arg-type]


def test_results_travel(tmp_path: Path) -> None:
    (tmp_path / "a.circle").write_bytes(models.add())
    result = resize(tmp_path / "a.circle", ASKED)
    for other in (pickle.loads(pickle.dumps(result)), copy.deepcopy(result)):  # noqa: S301
        assert other.data == result.data
        assert str(other.report) == str(result.report)
        other.save(tmp_path / "b.circle")
        assert (tmp_path / "b.circle").read_bytes() == result.data


def test_errors_travel() -> None:
    with pytest.raises(ResizeError) as error:
        resize(b"", ASKED)
    other = pickle.loads(pickle.dumps(error.value))  # noqa: S301
    assert (type(other), str(other)) == (type(error.value), str(error.value))


def test_threads_share_a_model(tmp_path: Path) -> None:
    (tmp_path / "a.circle").write_bytes(models.add())
    model = Model.open(tmp_path / "a.circle")
    found: dict[int, bytes] = {}

    def work(batch: int) -> None:
        for _ in range(5):
            found[batch] = resize(model, [[batch, 4, 4, 3]] * 2).data

    threads = [threading.Thread(target=work, args=(batch,)) for batch in range(2, 8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == {n: resize(models.add(), [[n, 4, 4, 3]] * 2).data for n in range(2, 8)}


def test_a_python_error_is_not_the_fault_of_the_model() -> None:
    for error in (TypeError("x"), AttributeError("x"), KeyError("x"), ZeroDivisionError("x")):
        with pytest.raises(ResizeError, match="a fault of one-resize") as caught, plainly():
            raise error
        assert not isinstance(caught.value, ModelError)
    with pytest.raises(ModelError, match="more than can be computed: out of memory"), plainly():
        raise MemoryError
