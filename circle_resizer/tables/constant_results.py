"""Tensors that operators compute from constants alone, and their values.

A float16 file has every weight behind a DEQUANTIZE; a mask may be made by BROADCAST_TO, ABS and
LOG. Such a result is a constant that the converter did not fold. Which tensors these are is found
from the graph; a value is computed only when it is asked for.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import replace
from weakref import WeakKeyDictionary

import circle_resizer.tables.constant_twins  # noqa: F401  (fills the table)
from circle_resizer.file.element_types import LETTERS
from circle_resizer.file.model import Model, Operator, Subgraph
from circle_resizer.inference.stored_values import MAX_UNKNOWN_ELEMENTS
from circle_resizer.inference.value import MAX_ELEMENTS, Element, Value
from circle_resizer.symbolic.bounds import check_room
from circle_resizer.symbolic.dim import Sym, atoms_of
from circle_resizer.tables.compare import Array
from circle_resizer.tables.constant import array_of
from circle_resizer.tables.constant_operators import TWINS, Step, computed, is_computable

MOST_READ = 1 << 12
"""Elements of constants that are worth reading for the few numbers made of them."""
MOST_WORK = 100
"""Operators beneath a result, each as often as it is read: x + x of x + x of ... has no end."""
FOUND: WeakKeyDictionary[Subgraph, frozenset[int]] = WeakKeyDictionary()


def step_of(graph: Subgraph, op: Operator, shape: tuple[int, ...] | None = None) -> Step:
    """An operator with its tensors; its result takes the stored shape unless another is given."""
    operands = [graph.tensors[i] if i >= 0 else None for i in op.inputs]
    result = graph.tensors[op.outputs[0]]
    return Step(op, operands, result, (result.shape or ()) if shape is None else shape)


def constant_results(model: Model, graph: Subgraph) -> frozenset[int]:
    """Tensors of a graph that are computed from constants alone, by operators that have a twin."""
    found = FOUND.get(graph)
    if found is None:
        found = FOUND[graph] = frozenset(searched(model, graph))
    return found


def searched(model: Model, graph: Subgraph) -> Iterator[int]:
    """``constant_results``, found by going through the operators in order."""
    work: dict[int, int] = {}
    for op in graph.operators:
        known = (i < 0 or i in work or is_stored(model, graph, i) for i in op.inputs)
        if not may_have_twin(op) or not all(known):
            continue
        count = 1 + sum(work.get(i, 0) for i in op.inputs)
        if count <= MOST_WORK and is_computable(step_of(graph, op)):
            work[op.outputs[0]] = count
            yield op.outputs[0]


def may_have_twin(op: Operator) -> bool:
    """Whether an operator makes one tensor of others, by a kind that can be computed."""
    return op.kind in TWINS and bool(op.inputs) and len(op.outputs) == 1 and op.outputs[0] >= 0


def is_stored(model: Model, graph: Subgraph, index: int) -> bool:
    """Whether the file holds the contents of a tensor and nothing overwrites them."""
    tensor = graph.tensors[index]
    if index in graph.producers or index in graph.inputs or tensor.is_variable:
        return False
    return model.holds(tensor)


def array_at(model: Model, graph: Subgraph, index: int) -> Array | None:
    """A stored or computed constant; ``None`` if an operator's result cannot be computed."""
    if index not in constant_results(model, graph):
        return array_of(model, graph.tensors[index])
    op = graph.producers[index]
    step = step_of(graph, op)
    width = 8 * math.prod(step.shape)
    check_room(f"'{step.result.name}'", width)
    arrays = [array_at(model, graph, i) if i >= 0 else None for i in op.inputs]
    if any(a is None and i >= 0 for a, i in zip(arrays, op.inputs, strict=True)):
        return None
    return computed(step, arrays)


def as_constant(model: Model, graph: Subgraph, index: int, value: Value | None) -> Value | None:
    """``value``, marked as a constant where it is computed from constants alone.

    A result that has taken a size which moves, or numbers that may follow one, is none any more.
    """
    if value is None or value.constant or index not in constant_results(model, graph):
        return value
    unknown = unknown_names(value)
    if not all(name.startswith("?") for name in unknown) or value.shape != (
        graph.tensors[index].shape or ()
    ):
        return value
    elements = value.elements
    if unknown or elements is None:
        elements = contents(model, graph, index)
    return replace(value, elements=elements, constant=True)


def unknown_names(value: Value) -> set[str]:
    """The symbols in the elements of a value: ``?`` for a number that only a run tells."""
    return {name for e in value.elements or () if isinstance(e, Sym) for name in atoms_of(e)}


def contents(model: Model, graph: Subgraph, index: int) -> tuple[Element, ...] | None:
    """The few numbers of a small result that is made of small constants."""
    tensor = graph.tensors[index]
    letter = LETTERS.get(tensor.type)
    limit = MAX_UNKNOWN_ELEMENTS if letter in {"f", "d", "e"} else MAX_ELEMENTS
    if not letter or math.prod(tensor.shape or ()) > limit or not is_light(model, graph, index):
        return None
    array = array_at(model, graph, index)
    return None if array is None else tuple(array.reshape(-1).tolist())


def is_light(model: Model, graph: Subgraph, index: int) -> bool:
    """Whether a result is made of few numbers altogether."""
    left, todo = MOST_READ, [index]
    while todo and left > 0:
        here = todo.pop()
        left -= math.prod(graph.tensors[here].shape or ()) + 1
        if here in constant_results(model, graph):
            todo += [i for i in graph.producers[here].inputs if i >= 0]
    return left > 0
