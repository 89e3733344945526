"""WHILE: sizes that go round the loop, and limits that walk an axis."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from circle_resizer.carried import loosen, named
from circle_resizer.decisions import Patch
from circle_resizer.dim import Dim, Sym, unknown
from circle_resizer.job import Job
from circle_resizer.model import Operator
from circle_resizer.repairs.table import repair
from circle_resizer.repairs.ties import tie
from circle_resizer.schema.options import GatherOptions, StablehloWhileOptions, WhileOptions
from circle_resizer.value import Element, Value

WALKERS = {"SLICE", "STRIDED_SLICE", "DYNAMIC_UPDATE_SLICE"}
MAX_PASSES = 24


@repair("WHILE", "STABLEHLO_WHILE")
def while_(job: Job) -> None:
    """Carried sizes are those the body returns; a limit follows the axis that its counter walks."""
    opt = job.site.opt
    if not isinstance(opt, (WhileOptions, StablehloWhileOptions)) or None in job.operands:
        return
    body, cond = opt.body_subgraph_index, opt.cond_subgraph_index
    outs = [Value(job.site.graph.tensors[i].name, None) for i in job.site.op.outputs]
    start = [carried(job, k, v) for k, v in enumerate(job.operands) if v is not None]
    blockers = len(job.ledger.blockers)
    state = [unsettled(v) for v in named(start, outs, body)]
    for _ in range(MAX_PASSES):
        del job.ledger.blockers[blockers:]
        after = job.engine.call(job.site, body, state)
        if len(after) != len(state):
            return
        counters = lockstep(start, state, after)
        state = follow_body(job, state, after)
        follow_walk(job, body, counters)
        settled = [rest(*values) for values in zip(start, state, after, strict=True)]
        if settled == state:
            break
        state = settled
    job.engine.call(job.site, cond, state)
    follow_limits(job, body, cond, counters)
    for k, value in enumerate(job.operands):
        if value is not None:
            shape = state[k].shape if value.constant else value.shape
            job.operands[k] = replace(value, shape=shape, elements=state[k].elements)


def carried(job: Job, k: int, value: Value) -> Value:
    """A value the loop starts with; the sizes of a constant one are free to follow the body."""
    short = value.elements is not None and len(value.shape or ()) < 2
    if not value.constant or not value.shape or short:
        return value
    shape = tuple(
        job.free(k, axis, d, [d], "size of a loop state") if isinstance(d, int) else d
        for axis, d in enumerate(value.shape)
    )
    for axis, size in enumerate(shape):
        if isinstance(size, Sym) and job.sizes.changes(size):
            tie(job, k, axis, size)
    return replace(value, shape=shape, elements=None)


def unsettled(value: Value) -> Value:
    """A state before the first pass: a number that starts at 0 or more may count."""
    numbers = value.ints()
    if numbers is None or len(numbers) != 1 or numbers[0] < 0:
        return value
    return replace(value, elements=(unknown(f"{value.name}(0)"),))


def rest(start: Value, before: Value, after: Value) -> Value:
    """A state after one more pass: what the body leaves alone is known again."""
    if before.elements is not None and before.elements == after.elements:
        return replace(before, elements=start.elements)
    return replace(before, elements=loosen(before, after).elements)


def follow_body(job: Job, state: Sequence[Value], after: Sequence[Value]) -> list[Value]:
    """A size that comes back from the body is the one that went in; the states with such sizes."""
    found = []
    for before, now in zip(state, after, strict=True):
        shape = before.shape
        if shape is not None and now.shape is not None and len(shape) == len(now.shape):
            pairs = enumerate(zip(shape, now.shape, strict=True))
            shape = tuple(returned(job, before.name, axis, a, b) for axis, (a, b) in pairs)
        found.append(replace(before, shape=shape))
    return found


def returned(job: Job, name: str, axis: int, before: Dim, after: Dim) -> Dim:
    """The size of one axis, before and after the body."""
    stored = job.sizes.stored(after)
    if before == after or stored is None or stored != job.sizes.stored(before):
        return before
    agreed = job.agree(before, after)
    if agreed is None:
        job.blocked(
            f"axis {axis} of '{name}' goes into the loop as {job.sizes.wanted(before)} "
            f"and comes out of its body as {job.sizes.wanted(after)}"
        )
    return before if agreed is None else agreed


def lockstep(
    start: Sequence[Value], state: Sequence[Value], after: Sequence[Value]
) -> dict[Element, tuple[int, int]]:
    """(start, step) of every counter, by the symbol that stands for it in the body."""
    found: dict[Element, tuple[int, int]] = {}
    for first, before, now in zip(start, state, after, strict=True):
        numbers = first.ints()
        if numbers is None or len(numbers) != 1 or not before.elements or not now.elements:
            continue
        symbol, moved = before.elements[0], now.elements[0]
        if isinstance(symbol, Sym) and isinstance(moved, (int, Sym)):
            step = moved - symbol
            if isinstance(step, int):
                found[symbol] = numbers[0], step
    return found


def walked(
    job: Job, body: int, counters: dict[Element, tuple[int, int]]
) -> Iterator[tuple[tuple[int, int], int, int, Dim]]:
    """(counter's start and step, tensor, axis, size) of an axis that a counter walks."""
    graph, frame = job.engine.model.subgraphs[body], job.engine.frames[body]
    for op in graph.operators:
        data = frame[op.inputs[0]] if op.inputs and op.inputs[0] >= 0 else None
        if data is None or data.shape is None:
            continue
        for axis, element in indexed(op, [frame[i] if i >= 0 else None for i in op.inputs], data):
            for counter, pace in counters.items():
                if isinstance(element, Sym) and element - counter in {0, pace[1]}:  # type: ignore[operator]
                    yield pace, op.inputs[0], axis, data.shape[axis]


def indexed(
    op: Operator, values: Sequence[Value | None], data: Value
) -> Iterator[tuple[int, Element]]:
    """(axis, index) of every row an operator picks or cuts at."""
    if op.kind == "GATHER" and len(values) > 1 and values[1] is not None:
        axis = op.options(GatherOptions).axis
        for element in values[1].elements or ():
            yield axis % len(data.shape or (0,)), element
    if op.kind in WALKERS:
        for value in values[1:3]:
            elements = value.elements if value is not None else None
            if elements and len(elements) == len(data.shape or ()):
                yield from enumerate(elements)


def follow_walk(job: Job, body: int, counters: dict[Element, tuple[int, int]]) -> None:
    """What one counter walks has one extent: an accumulator is as long as its source."""
    spots = list(walked(job, body, counters))
    moving = {pace: size for pace, _, _, size in spots if job.sizes.changes(size)}
    for pace, _, axis, size in spots:
        goal = moving.get(pace)
        if goal is None or job.sizes.stored(size) != job.sizes.stored(goal):
            continue
        if job.agree(size, goal) is None:
            job.blocked(
                f"its counter walks axis {axis} of {job.sizes.wanted(size)} rows beside one that "
                f"becomes {job.sizes.wanted(goal)}"
            )


def follow_limits(job: Job, body: int, cond: int, counters: dict[Element, tuple[int, int]]) -> None:
    """``counter < limit`` with a literal limit: the limit is the extent that the counter walks."""
    goals = {p: s for p, _, _, s in walked(job, body, counters) if job.sizes.changes(s)}
    graph, frame = job.engine.model.subgraphs[cond], job.engine.frames[cond]
    for op in graph.operators:
        values = [job.engine.value(graph, frame, i) if i >= 0 else None for i in op.inputs]
        if op.kind != "LESS" or len(values) != 2 or values[0] is None or values[1] is None:
            continue
        counter = (values[0].elements or (None,))[0]
        goal = goals.get(counters[counter]) if counter in counters else None
        limit = values[1].ints()
        if goal is None or limit is None:
            continue
        where = f"subgraph {cond}, operator {op.index} LESS '{graph.tensors[op.outputs[0]].name}'"
        if not values[1].constant or limit[0] != job.sizes.stored(goal):
            job.blocked(
                f"its limit {limit[0]} does not follow the axis that it walks, "
                f"{job.sizes.stored(goal)} -> {job.sizes.wanted(goal)} ({where})"
            )
            continue
        key = cond, op.index
        patch = Patch(key, op.kind, 1, where, op.inputs[1], limit, (goal,))
        job.ledger.patches[key, 1, ""] = patch
        job.ledger.replaced[key, 1] = replace(values[1], elements=(goal,))
