"""Targets of RESHAPE that second exports of the network decide about."""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence

from circle_resizer.generalize.context import Job
from circle_resizer.inference.value import Shape, shown
from circle_resizer.layouts.permutations import Reading
from circle_resizer.symbolic.dim import Dim, product
from circle_resizer.witnesses.bases import bases_of
from circle_resizer.witnesses.forms import Numbers

MAX_LAYOUTS = 256
"""Ways to put a target together that are tried."""


def layouts(job: Job, readings: list[Reading]) -> list[Reading]:
    """The layouts of a RESHAPE that second exports confirm; blocks if none is left."""
    witnesses = job.store.witnesses
    left = witnesses.layouts(job.sizes, job.site, readings)
    plain = [r for r in left if r.perm is None or not reshapes(job)]
    if not plain and (dims := made_layout(job)):
        return [Reading(dims)]
    left = plain or left
    if not left:
        told = [f"{shown(w.result(job.site))} in '{w.label}'" for w in witnesses.files]
        first = shown(
            [w.at(job.sizes, d) or "?" for w in witnesses.files for d in readings[0].dims]
        )
        job.blocked(f"its result is {' and '.join(told)}, and would be {first} there")
    return left


def reshapes(job: Job) -> bool:
    """Whether a RESHAPE is one in a second export as well, and no TRANSPOSE."""
    found = [w.partner(job.site) for w in job.store.witnesses.files]
    return any(partner is not None and partner[1].kind == "RESHAPE" for partner in found)


def made(job: Job) -> list[Reading]:
    """``made_layout`` as the one layout there is, if there is one."""
    dims = made_layout(job)
    return [Reading(dims)] if dims else []


def made_layout(job: Job) -> Shape:
    """A target put together entry by entry, where none of the layouts is that of the files."""
    witnesses, shape = job.store.witnesses, job.shape(0) or ()
    stored = job.site.graph.tensors[job.site.op.outputs[0]].shape or ()
    others = [w.result(job.site) for w in witnesses.files]
    if any(other is None or len(other) != len(stored) for other in others):
        return ()
    rows = [other for other in others if other is not None]
    choices: list[Sequence[Dim]] = []
    for entry, size in enumerate(stored):
        goal = (size, *(row[entry] for row in rows))
        levels = bases_of(job.sizes, job.site, job.operands, entry)[1:]
        choices.append(candidates(job, goal, levels))
    return only_product(job, choices, shape)


def candidates(job: Job, goal: Numbers, levels: Sequence[Sequence[Dim]]) -> Sequence[Dim]:
    """What one size may be: itself if it is the same in all files, else forms of the others."""
    if len(set(goal)) == 1:
        return [goal[0]]
    found, plain = job.store.witnesses.made(job.sizes, goal, levels)
    found = found if plain else []
    by_number = {job.sizes.wanted(d): d for d in reversed(found) if told(job, d)}
    return list(by_number.values())


def told(job: Job, size: Dim) -> bool:
    """Whether the files tell what a size is made of."""
    return job.store.witnesses.tells(job.sizes, size)


def only_product(job: Job, choices: Sequence[Sequence[Dim]], shape: Shape) -> Shape:
    """The only way to take one of each that holds just the elements of ``shape``."""
    if math.prod(map(len, choices)) > MAX_LAYOUTS:
        return ()
    whole = product(shape)
    found = [dims for dims in itertools.product(*choices) if job.sizes.same(product(dims), whole)]
    return tuple(found[0]) if len({job.sizes.bound(dims) for dims in found}) == 1 else ()
