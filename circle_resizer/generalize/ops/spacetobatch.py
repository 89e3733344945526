"""SPACE_TO_BATCH_ND and BATCH_TO_SPACE_ND: pads and crops of a dilated convolution."""

from __future__ import annotations

from circle_resizer.generalize.context import Context
from circle_resizer.generalize.registry import generalizes
from circle_resizer.symbolic.dim import Dim, Sym


@generalizes("SPACE_TO_BATCH_ND")
def space_to_batch(ctx: Context) -> None:
    """Pads follow so that the length divides by the block, as a dilated convolution wrote them."""
    shape, block, pads = ctx.shape(0), ctx.specialised(1), ctx.specialised(2)
    if shape is None or block is None or pads is None or len(pads) != 2 * len(block):
        return
    crops = undoing(ctx) or (0,) * len(pads)
    new: list[Dim] = list(pads)
    for k, by in enumerate(block):
        own, end = shape[1 + k], 2 * k + 1
        if isinstance(own, Sym) and ctx.sizes.stored(own) is not None:
            base = own_padding(pads[end], crops[end], by)
            new[end] = base + (-1 * (own + (pads[end - 1] + base))) % by
    if new != list(pads):
        ctx.set_entries(2, new)


def own_padding(after: int, crop: int, block: int) -> int:
    """What a convolution pads itself: without what fills up the last block and is cropped again."""
    return after - crop if 0 <= crop < block else after


def undoing(ctx: Context) -> tuple[int, ...] | None:
    """Stored crops of the BATCH_TO_SPACE_ND that takes back this operator's block."""
    site = ctx.site
    reached = set(site.op.outputs)
    for op in site.graph.operators[site.op.index + 1 :]:
        if not reached & set(op.inputs):
            continue
        if op.kind == "BATCH_TO_SPACE_ND":
            value = ctx.engine.value(site.graph, site.frame, op.inputs[2])
            return value.ints() if value.constant else None
        reached |= set(op.outputs)
    return None


@generalizes("BATCH_TO_SPACE_ND")
def batch_to_space(ctx: Context) -> None:
    """Crops undo exactly what the pads before added."""
    block, crops = ctx.specialised(1), ctx.specialised(2)
    pads = padding_before(ctx)
    if block is None or crops is None or pads is None:
        return
    new: list[Dim] = list(crops)
    for k in range(len(block)):
        old, now = pads[0][2 * k + 1], pads[1][2 * k + 1]
        if not isinstance(now, int) or now != old:
            new[2 * k + 1] = crops[2 * k + 1] + (now - old)
    if new != list(crops):
        ctx.set_entries(2, new)


def padding_before(ctx: Context) -> tuple[tuple[int, ...], tuple[Dim, ...]] | None:
    """(stored, new) pads of the SPACE_TO_BATCH_ND that this operator takes back."""
    site = ctx.site
    producers = site.graph.producers
    tensor, at = site.op.inputs[0], site.op.index
    while (op := producers.get(tensor)) is not None and op.index < at:
        at = op.index
        if op.kind == "SPACE_TO_BATCH_ND":
            patch = ctx.store.patches.get(((site.graph.index, op.index), 2, ""))
            return (patch.old, patch.new) if patch else None
        data = [t for t in op.inputs if t in producers or t in site.graph.inputs]
        if not data:
            return None
        tensor = data[0]
    return None
