"""Where drivers and optimisation files are looked for."""

from __future__ import annotations

from argparse import ArgumentParser
from collections.abc import Callable, Iterable
from pathlib import Path

import pytest

from onelib import find, one_build, onecc


@pytest.fixture
def folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[Path]:
    found = [tmp_path / name / "bin" for name in ("here", "variable", "installed", "path")]
    for folder in found:
        folder.mkdir(parents=True)
    monkeypatch.setenv("ONE_BIN_DIR", str(found[1]))
    monkeypatch.setattr(find, "INSTALLED", str(found[2]))
    monkeypatch.setenv("PATH", str(found[3]))
    return found


def program(folder: Path, name: str = "one-optimize", mode: int = 0o755) -> Path:
    path = folder / name
    path.touch()
    path.chmod(mode)
    return path


def group(folder: Path, name: str) -> None:
    files = folder.parent / "optimization"
    files.mkdir(exist_ok=True)
    (files / f"{name}.cfg").write_text("[one-optimize]\n")


@pytest.mark.parametrize("first", range(4))
def test_first_folder_wins(folders: list[Path], first: int) -> None:
    for folder in folders[first:]:
        program(folder)
    assert find.find("one-optimize", folders[0]) == folders[first] / "one-optimize"


def test_only_programs_count(folders: list[Path]) -> None:
    program(folders[0], mode=0o644)
    (folders[1] / "one-optimize").mkdir()
    assert find.find("one-optimize", folders[0]) is None
    expected = program(folders[3])
    assert find.find("one-optimize", folders[0]) == expected


def test_nothing_found_names_everything(folders: list[Path]) -> None:
    with pytest.raises(FileNotFoundError) as caught:
        find.require("one-optimize", folders[0])
    for text in ("one-optimize", *map(str, folders[:3]), "PATH"):
        assert text in str(caught.value)


def test_relative_folder(
    folders: list[Path], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    expected = program(folders[1])
    group(folders[1], "O1")
    monkeypatch.chdir(folders[1])
    monkeypatch.setenv("ONE_BIN_DIR", ".")
    assert find.find("one-optimize", folders[0]) == expected
    assert list(find.optimizations(folders[0])) == ["1"]
    assert tmp_path in expected.parents


def test_optimisations_lie_beside_the_folder_of_one_optimize(folders: list[Path]) -> None:
    program(folders[2])
    for folder in folders:
        group(folder, f"O{folder.parent.name}")
    for name in ("O", "Otwo words", "other"):
        group(folders[2], name)
    assert list(find.optimizations(folders[0])) == ["installed"]


def test_optimisations_behind_a_link(folders: list[Path]) -> None:
    (folders[0] / "one-optimize").symlink_to(program(folders[2]))
    group(folders[2], "O1")
    assert list(find.optimizations(folders[0])) == ["1"]
    group(folders[0], "O2")
    assert list(find.optimizations(folders[0])) == ["2"]


@pytest.mark.parametrize("make", [onecc.make_parser, one_build.make_parser])
def test_help_lists_the_optimisations(
    make: Callable[[Iterable[str]], ArgumentParser], folders: list[Path]
) -> None:
    program(folders[1])
    for name in ("O1", "O100%"):
        group(folders[1], name)
    text = make(find.optimizations(folders[0])).format_help()
    assert "available: -O1, -O100%" in " ".join(text.split())


def test_help_without_one_optimize(folders: list[Path]) -> None:
    assert "available: none" in onecc.make_parser(find.optimizations(folders[0])).format_help()
    assert "available" not in onecc.make_parser().format_help()
