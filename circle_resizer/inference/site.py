"""One operator in its graph, while it is being inferred."""

from __future__ import annotations

from dataclasses import dataclass

from circle_resizer.file.model import Operator, Subgraph
from circle_resizer.inference.rules import Answer, Custom, Rule
from circle_resizer.inference.value import Value
from circle_resizer.schema.options import Options

Frame = list["Value | None"]
"""What is known about each tensor of a graph; ``None``: nothing yet."""


@dataclass(slots=True)
class Site:
    """An operator in its graph, while it is being inferred."""

    graph: Subgraph
    op: Operator
    kind: str
    frame: Frame
    opt: Options
    answers: list[Answer] | None = None
    """Set by a generalizer that has worked out the outputs' sizes itself."""

    @property
    def key(self) -> tuple[int, int]:
        """(subgraph, operator)."""
        return self.graph.index, self.op.index

    def __str__(self) -> str:
        out = self.op.outputs[0] if self.op.outputs else -1
        name = f" '{self.graph.tensors[out].name}'" if out >= 0 else ""
        kind = self.kind.removeprefix("CUSTOM:")
        return f"subgraph {self.graph.index}, operator {self.op.index} {kind}{name}"


def rule_name(op: Operator) -> str:
    """The name under which the rules of an operator are registered: ``CUSTOM:Roll``."""
    return f"CUSTOM:{op.custom_code}" if op.kind == "CUSTOM" else op.kind


def options_of(op: Operator, entry: Rule | None) -> Options:
    """The options in the class that the rule wants."""
    if op.kind == "CUSTOM":
        return Custom(code=op.custom_code, data=op.custom_data)
    return op.options(entry.options) if entry else Options()
