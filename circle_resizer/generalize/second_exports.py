"""Where second exports of the network decide about an operator's constants."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from circle_resizer.file.model import Operator
from circle_resizer.generalize.constant_axes import depend
from circle_resizer.generalize.context import Context, backtrack
from circle_resizer.generalize.holes import Patch
from circle_resizer.generalize.second_pads import PADS, padded
from circle_resizer.generalize.second_pools import POOLS, pooled
from circle_resizer.generalize.store import Store
from circle_resizer.inference.engine import Inference, Site
from circle_resizer.inference.value import Value, shown
from circle_resizer.schema.options import Options, StridedSliceOptions
from circle_resizer.symbolic.dim import Dim
from circle_resizer.tables.constant_results import array_at
from circle_resizer.witnesses.bases import bases_of, usual
from circle_resizer.witnesses.decide import Verdict
from circle_resizer.witnesses.weights import close
from circle_resizer.witnesses.witness import Witness, is_recorded

NUMBERS = {
    "SLICE": (1, 2), "STRIDED_SLICE": (1, 2), "FILL": (0,), "BROADCAST_TO": (1,), "TILE": (1,),
    "RESIZE_BILINEAR": (1,), "RESIZE_NEAREST_NEIGHBOR": (1,), "PAD": (1,), "PADV2": (1,),
    "MIRROR_PAD": (1,), "TOPK_V2": (1,), "RANGE": (1,), "SCATTER_ND": (2,), "RFFT2D": (1,),
    "TRANSPOSE_CONV": (0,), "SPACE_TO_BATCH_ND": (2,), "BATCH_TO_SPACE_ND": (2,),
    "CUSTOM:BroadcastTo": (1,), "CUSTOM:FlexBroadcastTo": (1,),
}  # fmt: skip
"""Operands that hold sizes, places or amounts, one for each axis."""
OWN_SIZE = "likeliest form that gives the numbers of all exports"
PICKING = {"GATHER", "GATHER_ND"}
Places = list[tuple[Sequence[int], int]]


def check_operands(store: Store, site: Site, operands: Sequence[Value | None]) -> None:
    """Backtrack or refuse if an operand contradicts the shape in a second export."""
    if store.witnesses and (why := store.witnesses.mismatch(store.sizes, site, operands)):
        backtrack(store, site)
        store.add_conflict(f"{site}: {why}", site.key, follows=True)


def decided_whole(ctx: Context) -> bool:
    """Whether second exports decide all numbers of an operator that has no candidates itself."""
    if not ctx.store.witnesses:
        return False
    if ctx.site.kind in PADS:
        return padded(ctx)
    return ctx.site.kind in POOLS and pooled(ctx)


def decide_numbers(ctx: Context) -> None:
    """Entries whose decided expressions contradict a second export."""
    if not ctx.store.witnesses or ctx.site.kind in PADS:
        return
    if ctx.site.kind in PICKING:
        follow_rows(ctx)
    for operand in NUMBERS.get(ctx.site.kind, ()):
        value = ctx.operand(operand)
        if value is None or not value.constant or value.elements is None:
            continue
        mine = next((w.ints(ctx.site, operand)[0] for w in ctx.store.witnesses.files), None)
        if mine is not None:
            decided(ctx, operand, mine)


def follow_rows(ctx: Context) -> None:
    """A table that rows are picked from, and that has other extents in second exports."""
    tensor = ctx.site.graph.tensors[ctx.site.op.inputs[0]]
    value, shape = ctx.operand(0), tensor.shape or ()
    if value is None or not value.constant:
        return
    for axis, stored in enumerate(shape):
        others = [w.extent(ctx.site, 0, axis, stored) for w in ctx.store.witnesses.files]
        goal = (stored, *(n for n in others if n is not None))
        if len(goal) <= len(others) or len(set(goal)) == 1:
            continue
        levels = bases_of(ctx.sizes, ctx.site, ctx.operands, axis)
        verdict = ctx.store.witnesses.verdict(ctx.sizes, goal, (), [[], *levels[1:]])
        what = f"axis {axis} of '{tensor.name}'"
        size = settled(ctx, verdict, what, stored) if verdict is not None else None
        if size is not None:
            depend(ctx, 0, axis, size)


def decided(ctx: Context, operand: int, numbers: Sequence[int]) -> bool:
    """Decide entries of a constant that would be another in some file; whether all are."""
    value = ctx.operands[operand]
    if value is None or value.elements is None or len(value.elements) != len(numbers):
        return False
    new: list[Dim | None] = [e for e in value.elements if not isinstance(e, float)]
    for entry, stored in enumerate(numbers):
        goal = raw_goal(ctx, operand, entry, stored)
        if goal is None:
            new[entry] = None
        elif ctx.store.witnesses.numbers(ctx.sizes, new[entry] or 0) != goal:
            levels = bases_of(ctx.sizes, ctx.site, ctx.operands, entry)
            choices = usual(ctx.site, levels, goal)
            verdict = ctx.store.witnesses.verdict(ctx.sizes, goal, choices, levels)
            what = f"entry {entry} of operand {operand}"
            new[entry] = settled(ctx, verdict, what, stored) if verdict is not None else None
    pairs = zip(new, value.elements, strict=True)
    whole: list[Dim] = [e if d is None else d for d, e in pairs if not isinstance(e, float)]
    if tuple(whole) != value.elements:
        ctx.set_entries(operand, whole)
    return None not in new


def raw_goal(ctx: Context, operand: int, entry: int, stored: int) -> tuple[int, ...] | None:
    """An entry in the model and in each file; ``None`` where some file does not tell."""
    found = [stored]
    for witness in ctx.store.witnesses.files:
        mine, theirs = witness.ints(ctx.site, operand)
        if mine is None or theirs is None or len(mine) != len(theirs):
            return None
        if witness.is_loose(ctx.site) or ignored(ctx, operand, entry):
            return None
        found.append(theirs[entry])
    return tuple(found)


def ignored(ctx: Context, operand: int, entry: int) -> bool:
    """Whether a mask of a STRIDED_SLICE leaves an entry out."""
    return entry in ignored_entries(ctx.site.op, operand, entry + 1)


def ignored_entries(op: Operator, operand: int, count: int) -> set[int]:
    """Entries of a constant that masks of a STRIDED_SLICE leave out."""
    if op.kind != "STRIDED_SLICE" or operand not in {1, 2}:
        return set()
    opt = op.options(StridedSliceOptions)
    mask = opt.begin_mask if operand == 1 else opt.end_mask | opt.shrink_axis_mask
    mask |= opt.ellipsis_mask | opt.new_axis_mask
    return {entry for entry in range(count) if mask >> entry & 1}


def settled(ctx: Context, verdict: Verdict, what: str, stored: int) -> Dim | None:
    """The one expression that fits all files; blocks where none or several do."""
    if verdict.conflict or verdict.ambiguity:
        why = verdict.ambiguity or (
            f"{what} is {stored} in the model and {verdict.conflict}: no form of the sizes gives "
            "both"
        )
        ctx.conflict(why)
        return None
    if verdict.source:
        ctx.store.witnesses.sources[ctx.site.key] = verdict.source
    else:
        ctx.store.witnesses.unsure.add(ctx.site.key)
    return verdict.candidates[0]


def is_literal(store: Store, site: Site, operand: int) -> bool:
    """Whether a constant is equal in all files although this size differs between them."""
    witnesses, sizes = store.witnesses, store.sizes
    if not witnesses or not all(witnesses.is_told(sizes, n) for n in witnesses.changing(sizes)):
        return False
    for witness in witnesses.files:
        found, index = witness.partner(site), site.op.inputs[operand]
        if found is None or operand >= len(found[1].inputs):
            return False
        mine = array_at(witness.base, site.graph, index)
        theirs = array_at(witness.model, found[0], found[1].inputs[operand])
        if mine is None or theirs is None or mine.shape != theirs.shape:
            return False
        if not close(mine.reshape(-1), theirs.reshape(-1)):
            return False
    return True


def confirm(symbolic: Inference, store: Store) -> None:
    """Note the constants whose new entries are what second exports hold in their place."""
    witnesses = store.witnesses
    for patch in store.patches.values() if witnesses else ():
        graph = symbolic.model.subgraphs[patch.key[0]]
        op = graph.operators[patch.key[1]]
        site = Site(graph, op, patch.kind, symbolic.frames[graph.index], Options())
        rows = [held(w, site, patch) for w in witnesses.files]
        known = [row for row in rows if row is not None]
        if len(known) < len(rows) or any(len(row) != len(patch.old) for row in known):
            continue
        columns = [(old, *(row[k] for row in known)) for k, old in enumerate(patch.old)]
        if witnesses.confirm(store.sizes, patch.new, columns):
            witnesses.sources.setdefault(patch.key, witnesses.label())


def held(witness: Witness, site: Site, patch: Patch) -> tuple[int, ...] | None:
    """What a file holds in the place of a changed constant or target."""
    if patch.kind == "RESHAPE":
        return witness.result(site)
    return witness.ints(site, patch.operand)[1] if not patch.option else None


def check(inference: Inference, store: Store) -> None:
    """The results have the shapes that second exports record."""
    confirm(inference, store)
    for witness in store.witnesses.files:
        for why in different(inference, store, witness):
            store.add_conflict(why)


def different(inference: Inference, store: Store, witness: Witness) -> Iterator[str]:
    """Results of another shape."""
    graph, frame = inference.model.subgraphs[0], inference.frames[0]
    other = witness.model.subgraphs[0]
    for mine, theirs in zip(graph.outputs, other.outputs, strict=True):
        value, dims = inference.value(graph, frame, mine), other.tensors[theirs].dims
        recorded = graph.tensors[mine].dims
        if len(recorded) != len(dims):
            continue
        if value.shape is None or -1 in dims or tuple(recorded) == tuple(dims) == value.shape:
            continue
        if not is_recorded(store.sizes, value.shape, recorded):
            continue
        if not witness.allows(store.sizes, value.shape, dims):
            would = shown([witness.at(store.sizes, d) or "?" for d in value.shape])
            yield (
                f"the result '{value.name}' would be {would} at the sizes of '{witness.label}', "
                f"which has {shown(dims)}"
            )
