"""Sizes in a loop: what is walked together is as long, what is written fits, states follow."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from circle_resizer.file.model import Operator, Subgraph
from circle_resizer.generalize.constant_axes import tie
from circle_resizer.generalize.context import Job
from circle_resizer.inference.value import Element, Shape, Value
from circle_resizer.loops.induction import Loop, Walk, moves
from circle_resizer.loops.queues import follow_queues
from circle_resizer.symbolic.dim import Dim, atoms_of, product

BRANCHING = {"IF", "STABLEHLO_CASE"}


def with_free_sizes(job: Job, k: int, value: Value) -> Value:
    """A state as it starts; the sizes of a constant are free to follow what is made of it."""
    is_number = value.ints() is not None and len(value.shape or ()) < 2
    if not value.constant or not value.shape or is_number:
        return value
    shape = tuple(free_size(job, k, axis, size) for axis, size in enumerate(value.shape))
    return replace(value, shape=shape, elements=None)


def free_size(job: Job, k: int, axis: int, size: Dim) -> Dim:
    """The size of one axis of a constant state, to which its data are tied where it changes."""
    if not isinstance(size, int):
        return size
    free = job.free(k, axis, size, [size], "size of a loop state")
    if job.sizes.changes(free):
        tie(job, k, axis, free)
    return free


def goal_of(job: Job, loop: Loop) -> Walk | None:
    """The walk over a whole axis that changes, which the passes have to follow."""
    passes = loop.passes(job.sizes)
    whole = (w for w in loop.walks if moves(job.sizes, w.size) and w.touches(job.sizes, passes))
    return next(whole, None)


def fixed(job: Job, loop: Loop) -> Walk | None:
    """The walk over a whole axis that keeps its size, for other reasons than a literal."""
    passes = loop.passes(job.sizes)
    whole = (w for w in loop.walks if not moves(job.sizes, w.size) and not literal(job, w.size))
    return next((w for w in whole if w.touches(job.sizes, passes)), None)


def growth(job: Job, walk: Walk) -> Dim:
    """By how many rows its axis becomes longer."""
    return walk.size - (job.sizes.stored(walk.size) or 0)


def follow_sizes(job: Job, loop: Loop, state: Sequence[Value]) -> None:
    """What is walked to its end in the same passes grows alike, as do states they fill."""
    goal, passes = goal_of(job, loop) or fixed(job, loop), loop.passes(job.sizes)
    if goal is None:
        return
    for walk in loop.walks:
        if walk.touches(job.sizes, passes) and abs(walk.pace) == abs(goal.pace):
            grow_alike(job, walk, goal)
    if passes and moves(job.sizes, goal.size):
        rows, pace = growth(job, goal), abs(goal.pace)
        follow_queues(job, loop.body, state, passes, rows if pace == 1 else rows // pace)


def grow_alike(job: Job, walk: Walk, goal: Walk) -> None:
    """Let an axis get as many rows as another one that is walked beside it."""
    stored = job.sizes.stored(walk.size)
    if stored is None or job.agree(walk.size, stored + growth(job, goal)) is not None:
        return
    job.blocked(
        f"its counter walks axis {walk.cut.axis} of '{walk.name}', "
        f"{job.sizes.wanted(walk.size)} rows, beside one that becomes "
        f"{job.sizes.wanted(goal.size)}; export the network at that size"
    )


def follow_writes(job: Job, body: int) -> None:
    """A DYNAMIC_UPDATE_SLICE that wrote whole rows, or one row, goes on to do so."""
    graph, frame = job.engine.model.subgraphs[body], job.engine.frames[body]
    for op in graph.operators:
        if op.kind == "DYNAMIC_UPDATE_SLICE":
            x, update, begin = (job.engine.value(graph, frame, i) for i in op.inputs)
            firsts = begin.elements or ()
            pairs = zip(x.shape or (), update.shape or (), firsts, strict=False)
            for axis, (whole, part, first) in enumerate(pairs):
                follow_write(job, f"axis {axis} of '{x.name}'", whole, part, first)


def follow_write(job: Job, where: str, whole: Dim, part: Dim, first: Element) -> None:
    """What was written from the first entry to the last still is; a part of an axis stays one."""
    stored, was = job.sizes.stored(part), job.sizes.stored(whole)
    covers = first == 0 and was == stored
    if job.agree(whole, part) is None if covers else job.sizes.changes(part):
        job.blocked(
            f"its body writes {stored} -> {job.sizes.wanted(part)} entries along {where}, which "
            f"has {was} -> {job.sizes.wanted(whole)}; export the network at that size"
        )


def follow_states(job: Job, loop: Loop, state: Sequence[Value]) -> None:
    """A literal state that may be an accumulator must not keep the size of what is walked."""
    moving = moving_extents(job, loop, state)
    for k, value in enumerate(state):
        collected = extents_of_rows(job, loop, k, value)
        for axis in unfollowing(job, k, value.shape or ()):
            size = (value.shape or ())[axis]
            stored = job.sizes.stored(size) or 0
            if stored in collected or (stored in moving and is_undecided(job, loop, k, size)):
                job.blocked(
                    f"axis {axis} of its state '{value.name.partition('@loop')[0]}' has the old "
                    f"size {stored} of an axis that becomes {moving[stored]}, and nothing in the "
                    f"loop says whether it follows; export the network at that size"
                )


def extents_of_rows(job: Job, loop: Loop, state: int, value: Value) -> set[int | None]:
    """Old sizes of walked axes that a state may have a row for, none of which it follows yet."""
    body = job.engine.model.subgraphs[loop.body]
    if not is_used(body, state):
        return set()
    shape = value.shape or ()
    followed = {job.sizes.stored(d) for d in shape if job.sizes.changes(d)}
    walks = [w for w in loop.walks if moves(job.sizes, w.size)]
    return {job.sizes.stored(w.size) for w in walks if len(shape) >= len(w.shape)} - followed


def is_used(body: Subgraph, state: int) -> bool:
    """Whether a state goes into what the body returns."""
    tensor = body.inputs[state]
    return tensor in body.outputs or any(tensor in op.inputs for op in body.operators)


def unfollowing(job: Job, state: int, shape: Shape) -> Iterator[int]:
    """Axes of a state whose sizes are literals and do not change."""
    operand = job.operands[state]
    constant = operand is not None and operand.constant
    for axis, size in enumerate(shape):
        if not job.sizes.changes(size) and (constant or literal(job, size)):
            yield axis


def moving_extents(job: Job, loop: Loop, state: Sequence[Value]) -> dict[int, Dim]:
    """What axes of what the loop carries and walks become, by their stored sizes."""
    sizes = [d for value in state for d in value.shape or ()] + [w.size for w in loop.walks]
    moving = [d for d in sizes if moves(job.sizes, d)]
    return {n: job.sizes.wanted(d) for d in moving if (n := job.sizes.stored(d)) is not None}


def limiting_extents(job: Job, loop: Loop, state: Sequence[Value]) -> dict[int, Dim]:
    """Those of them that a limit may stand for.

    A loop that only repeats what it does to its states, and never looks at its counter, has no
    limit that is the size of such a state.
    """
    body = job.engine.model.subgraphs[loop.body]
    carried = zip(state, body.inputs, body.outputs, strict=True)
    repeats = not any(is_read(job, body, c.state) for c in loop.counters)
    read = [v for v, before, after in carried if before == after or not repeats]
    return moving_extents(job, loop, read)


def is_read(job: Job, body: Subgraph, state: int) -> bool:
    """Whether a counter has to do with the rows of something, or only picks a branch."""
    return any(op.kind not in BRANCHING or k for op, k in readers(job, body, state))


def readers(job: Job, body: Subgraph, state: int) -> Iterator[tuple[Operator, int]]:
    """(operator, operand) of what reads a counter, or a number made of it, and is no number."""
    frame = job.engine.frames[body.index]
    single = {body.inputs[state]}
    for op in body.operators:
        found = [k for k, i in enumerate(op.inputs) if i in single]
        shapes = [v.shape for i in op.outputs if (v := frame[i]) is not None]
        if found and all(shape is not None and product(shape) == 1 for shape in shapes):
            single |= set(op.outputs)
        else:
            yield from ((op, k) for k in found)


def literal(job: Job, size: Dim) -> bool:
    """Whether a size is made of literals."""
    return any(job.ledger.free[name].literal for name in atoms_of(size) & job.ledger.free.keys())


def is_undecided(job: Job, loop: Loop, state: int, size: Dim) -> bool:
    """Whether nothing has confirmed a size made of literals; a 1 is broadcast where it is used."""
    body = job.engine.model.subgraphs[loop.body]
    if job.sizes.stored(size) == 1 and body.inputs[state] != body.outputs[state]:
        return False
    free = [job.ledger.free[name] for name in atoms_of(size) & job.ledger.free.keys()]
    return any(f.literal and not f.confirmed for f in free)
