"""Every preference that a report can name has its line in the manual, and the other way round."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

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
    said = rows(section("What is assumed: the preferences"))
    assert set(said) == {name for path in SOURCES for name in names(path)}
    assert len(said) == len(set(said))


@pytest.mark.parametrize("title", re.findall(r"^- \[(.*?)\]", MANUAL, re.MULTILINE))
def test_contents_lead_to_sections(title: str) -> None:
    assert section(title)


@pytest.mark.parametrize("row", rows(section("What is refused, and what to do then")))
def test_refusals_are_sentences_of_the_code(row: str) -> None:
    """Each run of words of a message, between its names and numbers, is in one text of the code."""
    code = "\n".join(p.read_text() for p in (ROOT / "circle_resizer").rglob("*.py"))
    code = re.sub(r'"\s*f?"', "", code)
    pieces = re.split(r"'\w'|\b[A-Z]\b|\.\.\.|\b0\b", row)  # where the code has a name or number
    assert [p for p in pieces if p.strip(" :,'") and p.strip(" '") not in code] == []
