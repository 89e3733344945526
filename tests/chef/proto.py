"""The messages of a recipe, checked against the text; values become plain Python."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any

from .fields import ENUMS, MESSAGES
from .text import Block, RecipeError, Scalar

FIELD = re.compile(r"(?P<name>\w+):(?P<kind>\w+)(?P<many>\*?)(?:=(?P<default>\S+))?")
LIMITS = {
    "int32": (-(2**31), 2**31 - 1),
    "uint32": (0, 2**32 - 1),
    "int64": (-(2**63), 2**63 - 1),
}
TRUTH = {"true": True, "t": True, "1": True, "True": True}
TRUTH |= {"false": False, "f": False, "0": False, "False": False}


@dataclass(frozen=True)
class Field:
    """One field of a message."""

    name: str
    kind: str
    many: bool
    default: str | None


@dataclass
class Message:
    """Values by field name; a field that is absent has its default, or None, or []."""

    of: str
    line: int
    given: dict[str, Any] = field(default_factory=dict)
    lines: dict[str, int] = field(default_factory=dict)

    def __getattr__(self, name: str) -> Any:
        if name not in SCHEMA[self.of]:
            raise AttributeError(f"{self.of} has no field '{name}'")
        if name in self.given:
            return self.given[name]
        known = SCHEMA[self.of][name]
        if known.many:
            return []
        return None if known.default is None else scalar(known, Scalar("word", known.default, 0))

    def has(self, name: str) -> bool:
        """Whether the recipe names the field."""
        return name in self.given


def _read(text: str) -> dict[str, Field]:
    found = [match.groupdict() for match in FIELD.finditer(text)]
    return {f["name"]: Field(f["name"], f["kind"], f["many"] == "*", f["default"]) for f in found}


SCHEMA: dict[str, dict[str, Field]] = {name: _read(text) for name, text in MESSAGES.items()}


def scalar(known: Field, value: Scalar) -> Any:
    """A scalar as its field wants it."""
    if known.kind in ENUMS:
        return enum(known, value)
    if known.kind == "string":
        if value.kind != "text":
            raise RecipeError(value.line, f"'{known.name}' wants a quoted string")
        return value.value
    if known.kind == "bool" and value.value in TRUTH:
        return TRUTH[value.value]
    try:
        number = float(value.value.rstrip("fF") if "inf" not in value.value else value.value)
        whole = None if known.kind == "float" else int(value.value, 0)
    except ValueError:
        raise RecipeError(value.line, f"'{known.name}' is no {known.kind}: {value.value}") from None
    if value.kind == "text" or known.kind == "bool":
        raise RecipeError(value.line, f"'{known.name}' is no {known.kind}: {value.value}")
    if whole is None:
        return number
    low, high = LIMITS[known.kind]
    if not low <= whole <= high:
        raise RecipeError(value.line, f"'{known.name}' is no {known.kind}: {value.value}")
    return whole


def enum(known: Field, value: Scalar) -> int:
    """An enumeration's number, given as a name or as the number."""
    names = ENUMS[known.kind]
    if value.kind == "word" and value.value in names:
        return names[value.value]
    if value.kind == "number" and value.value.isdigit() and int(value.value) in names.values():
        return int(value.value)
    raise RecipeError(value.line, f"'{known.name}' is no {known.kind}: {value.value}")


def message(name: str, block: Block) -> Message:
    """Check a block against a message."""
    made = Message(name, block.line)
    for key, line, value in block.fields:
        known = SCHEMA[name].get(key)
        if known is None:
            raise RecipeError(line, f"{name} has no field '{key}'")
        is_message = known.kind in SCHEMA
        if is_message is not isinstance(value, Block):
            raise RecipeError(line, f"'{key}' wants {'a message' if is_message else 'a value'}")
        read = message(known.kind, value) if isinstance(value, Block) else scalar(known, value)
        if known.many:
            made.given.setdefault(key, []).append(read)
        elif key in made.given:
            raise RecipeError(line, f"'{key}' is given twice")
        else:
            made.given[key] = read
        made.lines.setdefault(key, line)
    return made
