"""Imports point down, and the product imports the standard library and numpy alone."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent

# A room imports those of earlier lines, and those of its own line.
ROOMS = """
printable lazy_numpy
text refusals
errors
error_boundary schema
symbolic
request
file
inference ops
layouts tables
witnesses
generalize loops
edits
session reporting
api
adding
verifying
one
__init__
__main__
"""
OTHERS = {"numpy"}
TYPING_ONLY = {"typing_extensions"}


def modules(package: str) -> dict[str, Path]:
    """Files of a package by their dotted names within it; ``__init__`` for the package itself."""
    folder = ROOT / package
    names = {path: path.relative_to(folder).with_suffix("").parts for path in folder.rglob("*.py")}
    return {".".join(n if n == ("__init__",) else strip(n)): p for p, n in names.items()}


def strip(parts: tuple[str, ...]) -> tuple[str, ...]:
    return parts[:-1] if parts[-1] == "__init__" else parts


def imported(path: Path) -> Iterator[str]:
    """Dotted names of all imports of a file, also of those inside functions."""
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: imports are absolute"
            assert node.module is not None
            yield node.module
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


RANKS = {name: rank for rank, line in enumerate(ROOMS.split("\n")) for name in line.split()}
CORE = modules("circle_resizer")


def room(name: str) -> str:
    """The folder of a module, or the module itself at the top."""
    return name.partition(".")[0]


def own_imports(name: str) -> set[str]:
    """Modules of the package that a module imports."""
    found = {n.removeprefix("circle_resizer.") for n in imported(CORE[name])}
    return {n for n in found if n in CORE and n != name}


@pytest.mark.parametrize("name", CORE)
def test_imports_point_down(name: str) -> None:
    higher = {n for n in own_imports(name) if RANKS[room(n)] > RANKS[room(name)]}
    assert higher == set()


def test_no_import_goes_round() -> None:
    left = {name: own_imports(name) for name in CORE}
    while free := [name for name, others in left.items() if not others & left.keys()]:
        for name in free:
            del left[name]
    assert left == {}


def test_only_inference_imports_the_rules() -> None:
    found = {n for n in CORE for i in own_imports(n) if room(i) == "ops"}
    assert {n for n in found if room(n) != "ops"} == {"inference.engine"}


def test_every_room_is_listed() -> None:
    assert {room(name) for name in CORE} == set(RANKS)


@pytest.mark.parametrize("package", ["circle_resizer", "onelib"])
def test_the_product_imports_the_standard_library_and_numpy(package: str) -> None:
    found = {n.partition(".")[0] for p in modules(package).values() for n in imported(p)}
    ours = {"circle_resizer", "onelib", "__future__"}
    assert found - ours - sys.stdlib_module_names - OTHERS - TYPING_ONLY == set()


def test_the_core_does_not_know_the_commands() -> None:
    inside = [path for name, path in CORE.items() if name != "__main__"]  # the door to a command
    assert [n for p in inside for n in imported(p) if n.partition(".")[0] == "onelib"] == []


@pytest.mark.parametrize("package", ["circle_resizer", "onelib"])
def test_the_product_is_python_3_10(package: str) -> None:
    for path in modules(package).values():
        ast.parse(path.read_text(), feature_version=(3, 10))
