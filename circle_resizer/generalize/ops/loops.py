"""WHILE: sizes that go round the loop, and limits that walk an axis."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from circle_resizer.generalize.constant_axes import tie
from circle_resizer.generalize.context import Job
from circle_resizer.generalize.registry import repair
from circle_resizer.inference.subgraph_values import loosen, named
from circle_resizer.inference.value import Value
from circle_resizer.loops.ambiguity import follow_limits
from circle_resizer.loops.carried_sizes import follow_sizes, follow_states, follow_writes
from circle_resizer.loops.induction import counters_of, loop_of
from circle_resizer.schema.options import StablehloWhileOptions, WhileOptions
from circle_resizer.symbolic.dim import Dim, Sym, unknown

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
        job.ledger.blockers.truncate(blockers)
        after = job.engine.call(job.site, body, state)
        if len(after) != len(state):
            return
        job.engine.call(job.site, cond, state)
        loop = loop_of(job.engine, (cond, body), counters_of(start, state, after))
        state = follow_body(job, state, after)
        follow_sizes(job, loop)
        follow_writes(job, body)
        settled = [rest(*values) for values in zip(start, state, after, strict=True)]
        if settled == state:
            break
        state = settled
    follow_limits(job, loop, state)
    follow_states(job, loop, state)
    for k, value in enumerate(job.operands):
        if value is not None:
            shape = state[k].shape if value.constant else value.shape
            job.operands[k] = replace(value, shape=shape, elements=state[k].elements)


def carried(job: Job, k: int, value: Value) -> Value:
    """A value the loop starts with; the sizes of a constant one are free to follow the body."""
    counts = value.ints() is not None and len(value.shape or ()) < 2
    if not value.constant or not value.shape or counts:
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
