"""Walk a model in order and apply the rules: the only place where files and rules meet.

Errors of rules get their location here and nowhere else.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Protocol

import circle_resizer.ops  # noqa: F401  (fills the tables)
from circle_resizer.error_boundary import DAMAGE, told
from circle_resizer.errors import EndlessError, ModelError, ResizeError, RuleError
from circle_resizer.file.model import Model, Operator, Subgraph
from circle_resizer.inference.rules import (
    ELEMENTS,
    RULES,
    Answer,
    Context,
    Custom,
    Rule,
    State,
    known_elements,
)
from circle_resizer.inference.stored_values import constant, elements_of, recorded
from circle_resizer.inference.value import MAX_RANK, Shape, Value, is_small, shape_of, shown
from circle_resizer.schema.options import Options

MAX_DEPTH = 50
"""More subgraphs inside one another than the stack has room for."""
VISITS, VISITS_EACH = 200_000, 100
"""What calls may cost: so much anyway, and so much for each tensor and operator of the file."""

NEED_OUTS = frozenset(kind for kind, entry in ELEMENTS.items() if "outs" in entry.keywords)
"""Operators whose element rule looks at the recorded outputs."""

NOTHING = Value("", None)
"""What goes into an output that is left out."""
Frame = list["Value | None"]


@dataclass(slots=True)
class Site:
    """An operator in its graph, while it is being inferred."""

    graph: Subgraph
    op: Operator
    kind: str
    frame: Frame
    opt: Options
    answers: list[Answer] | None = None
    """Set by a repair that has worked out the outputs' sizes itself."""

    @property
    def key(self) -> tuple[int, int]:
        """(subgraph, operator)."""
        return self.graph.index, self.op.index

    def __str__(self) -> str:
        out = self.op.outputs[0] if self.op.outputs else -1
        name = f" '{self.graph.tensors[out].name}'" if out >= 0 else ""
        kind = self.kind.removeprefix("CUSTOM:")
        return f"subgraph {self.graph.index}, operator {self.op.index} {kind}{name}"


class Hook(Protocol):
    """What generalizing does at every operator; plain inference has none."""

    def mark(self, position: int, /) -> None:
        """Before each operator of the main graph: the state to come back to."""
        ...

    def before(
        self, engine: Inference, site: Site, operands: list[Value | None], /
    ) -> list[Value | None]:
        """The operands to go on with; may replace ``site.opt``."""
        ...

    def without_rule(self, site: Site, operands: Sequence[Value | None]) -> list[Value]:
        """Outputs of an operator that has no rule."""
        ...

    def failed(self, site: Site, error: ResizeError) -> list[Value]:
        """Outputs to go on with after an error; or raise it."""
        ...


class Inference:
    """Shapes of every tensor of every graph that runs, from the inputs of the first."""

    def __init__(
        self, model: Model, hook: Hook | None = None, table: Callable[[], dict[Any, Any]] = dict
    ) -> None:
        """``table`` makes the dictionaries whose changes a hook may have to undo."""
        self.model, self.hook = model, hook
        self.frames: dict[int, Frame] = {}
        self.state: State = table()
        self._callers: dict[int, tuple[tuple[int, int], tuple[Shape | None, ...]]] = table()
        self._running = [0]
        self.reached = 0
        """The operator of the main graph that was inferred last."""
        extent = sum(len(g.tensors) + len(g.operators) for g in model.subgraphs)
        self._limit = VISITS + VISITS_EACH * extent

    def run(self, inputs: Sequence[Value]) -> list[Value]:
        """Infer the main graph; the values of all its tensors are in ``frames``."""
        self.frames[0] = self._frame(0, inputs)
        return self.resume(0)

    def resume(self, position: int, end: int | None = None) -> list[Value]:
        """Infer the main graph from the operator at ``position`` on, as if for the first time."""
        graph, frame = self.model.subgraphs[0], self.frames[0]
        for op in graph.operators[position : self.reached + 1]:
            for tensor in op.outputs:
                if tensor >= 0:
                    frame[tensor] = None
        for op in graph.operators[position:end]:
            self.reached = op.index
            if self.hook:
                self.hook.mark(op.index)
            self._operator(graph, op, frame)
        return [self.value(graph, frame, i) for i in graph.outputs]

    def _graph(self, index: int, inputs: Sequence[Value]) -> list[Value]:
        graph, frame = self.model.subgraphs[index], self._frame(index, inputs)
        for op in graph.operators:
            self._operator(graph, op, frame)
        self.frames[index] = frame
        return [self.value(graph, frame, i) for i in graph.outputs]

    def _frame(self, index: int, inputs: Sequence[Value]) -> Frame:
        """The values of a graph of which nothing but the inputs is known."""
        graph = self.model.subgraphs[index]
        if len(inputs) != len(graph.inputs):
            raise RuleError(
                f"subgraph {index} takes {len(graph.inputs)} inputs, gets {len(inputs)}"
            )
        frame: Frame = [None] * len(graph.tensors)
        for tensor, value in zip(graph.inputs, inputs, strict=True):
            frame[tensor] = replace(value, name=value.name, type=graph.tensors[tensor].type)
        return frame

    def _operator(self, graph: Subgraph, op: Operator, frame: Frame) -> None:
        kind = f"CUSTOM:{op.custom_code}" if op.kind == "CUSTOM" else op.kind
        entry = RULES.get(kind)
        site = Site(graph, op, kind, frame, options_of(op, entry))
        try:
            operands = [None if i < 0 else self.value(graph, frame, i) for i in op.inputs]
            if self.hook:
                operands = self.hook.before(self, site, operands)
            outputs = self._outputs(site, entry, operands)
        except ResizeError as error:
            outputs = self._failed(site, error, error)
        except DAMAGE as error:
            text = f"its operands and options make no sense together ({told(error)})"
            outputs = self._failed(site, RuleError(text), error)
        places: Sequence[int] = op.outputs
        if len(outputs) != len(places):  # a hook leaves out what is left out
            places = [i for i in places if i >= 0]
        for i, value in zip(places, outputs, strict=True):
            if i >= 0:
                frame[i] = value

    def _failed(self, site: Site, error: ResizeError, cause: Exception) -> list[Value]:
        """Say where, once; a hook may go on from there."""
        located = error.at(site)
        if self.hook is None or isinstance(error, EndlessError):
            raise located from cause
        return self.hook.failed(site, located)

    def _outputs(self, site: Site, entry: Rule | None, operands: list[Value | None]) -> list[Value]:
        if entry is None and self.hook:
            return self.hook.without_rule(site, operands)
        outs: list[Value] = []
        if entry is None or "outs" in entry.keywords or site.kind in NEED_OUTS:
            tensors = site.graph.tensors
            outs = [recorded(tensors[i]) if i >= 0 else NOTHING for i in site.op.outputs]
        if entry is None:
            return outs
        context = Context(site.opt, outs, partial(self.call, site), self.state)
        answers = site.answers or entry(operands, context)
        if len(answers) < len(site.op.outputs):
            raise RuleError(f"has {len(site.op.outputs)} outputs, its rule answers {len(answers)}")
        contents = None
        if site.kind in ELEMENTS and any(map(is_small, answers)):
            contents = known_elements(site.kind, operands, context)
        return [self._output(site, k, answers[k], contents) for k in range(len(site.op.outputs))]

    def _output(
        self, site: Site, k: int, answer: Answer, contents: Sequence[object] | None
    ) -> Value:
        index = site.op.outputs[k]
        if index < 0:
            return NOTHING
        tensor = site.graph.tensors[index]
        name = tensor.name
        if answer is None:
            return Value(name, None, None, tensor.type)
        if len(answer) > MAX_RANK:
            raise RuleError(f"the output would have rank {len(answer)}, at most {MAX_RANK}")
        label = f"{name}@{site.graph.index}.{index}"
        shape = shape_of(answer, label)
        if shape == tensor.shape:
            shape = tensor.shape  # one object instead of two
        array = contents[k] if contents and k < len(contents) else None
        return Value(name, shape, elements_of(shape, tensor.type, array, label), tensor.type)

    def value(self, graph: Subgraph, frame: Frame, index: int) -> Value:
        """What is known about a tensor: computed, constant or variable."""
        found = frame[index]
        if found is None:
            found = frame[index] = self._stored(graph, index)
        return found

    def _stored(self, graph: Subgraph, index: int) -> Value:
        found = graph.values.get(index)
        if not isinstance(found, Value):
            found = graph.values[index] = constant(self.model, graph, index)
        return found

    def call(self, site: Site, index: int, inputs: Sequence[Value]) -> list[Value]:
        """Infer subgraph ``index`` on behalf of ``site``."""
        if not 0 <= index < len(self.model.subgraphs):
            raise ModelError(f"calls subgraph {index} of {len(self.model.subgraphs)}")
        self._visit(index)
        shapes = tuple(v.shape for v in inputs)
        known = self._callers.setdefault(index, (site.key, shapes))
        if known[0] != site.key and known[1] != shapes:
            raise RuleError(
                f"subgraph {index} is used with shapes {texts(shapes)}, and by operator "
                f"{known[0][1]} of subgraph {known[0][0]} with {texts(known[1])}"
            )
        self._callers[index] = (known[0], shapes)
        graph = self.model.subgraphs[index]
        named = [
            replace(v, name=graph.tensors[t].name)
            for v, t in zip(inputs, graph.inputs, strict=False)
        ]
        self._running.append(index)
        try:
            return self._graph(index, named if len(named) == len(inputs) else inputs)
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


def options_of(op: Operator, entry: Rule | None) -> Options:
    """The options in the class that the rule wants."""
    if op.kind == "CUSTOM":
        return Custom(code=op.custom_code, data=op.custom_data)
    return op.options(entry.options) if entry else Options()


def texts(shapes: Sequence[Shape | None]) -> str:
    """Several shapes."""
    return ", ".join(map(shown, shapes))


def input_values(model: Model, shapes: Sequence[Shape]) -> list[Value]:
    """Values of the main graph's inputs at the given sizes."""
    graph = model.subgraphs[0]
    values = []
    for i, shape in zip(graph.inputs, shapes, strict=True):
        tensor = graph.tensors[i]
        elements = elements_of(shape, tensor.type, None, f"{tensor.name}@0.{i}")
        values.append(Value(tensor.name, shape, elements, tensor.type))
    return values
