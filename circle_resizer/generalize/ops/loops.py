"""WHILE: sizes of its states, and literals that decide its trip count."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from circle_resizer.generalize.context import Context
from circle_resizer.generalize.ops.control_flow import stay_single
from circle_resizer.generalize.registry import generalizes
from circle_resizer.inference.subgraph_values import loosen, named
from circle_resizer.inference.value import Value
from circle_resizer.loops.ambiguity import follow_limits
from circle_resizer.loops.induction import induction_variables
from circle_resizer.loops.state_sizes import (
    follow_sizes,
    follow_states,
    follow_writes,
    with_free_sizes,
)
from circle_resizer.loops.while_loop import Loop, loop_of
from circle_resizer.schema.options import StablehloWhileOptions, WhileOptions
from circle_resizer.symbolic.dim import Dim, atoms_of, bind, unknown

MAX_ITERATIONS = 24


@generalizes("WHILE", "STABLEHLO_WHILE")
def while_(ctx: Context) -> None:
    """States have the sizes that the body returns; a limit follows the axis that is accessed.

    For example an LSTM over ``x`` [T=4,B,3] with the limit 4 and an accumulator [4,B,8] of zeros:
    at T = 6 the limit becomes 6 and the zeros [6,B,8].
    """
    if None in ctx.operands:
        return
    found = settle(ctx)
    if found is None:
        return
    loop, state = found
    follow_limits(ctx, loop, state)
    follow_states(ctx, loop, state)
    for k, value in enumerate(ctx.operands):
        if value is not None:
            ctx.operands[k] = replace(value, shape=state[k].shape, elements=state[k].elements)


def settle(ctx: Context) -> tuple[Loop, list[Value]] | None:
    """The loop, and the shapes and values that hold for its states before every iteration.

    The body is inferred until its results are its arguments. ``None`` where the file is malformed.
    """
    opt = ctx.site.opt
    if not isinstance(opt, (WhileOptions, StablehloWhileOptions)):
        return None
    body, cond = opt.body_subgraph_index, opt.cond_subgraph_index
    outs = [Value(ctx.site.graph.tensors[i].name, None) for i in ctx.site.op.outputs]
    start = [with_free_sizes(ctx, k, v) for k, v in enumerate(ctx.operands) if v is not None]
    conflicts = len(ctx.store.conflicts)
    state = [unsettled(v) for v in named(start, outs, body)]
    for _ in range(MAX_ITERATIONS):
        ctx.store.conflicts.truncate(conflicts)
        after = ctx.engine.call(ctx.site, body, state)
        if len(after) != len(state):
            return None
        for condition in ctx.engine.call(ctx.site, cond, state):
            stay_single(ctx, condition)
        loop = loop_of(ctx.engine, (cond, body), induction_variables(start, state, after))
        state = follow_body(ctx, state, after)
        follow_sizes(ctx, loop, state)
        follow_writes(ctx, body)
        settled = [after_iteration(*values) for values in zip(start, state, after, strict=True)]
        if settled == state:
            return loop, state
        state = settled
    ctx.conflict(f"the sizes of its states still change after {MAX_ITERATIONS} iterations")
    return None


def unsettled(value: Value) -> Value:
    """A state before the first iteration: a number of 0 or more may be an induction variable."""
    numbers = value.ints()
    if numbers is None or len(numbers) != 1 or numbers[0] < 0:
        return value
    return replace(value, elements=(unknown(f"{value.name}(0)"),))


def after_iteration(start: Value, before: Value, after: Value) -> Value:
    """A state after one more iteration: what the body returns unchanged is known again."""
    if before.elements is not None and before.elements == after.elements:
        return replace(before, elements=start.elements)
    return replace(before, elements=loosen(before, after).elements)


def follow_body(ctx: Context, state: Sequence[Value], after: Sequence[Value]) -> list[Value]:
    """The states with the sizes that are unified with those the body returns.

    Two symbols found to be one get one name in all states, so that these come to rest even where
    the body permutes them.
    """
    found, names = [], dict[str, Dim]()
    for before, now in zip(state, after, strict=True):
        shape = before.shape
        if shape is not None and now.shape is not None and len(shape) == len(now.shape):
            sizes = list(shape)
            for axis, (a, b) in enumerate(zip(shape, now.shape, strict=True)):
                sizes[axis] = returned(ctx, f"axis {axis} of '{before.name}'", a, b)
                names |= one_name(ctx, a, b, sizes[axis])
            shape = tuple(sizes)
        found.append(replace(before, shape=shape))
    return [replace(v, shape=v.shape and tuple(bind(d, names) for d in v.shape)) for v in found]


def returned(ctx: Context, where: str, before: Dim, after: Dim) -> Dim:
    """The size of one axis, before and after the body, unified."""
    stored = ctx.sizes.stored(after)
    if before == after or stored is None or stored != ctx.sizes.stored(before):
        return before
    if absorbs(ctx, before, after) or ctx.agree(before, after) is None:
        ctx.conflict(
            f"{where} goes into the loop as {ctx.sizes.wanted(before)} "
            f"and comes out of its body as {ctx.sizes.wanted(after)}"
        )
        return before
    return min(before, after, key=lambda size: complexity(ctx, size))


def absorbs(ctx: Context, before: Dim, after: Dim) -> bool:
    """Whether the body adds a resized size to a state, where a free variable could make up for it.

    ``n - f + B`` is ``n`` again if the literal ``f``, say the first row that is kept, became ``B``;
    but an iteration that pushes one row into a state of ``n`` does not push a batch of them.
    """
    free = ctx.store.free.keys()
    if atoms_of(before) & atoms_of(after):
        return not atoms_of(after - before) <= free
    return bool(atoms_of(after) & free) and not atoms_of(after) <= free


def one_name(ctx: Context, before: Dim, after: Dim, now: Dim) -> dict[str, Dim]:
    """The symbol that ``now`` replaces, if both sides are symbols of inputs."""
    other = after if now is before else before
    names = {str(now), str(other)}
    return {str(other): now} if len(names) == 2 and names <= ctx.sizes.asked else {}


def complexity(ctx: Context, size: Dim) -> tuple[bool, int, str]:
    """Orders equal sizes: known before free variables, short sums before long ones.

    Every iteration takes the simplest, so that states which the body permutes come to rest.
    """
    atoms = atoms_of(size)
    return bool(atoms & ctx.store.free.keys()), len(atoms), str(size)
