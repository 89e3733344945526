"""Every name that a module of the tests or tools imports from the project is there.

The tests of other runtimes and the helpers of the C++ tests are not imported by ``make test``.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
OURS = ("bench", "circle_resizer", "onelib", "tests", "tools")
MODULES = sorted(p for name in OURS for p in (ROOT / name).rglob("*.py"))


def source(name: str) -> Path | None:
    """The file of a module, or the folder of a package without one."""
    path = ROOT.joinpath(*name.split("."))
    found = (path.with_suffix(".py"), path / "__init__.py", path)
    return next((p for p in found if p.exists()), None)


@cache
def names(path: Path) -> frozenset[str]:
    """What a module binds outside its functions and classes."""
    return frozenset(bound(ast.parse(path.read_text()).body)) if path.is_file() else frozenset()


def bound(body: list[ast.stmt]) -> Iterator[str]:
    for node in body:
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            yield node.name
        elif isinstance(node, ast.Import | ast.ImportFrom):
            yield from (a.asname or a.name for a in node.names)
        elif isinstance(node, ast.If | ast.Try | ast.With | ast.For):
            yield from bound([n for n in ast.iter_child_nodes(node) if isinstance(n, ast.stmt)])
        yield from (
            n.id for n in ast.walk(node) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)
        )


def missing(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.ImportFrom) and str(node.module).partition(".")[0] in OURS:
            module = source(str(node.module))
            lazy = module is not None and "__getattr__" in names(module)
            for alias in node.names:
                there = module is not None and (lazy or alias.name in names(module))
                if not there and source(f"{node.module}.{alias.name}") is None:
                    yield f"{path.relative_to(ROOT)}:{node.lineno}: {node.module}.{alias.name}"


@pytest.mark.parametrize("folder", OURS)
def test_what_is_imported_is_there(folder: str) -> None:
    modules = [p for p in MODULES if p.is_relative_to(ROOT / folder)]
    assert modules
    assert [name for path in modules for name in missing(path)] == []


def test_a_name_that_is_gone_is_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(f"{__name__}.ROOT", tmp_path)
    (tmp_path / "tests").mkdir()
    (tmp_path / "tests/one.py").write_text("two = 1\nclass Three: pass\n")
    user = tmp_path / "tests/user.py"
    user.write_text("from tests import one\nfrom tests.one import Three, four, two\n")
    assert list(missing(user)) == ["tests/user.py:2: tests.one.four"]
