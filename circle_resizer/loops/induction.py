"""What the counters of a loop walk: which axis, from which row on, in how many passes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from circle_resizer.file.model import Operator
from circle_resizer.inference.engine import Inference
from circle_resizer.inference.value import Element, Shape, Value
from circle_resizer.loops.accesses import Cut, cuts, walked
from circle_resizer.schema.options import StablehloCompareOptions
from circle_resizer.symbolic.bindings import Sizes
from circle_resizer.symbolic.dim import Dim, Sym, atoms_of

UP, DOWN = 1, -1
COMPARISONS = {"LESS": (UP, 0), "LESS_EQUAL": (UP, 1), "GREATER": (DOWN, 0),
               "GREATER_EQUAL": (DOWN, 1), "NOT_EQUAL": (0, 0)}  # fmt: skip
"""(the way a counter on the left goes, whether it may reach the limit)."""
COMPARED = {1: (0, 0), 2: (DOWN, 1), 3: (DOWN, 0), 4: (UP, 1), 5: (UP, 0)}
"""The same by the directions of StableHLO."""
CONJUNCTIONS = {"LOGICAL_AND", "STABLEHLO_AND", "RESHAPE", "CAST"}


@dataclass(frozen=True, slots=True)
class Counter:
    """A state that every pass moves by the same step."""

    state: int
    symbol: Sym
    start: Dim
    step: int


@dataclass(frozen=True, slots=True)
class Bound:
    """A comparison that ends the loop, when the counter gets to ``limit + past``."""

    op: Operator
    operand: int
    counter: Counter
    limit: Dim
    past: int

    def passes(self, sizes: Sizes) -> int | None:
        """How many passes it allowed at the stored sizes."""
        limit, start = sizes.stored(self.limit), sizes.stored(self.counter.start)
        if limit is None or start is None:
            return None
        return max(0, -((start - limit - self.past) // self.counter.step))


@dataclass(frozen=True, slots=True)
class Walk:
    """A cut that moves with a counter: ``factor * counter + offset``; 0 where that is not so."""

    cut: Cut
    name: str
    shape: Shape
    counter: Counter
    factor: int
    offset: Dim

    @property
    def size(self) -> Dim:
        """Of the axis."""
        return self.shape[self.cut.axis]

    @property
    def is_plain(self) -> bool:
        """Row by row: of blocks of rows nobody knows whether their length is a size."""
        return abs(self.factor) == 1 and (abs(self.pace) == 1 or not self.cut.reach)

    @property
    def pace(self) -> int:
        """Rows that it moves in a pass."""
        return self.factor * self.counter.step

    def first(self, sizes: Sizes) -> int | None:
        """The row of the first pass at the stored sizes."""
        return sizes.stored(self.factor * self.counter.start + self.offset)

    def touches(self, sizes: Sizes, passes: int | None) -> bool:
        """Whether it ran between the first or second row and the last, as far as it could."""
        first, extent = self.first(sizes), sizes.stored(self.size)
        if not self.factor or not passes or first is None or extent is None:
            return False
        if passes == 1 < extent and not self.cut.is_open:
            return False
        final = first + self.pace * (passes - 1)
        low, high = sorted((first, final))
        low -= self.cut.is_open
        if low > 1 or 2 * low >= extent:
            return False
        if self.cut.is_open:
            return high in {extent - 1, extent}
        return high + self.cut.reach < extent <= high + self.cut.reach + max(1, self.pace)


@dataclass(frozen=True, slots=True)
class Loop:
    """What is known about the passes of a loop."""

    cond: int
    body: int
    counters: Sequence[Counter]
    walks: Sequence[Walk]
    bounds: Sequence[Bound]

    def passes(self, sizes: Sizes) -> int | None:
        """How many passes there were at the stored sizes, as far as the counters decide."""
        return min((n for b in self.bounds if (n := b.passes(sizes)) is not None), default=None)


def loop_of(engine: Inference, graphs: tuple[int, int], counters: Sequence[Counter]) -> Loop:
    """A loop, by its condition and its body as they were last inferred."""
    cond, body = graphs
    walks, bounds = walks_of(engine, body, counters), bounds_of(engine, cond, counters)
    return Loop(cond, body, counters, walks, bounds)


def moves(sizes: Sizes, size: Dim) -> bool:
    """Whether a size changes that constants of the file may know."""
    return sizes.changes(size) and not sizes.is_dynamic(size)


def counters_of(
    start: Sequence[Value], state: Sequence[Value], after: Sequence[Value]
) -> list[Counter]:
    """The counters of a loop, by what it starts with and by its states around one pass."""
    found = []
    for k, (first, before, now) in enumerate(zip(start, state, after, strict=True)):
        ends = [only(v) for v in (first, before, now)]
        begin, symbol, moved = ends
        if not isinstance(begin, (int, Sym)) or not isinstance(symbol, Sym):
            continue
        step = moved - symbol if isinstance(moved, (int, Sym)) else 0
        if isinstance(step, int) and step:
            found.append(Counter(k, symbol, begin, step))
    return found


def only(value: Value | None) -> Element | None:
    """The one element of a value."""
    elements = value.elements if value is not None else None
    return elements[0] if elements is not None and len(elements) == 1 else None


def affine(
    element: Element | None, counters: Iterable[Counter]
) -> Iterator[tuple[Counter, int, Dim]]:
    """(counter, factor, offset) of every counter in an element; factor 0: not a multiple of it."""
    if not isinstance(element, Sym):
        return
    for counter in counters:
        names = atoms_of(counter.symbol)
        if not names & atoms_of(element):
            continue
        factor = dict(element.terms).get(counter.symbol.terms[0][0], 0)
        offset = element - factor * counter.symbol
        others = {n for c in counters for n in atoms_of(c.symbol)}
        yield (counter, 0, 0) if others & atoms_of(offset) else (counter, factor, offset)


def walks_of(engine: Inference, body: int, counters: Sequence[Counter]) -> list[Walk]:
    """Everything that the body reads or writes at a counter."""
    graph, frame = engine.model.subgraphs[body], engine.frames[body]
    found = []
    for op in graph.operators:
        values = [engine.value(graph, frame, i) if i >= 0 else None for i in op.inputs]
        data = walked(op, values, frame)
        if data is None or data.shape is None:
            continue
        for cut in cuts(op, values, len(data.shape)):
            for counter, factor, offset in affine(cut.index, counters):
                found.append(Walk(cut, data.name, data.shape, counter, factor, offset))
    return found


def bounds_of(engine: Inference, cond: int, counters: Sequence[Counter]) -> list[Bound]:
    """The comparisons of a counter with a limit, all of which a further pass needs."""
    graph, frame = engine.model.subgraphs[cond], engine.frames[cond]
    todo, found, seen = list(graph.outputs), [], set[int]()
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
        found += [b for k in (0, 1) if (b := bound(op, kind, sides, k, counters)) is not None]
    return found


def comparison(op: Operator) -> tuple[int, int] | None:
    """The way a counter on the left goes, and whether it may reach the limit."""
    if op.kind == "STABLEHLO_COMPARE":
        return COMPARED.get(op.options(StablehloCompareOptions).comparison_direction)
    return COMPARISONS.get(op.kind)


def bound(
    op: Operator, kind: tuple[int, int], sides: Sequence[Element | None], left: int,
    counters: Sequence[Counter],
) -> Bound | None:  # fmt: skip
    """A comparison whose side ``left`` counts towards the other one."""
    limit = sides[1 - left]
    way, reaches = kind if left == 0 else (-kind[0], kind[1])
    for counter, factor, offset in affine(sides[left], counters):
        towards = UP if counter.step > 0 else DOWN
        if not isinstance(offset, int) or not isinstance(limit, (int, Sym)):
            continue
        if factor == 1 and way in {0, towards}:
            return Bound(op, 1 - left, counter, limit, towards * reaches - offset)
    return None
