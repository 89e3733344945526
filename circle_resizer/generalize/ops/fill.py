"""Sizes written as literals: BROADCAST_TO, TILE, FILL, RANGE."""

from __future__ import annotations

from collections.abc import Sequence

from circle_resizer.generalize.context import Context
from circle_resizer.generalize.registry import generalizes
from circle_resizer.symbolic.dim import Dim, Sym

COINCIDENCE = 8
"""Sizes up to this are equal by chance too often: a consumer has to say what is meant."""


@generalizes("BROADCAST_TO", "CUSTOM:BroadcastTo", "CUSTOM:FlexBroadcastTo", literal=True)
def broadcast_to(ctx: Context) -> None:
    """An entry that meets a moving axis follows it; one that widens a 1 may follow another axis."""
    target, shape = ctx.specialised(1), ctx.shape(0)
    if target is None or shape is None:
        return
    lead = len(target) - len(shape)
    if lead < 0:
        return
    if still_widens(ctx, shape, target[lead:]):
        ctx.keep(1, list(target), "literal size")
        return
    new: list[Dim] = []
    for entry, size in enumerate(target):
        own: Dim = shape[entry - lead] if entry >= lead else 1
        new.append(broadcast_entry(ctx, entry, size, own, shape))
    ctx.set_entries(1, new)


def still_widens(ctx: Context, shape: Sequence[Dim], target: Sequence[int]) -> bool:
    """Whether a unit axis has grown to the size it was broadcast to, and the others still fit."""
    wanted = [ctx.sizes.wanted(d) for d in shape]
    grown = any(
        ctx.sizes.stored(d) == 1 != size == w
        for d, w, size in zip(shape, wanted, target, strict=True)
    )
    return grown and all(w in {1, size} for w, size in zip(wanted, target, strict=True))


def broadcast_entry(ctx: Context, entry: int, size: int, own: Dim, shape: Sequence[Dim]) -> Dim:
    """What one entry becomes."""
    stored = ctx.sizes.stored(own)
    if isinstance(own, Sym) and stored == size:
        return own
    if isinstance(own, Sym):
        if stored == 1 and ctx.sizes.changes(own):
            return ctx.agree(own, size) or refuse(ctx, entry, size, own)
        return size
    if own not in {1, size}:
        return size
    if own == size != 1:
        return size
    return widened(ctx, entry, size, shape[1:])


def widened(ctx: Context, entry: int, size: int, shape: Sequence[Dim]) -> Dim:
    """What a 1 is widened to: a literal, or the other axis of the operand that was as long."""
    moving = [d for d in shape if isinstance(d, Sym) and size != 1]
    same = [d for d in moving if ctx.sizes.stored(d) == size]
    if not same:
        return ctx.free(1, entry, size, [size], "literal size")
    candidates: list[Dim] = [same[0], size] if size > COINCIDENCE else []
    return ctx.free(1, entry, size, candidates, "entry equal to a moving axis follows it")


def refuse(ctx: Context, entry: int, size: int, own: Dim) -> Dim:
    """A size that was broadcast is no longer 1."""
    ctx.conflict(
        f"entry {entry} broadcasts a 1 to {size}, but that 1 becomes {ctx.sizes.wanted(own)}"
    )
    return own


@generalizes("TILE", literal=True)
def tile(ctx: Context) -> None:
    """Multiples of moving axes stay; that of an axis of 1 may be what a consumer demands."""
    multiples, shape = ctx.specialised(1), ctx.shape(0)
    if multiples is None or shape is None or len(multiples) != len(shape):
        return
    new: list[Dim] = []
    for entry, (times, own) in enumerate(zip(multiples, shape, strict=True)):
        if isinstance(own, Sym) or own != 1:
            new.append(times)
            continue
        new.append(widened(ctx, entry, times, shape[1:]))
    ctx.set_entries(1, new)


@generalizes("FILL", literal=True)
def fill(ctx: Context) -> None:
    """Sizes made of literals stay, unless a consumer demands another."""
    dims = ctx.specialised(0)
    if dims is not None:
        ctx.set_entries(0, [ctx.free(0, k, d, [d], "literal size") for k, d in enumerate(dims)])


@generalizes("RANGE", literal=True)
def range_(ctx: Context) -> None:
    """A literal limit of a count from 0 stays, unless a consumer demands another."""
    start, limit, delta = (ctx.specialised(k) for k in range(3))
    if limit is None or start is None or delta is None or not isinstance(limit[0], int):
        return
    if start == (0,) and delta == (1,) and limit[0] > 0:
        ctx.set_entries(1, [ctx.free(1, 0, limit[0], [limit[0]], "literal limit")])
