"""Single decisions of a run: a specialised entry, a constant's new contents, another operator."""

from __future__ import annotations

from dataclasses import dataclass, field

from circle_resizer.inference.value import Shape
from circle_resizer.symbolic.dim import Dim
from circle_resizer.tables.fit import Extension

Key = tuple[int, int]
"""(subgraph, operator)."""
Place = tuple[int, int, int, int]
"""(subgraph, operator, operand, entry)."""

Constraint = tuple[Dim, Dim, str]
"""Two sizes that have to be equal, and who says so."""
LITERAL = {"literal size", "literal limit", "size of a loop state", "size of an input"}
"""Heuristics of entries that any neighbour may decide."""


def symbol_of(place: Place) -> str:
    """The name of the symbol that stands for an entry."""
    return "~" + ".".join(map(str, place))


@dataclass(slots=True)
class Hole:
    """A symbol that stands for a specialised entry with more than one interpretation."""

    place: Place
    where: str
    stored: int
    heuristic: str
    candidates: tuple[Dim, ...]
    ambiguity: str = ""
    """Why there is no preferred interpretation, if there is none."""

    @property
    def name(self) -> str:
        """The symbol that stands for it."""
        return symbol_of(self.place)

    @property
    def literal(self) -> bool:
        """Whether nothing but its own number speaks for it."""
        return self.heuristic in LITERAL


@dataclass(slots=True)
class Patch:
    """New contents of a small integer constant (or option vector) as one consumer needs them."""

    key: Key
    kind: str
    operand: int
    where: str
    tensor: int
    old: tuple[int, ...]
    new: tuple[Dim, ...]
    option: str = ""
    assumed: set[str] = field(default_factory=set)
    bound: tuple[int, ...] | None = None
    """The numbers to write, once they are known."""


@dataclass(slots=True)
class Regrow:
    """A data constant with other extents, as one consumer needs it."""

    key: Key
    operand: int
    where: str
    tensor: int
    extents: dict[int, Dim]
    extension: Extension


@dataclass(slots=True)
class Kept:
    """Contents of a constant that stay although they might have followed an axis."""

    where: str
    operand: int
    contents: str
    heuristic: str


@dataclass(slots=True)
class Swap:
    """A RESHAPE that becomes the TRANSPOSE it stands for.

    With ``split`` a RESHAPE to that comes before it; with ``between`` it gives that shape to the
    old RESHAPE, which stays.
    """

    key: Key
    where: str
    perm: tuple[int, ...]
    split: Shape | None = None
    between: Shape | None = None


@dataclass(slots=True)
class Insert:
    """A RESHAPE to put in front of an operand: an exporter left it out, for it changed nothing."""

    key: Key
    operand: int
    where: str
    shape: Shape
    heuristic: str = ""


@dataclass(slots=True)
class Choice:
    """Which interpretation of a RESHAPE is being tried."""

    index: int
    count: int
    conflicts: set[int] = field(default_factory=set)
    """Operands of the operators at which earlier candidates failed."""
