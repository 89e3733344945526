"""Sizes written as literals: BROADCAST_TO, TILE, FILL, RANGE."""

from __future__ import annotations

from collections.abc import Sequence

from circle_resizer.generalize.context import Job
from circle_resizer.generalize.registry import repair
from circle_resizer.symbolic.dim import Dim, Sym

COINCIDENCE = 8
"""Sizes up to this are equal by chance too often: a consumer has to say what is meant."""


@repair("BROADCAST_TO", "CUSTOM:BroadcastTo", "CUSTOM:FlexBroadcastTo", literal=True)
def broadcast_to(job: Job) -> None:
    """An entry that meets a moving axis follows it; one that widens a 1 may follow another axis."""
    target, shape = job.frozen(1), job.shape(0)
    if target is None or shape is None:
        return
    lead = len(target) - len(shape)
    if lead < 0:
        return
    if still_widens(job, shape, target[lead:]):
        job.keep(1, list(target), "literal size")
        return
    new: list[Dim] = []
    for entry, size in enumerate(target):
        own: Dim = shape[entry - lead] if entry >= lead else 1
        new.append(broadcast_entry(job, entry, size, own, shape))
    job.set_entries(1, new)


def still_widens(job: Job, shape: Sequence[Dim], target: Sequence[int]) -> bool:
    """Whether a unit axis has grown to the size it was broadcast to, and the others still fit."""
    wanted = [job.sizes.wanted(d) for d in shape]
    grown = any(
        job.sizes.stored(d) == 1 != size == w
        for d, w, size in zip(shape, wanted, target, strict=True)
    )
    return grown and all(w in {1, size} for w, size in zip(wanted, target, strict=True))


def broadcast_entry(job: Job, entry: int, size: int, own: Dim, shape: Sequence[Dim]) -> Dim:
    """What one entry becomes."""
    stored = job.sizes.stored(own)
    if isinstance(own, Sym) and stored == size:
        return own
    if isinstance(own, Sym):
        if stored == 1 and job.sizes.changes(own):
            return job.agree(own, size) or refuse(job, entry, size, own)
        return size
    if own not in {1, size}:
        return size
    if own == size != 1:
        return size
    return widened(job, entry, size, shape[1:])


def widened(job: Job, entry: int, size: int, shape: Sequence[Dim]) -> Dim:
    """What a 1 is widened to: a literal, or the other axis of the operand that was as long."""
    moving = [d for d in shape if isinstance(d, Sym) and size != 1]
    same = [d for d in moving if job.sizes.stored(d) == size]
    if not same:
        return job.free(1, entry, size, [size], "literal size")
    choices: list[Dim] = [same[0], size] if size > COINCIDENCE else []
    return job.free(1, entry, size, choices, "entry equal to a moving axis follows it")


def refuse(job: Job, entry: int, size: int, own: Dim) -> Dim:
    """A size that was broadcast is no longer 1."""
    job.blocked(
        f"entry {entry} broadcasts a 1 to {size}, but that 1 becomes {job.sizes.wanted(own)}"
    )
    return own


@repair("TILE", literal=True)
def tile(job: Job) -> None:
    """Multiples of moving axes stay; that of an axis of 1 may be what a consumer demands."""
    multiples, shape = job.frozen(1), job.shape(0)
    if multiples is None or shape is None or len(multiples) != len(shape):
        return
    new: list[Dim] = []
    for entry, (times, own) in enumerate(zip(multiples, shape, strict=True)):
        if isinstance(own, Sym) or own != 1:
            new.append(times)
            continue
        new.append(widened(job, entry, times, shape[1:]))
    job.set_entries(1, new)


@repair("FILL", literal=True)
def fill(job: Job) -> None:
    """Sizes made of literals stay, unless a consumer demands another."""
    dims = job.frozen(0)
    if dims is not None:
        job.set_entries(0, [job.free(0, k, d, [d], "literal size") for k, d in enumerate(dims)])


@repair("RANGE", literal=True)
def range_(job: Job) -> None:
    """A literal limit of a count from 0 stays, unless a consumer demands another."""
    start, limit, delta = (job.frozen(k) for k in range(3))
    if limit is None or start is None or delta is None or not isinstance(limit[0], int):
        return
    if start == (0,) and delta == (1,) and limit[0] > 0:
        job.set_entries(1, [job.free(1, 0, limit[0], [limit[0]], "literal limit")])
