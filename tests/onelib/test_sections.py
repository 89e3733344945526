"""Sections of a cfg file are those that ``configparser`` reads."""

from __future__ import annotations

import configparser

import pytest
from hypothesis import given
from hypothesis import strategies as st

from onelib import sections

PIECES = [
    "[s]",
    "[t]",
    "[DEFAULT]",
    "[s",
    "[]",
    "k",
    "l=",
    "=v",
    ":",
    "w",
    "#",
    ";",
    " ",
    "\t",
    "\n",
]
TEXTS = st.lists(st.sampled_from([*PIECES, "\n", "\n", "k=v\n", "[s]\n"]), max_size=30).map("".join)


def stock(text: str) -> dict[str, dict[str, str]] | str:
    """What ``configparser`` reads, or the kind of its complaint."""
    parser = configparser.RawConfigParser(inline_comment_prefixes=("#", ";"))
    parser.optionxform = str  # type: ignore[assignment, method-assign]
    try:
        parser.read_string(text)
    except configparser.Error as error:
        return type(error).__name__
    own = {name: dict(parser._sections[name]) for name in parser.sections()}  # type: ignore[attr-defined] # noqa: SLF001
    return own | ({"DEFAULT": dict(parser.defaults())} if parser.defaults() else {})


def ours(text: str) -> dict[str, dict[str, str]] | str:
    """The same by our reader."""
    try:
        found = sections.read(text, "a.cfg")
    except configparser.Error as error:
        return type(error).__name__
    except ValueError:
        return "ParsingError"
    return {name: keys for name, keys in found.items() if keys or name != "DEFAULT"}


def in_step(text: str) -> bool:
    """Whether no mark stands inside a word before a comment: there versions of Python differ."""
    return all(line.count("#") + line.count(";") < 2 for line in text.split("\n"))


@given(TEXTS.filter(in_step))
def test_as_configparser(text: str) -> None:
    expected = stock(text)
    answer = ours(text)
    # theirs reads on after a line that is wrong, and may find something else that is
    assert answer == expected or "ParsingError" in (answer, expected)
    assert isinstance(answer, str) is isinstance(expected, str)


def test_first_comment_counts() -> None:
    assert sections.read("[s]\nk=a#b #c ;d\n", "a.cfg") == {"s": {"k": "a#b"}}


WRONG = [
    ("[s]\nk\n", r"^a\.cfg, line 2: no KEY=VALUE: k$"),
    ("[s]\n=v\n", r"^a\.cfg, line 2: no KEY=VALUE: =v$"),
    ("[s]\n\nk=\0\n", r"^a\.cfg, line 3: a zero byte, which no text has$"),
    (f"[s]\n{'k' * 1001}=1", r"^a\.cfg, line 2: a name of 1001 characters, at most 1000$"),
    ("\n" * 20_001, r"^a\.cfg has 20001 lines, at most 20000$"),
]


@pytest.mark.parametrize(("text", "message"), WRONG, ids=range(len(WRONG)))
def test_what_is_wrong_is_told_with_its_line(text: str, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        sections.read(text, "a.cfg")
