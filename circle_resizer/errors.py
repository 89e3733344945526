"""Everything this package raises on purpose."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import asdict

from circle_resizer.refusals.causes import Cause, cause_of
from circle_resizer.text import brief

CAUSES, HINTS = 10, 3
"""Causes of a refusal, and kinds of them with what to do, that are shown."""
HINT = "hint: "
SCHEMA = 1
"""Of reports for programs: docs/report.md."""
NO_CAUSE = re.compile(rf"{HINT}|and \d+ (?:more|that follow from these)$|\(\d+ more lines\)$")


class ResizeError(RuntimeError):
    """The request cannot be carried out; the message says what, where, and what to change."""

    located = False
    request_kind = ""
    """What is at fault, where it is no obstacle in the network."""

    def __init__(self, text: object = "") -> None:
        super().__init__(brief(str(text)))

    def at(self, where: object) -> ResizeError:
        """The error with its place in front, unless it has one: ``subgraph 0, operator 3: ..``."""
        if self.located:
            return self
        error = type(self)(f"{where}: {self}")
        error.located = True
        return error

    @property
    def causes(self) -> tuple[Cause, ...]:
        """All obstacles that the message names, in fields."""
        if self.request_kind:
            return (Cause(str(self), self.request_kind, ""),)
        return tuple(cause_of(s) for s in str(self).split("\n") if s and not NO_CAUSE.match(s))

    @property
    def cause(self) -> Cause:
        """The first obstacle: its kind, hint, operator, tensor, operand, old and new numbers."""
        return next(iter(self.causes), Cause(str(self), "contradiction", ""))

    def as_dict(self) -> dict[str, object]:
        """The error in fields that JSON knows, as ``--report FILE.json`` writes it."""
        return {
            "schema": SCHEMA,
            "status": "refused",
            "message": str(self),
            "causes": [asdict(cause) for cause in self.causes],
        }

    def advised(self) -> ResizeError:
        """The error with a line that says what to do, for each kind of obstacle."""
        kinds = {cause.kind: cause.hint for cause in self.causes if cause.hint}
        hints = [f"{HINT}{hint}" for hint in kinds.values()][:HINTS]
        return type(self)("\n".join([str(self), *hints]))


class InputError(ResizeError):
    """The request itself is at fault: count, rank, type or name of the asked shapes."""

    request_kind = "request"


class ArgumentError(InputError, TypeError):
    """An argument of a type that means nothing here."""


class RangeError(InputError, IndexError):
    """A number that no size can be."""


class ShapeTextError(InputError, ValueError):
    """The text of the shapes cannot be read."""


class ModelError(ResizeError):
    """The file is missing, cannot be read or written, is no model, or is damaged."""

    request_kind = "model"


class EndlessError(ModelError):
    """Subgraphs call each other more often than can be followed: no use in going on."""


class UnreadableError(EndlessError):
    """The file has changed since it was opened, or cannot be read any more."""

    located = True


class RuleError(ResizeError):
    """An operator's operands contradict its definition (raised inside a rule, without location)."""


class TooLargeError(RuleError, ArithmeticError):
    """A number or a size that grows beyond what is worth computing: shape arithmetic lets it go."""


class RefusedError(ResizeError):
    """The change cannot be proven right; every blocker is one line of the message."""


def refused(causes: Sequence[str]) -> RefusedError:
    """A refusal that names its causes, as far as anybody reads them."""
    more = len(causes) - CAUSES
    return RefusedError("\n".join([*causes[:CAUSES], *([f"and {more} more"] if more > 0 else [])]))


class UnsupportedError(ResizeError):
    """An operator without a rule has operands that change."""
