"""Configuration files: comments at the end of a line, percent signs, booleans."""

from __future__ import annotations

import configparser
import re
from collections.abc import Collection, Mapping, MutableMapping

from onelib import sections
from onelib.errors import PlainValueError
from onelib.nearest import nearest
from onelib.paths import home, read_text
from onelib.printable import printable

PERCENT = re.compile(r"%%|%\(([^()]+)\)s")
DEEPEST = 10
MOST_FILLED_IN = 1 << 20
"""Characters that one file may have filled in, whichever way its keys name each other."""


class Percent(configparser.Interpolation):
    """``%%`` is a percent sign, ``%(key)s`` the value of a key, any other ``%`` itself."""

    def __init__(self) -> None:
        self.left = MOST_FILLED_IN

    def before_get(
        self,
        parser: MutableMapping[str, Mapping[str, str]],
        section: str,
        option: str,
        value: str,
        defaults: Mapping[str, str],
    ) -> str:
        """The value as its reader sees it."""
        del parser, section
        return self.expand(value, defaults, (option,))

    def expand(self, value: str, known: Mapping[str, str], inside: tuple[str, ...]) -> str:
        """``value`` with the keys it names filled in, unless one of them names itself."""

        def fill(found: re.Match[str]) -> str:
            name = found[1]
            if name is None:
                return "%"
            if name not in known:
                return found[0]
            if name in inside or len(inside) > DEEPEST:
                raise PlainValueError(f"the value of '{inside[0]}' contains itself: {found[0]}")
            self.left -= 1 + len(known[name])
            if self.left < 0:
                raise PlainValueError(f"the value of '{inside[0]}' grows too long: {found[0]}")
            return self.expand(known[name], known, (*inside, name))

        return PERCENT.sub(fill, value)


class Parser(configparser.ConfigParser):
    """A parser as every driver uses it: ``#`` and ``;`` start a comment."""

    def __init__(self) -> None:
        super().__init__(inline_comment_prefixes=("#", ";"), interpolation=Percent())

    def optionxform(self, optionstr: str) -> str:
        """Keys keep their case."""
        return optionstr


def read_cfg(path: str, missing: str = "Not found given configuration file") -> tuple[str, Parser]:
    """The file's path with ``~`` filled in, and what it holds."""
    expanded = home(path)
    parser = Parser()
    try:
        load(parser, expanded)
    except OSError as error:
        raise FileNotFoundError(f"{missing}: {printable(path)} ({error.strerror})") from error
    except UnicodeDecodeError as error:
        raise PlainValueError(f"{printable(path)} is not UTF-8 text") from error
    except configparser.Error as error:
        raise PlainValueError(str(error)) from error
    return expanded, parser


def load(parser: Parser, path: str) -> None:
    """Let the parser read a file."""
    text = read_text(path).replace("\r\n", "\n").replace("\r", "\n")
    parser.read_dict(sections.read(text, printable(path)), path)


def boolean(section: str, key: str, value: str) -> bool:
    """What 1/yes/true/on and 0/no/false/off mean."""
    try:
        return configparser.ConfigParser.BOOLEAN_STATES[value.lower()]
    except KeyError:
        raise PlainValueError(f"Not a boolean: {value} (key '{key}' of [{section}])") from None


def unknown_key(section: str, key: str, known: Collection[str]) -> PlainValueError:
    """The error for a key that nobody reads."""
    return PlainValueError(f"unknown key '{key}' in [{section}]{nearest(key, known, 0)}")
