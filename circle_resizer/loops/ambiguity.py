"""Ambiguities of a loop over an axis that is resized: literals that may be its size are refused."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence

from circle_resizer.generalize.context import Context
from circle_resizer.inference.value import Element, Value
from circle_resizer.loops.accesses import Access
from circle_resizer.loops.literal_terms import literals
from circle_resizer.loops.state_sizes import fixed, goal_of, limiting_extents, readers
from circle_resizer.loops.trip_count import Follower, unfollowed
from circle_resizer.loops.while_loop import Loop, is_resized
from circle_resizer.symbolic.dim import Dim, Sym

LIMIT, START = "limit", "start"
CALLS = {"CALL", "IF", "STABLEHLO_CASE", "STABLEHLO_COMPOSITE", "STABLEHLO_WHILE", "WHILE"}
Use = tuple[int, int]
"""(operator, operand)."""
IRREGULAR = "an index other than an induction variable, plus or minus a number,"


def follow_limits(ctx: Context, loop: Loop, state: Sequence[Value]) -> None:
    """A loop over a whole axis stays one; accesses that cannot be followed are a conflict."""
    goal, trips = goal_of(ctx, loop), loop.trip_count(ctx.sizes)
    if goal is not None and trips is not None:
        Follower(ctx, loop, goal, trips).follow()
    stays = fixed(ctx, loop) is not None
    strays = list(unexplained(ctx, loop, stays=stays))
    for access, what in strays:
        old, new = ctx.sizes.stored(access.size), ctx.sizes.wanted(access.size)
        ctx.conflict(unfollowed(what, access, old, new))
    for access in loop.accesses:
        single_row(ctx, access)
    stays = stays and not escapes(ctx, loop)
    for number, what in ambiguities(ctx, loop, explained=stays or goal is not None):
        if not strays and not isinstance(number, Sym):
            refuse_ambiguous(ctx, number, what, limiting_extents(ctx, loop, state))


def single_row(ctx: Context, access: Access) -> None:
    """Block a loop along one of two unit axes: a TRANSPOSE of them leaves no trace in the file."""
    if ctx.sizes.stored(access.size) != 1:
        return
    for axis, size in enumerate(access.shape):
        if axis == access.subscript.axis or ctx.sizes.stored(size) != 1:
            continue
        if is_resized(ctx.sizes, size) or is_resized(ctx.sizes, access.size):
            old, new = ctx.sizes.wanted(access.size), ctx.sizes.wanted(size)
            ctx.conflict(
                f"it runs along axis {access.subscript.axis} of '{access.name}', which has 1 row, "
                f"as has axis {axis}; they become {old} and {new}, and either may be the one that "
                f"it runs along; export the network at sizes above 1"
            )


def escapes(ctx: Context, loop: Loop) -> bool:
    """Whether an induction variable goes into another subgraph, and may access rows there."""
    body = ctx.engine.model.subgraphs[loop.body]
    found = (op.kind for v in loop.variables for op, k in readers(ctx, body, v.argument) if k)
    return any(kind in CALLS for kind in found)


def unexplained(ctx: Context, loop: Loop, *, stays: bool) -> Iterator[tuple[Access, str]]:
    """Accesses of an axis that is resized, of which the last row is unknown, and the reason."""
    sizes, trips = ctx.sizes, loop.trip_count(ctx.sizes)
    for access in {a.size: a for a in loop.accesses if is_resized(sizes, a.size)}.values():
        alike = [a for a in loop.accesses if a.size == access.size]
        irregular = [a for a in alike if not a.is_row_by_row]
        if irregular:
            yield irregular[0], IRREGULAR
        elif not stays and not any(a.covers(sizes, trips) for a in alike):
            yield access, limit_text(loop, trips)


def limit_text(loop: Loop, trips: int | None) -> str:
    """The limit of a loop, or its trip count, as messages show it."""
    literal = [b.limit for b in loop.bounds if isinstance(b.limit, int)]
    if len(literal) == 1:
        return f"its limit {literal[0]}"
    return f"its {LIMIT}" if trips is None else f"its trip count, {trips},"


def ambiguities(ctx: Context, loop: Loop, *, explained: bool) -> Iterator[tuple[Element, str]]:
    """Literals that may be specialised sizes, and what they are used as."""
    trips = loop.trip_count(ctx.sizes)
    known = [b for b in loop.bounds if explained and b.trip_count(ctx.sizes) == trips]
    yield from limits(ctx, loop, {(b.op.index, b.operand) for b in known})
    whole = [a for a in loop.accesses if a.covers(ctx.sizes, trips)]
    yield from starts(ctx, loop, whole)
    yield from indices(ctx, loop, whole)


def limits(ctx: Context, loop: Loop, known: Collection[Use]) -> Iterator[tuple[Element, str]]:
    """Literals of the condition, apart from limits that are ``known``."""
    cond = ctx.engine.model.subgraphs[loop.cond]
    for op in cond.operators:
        for k, tensor in enumerate(op.inputs):
            if tensor not in cond.producers and (op.index, k) not in known:
                for number in literals(ctx.engine, cond, [tensor]):
                    yield number, LIMIT


def starts(ctx: Context, loop: Loop, whole: Sequence[Access]) -> Iterator[tuple[Element, str]]:
    """Starts of induction variables that do not access a ``whole`` axis."""
    patched = {k for key, k, _ in ctx.store.patches if key == ctx.site.key}
    known = patched | {access.variable.argument for access in whole}
    for variable in loop.variables:
        if variable.argument not in known:
            yield variable.start, START


def indices(ctx: Context, loop: Loop, whole: Sequence[Access]) -> Iterator[tuple[Element, str]]:
    """Literals in indices of other axes."""
    body = ctx.engine.model.subgraphs[loop.body]
    for access in loop.accesses:
        if access not in whole:
            tensor = access.subscript.op.inputs[access.subscript.operand]
            for number in literals(ctx.engine, body, [tensor]):
                yield number, f"number in the index of '{access.name}'"


def refuse_ambiguous(ctx: Context, number: float, what: str, moving: Mapping[int, Dim]) -> None:
    """Block a literal that equals the original size of a resized axis, or its last row."""
    smallest = 1 if what == LIMIT else 2  # others may be a first row or a step
    for size in moving:
        if smallest <= number == size or 1 < number == size - 1:
            ctx.conflict(
                f"its {what} is {number}, which may be the old size {size} of an axis that becomes "
                f"{moving[size]}, and nothing in the loop says whether it follows; export the "
                f"network at that size"
            )
