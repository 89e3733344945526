"""Literals that decide the trip count of a loop, or the row of an access: they follow its axis."""

from __future__ import annotations

from dataclasses import dataclass, replace

from circle_resizer.file.model import Operator
from circle_resizer.generalize.context import Context
from circle_resizer.generalize.holes import Key, Patch
from circle_resizer.inference.value import Value
from circle_resizer.loops.accesses import Access
from circle_resizer.loops.induction import Bound, InductionVariable, only
from circle_resizer.loops.literal_terms import Term, terms
from circle_resizer.loops.state_sizes import added_rows, literal
from circle_resizer.loops.while_loop import Loop, is_resized
from circle_resizer.symbolic.dim import Dim

WHOLE_AXIS = "a loop over the whole axis stays one"


@dataclass(frozen=True, slots=True)
class Follower:
    """Makes the literals of a loop follow ``goal``, the resized axis that it accesses as a whole.

    ``trips`` is its trip count at the stored sizes.
    """

    ctx: Context
    loop: Loop
    goal: Access
    trips: int

    @property
    def rows(self) -> Dim:
        """By how many rows the axis grows."""
        return added_rows(self.ctx, self.goal)

    def gain(self, variable: InductionVariable) -> Dim:
        """By how much the range of an induction variable grows."""
        step, stride = abs(variable.step), abs(self.goal.stride)
        return self.rows * step // stride if stride != step else self.rows

    def binds(self, bound: Bound) -> bool:
        """Whether a comparison is the one that ended the loop."""
        return bound.trip_count(self.ctx.sizes) == self.trips

    def follow(self) -> None:
        """Limits of increasing variables, starts of decreasing ones, literals in indices."""
        for variable in self.loop.variables:
            decreases = variable.step < 0 and isinstance(variable.start, int)
            if decreases and self.is_needed(variable):
                where = f"the start {variable.start} of state {variable.argument}"
                start = variable.start + self.gain(variable)
                self.patch(self.ctx.site.key, self.ctx.site.op, variable.argument, start, where)
        for bound in self.loop.bounds:
            self.follow_bound(bound)
        for access in self.loop.accesses:
            self.follow_index(access)

    def is_needed(self, variable: InductionVariable) -> bool:
        """Whether the start of a decreasing variable decides the trip count or the rows."""
        bounds = (b for b in self.loop.bounds if b.variable == variable)
        if any(self.binds(b) and not self.is_resized(b.limit) for b in bounds):
            return True
        accesses = (a for a in self.loop.accesses if a.variable == variable and a.factor > 0)
        return any(self.is_resized(a.size) for a in accesses)

    def is_resized(self, size: Dim) -> bool:
        """Whether a size is resized."""
        return is_resized(self.ctx.sizes, size)

    def follow_bound(self, bound: Bound) -> None:
        """A limit that ended the loop at the end of the axis still does."""
        wanted, variable = self.ctx.sizes.wanted, bound.variable
        if self.ctx.sizes.changes(bound.limit) or self.ctx.sizes.changes(variable.start):
            return
        if not self.binds(bound):
            self.leaves_room(bound)
        elif variable.step > 0 and self.is_last(variable.start):
            self.refuse(f"the start {variable.start} of its induction variable")
        elif variable.step > 0:
            where = f"its limit {self.ctx.sizes.stored(bound.limit)}"
            self.patch(*self.source(bound), bound.limit + self.gain(variable), where)
        elif not isinstance(variable.start, int) or self.is_last(bound.limit):
            self.refuse(f"its limit {wanted(bound.limit)}")

    def is_last(self, end: Dim) -> bool:
        """Whether the end of a range that should be its first rows may be the last row."""
        extent = self.ctx.sizes.stored(self.goal.size) or 0
        return end in {n for n in (extent - 1, extent) if n > 0}

    def source(self, bound: Bound) -> tuple[Key, Operator, int]:
        """The operand that holds a limit: of the comparison, or of the loop for an argument."""
        engine, tensor = self.ctx.engine, bound.op.inputs[bound.operand]
        cond, body = (engine.model.subgraphs[i] for i in (self.loop.cond, self.loop.body))
        if tensor in cond.inputs:
            state = cond.inputs.index(tensor)
            users = [i for op in cond.operators for i in op.inputs]
            others = {i for op in body.operators for i in op.inputs}
            if users.count(tensor) == 1 and body.inputs[state] not in others:
                return self.ctx.site.key, self.ctx.site.op, state
        return (cond.index, bound.op.index), bound.op, bound.operand

    def leaves_room(self, bound: Bound) -> None:
        """Refuse a further limit that would end the loop before the one that ended it."""
        most = bound.trip_count(self.ctx.sizes)
        needed = self.ctx.sizes.wanted(self.trips + self.rows // abs(self.goal.stride))
        if most is not None and not (isinstance(needed, int) and needed <= most):
            self.refuse(f"another limit of {most} iterations")

    def start_of(self, variable: InductionVariable) -> Dim:
        """The start of an induction variable at the requested sizes."""
        patch = self.ctx.store.patches.get((self.ctx.site.key, variable.argument, ""))
        return patch.new[0] if patch is not None else variable.start

    def follow_index(self, access: Access) -> None:
        """Keep the row of the first iteration the first; the last, where the loop runs backward."""
        sizes, first = self.ctx.sizes, access.first_row(self.ctx.sizes)
        if not access.factor or first is None:
            return
        if not self.is_resized(access.size):
            self.keeps_rows(access, first)
            return
        goal = first + added_rows(self.ctx, access) if access.stride < 0 else first
        need = goal - access.factor * self.start_of(access.variable) - access.offset
        if sizes.wanted(need) == 0:
            return
        graph = self.ctx.engine.model.subgraphs[self.loop.body]
        tensor = access.subscript.op.inputs[access.subscript.operand]
        extent = sizes.stored(access.size) or 0
        found = list(terms(self.ctx.engine, graph, tensor, access.subscript.entry))
        near = [t for t in found if extent - 1 <= self.number(t) <= extent + 1]
        if len(near) != 1 or abs(near[0].factor) != 1:
            self.refuse(f"the index of '{access.name}'")
            return
        (term,) = near
        number = self.number(term)
        where, new = f"the literal {number} of an index", number + term.factor * need
        self.patch((graph.index, term.op.index), term.op, term.operand, new, where)

    def number(self, term: Term) -> int:
        """The number of a literal of the body."""
        found = only(self.value(self.loop.body, term.op, term.operand))
        return found if isinstance(found, int) else 0

    def keeps_rows(self, access: Access, first: int) -> None:
        """Refuse an axis that keeps its size and has too few rows, or is a buffer with more."""
        sizes, axis = self.ctx.sizes, f"axis {access.subscript.axis} of '{access.name}'"
        more = self.rows * abs(access.stride) // abs(self.goal.stride)
        old = first + max(0, access.stride) * (self.trips - 1) + access.subscript.reach
        last, extent = sizes.wanted(old + more), sizes.wanted(access.size)
        if literal(self.ctx, access.size) and not access.covers(sizes, self.trips):
            self.ctx.conflict(
                f"it runs along only a part of {axis}, which has {extent} rows and may keep them "
                f"or get others; export the network at that size"
            )
            return
        if not isinstance(last, int) or not isinstance(extent, int):
            return
        if last >= extent + access.subscript.is_open:
            self.ctx.conflict(
                f"it would get to row {last} of {axis}, which has {extent}; export the network at "
                f"that size"
            )

    def value(self, graph: int, op: Operator, operand: int) -> Value:
        """An operand of the loop, or of an operator in its subgraphs."""
        if op is self.ctx.site.op:
            return self.ctx.operands[operand] or Value("", None)
        engine = self.ctx.engine
        return engine.value(engine.model.subgraphs[graph], engine.frames[graph], op.inputs[operand])

    def patch(self, key: Key, op: Operator, operand: int, new: Dim, where: str) -> None:
        """Give a literal its new number."""
        store, value = self.ctx.store, self.value(key[0], op, operand)
        old, known = value.ints(), store.patches.get((key, operand, ""))
        if not value.constant or old is None or (known is not None and known.new != (new,)):
            self.refuse(where)
            return
        graph = self.ctx.engine.model.subgraphs[key[0]]
        name = graph.tensors[op.outputs[0]].name
        text = f"subgraph {key[0]}, operator {op.index} {op.kind} '{name}'"
        patch = Patch(key, op.kind, operand, text, op.inputs[operand], old, (new,))
        patch.assumed.add(WHOLE_AXIS)
        store.patches[key, operand, ""] = patch
        if op is not self.ctx.site.op:
            store.replaced[key, operand] = replace(value, elements=(new,))

    def refuse(self, what: str) -> None:
        """Block a number that should follow and cannot."""
        size, sizes = self.goal.size, self.ctx.sizes
        self.ctx.conflict(unfollowed(what, self.goal, sizes.stored(size), sizes.wanted(size)))


def unfollowed(what: str, access: Access, old: object, new: object) -> str:
    """The message about what does not follow which axis."""
    return (
        f"{what} does not follow axis {access.subscript.axis} of '{access.name}', along which it "
        f"runs, {old} -> {new}; export the network at that size"
    )
