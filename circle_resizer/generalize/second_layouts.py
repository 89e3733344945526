"""Targets of RESHAPE that second exports of the network decide about."""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence

from circle_resizer.generalize.context import Context
from circle_resizer.inference.value import Shape, shown
from circle_resizer.layouts.permutations import Interpretation
from circle_resizer.symbolic.dim import Dim, product
from circle_resizer.witnesses.bases import bases_of
from circle_resizer.witnesses.forms import Numbers

MAX_LAYOUTS = 256
"""Ways to put a target together that are tried."""


def layouts(ctx: Context, interpretations: list[Interpretation]) -> list[Interpretation]:
    """The layouts of a RESHAPE that second exports confirm; blocks if none is left."""
    witnesses = ctx.store.witnesses
    left = witnesses.layouts(ctx.sizes, ctx.site, interpretations)
    plain = [r for r in left if r.perm is None or not reshapes(ctx)]
    if not plain and (dims := made_layout(ctx)):
        return [Interpretation(dims)]
    left = plain or left
    if not left:
        told = [f"{shown(w.result(ctx.site))} in '{w.label}'" for w in witnesses.files]
        first = shown(
            [w.at(ctx.sizes, d) or "?" for w in witnesses.files for d in interpretations[0].dims]
        )
        ctx.conflict(f"its result is {' and '.join(told)}, and would be {first} there")
    return left


def reshapes(ctx: Context) -> bool:
    """Whether a RESHAPE is one in a second export as well, and no TRANSPOSE."""
    found = [w.partner(ctx.site) for w in ctx.store.witnesses.files]
    return any(partner is not None and partner[1].kind == "RESHAPE" for partner in found)


def made(ctx: Context) -> list[Interpretation]:
    """``made_layout`` as the one layout there is, if there is one."""
    dims = made_layout(ctx)
    return [Interpretation(dims)] if dims else []


def made_layout(ctx: Context) -> Shape:
    """A target put together entry by entry, where none of the layouts is that of the files."""
    witnesses, shape = ctx.store.witnesses, ctx.shape(0) or ()
    stored = ctx.site.graph.tensors[ctx.site.op.outputs[0]].shape or ()
    others = [w.result(ctx.site) for w in witnesses.files]
    if any(other is None or len(other) != len(stored) for other in others):
        return ()
    rows = [other for other in others if other is not None]
    choices: list[Sequence[Dim]] = []
    for entry, size in enumerate(stored):
        goal = (size, *(row[entry] for row in rows))
        levels = bases_of(ctx.sizes, ctx.site, ctx.operands, entry)[1:]
        choices.append(candidates(ctx, goal, levels))
    return only_product(ctx, choices, shape)


def candidates(ctx: Context, goal: Numbers, levels: Sequence[Sequence[Dim]]) -> Sequence[Dim]:
    """Candidates for one size: a literal if all files agree, else expressions of input sizes."""
    if len(set(goal)) == 1:
        return [goal[0]]
    found, plain = ctx.store.witnesses.made(ctx.sizes, goal, levels)
    found = found if plain else []
    by_number = {ctx.sizes.wanted(d): d for d in reversed(found) if told(ctx, d)}
    return list(by_number.values())


def told(ctx: Context, size: Dim) -> bool:
    """Whether the files tell what a size is made of."""
    return ctx.store.witnesses.tells(ctx.sizes, size)


def only_product(ctx: Context, choices: Sequence[Sequence[Dim]], shape: Shape) -> Shape:
    """The only way to take one of each that holds just the elements of ``shape``."""
    if math.prod(map(len, choices)) > MAX_LAYOUTS:
        return ()
    whole = product(shape)
    found = [dims for dims in itertools.product(*choices) if ctx.sizes.same(product(dims), whole)]
    return tuple(found[0]) if len({ctx.sizes.bound(dims) for dims in found}) == 1 else ()
