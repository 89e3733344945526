"""Texts out of files as a reader may see them."""

from __future__ import annotations

import sys
from time import process_time

import pytest

from circle_resizer.printable import clipped, printable

ESCAPED = [
    ("a\nb\r\tc", "a\\nb\\r\\tc"),
    ("\x1b[2J\x07\x7f\x00", "\\x1b[2J\\x07\\x7f\\x00"),
    ("\x85\x9b31m", "\\x85\\x9b31m"),
    ("\u2028\u2029\u202e\u2066\u200b\ufeff", "\\u2028\\u2029\\u202e\\u2066\\u200b\\ufeff"),
    ("\U000e0041\udcff", "\\U000e0041\\udcff"),
]
"""Line breaks, control characters, those of C1, marks of direction, no width, halves of pairs."""


@pytest.mark.parametrize(("text", "expected"), ESCAPED)
def test_what_is_not_for_the_eye_is_escaped(text: str, expected: str) -> None:
    assert expected == printable(text)
    assert printable(text).isprintable()


@pytest.mark.parametrize("text", ["", "a:b/c 'd'", "größe", "形状 🙂", "a\\n"])
def test_everything_else_stays(text: str) -> None:
    assert text == printable(text)


def test_every_character_becomes_printable() -> None:
    for start in range(0, sys.maxunicode, 4096):
        block = "".join(map(chr, range(start, start + 4096)))
        assert printable(block).isprintable()


def test_what_is_kept_stays() -> None:
    assert printable("a\nb\rc", "\n") == "a\nb\\rc"


def test_a_long_text_is_cut_and_its_length_told() -> None:
    assert clipped("abc", 3) == "abc"
    assert clipped("abcd", 3) == "abc.. (4 characters)"


def test_time_grows_with_the_text_alone() -> None:
    start = process_time()
    assert len(printable("\x1b形" * 500_000)) == 2_500_000
    assert process_time() - start < 2
