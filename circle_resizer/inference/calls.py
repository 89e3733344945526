"""Which subgraphs are being inferred: calls end, and all calls of a graph have the same shapes."""

from __future__ import annotations

from collections.abc import Iterator, MutableMapping, Sequence
from contextlib import contextmanager
from typing import TypeAlias

from circle_resizer.errors import EndlessError, ModelError, RuleError
from circle_resizer.file.model import Model
from circle_resizer.inference.value import Shape, shown

Arguments: TypeAlias = tuple["Shape | None", ...]
"""The shapes that a subgraph is called with."""
Key: TypeAlias = tuple[int, int]
"""(subgraph, operator)."""

MAX_DEPTH = 50
"""More subgraphs inside one another than the stack has room for."""
VISITS, VISITS_EACH = 200_000, 100
"""What calls may cost: so much anyway, and so much for each tensor and operator of the file."""


class Calls:
    """The calls of the subgraphs of a model."""

    def __init__(self, model: Model, callers: MutableMapping[int, tuple[Key, Arguments]]) -> None:
        """``callers`` is empty; it will hold the first caller of each graph, and its shapes."""
        self.model, self._callers = model, callers
        self._running = [0]
        extent = sum(len(g.tensors) + len(g.operators) for g in model.subgraphs)
        self._limit = VISITS + VISITS_EACH * extent

    @contextmanager
    def entered(self, index: int, caller: Key, shapes: Arguments) -> Iterator[None]:
        """While subgraph ``index`` is inferred for an operator."""
        if not 0 <= index < len(self.model.subgraphs):
            raise ModelError(f"calls subgraph {index} of {len(self.model.subgraphs)}")
        self._visit(index)
        first, known = self._callers.setdefault(index, (caller, shapes))
        if first != caller and known != shapes:
            raise RuleError(
                f"subgraph {index} is used with shapes {texts(shapes)}, and by operator "
                f"{first[1]} of subgraph {first[0]} with {texts(known)}"
            )
        self._callers[index] = (first, shapes)
        self._running.append(index)
        try:
            yield
        finally:
            self._running.pop()

    def _visit(self, index: int) -> None:
        """Calls without end, or many times as many as the file is large, are not followed."""
        if index in self._running:
            raise EndlessError(f"subgraph {index} calls itself")
        if len(self._running) > MAX_DEPTH:
            raise EndlessError(f"subgraph {index} is called {len(self._running)} calls deep")
        graph, model = self.model.subgraphs[index], self.model
        model.visits += 1 + len(graph.tensors) + len(graph.operators)
        if model.visits > self._limit:
            raise EndlessError(f"subgraphs call each other too often; subgraph {index} once more")


def texts(shapes: Sequence[Shape | None]) -> str:
    """Several shapes."""
    return ", ".join(map(shown, shapes))
