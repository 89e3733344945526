"""Which axes of a network's inputs hold independent rows, such as the images of a batch.

Rows are followed from the inputs through every operator of every graph that runs. Example: [n,3,8]
-> RESHAPE [3*n,8] -> SOFTMAX -> RESHAPE [n,24] keeps the n rows apart; a MEAN over axis 0 of the
[3*n,8] would not.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from circle_resizer.file.model import Operator, Subgraph
from circle_resizer.inference.axis_kinds import Axis, AxisKind
from circle_resizer.inference.engine import Inference
from circle_resizer.inference.row_states import (
    AS_STORED,
    SHAPED,
    Counted,
    Decided,
    Mixed,
    Rows,
    Seen,
    State,
    names_in,
    unified,
)
from circle_resizer.inference.rules import RULES
from circle_resizer.inference.site import Site, options_of, rule_name
from circle_resizer.inference.value import Shape, Value
from circle_resizer.schema.options import (
    CallOnceOptions,
    CallOptions,
    IfOptions,
    StablehloCaseOptions,
    StableHLOCompositeOptions,
    StablehloWhileOptions,
    WhileOptions,
)
from circle_resizer.symbolic.dim import Dim, Sym, atoms_of, unknown

UNKNOWN = Axis(AxisKind.OPAQUE)


def independent_rows(inference: Inference, decided: Decided = AS_STORED) -> dict[str, Mixed | None]:
    """By the symbol of each input axis ``None``, or the operator that mixes its rows.

    Axes that are to move together need one symbol. An input may have a symbol only once.
    """
    graph = inference.model.subgraphs[0]
    frame = inference.frames[0]
    shapes = [value.shape or () if (value := frame[i]) else () for i in graph.inputs]
    names = {name: None for shape in shapes for name in map(symbol_of, shape) if name}
    return {name: followed(Walk(inference, name, decided), name, shapes) for name in names}


def symbol_of(size: Dim) -> str | None:
    """The name of a size that is a symbol and nothing else."""
    names = atoms_of(size)
    name = next(iter(names), "")
    return name if isinstance(size, Sym) and size == unknown(name) else None


def followed(walk: Walk, name: str, shapes: Sequence[Shape]) -> Mixed | None:
    """The answer for one symbol."""
    starts: list[State] = []
    for shape in shapes:
        axes = [axis for axis, size in enumerate(shape) if name in atoms_of(size)]
        if len(axes) > 1 or any(symbol_of(shape[axis]) != name for axis in axes):
            return Mixed("the inputs", AxisKind.OPAQUE)
        starts.append(Rows(axes[0]) if axes else None)
    for end in walk.graph(0, starts):
        if isinstance(end, Counted):
            return Mixed(end.operator, AxisKind.COUNTED)
        if isinstance(end, Mixed):
            return end
    return None


class Walk:
    """Follows the rows of one symbol."""

    def __init__(self, inference: Inference, name: str, decided: Decided = AS_STORED) -> None:
        self.inference, self.symbol, self.name = inference, unknown(name), name
        self.alike: dict[tuple[int, int], frozenset[int]] = dict(decided.equal)
        self.orders = decided.orders
        graphs, main = inference.model.subgraphs, inference.frames[0]
        inputs = [value for i in graphs[0].inputs if (value := main[i])]
        self.names = {n for v in inputs for size in v.shape or () for n in atoms_of(size)}
        self.assigns = any(
            op.kind == "ASSIGN_VARIABLE"
            for graph in graphs
            if graph.index not in initializers(graphs)
            for op in graph.operators
        )

    def graph(
        self, index: int, inputs: Sequence[State], alike: Sequence[frozenset[int]] = ()
    ) -> list[State]:
        """States of a graph's outputs."""
        graph = self.inference.model.subgraphs[index]
        for tensor, axes in zip(graph.inputs, alike, strict=False):
            self.alike[index, tensor] = axes
        states: dict[int, State] = dict(zip(graph.inputs, inputs, strict=True))
        for op in graph.operators:
            seen = self.seen(graph, op, states)
            for k, (tensor, state) in enumerate(zip(op.outputs, self.step(seen), strict=True)):
                states[tensor] = state
                self.alike[index, tensor] = seen.equal_rows(k)
        return [states.get(tensor) for tensor in graph.outputs]

    def seen(self, graph: Subgraph, op: Operator, states: Mapping[int, State]) -> Seen:
        """An operator as inference saw it."""
        frame = self.inference.frames.get(graph.index) or [None] * len(graph.tensors)
        kind = rule_name(op)
        opt = options_of(op, RULES.get(kind))
        operands = [None if i < 0 else self.inference.value(graph, frame, i) for i in op.inputs]
        text = str(Site(graph, op, kind, frame, opt))
        order = self.orders.get((graph.index, op.index))
        if order is not None:
            kind, operands = "TRANSPOSE", [operands[0], Value("", (len(order),), order)]
        return Seen(
            kind,
            text,
            opt,
            operands,
            [None if i < 0 else frame[i] for i in op.outputs],
            [None if i < 0 else states.get(i) for i in op.inputs[: len(operands)]],
            [self.equal(graph, i) for i in op.inputs[: len(operands)]],
        )

    def equal(self, graph: Subgraph, tensor: int) -> frozenset[int]:
        """Axes of a tensor along which all rows are equal: a variable starts as zeros."""
        if tensor >= 0 and graph.tensors[tensor].is_variable:
            return frozenset(range(len(graph.tensors[tensor].dims)))
        return self.alike.get((graph.index, tensor), frozenset())

    def step(self, seen: Seen) -> list[State]:
        """States of an operator's outputs."""
        inner = self.inside(seen)
        if inner is not None:
            return inner
        return [self.output(seen, k) for k in range(len(seen.outs))]

    def output(self, seen: Seen, k: int) -> State:
        """The state of one output."""
        names = names_in(seen.outs[k])
        if names is not None and names <= self.names:  # shape arithmetic
            return Counted(seen.text) if self.name in names else None
        mixed = next((s for s in seen.states if isinstance(s, Mixed)), None)
        if mixed is not None:
            return mixed
        if seen.kind == "READ_VARIABLE" and self.assigns:
            return Mixed(seen.text, AxisKind.OPAQUE)
        return self.combined(seen, k)

    def combined(self, seen: Seen, k: int) -> State:
        """The state of an output whose operands have rows, counts of rows, or nothing of them."""
        counted = {i for i, s in enumerate(seen.states) if isinstance(s, Counted)}
        counted -= SHAPED.get(seen.kind, frozenset())
        if not any(isinstance(s, Rows) for s in seen.states):
            return Counted(seen.text) if counted else None
        return Mixed(seen.text, AxisKind.COUNTED) if counted else self.rows(seen, k)

    def rows(self, seen: Seen, output: int) -> State:
        """Where the rows of all operands are in an output, if they are kept apart."""
        places: set[Rows] = set()
        for k, state in enumerate(seen.states):
            if not isinstance(state, Rows):
                continue
            how = seen.axes.get((k, state.axis), UNKNOWN)
            found = list(seen.moved(k, state, output, self.symbol))
            if how.kind is AxisKind.COUNTED:
                return Counted(seen.text)
            if not found and not (how.kind is AxisKind.PARALLEL and how.into):
                return Mixed(seen.text, how.kind)
            places.update(found)
        if len(places) > 1:
            return Mixed(seen.text, AxisKind.OPAQUE)
        return next((self.kept(seen, output, place) for place in places), None)

    def kept(self, seen: Seen, output: int, rows: Rows) -> State:
        """The rows, if no other operand brings rows that differ by place, and no size counts."""
        for k, own, kind in seen.mapped(output, rows.axis):
            strange = not isinstance(seen.states[k], Rows) and own not in seen.alike[k]
            if strange and kind not in {AxisKind.BROADCAST, AxisKind.OPAQUE}:
                return Mixed(seen.text, AxisKind.OPAQUE)
        value = seen.outs[output]
        for axis, size in enumerate(value.shape or () if value is not None else ()):
            if axis != rows.axis and self.name in atoms_of(size):
                return Mixed(seen.text, AxisKind.COUNTED)
        return rows

    def inside(self, seen: Seen) -> list[State] | None:
        """States of the outputs of an operator that runs other graphs; ``None`` for all others."""
        opt = seen.opt
        if isinstance(opt, CallOptions):
            return self.graph(opt.subgraph, seen.states, seen.alike)
        if isinstance(opt, StableHLOCompositeOptions):
            return self.graph(opt.decomposition_subgraph_index, seen.states, seen.alike)
        if isinstance(opt, IfOptions):
            return self.branches(seen, (opt.then_subgraph_index, opt.else_subgraph_index))
        if isinstance(opt, StablehloCaseOptions):
            return self.branches(seen, opt.branch_subgraph_indices)
        if isinstance(opt, WhileOptions | StablehloWhileOptions):
            return self.loop(seen, opt.cond_subgraph_index, opt.body_subgraph_index)
        return None

    def branches(self, seen: Seen, graphs: Sequence[int]) -> list[State]:
        """What all branches agree on, if rows have no part in choosing one."""
        mixed = Mixed(seen.text, AxisKind.OPAQUE)
        if seen.states[0] is not None:
            return [mixed] * len(seen.outs)
        ends = [self.graph(index, seen.states[1:], seen.alike[1:]) for index in graphs]
        return [row[0] if len(set(row)) == 1 else mixed for row in zip(*ends, strict=True)]

    def loop(self, seen: Seen, cond: int, body: int) -> list[State]:
        """States that hold before every iteration, if rows have no part in how many there are."""
        mixed = Mixed(seen.text, AxisKind.SEQUENTIAL)
        states, alike = list(seen.states), list(seen.alike)
        outputs = self.inference.model.subgraphs[body].outputs
        while True:
            after = self.graph(body, states, alike)
            equal = [self.alike.get((body, tensor), frozenset[int]()) for tensor in outputs]
            threes = zip(states, after, alike, strict=True)
            joined = [unified(old, new, rows, mixed) for old, new, rows in threes]
            narrowed = [a & b for a, b in zip(alike, equal, strict=True)]
            if joined == states and narrowed == alike:
                break
            states, alike = joined, narrowed
        if self.graph(cond, states, alike) != [None]:
            return [mixed] * len(seen.outs)
        return states


def initializers(graphs: Sequence[Subgraph]) -> set[int]:
    """Graphs that run once, before anything else."""
    options = [
        op.options(CallOnceOptions) for g in graphs for op in g.operators if op.kind == "CALL_ONCE"
    ]
    return {opt.init_subgraph_index for opt in options}
