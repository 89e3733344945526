"""Variables: a state that one run hands on to the next keeps its shape from run to run."""

from __future__ import annotations

from circle_resizer.file.model import Model
from circle_resizer.generalize.context import Context
from circle_resizer.generalize.registry import generalizes
from circle_resizer.inference.subgraph_values import variable
from circle_resizer.inference.value import Value
from circle_resizer.loops.state_sizes import with_free_sizes
from circle_resizer.schema.options import CallOnceOptions


@generalizes("ASSIGN_VARIABLE", literal=True)
def assign_variable(ctx: Context) -> None:
    """The initial constant of a variable has the sizes of its later values.

    For example CALL_ONCE assigns zeros [1,2,4], the last two rows of a stream. They are joined to
    ``x`` [1,3,4], and the last two rows of that are assigned. At batch 3 all of them are [3,2,4].
    """
    resource, x = ctx.operand(0), ctx.operand(1)
    if resource is None or x is None or resource.elements is None:
        return
    if holds_states(ctx.engine.model):
        ctx.operands[1] = with_free_sizes(ctx, 1, x)
    before = ctx.engine.state.get(variable(resource))
    if before is not None:
        keep_sizes(ctx, before, x)


def holds_states(model: Model) -> bool:
    """Whether anything but CALL_ONCE assigns variables; others are constants, and may broadcast."""
    operators = [op for graph in model.subgraphs for op in graph.operators]
    once = {
        op.options(CallOnceOptions).init_subgraph_index
        for op in operators
        if op.kind == "CALL_ONCE"
    }
    return any(
        op.kind == "ASSIGN_VARIABLE"
        for graph in model.subgraphs
        if graph.index not in once
        for op in graph.operators
    )


def keep_sizes(ctx: Context, before: Value, after: Value) -> None:
    """Unify the sizes of the value that is assigned with those of the value read in this run."""
    if before.shape is None or after.shape is None or len(before.shape) != len(after.shape):
        return
    for axis, (a, b) in enumerate(zip(before.shape, after.shape, strict=True)):
        stored = ctx.sizes.stored(a)
        if stored is None or stored != ctx.sizes.stored(b) or ctx.agree(a, b) is not None:
            continue
        ctx.conflict(
            f"axis {axis} of the variable that '{after.name}' is assigned to was {stored} in every "
            f"run; it would be read as {ctx.sizes.wanted(a)} and assigned as "
            f"{ctx.sizes.wanted(b)}; export the network at that size"
        )
