"""The text of a cfg file as sections, keys and values.

It reads what ``configparser`` reads, whose regular expressions and lists of errors take hours for
some files of a megabyte. Here every line is looked at once, and the first that is wrong ends it.
"""

from __future__ import annotations

import configparser
from dataclasses import dataclass, field

from onelib.errors import PlainValueError
from onelib.printable import LONGEST, clipped

COMMENT = "#;"
DEFAULT = configparser.DEFAULTSECT
MOST_LINES = 20_000
Sections = dict[str, dict[str, str]]


@dataclass
class Reader:
    """The sections so far, and where the next line belongs."""

    source: str
    sections: dict[str, dict[str, list[str]]] = field(default_factory=dict)
    section: str = ""
    key: str = ""
    indent: int = 0
    number: int = 0

    def take(self, line: str) -> None:
        """One line: a header, a key with its value, more of a value, or nothing."""
        self.number += 1
        end = comment_start(line)
        text = line[:end].strip()
        if not text:
            if end == len(line) and self.key:
                self.values.append("")
            return
        indent = len(line) - len(line.lstrip())
        if self.key and indent > self.indent:
            self.values.append(text)
            return
        self.indent = indent
        if text.startswith("[") and text.rfind("]") > 1:
            self.begin(self.short(text[1 : text.rfind("]")]))
        elif not self.section:
            raise configparser.MissingSectionHeaderError(self.source, self.number, f"{line}\n")
        else:
            self.assign(text)

    @property
    def values(self) -> list[str]:
        """The lines of the value that was read last."""
        return self.sections[self.section][self.key]

    def begin(self, section: str) -> None:
        """A header; only that of the defaults may come again."""
        if section in self.sections and section != DEFAULT:
            raise configparser.DuplicateSectionError(section, self.source, self.number)
        self.sections.setdefault(section, {})
        self.section, self.key = section, ""

    def assign(self, text: str) -> None:
        """A key and the first line of its value."""
        at = next((i for i, character in enumerate(text) if character in "=:"), 0)
        if not at:
            shown = clipped(text, 60)
            raise PlainValueError(f"{self.source}, line {self.number}: no KEY=VALUE: {shown}")
        key = self.short(text[:at].rstrip())
        if key in self.sections[self.section]:
            raise configparser.DuplicateOptionError(self.section, key, self.source, self.number)
        self.key = key
        self.sections[self.section][key] = [text[at + 1 :].strip()]

    def short(self, name: str) -> str:
        """A name, if it is not too long for one."""
        if len(name) > LONGEST:
            raise PlainValueError(
                f"{self.source}, line {self.number}: a name of {len(name)} characters,"
                f" at most {LONGEST}"
            )
        return name


def comment_start(line: str) -> int:
    """Where a comment begins: at the first mark, or at one after a blank."""
    for i, character in enumerate(line):
        if character in COMMENT and (i == 0 or line[i - 1].isspace()):
            return i
    return len(line)


def read(text: str, source: str) -> Sections:
    """The sections of a text; a key may have several lines, indented below it."""
    lines = text.removesuffix("\n").split("\n")
    if len(lines) > MOST_LINES:
        raise PlainValueError(f"{source} has {len(lines)} lines, at most {MOST_LINES}")
    if "\0" in text:
        number = text[: text.index("\0")].count("\n") + 1
        raise PlainValueError(f"{source}, line {number}: a zero byte, which no text has")
    reader = Reader(source)
    for line in lines:
        reader.take(line)
    return {
        section: {key: "\n".join(value).rstrip() for key, value in keys.items()}
        for section, keys in reader.sections.items()
    }
