"""No two batches are mixed: the constraint every operator puts on axes that were 1.

A batch of one that was merged with its neighbour leaves no trace in the numbers. An operator that
sums, normalises, slides or picks along the merged axis would mix what belongs to different batches,
so that interpretation was wrong.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from circle_resizer.generalize.context import Context
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


def keep_batches_apart(ctx: Context) -> None:
    """Reject interpretations under which this operator mixes rows of several batches."""
    if ctx.site.kind in CALLS:
        return
    suspects = list(sizes_of(ctx))
    changed = [k for k in range(len(ctx.operands)) if rank_changed(ctx, k)]
    if not suspects and not changed:
        return
    axes = operator_axes(ctx.site.kind, ctx.operands, ctx.site.opt)
    kinds = {place: axis.kind for place, axis in axes.items()}
    met: dict[Dim, tuple[Place, ...]] = {}
    for operand, axis, size in suspects:
        kind = kinds.get((operand, axis), AxisKind.OPAQUE)
        if kind is AxisKind.PARALLEL:
            meet(ctx, met, axes[operand, axis].into, size)
        if kind not in HARMLESS:
            check_axis(ctx, (operand, axis), size, kind)
    for operand in changed:
        check_rank(ctx, operand, kinds)


def check_axis(ctx: Context, place: Place, size: Dim, kind: AxisKind) -> None:
    """An axis along which the operator works must not hold the rows of several batches."""
    units = [f for f in ctx.sizes.merged_units(size) if not ctx.sizes.is_inner(f)]
    if units:
        mixed(ctx, *place, units[0])
    elif ctx.sizes.is_batch(size) and kind in MIXING:
        doubtful(ctx, *place, size)


def sizes_of(ctx: Context) -> Iterator[tuple[int, int, Dim]]:
    """(operand, axis, size) of computed operands with an axis that was 1 in it."""
    for operand, value in enumerate(ctx.operands):
        if value is None or value.shape is None or value.constant:
            continue
        for axis, size in enumerate(value.shape):
            if ctx.sizes.is_batch(size) or ctx.sizes.merged_units(size):
                yield operand, axis, size


def meet(
    ctx: Context, met: dict[Dim, tuple[Place, ...]], into: tuple[Place, ...], size: Dim
) -> None:
    """Reject rows of one operand, joined by a batch, beside those of another: ``x @ x.T``.

    With [2*B,4] for ``x`` every batch would meet every other in [2*B,2*B].
    """
    for unit in ctx.sizes.merged_units(size):
        if met.setdefault(unit, into) != into and not ctx.sizes.is_inner(unit):
            ctx.conflict(
                f"it makes {ctx.sizes.wanted(size)} rows meet as many others, and would mix the "
                f"{ctx.sizes.wanted(unit)} parts of an axis that was 1"
            )


def mixed(ctx: Context, operand: int, axis: int, unit: Dim) -> None:
    """Rows of several batches lie on one axis along which the operator works."""
    value = ctx.operand(operand)
    ctx.conflict(
        f"it works along axis {axis} of '{value.name if value else ''}', and would mix the "
        f"{ctx.sizes.wanted(unit)} parts of an axis that was 1"
    )


def doubtful(ctx: Context, operand: int, axis: int, size: Dim) -> None:
    """The operator works along the batch itself: only where no interpretation is to blame."""
    if not ctx.has_choices:
        return
    value = ctx.operand(operand)
    ctx.conflict(
        f"it would work along axis {axis} of '{value.name if value else ''}', which holds the "
        f"{ctx.sizes.wanted(size)} batches: an axis that was 1 changed places with another"
    )


def rank_changed(ctx: Context, operand: int) -> bool:
    """Whether a computed operand has another rank than in the file."""
    value, index = ctx.operands[operand], ctx.site.op.inputs[operand]
    if index < 0 or value is None or value.constant or index in ctx.site.graph.inputs:
        return False
    recorded, rank = ctx.site.graph.tensors[index].shape, len(value.shape or ())
    if not recorded or len(recorded) == rank:
        return False
    old = ctx.original(index)
    return old is not None and old.shape is not None and len(old.shape) != rank


def check_rank(ctx: Context, operand: int, kinds: Mapping[Place, AxisKind]) -> None:
    """An axis that stays where the file dropped it must not move those that attributes name.

    Axes are lined up from the last. Example: the sum over axis 0 of [8] is not the one of [3,8],
    and REVERSE_V2 of axis 0 turns round the batches of [3,8] instead of their 8 numbers.
    """
    before = [ctx.original(i) for i in ctx.site.op.inputs]
    was_there, value = before[operand], ctx.operands[operand]
    old, new = (was_there and was_there.shape) or (), (value and value.shape) or ()
    was = axis_kinds(ctx.site.kind, before, ctx.site.opt)
    for back in range(1, min(len(old), len(new)) + 1):
        axis = len(new) - back
        now = kinds.get((operand, axis), AxisKind.OPAQUE)
        earlier = was.get((operand, len(old) - back), AxisKind.OPAQUE)
        if earlier is not now and not {earlier, now} <= HARMLESS:
            ctx.conflict(f"its axis {axis} was one of {len(old)}, there are {len(new)} now")
            return
