"""IF and CASE: sizes on which the branches agreed are the same at any size."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from circle_resizer.generalize.context import Context
from circle_resizer.generalize.registry import generalizes
from circle_resizer.inference.subgraph_values import loosen, passed
from circle_resizer.inference.value import Value
from circle_resizer.schema.options import IfOptions, StablehloCaseOptions


@generalizes("IF", "STABLEHLO_CASE")
def branch(ctx: Context) -> None:
    """Which branch runs is not known before: the result shapes of all of them are unified."""
    known = [value for value in ctx.operands if value is not None]
    if not known or len(known) != len(ctx.operands):
        return
    stay_single(ctx, known[0])
    agreed = agreements(ctx, known[1:]) if known[0].ints() is None else []
    for k, value in enumerate(agreed):
        ctx.engine.state["answer", k] = value
    ctx.site.answers = [value.shape for value in agreed] or None


def agreements(ctx: Context, operands: Sequence[Value]) -> list[Value]:
    """What all branches return for ``operands``; nothing where their counts differ."""
    branches, outs = branches_of(ctx), ctx.site.op.outputs
    answers = [ctx.engine.call(ctx.site, index, passed(operands)) for index in branches]
    if {len(answer) for answer in answers} != {len(outs)}:
        return []
    return [
        agreement(ctx, f"{ctx.site.graph.tensors[out].name}@{branches[0]}", results)
        for out, results in zip(outs, zip(*answers, strict=True), strict=True)
    ]


def branches_of(ctx: Context) -> Sequence[int]:
    """The subgraphs that an operator chooses between."""
    opt = ctx.site.opt
    if isinstance(opt, IfOptions):
        return opt.then_subgraph_index, opt.else_subgraph_index
    return opt.branch_subgraph_indices if isinstance(opt, StablehloCaseOptions) else ()


def agreement(ctx: Context, name: str, results: Sequence[Value]) -> Value:
    """What one result is, whichever branch returns it."""
    first, *others = results
    common = replace(first, name=name, constant=False)
    for other in others:
        common = loosen(common, meet(ctx, first.name, common, other))
    return common


def stay_single(ctx: Context, condition: Value) -> None:
    """Block a condition that gets an element for each row of a batch: control flow takes one."""
    sizes = condition.shape or ()
    count = ctx.sizes.wanted_product(sizes)
    if any(map(ctx.sizes.changes, sizes)) and count != 1:
        ctx.conflict(
            f"its condition '{condition.name}' would have {count} elements, and control flow "
            f"takes one: it cannot decide for each of them; keep the size that it comes from"
        )


def meet(ctx: Context, name: str, one: Value, other: Value) -> Value:
    """The answer of another branch with the sizes of the first, where those were equal."""
    if one.shape is None or other.shape is None or len(one.shape) != len(other.shape):
        return other
    sizes = list(other.shape)
    for axis, (a, b) in enumerate(zip(one.shape, other.shape, strict=True)):
        stored = ctx.sizes.stored(a)
        if stored is None or stored != ctx.sizes.stored(b):
            continue
        if ctx.agree(a, b) is None:
            ctx.conflict(
                f"its branches return '{name}' and '{other.name}', axis {axis} of which was "
                f"{stored} in both and becomes {ctx.sizes.wanted(a)} and {ctx.sizes.wanted(b)}; "
                f"export the network at that size"
            )
        sizes[axis] = a
    return replace(other, shape=tuple(sizes))
