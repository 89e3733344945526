"""What is not understood about a loop that carries an axis that changes: it is refused."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence

from circle_resizer.generalize.context import Job
from circle_resizer.inference.value import Element, Value
from circle_resizer.loops.carried_sizes import fixed, goal_of, limiting_extents, readers
from circle_resizer.loops.induction import Loop, Walk, moves
from circle_resizer.loops.literal_terms import literals
from circle_resizer.loops.trip_count import Follower, unfollowed
from circle_resizer.symbolic.dim import Dim, Sym

LIMIT, START = "limit", "start"
CALLS = {"CALL", "IF", "STABLEHLO_CASE", "STABLEHLO_COMPOSITE", "STABLEHLO_WHILE", "WHILE"}
Use = tuple[int, int]
"""(operator, operand)."""
STRANGE = "an index other than a counter, plus or minus a number,"


def follow_limits(job: Job, loop: Loop, state: Sequence[Value]) -> None:
    """A loop that walks an axis to its end goes on to do so; whatever is not understood blocks."""
    goal, passes = goal_of(job, loop), loop.passes(job.sizes)
    if goal is not None and passes is not None:
        Follower(job, loop, goal, passes).follow()
    stays = fixed(job, loop) is not None
    strays = list(unexplained(job, loop, stays=stays))
    for walk, what in strays:
        old, new = job.sizes.stored(walk.size), job.sizes.wanted(walk.size)
        job.blocked(unfollowed(what, walk, old, new))
    for walk in loop.walks:
        single_row(job, walk)
    stays = stays and not passes_on(job, loop)
    for number, what in suspects(job, loop, explained=stays or goal is not None):
        if not strays and not isinstance(number, Sym):
            blame(job, number, what, limiting_extents(job, loop, state))


def single_row(job: Job, walk: Walk) -> None:
    """Of two axes of one row nobody knows which is walked: a TRANSPOSE of them leaves no trace."""
    if job.sizes.stored(walk.size) != 1:
        return
    for axis, size in enumerate(walk.shape):
        if axis == walk.cut.axis or job.sizes.stored(size) != 1:
            continue
        if moves(job.sizes, size) or moves(job.sizes, walk.size):
            old, new = job.sizes.wanted(walk.size), job.sizes.wanted(size)
            job.blocked(
                f"its counter walks axis {walk.cut.axis} of '{walk.name}', which has 1 row, as has "
                f"axis {axis}; they become {old} and {new}, and either may be the one that is "
                f"walked; export the network at sizes above 1"
            )


def passes_on(job: Job, loop: Loop) -> bool:
    """Whether another graph gets a counter, and may walk what nobody sees here."""
    body = job.engine.model.subgraphs[loop.body]
    found = (op.kind for c in loop.counters for op, k in readers(job, body, c.state) if k)
    return any(kind in CALLS for kind in found)


def unexplained(job: Job, loop: Loop, *, stays: bool) -> Iterator[tuple[Walk, str]]:
    """Walks along an axis that changes which nothing says how far they go, and what is unknown."""
    sizes, passes = job.sizes, loop.passes(job.sizes)
    for walk in {w.size: w for w in loop.walks if moves(sizes, w.size)}.values():
        alike = [w for w in loop.walks if w.size == walk.size]
        strange = [w for w in alike if not w.is_plain]
        if strange:
            yield strange[0], STRANGE
        elif not stays and not any(w.touches(sizes, passes) for w in alike):
            yield walk, limit_text(loop, passes)


def limit_text(loop: Loop, passes: int | None) -> str:
    """The limit of a loop, in words."""
    literal = [b.limit for b in loop.bounds if isinstance(b.limit, int)]
    if len(literal) == 1:
        return f"its limit {literal[0]}"
    return f"its {LIMIT}" if passes is None else f"its number of passes, {passes},"


def suspects(job: Job, loop: Loop, *, explained: bool) -> Iterator[tuple[Element, str]]:
    """Literals that may be a size in disguise: nothing says what they are."""
    passes = loop.passes(job.sizes)
    known = [b for b in loop.bounds if explained and b.passes(job.sizes) == passes]
    yield from limits(job, loop, {(b.op.index, b.operand) for b in known})
    whole = [w for w in loop.walks if w.touches(job.sizes, passes)]
    yield from starts(job, loop, whole)
    yield from indices(job, loop, whole)


def limits(job: Job, loop: Loop, known: Collection[Use]) -> Iterator[tuple[Element, str]]:
    """Literals that the condition is computed from, apart from bounds that are ``known``."""
    cond = job.engine.model.subgraphs[loop.cond]
    for op in cond.operators:
        for k, tensor in enumerate(op.inputs):
            if tensor not in cond.producers and (op.index, k) not in known:
                for number in literals(job.engine, cond, [tensor]):
                    yield number, LIMIT


def starts(job: Job, loop: Loop, whole: Sequence[Walk]) -> Iterator[tuple[Element, str]]:
    """Starts of counters that do not walk a ``whole`` axis."""
    patched = {k for key, k, _ in job.ledger.patches if key == job.site.key}
    known = patched | {walk.counter.state for walk in whole}
    for counter in loop.counters:
        if counter.state not in known:
            yield counter.start, START


def indices(job: Job, loop: Loop, whole: Sequence[Walk]) -> Iterator[tuple[Element, str]]:
    """Literals in indices of other axes."""
    body = job.engine.model.subgraphs[loop.body]
    for walk in loop.walks:
        if walk not in whole:
            for number in literals(job.engine, body, [walk.cut.op.inputs[walk.cut.operand]]):
                yield number, f"number in the index of '{walk.name}'"


def blame(job: Job, number: float, what: str, moving: Mapping[int, Dim]) -> None:
    """Refuse a literal that equals the old size of something that changes, or its last row."""
    smallest = 1 if what == LIMIT else 2  # others may be a first row or a step
    for size in moving:
        if smallest <= number == size or 1 < number == size - 1:
            job.blocked(
                f"its {what} is {number}, which may be the old size {size} of an axis that becomes "
                f"{moving[size]}, and nothing in the loop says whether it follows; export the "
                f"network at that size"
            )
