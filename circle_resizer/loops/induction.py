"""Induction variables of a WHILE loop, and the comparisons of them that end it.

``i = 0; while i < 4: ...; i = i + 1`` has the induction variable ``i`` with the step 1. Its bound
is the comparison ``i < 4``, which gives the loop a trip count of 4.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from circle_resizer.file.model import Operator
from circle_resizer.inference.engine import Inference
from circle_resizer.inference.value import Element, Value
from circle_resizer.schema.options import StablehloCompareOptions
from circle_resizer.symbolic.bindings import Sizes
from circle_resizer.symbolic.dim import Dim, Sym, atoms_of

UP, DOWN = 1, -1
COMPARISONS = {"LESS": (UP, 0), "LESS_EQUAL": (UP, 1), "GREATER": (DOWN, 0),
               "GREATER_EQUAL": (DOWN, 1), "NOT_EQUAL": (0, 0)}  # fmt: skip
"""(direction in which the left variable runs, True if it may reach the bound)."""
COMPARED = {1: (0, 0), 2: (DOWN, 1), 3: (DOWN, 0), 4: (UP, 1), 5: (UP, 0)}
"""``COMPARISONS`` by the comparison directions of StableHLO."""
CONJUNCTIONS = {"LOGICAL_AND", "STABLEHLO_AND", "RESHAPE", "CAST"}


@dataclass(frozen=True, slots=True)
class InductionVariable:
    """An argument of the body to which every iteration adds the same step."""

    argument: int
    symbol: Sym
    start: Dim
    step: int


@dataclass(frozen=True, slots=True)
class Bound:
    """A comparison that ends the loop, when the variable gets to ``limit + past``."""

    op: Operator
    operand: int
    variable: InductionVariable
    limit: Dim
    past: int

    def trip_count(self, sizes: Sizes) -> int | None:
        """How many iterations it allowed at the stored sizes."""
        limit, start = sizes.stored(self.limit), sizes.stored(self.variable.start)
        if limit is None or start is None:
            return None
        return max(0, -((start - limit - self.past) // self.variable.step))


def induction_variables(
    start: Sequence[Value], before: Sequence[Value], after: Sequence[Value]
) -> list[InductionVariable]:
    """Those of a loop, by its arguments at the start and around one iteration."""
    found = []
    for k, values in enumerate(zip(start, before, after, strict=True)):
        first, symbol, last = map(only, values)
        if not isinstance(first, (int, Sym)) or not isinstance(symbol, Sym):
            continue
        step = last - symbol if isinstance(last, (int, Sym)) else 0
        if isinstance(step, int) and step:
            found.append(InductionVariable(k, symbol, first, step))
    return found


def only(value: Value | None) -> Element | None:
    """The one element of a value."""
    elements = value.elements if value is not None else None
    return elements[0] if elements is not None and len(elements) == 1 else None


def affine(
    element: Element | None, variables: Iterable[InductionVariable]
) -> Iterator[tuple[InductionVariable, int, Dim]]:
    """(variable, factor, offset) for every induction variable in an index.

    ``S - 1 - i`` is ``-1 * i + (S - 1)``. The factor is 0 where the index is no multiple of the
    variable plus a number, such as ``i % S``.
    """
    if not isinstance(element, Sym):
        return
    names = {name for v in variables for name in atoms_of(v.symbol)}
    for variable in variables:
        if atoms_of(variable.symbol) & atoms_of(element):
            factor = dict(element.terms).get(variable.symbol.terms[0][0], 0)
            offset = element - factor * variable.symbol
            is_affine = not names & atoms_of(offset)
            yield (variable, factor, offset) if is_affine else (variable, 0, 0)


def bounds_of(engine: Inference, cond: int, variables: Sequence[InductionVariable]) -> list[Bound]:
    """The comparisons of an induction variable with a limit, all of which must hold to go on."""
    graph, frame = engine.model.subgraphs[cond], engine.frames[cond]
    todo, seen, found = list(graph.outputs), set[int](), list[Bound]()
    while todo:
        op = graph.producers.get(todo.pop())
        if op is None or op.index in seen:
            continue
        seen.add(op.index)
        if op.kind in CONJUNCTIONS:
            todo.extend(op.inputs if op.kind.endswith("AND") else op.inputs[:1])
        kind = comparison(op)
        if kind is None:
            continue
        sides = [only(engine.value(graph, frame, i)) for i in op.inputs]
        found += [b for k in (0, 1) if (b := bound(op, kind, sides, k, variables)) is not None]
    return found


def comparison(op: Operator) -> tuple[int, int] | None:
    """(direction in which a variable on the left runs, whether it may reach the limit)."""
    if op.kind == "STABLEHLO_COMPARE":
        return COMPARED.get(op.options(StablehloCompareOptions).comparison_direction)
    return COMPARISONS.get(op.kind)


def bound(
    op: Operator, kind: tuple[int, int], sides: Sequence[Element | None], left: int,
    variables: Sequence[InductionVariable],
) -> Bound | None:  # fmt: skip
    """A comparison whose side ``left`` counts towards the other one."""
    limit = sides[1 - left]
    way, reaches = kind if left == 0 else (-kind[0], kind[1])
    for variable, factor, offset in affine(sides[left], variables):
        towards = UP if variable.step > 0 else DOWN
        if not isinstance(offset, int) or not isinstance(limit, (int, Sym)):
            continue
        if factor == 1 and way in {0, towards}:
            return Bound(op, 1 - left, variable, limit, towards * reaches - offset)
    return None
