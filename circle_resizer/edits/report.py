"""What was changed, on what evidence."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass, field, replace
from typing import TypeAlias

from circle_resizer.errors import SCHEMA
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
    signature: str = ""
    """The signature that was added with it; the subgraph is the one that it was copied from."""


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

    def as_dict(self) -> dict[str, object]:
        """The change in fields that JSON knows; see docs/report.md."""
        old, new = (side if isinstance(side, str) else list(side) for side in (self.old, self.new))
        return {
            "where": self.where,
            "what": self.what,
            "old": old,
            "new": new,
            "grade": str(self.grade),
            "heuristic": self.evidence.heuristic,
            "sources": list(self.evidence.sources),
            **asdict(self.place),
        }

    def __str__(self) -> str:
        change = (
            f"stays {told(self.new)}" if self.stays else f"{told(self.old)} -> {told(self.new)}"
        )
        return f"{self.where}: {self.what} {change} ({self.evidence})"


def told(side: Side) -> str:
    """Numbers as a list."""
    return side if isinstance(side, str) else str(list(side))


def sides(names: Sequence[str], before: Sequence[Dims], after: Sequence[Dims]) -> list[object]:
    """Name and shapes of every input, or output."""
    return [
        {"name": name, "before": list(old), "after": list(new)}
        for name, old, new in zip(names, before, after, strict=True)
    ]


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
        graph = model.main
        return cls(
            model.input_shapes, list(inputs), model.output_shapes, list(outputs),
            input_names=[graph.tensors[i].name for i in graph.inputs],
            output_names=[graph.tensors[i].name for i in graph.outputs],
        )  # fmt: skip

    @classmethod
    def unchanged(cls, model: Model) -> Report:
        """Nothing was asked that is not so already."""
        return cls.of(model, model.input_shapes, model.output_shapes)

    def as_dict(self) -> dict[str, object]:
        """The report in fields that JSON knows, as ``--report FILE.json`` writes it."""
        return {
            "schema": SCHEMA,
            "status": "done",
            "summary": self.summary,
            "inputs": sides(self.input_names, self.inputs_before, self.inputs_after),
            "outputs": sides(self.output_names, self.outputs_before, self.outputs_after),
            "changes": [change.as_dict() for change in self.changes],
            "notes": list(self.notes),
        }

    def of_signature(self, key: str) -> Report:
        """The report with the name of an added signature in every line."""
        name = f"signature '{key}'"
        return replace(
            self,
            changes=[
                replace(c, where=f"{name}, {c.where}", place=replace(c.place, signature=key))
                for c in self.changes
            ],
            notes=[f"{name} added", *(f"{name}: {note}" for note in self.notes)],
            input_names=[f"{key}: {n}" for n in self.input_names],
            output_names=[f"{key}: {n}" for n in self.output_names],
        )

    def add(self, other: Report) -> None:
        """The inputs, outputs and changes of another graph of the file as well."""
        self.inputs_before = self.inputs_before + other.inputs_before
        self.inputs_after = self.inputs_after + other.inputs_after
        self.outputs_before = self.outputs_before + other.outputs_before
        self.outputs_after = self.outputs_after + other.outputs_after
        self.input_names = self.input_names + other.input_names
        self.output_names = self.output_names + other.output_names
        self.changes += other.changes
        self.notes += other.notes

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
