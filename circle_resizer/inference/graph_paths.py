"""Ways through a graph from one operator, as far as operators of some kinds lead."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from circle_resizer.file.model import Operator, Subgraph

MAX_STEPS = 16


class Paths:
    """A graph and who reads what in it."""

    def __init__(self, graph: Subgraph) -> None:
        self.graph = graph

    @property
    def readers(self) -> dict[int, list[Operator]]:
        """The operators that read each tensor."""
        return self.graph.readers

    def reached(self, op: Operator, kinds: Collection[str], *, forward: bool) -> Iterator[Operator]:
        """Operators behind ``op`` (or before it), with only ``kinds`` between."""
        seen = {op.index}
        todo = [(op, 0)]
        while todo:
            here, steps = todo.pop()
            for other in self.behind(here) if forward else self.before(here):
                if other.index in seen:
                    continue
                seen.add(other.index)
                yield other
                if other.kind in kinds and steps < MAX_STEPS and not self.levels(other):
                    todo.append((other, steps + 1))

    def levels(self, op: Operator) -> bool:
        """Whether an operator scales a tensor by a result of it: a factor before it may cancel."""
        if op.kind not in {"MUL", "DIV"} or len(set(op.inputs)) != len(op.inputs):
            return False
        makers = [self.graph.producers.get(i) for i in op.inputs]
        return any(
            a is not None and a.index in self.ancestry(i)
            for a, i in zip(makers, reversed(op.inputs), strict=True)
        )

    def ancestry(self, tensor: int) -> set[int]:
        """The operators that a tensor was computed by."""
        todo, seen = [tensor], set[int]()
        while todo:
            op = self.graph.producers.get(todo.pop())
            if op is not None and op.index not in seen:
                seen.add(op.index)
                todo.extend(op.inputs)
        return seen

    def before(self, op: Operator) -> list[Operator]:
        """The operators that make an operator's operands."""
        return [self.graph.producers[t] for t in op.inputs if t in self.graph.producers]

    def behind(self, op: Operator) -> list[Operator]:
        """The operators that read an operator's results."""
        return [other for t in op.outputs for other in self.readers.get(t, ())]

    def kinds_before(self, op: Operator, kinds: Collection[str]) -> set[str]:
        """Kinds of the operators that lead to ``op`` through operators of ``kinds``."""
        return {other.kind for other in self.reached(op, kinds, forward=False)}

    def is_fed(self, tensor: int) -> bool:
        """Whether a tensor depends on an input of the graph."""
        todo, seen = [tensor], set[int]()
        while todo:
            here = todo.pop()
            if here in self.graph.inputs:
                return True
            op = self.graph.producers.get(here)
            if op is not None and op.index not in seen:
                seen.add(op.index)
                todo.extend(op.inputs)
        return False
