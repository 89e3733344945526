"""What was changed, on what evidence."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from circle_resizer.file.model import Model
from circle_resizer.generalize.evidence import Evidence, Grade

Dims = tuple[int, ...]
Side: TypeAlias = "Dims | str"
"""Numbers, or a few words for what is no list of numbers."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where in the file a change is."""

    subgraph: int
    operator: int | None = None
    """Its number in the subgraph; ``None`` for what is recorded about a tensor."""
    kind: str = ""
    """What the operator does: ``RESHAPE``."""
    operand: int | None = None
    """Number of the operand that holds the constant."""
    tensor: str = ""
    """Name of the constant, or of the tensor."""


@dataclass(frozen=True, slots=True)
class Change:
    """One constant, option or operator that is not what it was, or that might have followed."""

    where: str
    """The operator, or the tensor, in words."""
    what: str
    """The part of it that changes: ``operand 1``, ``new_shape``, ``constant 'mask'``."""
    old: Side
    new: Side
    evidence: Evidence
    place: Place

    @property
    def grade(self) -> Grade:
        """How sure it is."""
        return self.evidence.grade

    @property
    def why(self) -> str:
        """The heuristic or rule that it rests on."""
        return self.evidence.heuristic

    @property
    def stays(self) -> bool:
        """Whether the constant stays as it is."""
        return self.old == self.new

    def __str__(self) -> str:
        change = (
            f"stays {told(self.new)}" if self.stays else f"{told(self.old)} -> {told(self.new)}"
        )
        return f"{self.where}: {self.what} {change} ({self.evidence})"


def told(side: Side) -> str:
    """Numbers as a list."""
    return side if isinstance(side, str) else str(list(side))


@dataclass
class Report:
    """The changes of a run, and the shapes before and after."""

    inputs_before: list[Dims]
    inputs_after: list[Dims]
    outputs_before: list[Dims]
    outputs_after: list[Dims]
    changes: list[Change] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    input_names: list[str] = field(default_factory=list)
    output_names: list[str] = field(default_factory=list)

    @classmethod
    def of(cls, model: Model, inputs: Sequence[Dims], outputs: Sequence[Dims]) -> Report:
        """Shapes of inputs and outputs of a model before, and these after."""
        graph = model.subgraphs[0]
        return cls(
            model.input_shapes, list(inputs), model.output_shapes, list(outputs),
            input_names=[graph.tensors[i].name for i in graph.inputs],
            output_names=[graph.tensors[i].name for i in graph.outputs],
        )  # fmt: skip

    @classmethod
    def unchanged(cls, model: Model) -> Report:
        """Nothing was asked that is not so already."""
        return cls.of(model, model.input_shapes, model.output_shapes)

    @property
    def lines(self) -> list[str]:
        """One line per change, then notes."""
        return [*map(str, self.changes), *self.notes]

    @property
    def assumptions(self) -> list[str]:
        """The changes that rest on a heuristic."""
        return [str(c) for c in self.changes if c.grade is Grade.ASSUMED]

    @property
    def summary(self) -> str:
        """How many changes there are, and how many are assumed: ``53 changes, 2 assumed``."""
        count, guesses = len([c for c in self.changes if not c.stays]), len(self.assumptions)
        changes = "1 change" if count == 1 else f"{count or 'no'} changes"
        if guesses:
            return f"{changes}, {guesses} assumed"
        return f"{changes}, {'all ' if count > 1 else ''}proven" if count else "no constant changed"

    def __str__(self) -> str:
        before = [f"input {i}: {list(d)}" for i, d in enumerate(self.inputs_before)]
        pairs = [f"{b} -> {list(a)}" for b, a in zip(before, self.inputs_after, strict=True)]
        outs = [
            f"output {i}: {list(b)} -> {list(a)}"
            for i, (b, a) in enumerate(zip(self.outputs_before, self.outputs_after, strict=True))
        ]
        return "\n".join([*pairs, *outs, *self.lines])
