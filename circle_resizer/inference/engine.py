"""Walk a model in order and apply the rules: the only place where files and rules meet.

Errors of rules get their location here and nowhere else.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, Protocol

import circle_resizer.ops  # noqa: F401  (fills the tables)
from circle_resizer.error_boundary import DAMAGE, told
from circle_resizer.errors import EndlessError, ResizeError, RuleError
from circle_resizer.file.model import Model, Operator, Subgraph
from circle_resizer.inference.calls import Calls
from circle_resizer.inference.rules import (
    ELEMENTS,
    RULES,
    Answer,
    Context,
    Rule,
    State,
    known_elements,
)
from circle_resizer.inference.site import Frame, Site, options_of, rule_name
from circle_resizer.inference.stored_values import constant, elements_of, recorded
from circle_resizer.inference.value import MAX_RANK, Shape, Value, is_small, shape_of

NEED_OUTS = frozenset(kind for kind, entry in ELEMENTS.items() if "outs" in entry.keywords)
"""Operators whose element rule looks at the recorded outputs."""

__all__ = ["Frame", "Inference", "Site", "input_values"]
NOTHING = Value("", None)
"""What goes into an output that is left out."""


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
        self._calls = Calls(model, table())
        self.reached = 0
        """The operator of the main graph that was inferred last."""

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
        kind = rule_name(op)
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
        if entry is None:
            return self.hook.without_rule(site, operands) if self.hook else outputs_recorded(site)
        wants_outs = "outs" in entry.keywords or site.kind in NEED_OUTS
        outs = outputs_recorded(site) if wants_outs else []
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
        """The value of a tensor of a graph: computed, constant or variable."""
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
        with self._calls.entered(index, site.key, tuple(v.shape for v in inputs)):
            graph = self.model.subgraphs[index]
            named = [
                replace(v, name=graph.tensors[t].name)
                for v, t in zip(inputs, graph.inputs, strict=False)
            ]
            return self._graph(index, named if len(named) == len(inputs) else inputs)


def outputs_recorded(site: Site) -> list[Value]:
    """The outputs of an operator as the file records them."""
    tensors = site.graph.tensors
    return [recorded(tensors[i]) if i >= 0 else NOTHING for i in site.op.outputs]


def input_values(model: Model, shapes: Sequence[Shape]) -> list[Value]:
    """Values of the main graph's inputs at the given sizes."""
    graph = model.subgraphs[0]
    values = []
    for i, shape in zip(graph.inputs, shapes, strict=True):
        tensor = graph.tensors[i]
        elements = elements_of(shape, tensor.type, None, f"{tensor.name}@0.{i}")
        values.append(Value(tensor.name, shape, elements, tensor.type))
    return values
