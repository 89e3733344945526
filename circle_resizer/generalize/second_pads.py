"""Amounts of a PAD that second exports of the network decide about."""

from __future__ import annotations

from collections.abc import Sequence

from circle_resizer.generalize.context import Job
from circle_resizer.symbolic.dim import Dim
from circle_resizer.witnesses.bases import bases_of
from circle_resizer.witnesses.forms import Numbers, fillers

PADS = {"PAD", "PADV2", "MIRROR_PAD"}


def padded(job: Job) -> bool:
    """Decide the amounts that differ between the files; whether there are any.

    An amount may fill an axis up to a multiple of 4 or 8. Where the numbers of the files leave
    that open, and another size would be filled up otherwise, nobody can tell.
    """
    pads, shape = job.frozen(1), job.shape(0)
    rows = [w.ints(job.site, 1) for w in job.store.witnesses.files]
    others = [theirs for _, theirs in rows if theirs is not None]
    if pads is None or shape is None or len(others) < len(rows):
        return False
    if any(len(row) != len(pads) for row in others) or len(pads) != 2 * len(shape):
        return False
    goals = [(own, *(row[k] for row in others)) for k, own in enumerate(pads)]
    fills = not any(map(any, goals)) or any(len(set(goal)) > 1 for goal in goals)
    new: list[Dim] = []
    for entry, goal in enumerate(goals):
        found = amount(job, shape[entry // 2], entry, goal) if fills else [goal[0]]
        if not found:
            return False
        if len({job.sizes.wanted(d) for d in found}) > 1:
            job.blocked(ambiguous(job, entry // 2, goal, found))
        new.append(found[0])
    if all(len(set(goal)) == 1 for goal in goals):
        return False
    job.store.witnesses.sources[job.site.key] = job.store.witnesses.label()
    job.set_entries(1, new)
    return True


def amount(job: Job, size: Dim, entry: int, goal: Numbers) -> list[Dim]:
    """Candidates for one amount: the number itself, what fills the axis up, other forms of it."""
    witnesses, found = job.store.witnesses, list[Dim]()
    if len(set(goal)) == 1:
        found.append(goal[0])
    if entry % 2 and job.sizes.moves(size):
        found += [f for f in fillers(size) if witnesses.numbers(job.sizes, f) == goal]
    if not found:
        levels = bases_of(job.sizes, job.site, job.operands, entry // 2)
        made, plain = witnesses.made(job.sizes, goal, levels)
        found = made if plain else []
    return found


def ambiguous(job: Job, axis: int, goal: Numbers, found: Sequence[Dim]) -> str:
    """Two amounts that fit all files and part at the wanted size."""
    one, two = found[0], next(d for d in found if job.sizes.wanted(d) != job.sizes.wanted(found[0]))
    return (
        f"it adds {' and '.join(map(str, goal))} to axis {axis} in the files; that may be {one}, "
        f"{job.sizes.wanted(one)} here, or {two}, {job.sizes.wanted(two)}: a third export, at the "
        "sizes asked for, would decide"
    )
