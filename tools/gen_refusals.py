"""Writes docs/refusals.md: a section for every kind of refusal, from the table in the package."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from circle_resizer.refusals import wording
from circle_resizer.refusals.causes import option_words
from circle_resizer.refusals.kinds import REFUSALS
from circle_resizer.refusals.refusal import Refusal

PAGE = Path(__file__).resolve().parent.parent / "docs/refusals.md"
HEAD = """\
# What is refused, and what to do then

A refused run writes nothing but its log and leaves an older output as it was. The message names all
that stands in the way, each with operator, constant, old and new numbers. A line `hint:` for each
kind says what to do and leads here; `one-resize --explain KIND` prints a section.

In Python a refusal is a `RefusedError`. `error.causes` has a field for each part of the message:
`kind`, `hint`, `subgraph`, `operator`, `operator_kind`, `tensor`, `operand`, `old`, `new`.
"""


def page() -> str:
    """The whole page."""
    kinds = "\n".join(f"- [{each.kind}](#{each.kind})" for each in REFUSALS)
    return "\n".join([HEAD, kinds, "", *(line for each in REFUSALS for line in section(each))])


def section(refusal: Refusal) -> Iterator[str]:
    """One kind: what it says, why, and what to do on the command line and in Python."""
    yield f"## {refusal.kind}\n"
    signs = [f"`... {words.strip(' ,:')} ...`" for words in refusal.words if words]
    if signs:
        yield f"The message says {' or '.join(signs)}.\n"
    yield f"{refusal.why}\n"
    todos = [todo(refusal, spoken) for spoken in (wording.COMMAND, wording.PYTHON)]
    if todos[0] == todos[1]:
        yield f"What to do: {todos[0]}.\n"
    else:
        yield f"What to do on the command line: {todos[0]}.\n"
        yield f"What to do in Python: {todos[1]}.\n"


def todo(refusal: Refusal, spoken: str) -> str:
    """What to do, in the words of an interface."""
    with wording.spoken(spoken):
        return refusal.todo.format(**{key: f"`{text}`" for key, text in option_words().items()})


if __name__ == "__main__":
    PAGE.write_text(page())
