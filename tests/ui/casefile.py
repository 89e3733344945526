r"""The text of a case: sections, each under a line ``=== NAME``.

``command``        assignments, then a command, in the words of a shell
``given: PATH``    a file that is there before the run
``program: PATH``  the same, executable
``echoes``         paths of programs that print how they were called
``exit``, ``stdout``, ``stderr``
``files``          what the run made or changed, with the shapes of models; what it removed
``log: PATH``      the text of a log that the run wrote

An output that is not there is expected to be empty. After ``escaped`` (``given escaped: PATH``,
``stdout escaped``) the text has the escapes of Python; a last ``\`` joins a line with nothing.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

HEADER = re.compile(r"^=== (.*)\n", re.MULTILINE)
NAME = re.compile(r"command|echoes|exit|stdout|stderr|files|(given|program|log): .+")
ECHO = '#!/bin/sh\necho "${0##*/} $*"\n'


@dataclass(frozen=True)
class Case:
    """Text by the name of its section: what is there before the run, and what is expected of it."""

    given: Mapping[str, str]
    expected: Mapping[str, str]


def parsed(text: str) -> Case:
    """A case from its text."""
    start, *found = HEADER.split(text)
    if start:
        raise ValueError(f"a case begins with a section: {start}")
    sections: dict[str, str] = {}
    for header, body in zip(found[::2], found[1::2], strict=True):
        name = re.sub(r"^(\w+) escaped\b", r"\1", header)
        if name in sections or not NAME.fullmatch(name):
            raise ValueError(f"unknown section, or the second of its name: {header}")
        sections[name] = body if name == header else unescaped(body)
    given = {name: body for name, body in sections.items() if is_given(name)}
    return Case(given, {name: body for name, body in sections.items() if name not in given})


def rendered(case: Case) -> str:
    """The text of a case, without outputs that are empty."""
    outputs = {name: body for name, body in case.expected.items() if body}
    return "".join(section(*item) for item in {**case.given, **outputs}.items())


def section(name: str, body: str) -> str:
    """One section; escaped if its text would not be read as it is."""
    lines = body.split("\n")
    odd = any(not line.isprintable() or line.startswith("=== ") for line in lines)
    if not odd and lines[-1] == "":
        return f"=== {name}\n{body}"
    kind, colon, path = name.partition(":")
    return f"=== {kind} escaped{colon}{path}\n{escaped(body)}"


def escaped(body: str) -> str:
    """Lines that hold no control character and are no header."""
    lines = [line.encode("unicode_escape").decode() for line in body.split("\n")]
    if lines[-1]:
        lines = [*lines[:-1], f"{lines[-1]}\\", ""]
    return "\n".join(re.sub("^===", r"\\x3d==", line) for line in lines)


def unescaped(body: str) -> str:
    """What ``escaped`` was given."""
    return body.encode("ascii").decode("unicode_escape")


def is_given(name: str) -> bool:
    """Whether a section is there before the run."""
    return name.startswith(("command", "given", "program", "echoes"))


def set_up(case: Case, folder: Path) -> None:
    """Write the files that a case begins with."""
    for name, body in case.given.items():
        kind, _, path = name.partition(": ")
        if kind in ("given", "program"):
            write(folder / path, body, program=kind == "program")
    for path in case.given.get("echoes", "").splitlines():
        write(folder / path, ECHO, program=True)


def write(path: Path, text: str, *, program: bool) -> None:
    """One file, and the folders it is in."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    if program:
        path.chmod(0o755)
