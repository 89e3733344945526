"""Configuration files: comments at the end of a line, percent signs, booleans."""

from __future__ import annotations

import configparser
import re
from collections.abc import Iterable, Mapping, MutableMapping
from difflib import get_close_matches
from pathlib import Path

from onelib.paths import home

PERCENT = re.compile(r"%%|%\(([^()]+)\)s")
DEEPEST = 10


class Percent(configparser.Interpolation):
    """``%%`` is a percent sign, ``%(key)s`` the value of a key, any other ``%`` itself."""

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
        return expand(value, defaults, (option,))


def expand(value: str, known: Mapping[str, str], inside: tuple[str, ...]) -> str:
    """``value`` with the keys it names filled in, unless one of them names itself."""

    def fill(found: re.Match[str]) -> str:
        name = found[1]
        if name is None:
            return "%"
        if name not in known:
            return found[0]
        if name in inside or len(inside) > DEEPEST:
            raise ValueError(f"the value of '{inside[0]}' contains itself: {found[0]}")
        return expand(known[name], known, (*inside, name))

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
        with Path(expanded).open(encoding="utf-8-sig") as file:
            parser.read_file(file, expanded)
    except OSError as error:
        raise FileNotFoundError(f"{missing}: {path} ({error.strerror})") from error
    except UnicodeDecodeError as error:
        raise ValueError(f"{path} is not UTF-8 text") from error
    return expanded, parser


def boolean(section: str, key: str, value: str) -> bool:
    """What 1/yes/true/on and 0/no/false/off mean."""
    try:
        return configparser.ConfigParser.BOOLEAN_STATES[value.lower()]
    except KeyError:
        raise ValueError(f"Not a boolean: {value} (key '{key}' of [{section}])") from None


def unknown_key(section: str, key: str, known: Iterable[str]) -> ValueError:
    """The error for a key that nobody reads."""
    return ValueError(f"unknown key '{key}' in [{section}]{nearest(key, known)}")


def nearest(name: str, known: Iterable[str]) -> str:
    """What to add to the name of something unknown."""
    return "".join(
        f", the nearest known one is '{close}'"
        for close in get_close_matches(name, sorted(known), n=1, cutoff=0.0)
    )
