"""Literals of a loop that say how far it goes: its limit, its start, the index of a row."""

from __future__ import annotations

from dataclasses import dataclass, replace

from circle_resizer.file.model import Operator
from circle_resizer.generalize.context import Job
from circle_resizer.generalize.holes import Key, Patch
from circle_resizer.inference.value import Value
from circle_resizer.loops.carried_sizes import growth, literal
from circle_resizer.loops.induction import Bound, Counter, Loop, Walk, moves, only
from circle_resizer.loops.literal_terms import Term, terms
from circle_resizer.symbolic.dim import Dim

WHOLE_AXIS = "a loop over the whole axis stays one"


@dataclass(frozen=True, slots=True)
class Follower:
    """Makes the literals of a loop follow the axis that it walks."""

    job: Job
    loop: Loop
    goal: Walk
    passes: int

    @property
    def rows(self) -> Dim:
        """By how many rows the axis grows."""
        return growth(self.job, self.goal)

    def gain(self, counter: Counter) -> Dim:
        """How much further a counter has to go."""
        step, pace = abs(counter.step), abs(self.goal.pace)
        return self.rows * step // pace if pace != step else self.rows

    def binds(self, bound: Bound) -> bool:
        """Whether a comparison ended the loop."""
        return bound.passes(self.job.sizes) == self.passes

    def follow(self) -> None:
        """Limits of counters that go up, starts of those that go down, indices."""
        for counter in self.loop.counters:
            if counter.step < 0 and isinstance(counter.start, int) and self.is_needed(counter):
                where = f"the start {counter.start} of state {counter.state}"
                start = counter.start + self.gain(counter)
                self.patch(self.job.site.key, self.job.site.op, counter.state, start, where)
        for bound in self.loop.bounds:
            self.follow_bound(bound)
        for walk in self.loop.walks:
            self.follow_index(walk)

    def is_needed(self, counter: Counter) -> bool:
        """Whether the start of a counter that goes down decides the number of passes or rows."""
        bounds = (b for b in self.loop.bounds if b.counter == counter)
        return any(self.binds(b) and not self.moves(b.limit) for b in bounds) or any(
            w.counter == counter and w.factor > 0 and self.moves(w.size) for w in self.loop.walks
        )

    def moves(self, size: Dim) -> bool:
        """Whether a size changes."""
        return moves(self.job.sizes, size)

    def follow_bound(self, bound: Bound) -> None:
        """A limit that ended the loop at the end of the axis still does."""
        wanted, counter = self.job.sizes.wanted, bound.counter
        if self.job.sizes.changes(bound.limit) or self.job.sizes.changes(counter.start):
            return
        if not self.binds(bound):
            self.leaves_room(bound)
        elif counter.step > 0 and self.is_last(counter.start):
            self.refuse(f"the start {counter.start} of its counter")
        elif counter.step > 0:
            where = f"its limit {self.job.sizes.stored(bound.limit)}"
            self.patch(*self.source(bound), bound.limit + self.gain(counter), where)
        elif not isinstance(counter.start, int) or self.is_last(bound.limit):
            self.refuse(f"its limit {wanted(bound.limit)}")

    def is_last(self, end: Dim) -> bool:
        """Whether the end of a range that should be its first rows may be the last row."""
        extent = self.job.sizes.stored(self.goal.size) or 0
        return end in {n for n in (extent - 1, extent) if n > 0}

    def source(self, bound: Bound) -> tuple[Key, Operator, int]:
        """The operand that holds a limit: of the comparison, or of the loop if it is carried."""
        engine, tensor = self.job.engine, bound.op.inputs[bound.operand]
        cond, body = (engine.model.subgraphs[i] for i in (self.loop.cond, self.loop.body))
        if tensor in cond.inputs:
            state = cond.inputs.index(tensor)
            users = [i for op in cond.operators for i in op.inputs]
            others = {i for op in body.operators for i in op.inputs}
            if users.count(tensor) == 1 and body.inputs[state] not in others:
                return self.job.site.key, self.job.site.op, state
        return (cond.index, bound.op.index), bound.op, bound.operand

    def leaves_room(self, bound: Bound) -> None:
        """A limit that is not the one that counts must not become it."""
        most = bound.passes(self.job.sizes)
        needed = self.job.sizes.wanted(self.passes + self.rows // abs(self.goal.pace))
        if most is not None and not (isinstance(needed, int) and needed <= most):
            self.refuse(f"another limit of {most} passes")

    def start_of(self, counter: Counter) -> Dim:
        """What a counter will start with."""
        patch = self.job.ledger.patches.get((self.job.site.key, counter.state, ""))
        return patch.new[0] if patch is not None else counter.start

    def follow_index(self, walk: Walk) -> None:
        """The first row stays the first; where a loop goes backward, the last stays the last."""
        sizes, first = self.job.sizes, walk.first(self.job.sizes)
        if not walk.factor or first is None:
            return
        if not self.moves(walk.size):
            self.keeps_rows(walk, first)
            return
        goal = first + growth(self.job, walk) if walk.pace < 0 else first
        need = goal - walk.factor * self.start_of(walk.counter) - walk.offset
        if sizes.wanted(need) == 0:
            return
        graph = self.job.engine.model.subgraphs[self.loop.body]
        tensor = walk.cut.op.inputs[walk.cut.operand]
        extent = sizes.stored(walk.size) or 0
        found = list(terms(self.job.engine, graph, tensor, walk.cut.entry))
        near = [t for t in found if extent - 1 <= self.number(t) <= extent + 1]
        if len(near) != 1 or abs(near[0].factor) != 1:
            self.refuse(f"the index of '{walk.name}'")
            return
        (term,) = near
        number = self.number(term)
        where, new = f"the literal {number} of an index", number + term.factor * need
        self.patch((graph.index, term.op.index), term.op, term.operand, new, where)

    def number(self, term: Term) -> int:
        """The number of a literal of the body."""
        found = only(self.value(self.loop.body, term.op, term.operand))
        return found if isinstance(found, int) else 0

    def keeps_rows(self, walk: Walk, first: int) -> None:
        """What keeps its size has enough rows for all passes, and is not a buffer of any size."""
        sizes, axis = self.job.sizes, f"axis {walk.cut.axis} of '{walk.name}'"
        more = self.rows * abs(walk.pace) // abs(self.goal.pace)
        old = first + max(0, walk.pace) * (self.passes - 1) + walk.cut.reach
        last, extent = sizes.wanted(old + more), sizes.wanted(walk.size)
        if literal(self.job, walk.size) and not walk.touches(sizes, self.passes):
            self.job.blocked(
                f"its counter walks only a part of {axis}, which has {extent} rows and may keep "
                f"them or get others; export the network at that size"
            )
            return
        if not isinstance(last, int) or not isinstance(extent, int):
            return
        if last >= extent + walk.cut.is_open:
            self.job.blocked(
                f"its counter would get to row {last} of {axis}, which has {extent}; export the "
                f"network at that size"
            )

    def value(self, graph: int, op: Operator, operand: int) -> Value:
        """An operand of an operator of the loop's graphs."""
        if op is self.job.site.op:
            return self.job.operands[operand] or Value("", None)
        engine = self.job.engine
        return engine.value(engine.model.subgraphs[graph], engine.frames[graph], op.inputs[operand])

    def patch(self, key: Key, op: Operator, operand: int, new: Dim, where: str) -> None:
        """Give a literal its new number."""
        ledger, value = self.job.ledger, self.value(key[0], op, operand)
        old, known = value.ints(), ledger.patches.get((key, operand, ""))
        if not value.constant or old is None or (known is not None and known.new != (new,)):
            self.refuse(where)
            return
        graph = self.job.engine.model.subgraphs[key[0]]
        name = graph.tensors[op.outputs[0]].name
        text = f"subgraph {key[0]}, operator {op.index} {op.kind} '{name}'"
        patch = Patch(key, op.kind, operand, text, op.inputs[operand], old, (new,))
        patch.assumed.add(WHOLE_AXIS)
        ledger.patches[key, operand, ""] = patch
        if op is not self.job.site.op:
            ledger.replaced[key, operand] = replace(value, elements=(new,))

    def refuse(self, what: str) -> None:
        """A number that should follow and cannot."""
        walk, sizes = self.goal, self.job.sizes
        self.job.blocked(unfollowed(what, walk, sizes.stored(walk.size), sizes.wanted(walk.size)))


def unfollowed(what: str, walk: Walk, old: object, new: object) -> str:
    """What does not follow which axis, and what to do."""
    return (
        f"{what} does not follow axis {walk.cut.axis} of '{walk.name}', which it walks, "
        f"{old} -> {new}; export the network at that size"
    )
