"""Amounts of a PAD that second exports of the network decide about."""

from __future__ import annotations

from collections.abc import Sequence

from circle_resizer.generalize.context import Context
from circle_resizer.symbolic.dim import Dim
from circle_resizer.witnesses.bases import bases_of
from circle_resizer.witnesses.forms import Numbers, fillers

PADS = {"PAD", "PADV2", "MIRROR_PAD"}


def padded(ctx: Context) -> bool:
    """Decide the amounts that differ between the files; whether there are any.

    An amount may fill an axis up to a multiple of 4 or 8. Where the numbers of the files leave
    that open, and another size would be filled up otherwise, nobody can tell.
    """
    pads, shape = ctx.specialised(1), ctx.shape(0)
    rows = [w.ints(ctx.site, 1) for w in ctx.store.witnesses.files]
    others = [theirs for _, theirs in rows if theirs is not None]
    if pads is None or shape is None or len(others) < len(rows):
        return False
    if any(len(row) != len(pads) for row in others) or len(pads) != 2 * len(shape):
        return False
    goals = [(own, *(row[k] for row in others)) for k, own in enumerate(pads)]
    fills = not any(map(any, goals)) or any(len(set(goal)) > 1 for goal in goals)
    new: list[Dim] = []
    for entry, goal in enumerate(goals):
        found = amount(ctx, shape[entry // 2], entry, goal) if fills else [goal[0]]
        if not found:
            return False
        if len({ctx.sizes.wanted(d) for d in found}) > 1:
            ctx.conflict(ambiguous(ctx, entry // 2, goal, found))
        new.append(found[0])
    if all(len(set(goal)) == 1 for goal in goals):
        return False
    ctx.store.witnesses.sources[ctx.site.key] = ctx.store.witnesses.label()
    ctx.set_entries(1, new)
    return True


def amount(ctx: Context, size: Dim, entry: int, goal: Numbers) -> list[Dim]:
    """Candidates for one amount: the number itself, what fills the axis up, other forms of it."""
    witnesses, found = ctx.store.witnesses, list[Dim]()
    if len(set(goal)) == 1:
        found.append(goal[0])
    if entry % 2 and ctx.sizes.moves(size):
        found += [f for f in fillers(size) if witnesses.numbers(ctx.sizes, f) == goal]
    if not found:
        levels = bases_of(ctx.sizes, ctx.site, ctx.operands, entry // 2)
        made, plain = witnesses.made(ctx.sizes, goal, levels)
        found = made if plain else []
    return found


def ambiguous(ctx: Context, axis: int, goal: Numbers, found: Sequence[Dim]) -> str:
    """Two amounts that fit all files and part at the wanted size."""
    one, two = found[0], next(d for d in found if ctx.sizes.wanted(d) != ctx.sizes.wanted(found[0]))
    return (
        f"it adds {' and '.join(map(str, goal))} to axis {axis} in the files; that may be {one}, "
        f"{ctx.sizes.wanted(one)} here, or {two}, {ctx.sizes.wanted(two)}: a third export, at the "
        "sizes asked for, would decide"
    )
