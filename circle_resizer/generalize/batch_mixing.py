"""No two batches are mixed: the constraint every operator puts on axes that were 1.

A batch of one that was merged with its neighbour leaves no trace in the numbers. An operator that
sums, normalises, slides or picks along the merged axis would mix what belongs to different batches,
so that interpretation was wrong.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from circle_resizer.generalize.context import Job
from circle_resizer.inference.axis_kinds import ROW_WISE, AxisKind, Place
from circle_resizer.inference.rules import axis_kinds, operator_axes
from circle_resizer.symbolic.dim import Dim

HARMLESS = ROW_WISE | {AxisKind.COUNTED, AxisKind.PARAMETER, AxisKind.REGROUPED}
MIXING = {AxisKind.REDUCED, AxisKind.WINDOWED, AxisKind.SEQUENTIAL, AxisKind.CONCATENATED}
"""Kinds that hardly any network has on its batch; rows are picked from it by coordinates."""
CALLS = {
    "CALL", "CALL_ONCE", "IF", "WHILE", "STABLEHLO_CASE", "STABLEHLO_COMPOSITE", "STABLEHLO_WHILE",
}  # fmt: skip
"""Operators that hand their operands to subgraphs, whose operators are looked at themselves."""


def keep_batches_apart(job: Job) -> None:
    """Reject interpretations under which this operator mixes rows of several batches."""
    if job.site.kind in CALLS:
        return
    suspects = list(sizes_of(job))
    changed = [k for k in range(len(job.operands)) if rank_changed(job, k)]
    if not suspects and not changed:
        return
    axes = operator_axes(job.site.kind, job.operands, job.site.opt)
    kinds = {place: axis.kind for place, axis in axes.items()}
    met: dict[Dim, tuple[Place, ...]] = {}
    for operand, axis, size in suspects:
        kind = kinds.get((operand, axis), AxisKind.OPAQUE)
        if kind is AxisKind.PARALLEL:
            meet(job, met, axes[operand, axis].into, size)
        if kind not in HARMLESS:
            check_axis(job, (operand, axis), size, kind)
    for operand in changed:
        check_rank(job, operand, kinds)


def check_axis(job: Job, place: Place, size: Dim, kind: AxisKind) -> None:
    """An axis along which the operator works must not hold the rows of several batches."""
    units = [f for f in job.sizes.joined_ghosts(size) if not job.sizes.is_inner(f)]
    if units:
        mixed(job, *place, units[0])
    elif job.sizes.is_batch(size) and kind in MIXING:
        doubtful(job, *place, size)


def sizes_of(job: Job) -> Iterator[tuple[int, int, Dim]]:
    """(operand, axis, size) of computed operands with an axis that was 1 in it."""
    for operand, value in enumerate(job.operands):
        if value is None or value.shape is None or value.constant:
            continue
        for axis, size in enumerate(value.shape):
            if job.sizes.is_batch(size) or job.sizes.joined_ghosts(size):
                yield operand, axis, size


def meet(job: Job, met: dict[Dim, tuple[Place, ...]], into: tuple[Place, ...], size: Dim) -> None:
    """Reject rows of one operand, joined by a batch, beside those of another: ``x @ x.T``.

    With [2*B,4] for ``x`` every batch would meet every other in [2*B,2*B].
    """
    for unit in job.sizes.joined_ghosts(size):
        if met.setdefault(unit, into) != into and not job.sizes.is_inner(unit):
            job.blocked(
                f"it makes {job.sizes.wanted(size)} rows meet as many others, and would mix the "
                f"{job.sizes.wanted(unit)} parts of an axis that was 1"
            )


def mixed(job: Job, operand: int, axis: int, unit: Dim) -> None:
    """Rows of several batches lie on one axis along which the operator works."""
    value = job.operand(operand)
    job.blocked(
        f"it works along axis {axis} of '{value.name if value else ''}', and would mix the "
        f"{job.sizes.wanted(unit)} parts of an axis that was 1"
    )


def doubtful(job: Job, operand: int, axis: int, size: Dim) -> None:
    """The operator works along the batch itself: only where no interpretation is to blame."""
    if not job.has_choices:
        return
    value = job.operand(operand)
    job.blocked(
        f"it would work along axis {axis} of '{value.name if value else ''}', which holds the "
        f"{job.sizes.wanted(size)} batches: an axis that was 1 changed places with another"
    )


def rank_changed(job: Job, operand: int) -> bool:
    """Whether a computed operand has another rank than in the file."""
    value, index = job.operands[operand], job.site.op.inputs[operand]
    if index < 0 or value is None or value.constant or index in job.site.graph.inputs:
        return False
    recorded, rank = job.site.graph.tensors[index].shape, len(value.shape or ())
    if not recorded or len(recorded) == rank:
        return False
    old = job.original(index)
    return old is not None and old.shape is not None and len(old.shape) != rank


def check_rank(job: Job, operand: int, kinds: Mapping[Place, AxisKind]) -> None:
    """An axis that stays where the file dropped it must not move those that attributes name.

    Axes are lined up from the last. Example: the sum over axis 0 of [8] is not the one of [3,8],
    and REVERSE_V2 of axis 0 turns round the batches of [3,8] instead of their 8 numbers.
    """
    before = [job.original(i) for i in job.site.op.inputs]
    was_there, value = before[operand], job.operands[operand]
    old, new = (was_there and was_there.shape) or (), (value and value.shape) or ()
    was = axis_kinds(job.site.kind, before, job.site.opt)
    for back in range(1, min(len(old), len(new)) + 1):
        axis = len(new) - back
        now = kinds.get((operand, axis), AxisKind.OPAQUE)
        earlier = was.get((operand, len(old) - back), AxisKind.OPAQUE)
        if earlier is not now and not {earlier, now} <= HARMLESS:
            job.blocked(f"its axis {axis} was one of {len(old)}, there are {len(new)} now")
            return
