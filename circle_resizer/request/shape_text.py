"""The text of shapes as it is asked for: by position, by name, with axes that stay.

``[4,16],[4,17]`` gives a shape for every input in its order, ``ids:[4,_],mask:[4,17]`` for some of
them by name. ``_`` or ``?`` keeps an axis, ``S`` is an axis whose size is given elsewhere. A name
with a comma, a bracket, a semicolon or a quote in it stands in quotes.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Collection, Iterator
from typing import TypeAlias

from circle_resizer.symbolic.bounds import LARGEST

Size: TypeAlias = "int | str | None"
"""A number, the name of one that is given elsewhere, or ``None``: as it is."""
Asked: TypeAlias = "tuple[Size, ...]"

NUMBER = re.compile(r"[+-]?[0-9]{1,20}")
KEPT = ("_", "?")
QUOTES = ("'", '"')
SPECIAL = frozenset("],;\"'")
"""Letters of names that have to stand in quotes."""


class UnreadableText(Exception):  # noqa: N818  (the caller says it, in words that scripts know)
    """The text is not of this form; why, if it has names."""


def parse_asked(text: str, names: Collection[str] = ()) -> list[Asked] | dict[str, Asked]:
    """Shapes by position or by name; ``names`` are those of sizes that are given elsewhere."""
    items = list(split(text))
    given = [name for name, _ in items if name is not None]
    if not given:
        return [sizes_of(inner, names) for _, inner in items]
    if len(given) < len(items):
        raise UnreadableText("either every shape has a name or none has: ids:[1,16],mask:[1,16]")
    twice = [name for name, count in Counter(given).items() if count > 1]
    if twice:
        raise UnreadableText(f"'{twice[0]}' is given twice")
    return {name or "": named_sizes(name, inner, names) for name, inner in items}


def named_sizes(name: str | None, inner: str, names: Collection[str]) -> Asked:
    """The sizes of an input that has a name."""
    try:
        return sizes_of(inner, names)
    except UnreadableText:
        raise UnreadableText(f"the shape of '{name}': {hint(f'[{inner}]')}") from None


def split(text: str) -> Iterator[tuple[str | None, str]]:
    """Names and what stands between the brackets."""
    at = 0
    while True:
        name, left = name_at(text, at)
        right = text.find("]", left)
        if right < 0:
            raise UnreadableText
        yield name, text[left + 1 : right]
        rest = text[right + 1 :].lstrip()
        if not rest:
            return
        if rest[0] != ",":
            raise UnreadableText
        at = len(text) - len(rest) + 1


def name_at(text: str, at: int) -> tuple[str | None, int]:
    """The name in front of the next shape, and where its bracket is."""
    start = at + len(text[at:]) - len(text[at:].lstrip())
    if text[start : start + 1] in QUOTES:
        return quoted_name(text, start)
    left = text.find("[", at)
    if left < 0:
        raise UnreadableText
    return plain_name(text[at:left].strip()), left


def plain_name(head: str) -> str | None:
    """A name in front of a colon; ``None`` if nothing is there."""
    name = head[:-1].strip()
    if head and (not head.endswith(":") or not name):
        raise UnreadableText
    if any(letter in SPECIAL for letter in name):
        raise UnreadableText
    return name or None


def quoted_name(text: str, start: int) -> tuple[str, int]:
    """A name in the quotes that begin at ``start``, and where the bracket of its shape is."""
    end = text.find(text[start], start + 1)
    left = text.find("[", end)
    if end < start or left < 0 or text[end + 1 : left].strip() != ":":
        raise UnreadableText
    return text[start + 1 : end], left


def sizes_of(inner: str, names: Collection[str]) -> Asked:
    """The sizes between two brackets; one comma may trail."""
    if not inner.strip():
        return ()
    return tuple(size_of(part.strip(), names) for part in inner.removesuffix(",").split(","))


def size_of(text: str, names: Collection[str]) -> Size:
    """One size."""
    if text in KEPT:
        return None
    if text in names:
        return text
    size = int(text) if NUMBER.fullmatch(text) else 0
    if size != -1 and not 0 < size <= LARGEST:
        raise UnreadableText
    return size


LOOKED_AT = 200
"""Letters that a hint looks at."""
EXAMPLE = "for example [1,16],[4,3]"
Hint: TypeAlias = "Callable[[re.Match[str]], str]"
HINTS: list[tuple[str, Hint]] = [
    (
        r"\s*([-+\w, ]*\d)\s*",
        lambda m: f"a shape stands in brackets: [{','.join(re.findall(NUMBER, m[1]))}]",
    ),
    (
        r"\s*([^\s\[\],]+)\s*(\[[^\[\]]*\]).*",
        lambda m: f"a name and its shape are joined by a colon: {m[1].rstrip(':')}:{m[2]}",
    ),
    (r".*\]\s*\[.*", lambda _: "shapes are separated by commas: [1,16],[4,3]"),
    (
        r"\s*\[([1-9][0-9]*(?:[x* ]+[1-9][0-9]*)+)\].*",
        lambda m: f"sizes are separated by commas: [{','.join(re.findall('[0-9]+', m[1]))}]",
    ),
    (
        r".*\[[^\]]*[_?].*",
        lambda _: "'_' keeps an axis of a model: that is for one-resize -s and for resize()",
    ),
    (
        r".*[\[,]\s*[+-]?0+\s*[,\]].*",
        lambda _: (
            "0 is no size: a size is 1 or more, or -1 if it is known only at run time, "
            "for example [4,16]"
        ),
    ),
    (
        r".*[\[,]\s*-\d.*",
        lambda _: "a size is 1 or more, or -1 if it is known only at run time, for example [-1,16]",
    ),
    (
        r".*[\[,]\s*([A-Za-z]\w*)\s*[,\]].*",
        lambda m: f"'{m[1]}' is no number; --dim {m[1]}=16 (dims= in Python) gives it one",
    ),
    (r".*[\[,]\s*\d{10,}.*", lambda _: f"a size is at most {LARGEST}"),
    (r".*\d\.\d.*", lambda _: "a size is a whole number, for example [1,16]"),
]


def hint(text: str) -> str:
    """What may have been meant, with an example; for a text that is no list of shapes."""
    for pattern, sentence in HINTS:
        if match := re.fullmatch(pattern, text[:LOOKED_AT], re.DOTALL):
            return sentence(match)
    return EXAMPLE
