"""Sizes of loop states (arguments of the body), and of the axes that are accessed together."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from circle_resizer.file.model import Operator, Subgraph
from circle_resizer.generalize.constant_axes import depend
from circle_resizer.generalize.context import Context
from circle_resizer.inference.value import Element, Shape, Value
from circle_resizer.loops.accesses import Access
from circle_resizer.loops.queues import follow_queues
from circle_resizer.loops.while_loop import Loop, is_resized
from circle_resizer.symbolic.dim import Dim, atoms_of, product

WRITING = {"DYNAMIC_UPDATE_SLICE", "STABLEHLO_DYNAMIC_UPDATE_SLICE"}
BRANCHING = {"IF", "STABLEHLO_CASE"}


def with_free_sizes(ctx: Context, k: int, value: Value) -> Value:
    """The first value of a state; the sizes of a constant become free variables."""
    is_number = value.ints() is not None and len(value.shape or ()) < 2
    if not value.constant or not value.shape or is_number:
        return value
    shape = tuple(free_size(ctx, k, axis, size) for axis, size in enumerate(value.shape))
    return replace(value, shape=shape, elements=None)


def free_size(ctx: Context, k: int, axis: int, size: Dim) -> Dim:
    """A free variable for one axis of a constant state; where it is resized, so are its data."""
    if not isinstance(size, int):
        return size
    free = ctx.free(k, axis, size, [size], "size of a loop state")
    if ctx.sizes.changes(free):
        depend(ctx, k, axis, free)
    return free


def goal_of(ctx: Context, loop: Loop) -> Access | None:
    """The access of a whole axis that is resized, which the trip count has to follow."""
    trips = loop.trip_count(ctx.sizes)
    resized = (a for a in loop.accesses if is_resized(ctx.sizes, a.size))
    return next((a for a in resized if a.covers(ctx.sizes, trips)), None)


def fixed(ctx: Context, loop: Loop) -> Access | None:
    """The access of a whole axis that keeps its size, and is no literal that might be resized."""
    trips = loop.trip_count(ctx.sizes)
    others = (a for a in loop.accesses if not is_resized(ctx.sizes, a.size))
    whole = (a for a in others if a.covers(ctx.sizes, trips))
    return next((a for a in whole if not literal(ctx, a.size)), None)


def added_rows(ctx: Context, access: Access) -> Dim:
    """By how many rows the accessed axis becomes longer."""
    return access.size - (ctx.sizes.stored(access.size) or 0)


def follow_sizes(ctx: Context, loop: Loop, state: Sequence[Value]) -> None:
    """Axes accessed as a whole in common iterations grow alike, as do queues that they fill."""
    goal, trips = goal_of(ctx, loop) or fixed(ctx, loop), loop.trip_count(ctx.sizes)
    if goal is None:
        return
    for access in loop.accesses:
        if access.covers(ctx.sizes, trips) and abs(access.stride) == abs(goal.stride):
            grow_alike(ctx, access, goal)
    if trips:
        rows = added_rows(ctx, goal) if is_resized(ctx.sizes, goal.size) else 0
        stride = abs(goal.stride)
        follow_queues(ctx, loop.body, state, trips, rows if stride == 1 else rows // stride)


def grow_alike(ctx: Context, access: Access, goal: Access) -> None:
    """Unify the growth of an axis with that of another one which is accessed beside it."""
    stored = ctx.sizes.stored(access.size)
    if stored is None or ctx.agree(access.size, stored + added_rows(ctx, goal)) is not None:
        return
    ctx.conflict(
        f"it runs along axis {access.subscript.axis} of '{access.name}', "
        f"{ctx.sizes.wanted(access.size)} rows, beside one that becomes "
        f"{ctx.sizes.wanted(goal.size)}; export the network at that size"
    )


def follow_writes(ctx: Context, body: int) -> None:
    """A DYNAMIC_UPDATE_SLICE that wrote whole rows, or one row, goes on to do so."""
    graph, frame = ctx.engine.model.subgraphs[body], ctx.engine.frames[body]
    for op in graph.operators:
        if op.kind in WRITING:
            x, update, *begin = (ctx.engine.value(graph, frame, i) for i in op.inputs)
            firsts = [e for value in begin for e in value.elements or ()]
            pairs = zip(x.shape or (), update.shape or (), firsts, strict=False)
            for axis, (whole, part, first) in enumerate(pairs):
                follow_write(ctx, f"axis {axis} of '{x.name}'", whole, part, first)


def follow_write(ctx: Context, where: str, whole: Dim, part: Dim, first: Element) -> None:
    """An axis that was written as a whole still is; a part of an axis keeps its size."""
    stored, was = ctx.sizes.stored(part), ctx.sizes.stored(whole)
    covers = first == 0 and was == stored
    if ctx.agree(whole, part) is None if covers else ctx.sizes.changes(part):
        ctx.conflict(
            f"its body writes {stored} -> {ctx.sizes.wanted(part)} entries along {where}, which "
            f"has {was} -> {ctx.sizes.wanted(whole)}; export the network at that size"
        )


def follow_states(ctx: Context, loop: Loop, state: Sequence[Value]) -> None:
    """Block a literal state as long as a resized axis: it may be an accumulator of its rows."""
    resized = resized_extents(ctx, loop, state)
    for k, value in enumerate(state):
        collected = extents_of_rows(ctx, loop, k, value)
        for axis in unfollowing(ctx, k, value.shape or ()):
            size = (value.shape or ())[axis]
            stored = ctx.sizes.stored(size) or 0
            if stored in collected or (stored in resized and is_undecided(ctx, loop, k, size)):
                ctx.conflict(
                    f"axis {axis} of its state '{value.name.partition('@loop')[0]}' has the old "
                    f"size {stored} of an axis that becomes {resized[stored]}, and nothing in the "
                    f"loop says whether it follows; export the network at that size"
                )


def extents_of_rows(ctx: Context, loop: Loop, state: int, value: Value) -> set[int | None]:
    """Original sizes of accessed axes for which a state may hold rows, and does not follow yet."""
    body = ctx.engine.model.subgraphs[loop.body]
    if not is_used(body, state):
        return set()
    shape = value.shape or ()
    followed = {ctx.sizes.stored(d) for d in shape if ctx.sizes.changes(d)}
    accesses = [a for a in loop.accesses if is_resized(ctx.sizes, a.size)]
    return {ctx.sizes.stored(a.size) for a in accesses if len(shape) >= len(a.shape)} - followed


def is_used(body: Subgraph, state: int) -> bool:
    """Whether a state goes into what the body returns."""
    tensor = body.inputs[state]
    return tensor in body.outputs or any(tensor in op.inputs for op in body.operators)


def unfollowing(ctx: Context, state: int, shape: Shape) -> Iterator[int]:
    """Axes of a state whose sizes are literals and keep their numbers."""
    operand = ctx.operands[state]
    constant = operand is not None and operand.constant
    for axis, size in enumerate(shape):
        if not ctx.sizes.changes(size) and (constant or literal(ctx, size)):
            yield axis


def resized_extents(ctx: Context, loop: Loop, state: Sequence[Value]) -> dict[int, Dim]:
    """What the resized axes of states and accessed tensors become, by their original sizes."""
    sizes = [d for value in state for d in value.shape or ()] + [a.size for a in loop.accesses]
    resized = [d for d in sizes if is_resized(ctx.sizes, d)]
    return {n: ctx.sizes.wanted(d) for d in resized if (n := ctx.sizes.stored(d)) is not None}


def limiting_extents(ctx: Context, loop: Loop, state: Sequence[Value]) -> dict[int, Dim]:
    """Those of ``resized_extents`` that a literal limit may be.

    A loop that applies its operators to its states over and over, and never reads its
    induction variable, has a trip count that is no size of such a state.
    """
    body = ctx.engine.model.subgraphs[loop.body]
    arguments = zip(state, body.inputs, body.outputs, strict=True)
    repeats = not any(is_read(ctx, body, v.argument) for v in loop.variables)
    read = [v for v, before, after in arguments if before == after or not repeats]
    return resized_extents(ctx, loop, read)


def is_read(ctx: Context, body: Subgraph, state: int) -> bool:
    """Whether an argument of the body is used for more than the choice of a branch."""
    return any(op.kind not in BRANCHING or k for op, k in readers(ctx, body, state))


def readers(ctx: Context, body: Subgraph, state: int) -> Iterator[tuple[Operator, int]]:
    """(operator, operand) where an argument, or a number computed from it, enters a tensor."""
    frame = ctx.engine.frames[body.index]
    single = {body.inputs[state]}
    for op in body.operators:
        found = [k for k, i in enumerate(op.inputs) if i in single]
        shapes = [v.shape for i in op.outputs if (v := frame[i]) is not None]
        if found and all(shape is not None and product(shape) == 1 for shape in shapes):
            single |= set(op.outputs)
        else:
            yield from ((op, k) for k in found)


def literal(ctx: Context, size: Dim) -> bool:
    """Whether a size is made of literals."""
    return any(ctx.store.free[name].literal for name in atoms_of(size) & ctx.store.free.keys())


def is_undecided(ctx: Context, loop: Loop, state: int, size: Dim) -> bool:
    """Whether nothing has confirmed a size made of literals; a 1 is broadcast where it is used."""
    body = ctx.engine.model.subgraphs[loop.body]
    if ctx.sizes.stored(size) == 1 and body.inputs[state] != body.outputs[state]:
        return False
    free = [ctx.store.free[name] for name in atoms_of(size) & ctx.store.free.keys()]
    return any(f.literal and not ctx.store.equations.confirms(f) for f in free)
