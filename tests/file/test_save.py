"""What is written comes from the bytes that were opened, whatever happens to their name."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from circle_resizer import CircleModel, ModelEditor, ResizeError, resize
from tests.ui import models

OLD, NEW = [[1, 4, 4, 3]] * 2, [[2, 4, 4, 3]] * 2


@pytest.fixture
def path(tmp_path: Path) -> Path:
    found = tmp_path / "a.circle"
    found.write_bytes(models.add())
    return found


def test_another_file_took_the_name(path: Path) -> None:
    result, other = resize(path, NEW), path.with_name("b.circle")
    wanted = resize(models.add(), NEW).data
    other.write_bytes(b"x" * 5000)
    other.replace(path)
    result.save(other)
    assert other.read_bytes() == wanted
    path.unlink()
    result.save(other)
    assert other.read_bytes() == wanted == result.data


def test_the_file_was_written_to(path: Path) -> None:
    result = resize(path, NEW)
    os.truncate(path, 0)
    with pytest.raises(ResizeError, match="has been written to since"):
        result.save(path.with_name("b.circle"))
    with pytest.raises(ResizeError, match="has been written to since"):
        _ = result.data
    assert [path] == list(path.parent.iterdir())


def test_over_its_own_input_and_back(path: Path) -> None:
    model = CircleModel(path)
    ModelEditor(model).resize_inputs(NEW)
    model.save(path)
    assert path.read_bytes() != models.add()
    ModelEditor(model).resize_inputs(OLD)
    model.save(path)
    assert path.read_bytes() == models.add()


def test_a_pipe_is_no_model(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(ResizeError, match="not a model"):
        resize(tmp_path / "pipe", NEW)
