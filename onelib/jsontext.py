"""The text of a workflow file as objects, texts and lists of names."""

from __future__ import annotations

import json

from onelib.errors import PlainValueError
from onelib.paths import home, read_text
from onelib.printable import LONGEST, printable

LONGEST_NUMBER = 40
"""Digits; Python's time to read a number takes the square of its length."""
Table = dict[str, object]


def read_json(path: str) -> Table:
    """The root object of a workflow file."""
    try:
        text = read_text(home(path))
    except OSError as error:
        message = f"Not found given workflow file: {printable(path)} ({error.strerror})"
        raise FileNotFoundError(message) from error
    except UnicodeDecodeError as error:
        raise ImportError(f"Invalid workflow file: {printable(path)} is not UTF-8 text") from error
    try:
        root = json.loads(text, parse_int=whole)
    except RecursionError as error:
        message = f"Invalid workflow file: {printable(path)} is nested too deep"
        raise ImportError(message) from error
    except ValueError as error:
        raise ImportError(f"Invalid workflow file: {printable(path)}: {error}") from error
    if not isinstance(root, dict):
        raise ImportError(f"Invalid workflow file: {printable(path)} holds no object")  # noqa: TRY004
    return root


def whole(digits: str) -> int:
    """A number, if it is not too long for one."""
    if len(digits) > LONGEST_NUMBER:
        raise ValueError(f"a number of {len(digits)} digits, at most {LONGEST_NUMBER}")
    return int(digits)


def short(name: str) -> str:
    """The name of a workflow or a step, if it is not too long for one."""
    if len(name) > LONGEST:
        raise PlainValueError(f"a name of {len(name)} characters, at most {LONGEST}: {name[:40]}..")
    return name


def as_table(value: object, what: str) -> Table:
    """A JSON object."""
    if not isinstance(value, dict):
        raise PlainValueError(f"{what} is not an object")
    return value


def as_text(value: object, what: str) -> str:
    """A text as it is; numbers and truth values as Python writes them."""
    if not isinstance(value, (str, int, float)):
        raise PlainValueError(f"{what} is not a text")
    return str(value)


def texts(value: object, what: str, name: str) -> list[str]:
    """A list of names."""
    if not isinstance(value, list) or not all(isinstance(entry, str) for entry in value):
        raise PlainValueError(f"\"{what}\" of workflow '{name}' is not a list of names")
    return value
