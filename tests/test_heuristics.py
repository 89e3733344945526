"""Every heuristic that a report can name has its line in the manual, and the other way round."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from circle_resizer.refusals.causes import kind_of
from circle_resizer.refusals.kinds import REFUSALS
from circle_resizer.refusals.refusal import Refusal
from tools import gen_refusals

ROOT = Path(__file__).resolve().parent.parent
MANUAL = (ROOT / "docs/repairs.md").read_text()
SOURCES = [
    path
    for room in ("layouts", "loops", "generalize")
    for path in sorted((ROOT / "circle_resizer" / room).rglob("*.py"))
    if path.name not in {"evidence.py", "holes.py", "linked_inputs.py"}  # of what is asked for
]
NAME = re.compile(r"[a-z]+( [a-z]+)+")


def names(path: Path) -> Iterator[str]:
    """Texts of a few plain words, docstrings and parts of longer texts left out."""
    nodes = list(ast.walk(ast.parse(path.read_text())))
    parts = {n for node in nodes if isinstance(node, ast.JoinedStr) for n in ast.walk(node)}
    docs = {node.value for node in nodes if isinstance(node, ast.Expr)}
    for node in nodes:
        text = node.value if isinstance(node, ast.Constant) and node not in parts | docs else None
        if isinstance(text, str) and NAME.fullmatch(text):
            yield text


def section(title: str) -> str:
    return MANUAL.partition(f"\n## {title}\n")[2].partition("\n## ")[0]


def rows(text: str) -> list[str]:
    """First cells of the table, without its head."""
    return [line.split("|")[1].strip() for line in text.splitlines() if line.startswith("|")][2:]


def test_manual_and_code_name_the_same_preferences() -> None:
    said = rows(section("What is assumed: the heuristics"))
    assert set(said) == {name for path in SOURCES for name in names(path)}
    assert len(said) == len(set(said))


@pytest.mark.parametrize("title", re.findall(r"^- \[(.*?)\]", MANUAL, re.MULTILINE))
def test_contents_lead_to_sections(title: str) -> None:
    assert section(title)


def sentences() -> str:
    """All texts of the package, those of several parts put together."""
    files = (ROOT / "circle_resizer").rglob("*.py")
    code = "\n".join(p.read_text() for p in files if p.parts[-2:] != ("refusals", "kinds.py"))
    return re.sub(r'"\s*f?"', "", code)


@pytest.mark.parametrize("refusal", REFUSALS, ids=lambda refusal: refusal.kind)
def test_words_of_refusals_are_those_of_the_code(refusal: Refusal) -> None:
    code = sentences()
    assert [words for words in refusal.words if words not in code] == []


BLOCKING = {"conflict", "add_conflict", "RefusedError", "UnsupportedError", "unfollowed"}


def blocking() -> Iterator[str]:
    """The literal parts of every conflict."""
    for path in sorted((ROOT / "circle_resizer").rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Call) and called(node) in BLOCKING and node.args:
                literals = [n for n in ast.walk(node.args[0]) if isinstance(n, ast.JoinedStr)]
                if literals:
                    yield "".join(
                        part.value if isinstance(part, ast.Constant) else "0"
                        for part in literals[0].values
                        if not isinstance(part, ast.Constant) or isinstance(part.value, str)
                    )


def called(node: ast.Call) -> str:
    """The last name of what is called."""
    function = node.func
    return function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "")


BARE = {"0: 0", "the result '0' 0", "and 0 more"}
"""Sentences that are put together elsewhere."""


@pytest.mark.parametrize("sentence", sorted(set(blocking()) - BARE))
def test_every_refusal_has_a_kind(sentence: str) -> None:
    assert kind_of(sentence).kind != "contradiction"


def test_the_page_of_refusals_is_the_table() -> None:
    assert gen_refusals.PAGE.read_text() == gen_refusals.page()
