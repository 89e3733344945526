"""States that every iteration pushes rows into, while as many drop out at the other end."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from circle_resizer.file.model import Operator, Subgraph
from circle_resizer.generalize.context import Context
from circle_resizer.inference.value import Value
from circle_resizer.schema.options import ConcatenationOptions
from circle_resizer.symbolic.dim import Dim

SLICES = {"SLICE", "STRIDED_SLICE"}


@dataclass(frozen=True, slots=True)
class Queue:
    """``concat(state[pushed:], rows)``, or ``concat(rows, state[:-pushed])``, along an axis."""

    name: str
    axis: int
    size: Dim
    pushed: int
    """Rows that an iteration adds."""


def queues_of(ctx: Context, body: int, state: Sequence[Value]) -> Iterator[Queue]:
    """The states of a loop that are queues."""
    graph = ctx.engine.model.subgraphs[body]
    for before, argument, result in zip(state, graph.inputs, graph.outputs, strict=True):
        op = graph.producers.get(result)
        if op is not None and op.kind == "CONCATENATION" and before.shape and len(op.inputs) == 2:
            axis = op.options(ConcatenationOptions).axis % len(before.shape)
            for kept in (0, 1):
                pushed = pushed_rows(ctx, graph, op, (argument, axis), kept)
                if pushed:
                    yield Queue(before.name, axis, before.shape[axis], pushed)


def pushed_rows(
    ctx: Context, graph: Subgraph, op: Operator, state: tuple[int, int], kept: int
) -> int | None:  # fmt: skip
    """How many rows are put beside operand ``kept``, the rest of a state (tensor, axis)."""
    argument, axis = state
    cut = graph.producers.get(op.inputs[kept])
    if cut is None or cut.kind not in SLICES or cut.inputs[0] != argument:
        return None
    whole, rest, pushed = (
        extent(ctx, graph, i, axis) for i in (argument, op.inputs[kept], op.inputs[1 - kept])
    )
    if rest is None or pushed is None or whole != rest + pushed:
        return None
    dropped = pushed if kept == 0 else 0
    return pushed if first_row(ctx, graph, cut, axis) == dropped else None


def extent(ctx: Context, graph: Subgraph, tensor: int, axis: int) -> int | None:
    """The stored size of a tensor's axis."""
    shape = ctx.engine.value(graph, ctx.engine.frames[graph.index], tensor).shape
    return ctx.sizes.stored(shape[axis]) if shape is not None and axis < len(shape) else None


def first_row(ctx: Context, graph: Subgraph, op: Operator, axis: int) -> int | None:
    """The stored position at which a slice begins on an axis."""
    begin = ctx.engine.value(graph, ctx.engine.frames[graph.index], op.inputs[1]).sizes()
    return ctx.sizes.stored(begin[axis]) if begin is not None and axis < len(begin) else None


def follow_queues(ctx: Context, body: int, state: Sequence[Value], trips: int, rows: Dim) -> None:
    """A queue that ``trips`` iterations filled once has room for those that are added.

    ``rows``: by how many iterations the loop gets longer. A queue of another length keeps the
    last rows, however many there are.
    """
    for queue in queues_of(ctx, body, state):
        if ctx.sizes.stored(queue.size) != trips * queue.pushed:
            continue
        size = (trips + rows) * queue.pushed
        if ctx.agree(queue.size, size) is None:
            ctx.conflict(
                f"every iteration pushes {queue.pushed} rows into axis {queue.axis} of its state "
                f"'{queue.name.partition('@loop')[0]}', which has {ctx.sizes.wanted(queue.size)} "
                f"and would need {ctx.sizes.wanted(size)}; export the network at that size"
            )
