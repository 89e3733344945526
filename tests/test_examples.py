"""The examples do what they say, from the checkout as well as installed."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from examples import check

ROOT = Path(__file__).resolve().parent.parent


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    copy = tmp_path_factory.mktemp("run") / "examples"
    shutil.copytree(check.HERE, copy, ignore=shutil.ignore_patterns("*.batch*.circle*"))
    return copy


@pytest.mark.parametrize("example", check.CHECKS, ids=lambda example: example.__name__)
def test_example(example: check.Check, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(check, "COMMANDS", ROOT)
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    assert example(folder), example.__doc__


@pytest.mark.parametrize("name", ["llm", "vision"])
def test_recipes_fit_on_a_screen(name: str) -> None:
    recipe = Path(check.__file__).parent / name / "recipe.py"
    assert len(recipe.read_text().splitlines()) <= 40
