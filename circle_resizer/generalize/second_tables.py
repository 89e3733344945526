"""Tables of data that second exports decide about."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from circle_resizer.generalize.context import Context
from circle_resizer.symbolic.dim import Dim, factors_of
from circle_resizer.tables.compare import Extension
from circle_resizer.tables.constant_results import array_at
from circle_resizer.tables.grown_results import Tables
from circle_resizer.witnesses.tables import MODEL, Axes, Table
from circle_resizer.witnesses.tables import decided as decided_by
from circle_resizer.witnesses.witness import Witness


def decided(
    ctx: Context,
    operand: int,
    extents: Mapping[int, Dim],
    pairs: Mapping[int, Sequence[tuple[int, int]] | None],
) -> Extension | None:
    """What a constant becomes whose partners in other files are known.

    ``None`` where they say nothing: the rule is then that of the model alone.
    """
    factors = {axis: found for axis, found in pairs.items() if found is not None}
    if len(factors) < len(pairs) or not is_told(ctx, operand, extents):
        return None
    index = ctx.site.op.inputs[operand]
    own = array_at(ctx.engine.model, ctx.site.graph, index)
    others = [table_of(ctx, w, operand, extents) for w in ctx.store.witnesses.files]
    known = [t for t in others if t is not None]
    if own is None or not known or len(known) < len(others):
        return None
    stored = {a: [old for old, _ in found] for a, found in factors.items()}
    wanted = {a: [new for _, new in found] for a, found in factors.items()}
    moving, used = ctx.sizes.moving_numbers(), ctx.store.used
    grown = Tables(ctx.engine.model, ctx.site.graph, {}, moving, used)

    def extended(axes: Axes) -> Extension | None:
        if any(len(axes[a]) != len(stored[a]) for a in stored):
            return None
        pieces = {a: list(zip(stored[a], axes[a], strict=True)) for a in stored}
        return grown.extended(index, pieces)

    return decided_by([Table(MODEL, own, stored), *known], wanted, extended)


def is_told(ctx: Context, operand: int, extents: Mapping[int, Dim]) -> bool:
    """Whether other files have other extents of a constant that the user does not give."""
    witnesses = ctx.store.witnesses
    name = ctx.site.graph.tensors[ctx.site.op.inputs[operand]].name
    if not witnesses or name in ctx.settings.constants:
        return False
    return all(witnesses.tells(ctx.sizes, d) for d in extents.values())


def table_of(
    ctx: Context, witness: Witness, operand: int, extents: Mapping[int, Dim]
) -> Table | None:
    """The partner of a constant in another file, where it has the extents that it should have."""
    found = witness.partner(ctx.site)
    if found is None or operand >= len(found[1].inputs):
        return None
    graph, index = found[0], found[1].inputs[operand]
    if index in graph.inputs or witness.is_loose(ctx.site):
        return None
    array = array_at(witness.model, graph, index)
    if array is None:
        return None
    axes: dict[int, list[int]] = {}
    for axis, size in extents.items():
        pieces = [witness.at(ctx.sizes, f) for f in factors_of(size)]
        known = [n for n in pieces if n is not None]
        total = 1
        for n in known:
            total *= n
        if len(known) < len(pieces) or axis >= array.ndim or total != array.shape[axis]:
            return None
        axes[axis] = known
    return Table(witness.label, array, axes)
