"""Sizes of images: RESIZE, TRANSPOSE_CONV, pooling windows, SPACE_TO_BATCH_ND and its undoing."""

from __future__ import annotations

from collections.abc import Sequence

from circle_resizer import wording
from circle_resizer.generalize.context import Job
from circle_resizer.generalize.maps_met import maps_so_far
from circle_resizer.generalize.registry import repair
from circle_resizer.schema.options import (
    Conv3DOptions,
    Options,
    Pool2DOptions,
    TransposeConvOptions,
)
from circle_resizer.schema.types import Padding
from circle_resizer.symbolic.dim import Dim, Sym

ROW_BY_ROW = {"ADD", "SUB", "MUL", "DIV", "CAST", "QUANTIZE", "DEQUANTIZE", "TRANSPOSE"}
"""Operators that an image goes through before a network begins."""
SMALL_WINDOW, MAX_BINS = 3, 8
"""Windows up to 3 x 3 halve maps; larger ones side by side are bins that somebody counted."""


@repair("RESIZE_BILINEAR", "RESIZE_NEAREST_NEIGHBOR")
def resize(job: Job) -> None:
    """A size that was a multiple or fraction of the operand's stays that multiple.

    It may as well be the size of a map that came before, to which a result is blown up again; where
    the two part, a consumer has to decide.
    """
    shape, size = job.shape(0), job.frozen(1)
    if shape is None or len(shape) != 4 or size is None or len(size) != 2:
        return
    stored = [job.sizes.stored(d) for d in shape[1:3]]
    maps = maps_of(job, size)
    new: list[Dim] = []
    for entry, (goal, own) in enumerate(zip(size, shape[1:3], strict=True)):
        if not isinstance(own, Sym) or not stored[entry]:
            new.append(goal)
            continue
        choices, preference = scales(job, entry, own, size, stored)
        first, doubt = job.sizes.wanted(choices[0]), ""
        rivals = [n for m in maps if (n := job.sizes.wanted(m[entry])) != first]
        if rivals:
            doubt = (
                f"its size {goal} may be that of an earlier map, {rivals[0]}, or stay as it was to "
                f"its input, {first}"
            )
        elif is_front(job) and len(choices) > 1 and not job.is_bare and not job.assumes(preference):
            doubt = (
                f"its sizes {list(size)} may be what the network works on, whatever the input, or "
                f"{goal} follows its input of {stored[entry]} and becomes {first} (say "
                f"{wording.assume(preference)})"
            )
        elif preference == "literal size" and len(choices) > 1 and all(stretches(size, stored)):
            doubt = f"its sizes {list(size)} are multiples of {stored}, or stay as they are"
        new.append(job.free(1, entry, goal, [] if doubt else choices, preference, doubt=doubt))
    job.set_entries(1, new)


def is_front(job: Job) -> bool:
    """Whether a graph's input is brought to a size before anything else looks at its rows."""
    graph, tensor = job.site.graph, job.site.op.inputs[0]
    while (op := graph.producers.get(tensor)) is not None and op.kind in ROW_BY_ROW:
        tensor = next((i for i in op.inputs if i in graph.producers or i in graph.inputs), -1)
    return tensor in graph.inputs


def scales(
    job: Job, entry: int, own: Dim, size: Sequence[int], stored: Sequence[int | None]
) -> tuple[list[Dim], str]:
    """Readings of a size, and the preference that ranks them.

    One scale for both axes is what says that it is a scale.
    """
    was = [n or 0 for n in stored]
    choices = [*multiples(job, own, was[entry], size[entry]), size[entry]]
    if all(was) and size[0] * was[1] == size[1] * was[0]:
        return choices, "same multiple of its input"
    return choices[::-1], "literal size"


def stretches(size: Sequence[int], stored: Sequence[int | None]) -> list[bool]:
    """Whether each axis gets a whole multiple of what it had."""
    return [old is not None and new % old == 0 for new, old in zip(size, stored, strict=True)]


def maps_of(job: Job, size: Sequence[int]) -> list[Sequence[Dim]]:
    """Rows and columns of the maps computed so far that were as large as ``size`` and move."""
    maps = maps_so_far(job).get(tuple(size), ())
    return [rows for rows in maps if any(map(job.sizes.moves, rows))]


def multiples(job: Job, own: Dim, stored: int, goal: int) -> list[Dim]:
    """``goal / stored`` of ``own``, if that comes out even."""
    if goal == stored:
        return [own]
    if goal % stored == 0:
        return [own * (goal // stored)]
    scaled = own * goal
    wanted = job.sizes.wanted_int(scaled)
    even = wanted is not None and wanted % stored == 0
    return [scaled // stored] if even or stored % goal == 0 else []


@repair("TRANSPOSE_CONV", "CONV_3D_TRANSPOSE")
def transpose_conv(job: Job) -> None:
    """Stride times the input, keeping the stored remainder."""
    value, shape = job.operand(0), job.shape(2)
    sizes = value.sizes() if value is not None else None
    known = [job.sizes.stored(d) for d in sizes or ()]
    if not sizes or shape is None or len(sizes) != len(shape) or None in known:
        return
    target = [n or 0 for n in known]
    strides = strides_of(job.site.opt)
    new: list[Dim] = list(target)
    if isinstance(shape[0], Sym) and job.sizes.stored(shape[0]) == target[0]:
        new[0] = shape[0]
    for axis, stride in enumerate(strides, start=1):
        stored = job.sizes.stored(shape[axis])
        if isinstance(shape[axis], Sym) and stored is not None:
            new[axis] = shape[axis] * stride + (target[axis] - stored * stride)
    if job.frozen(0) is None:  # put together by an operator: what is written out in it follows
        for own, size in zip(sizes, new, strict=True):
            if own != size and job.agree(own, size) is None:
                job.blocked(f"its output shape has {own} where there would have to be {size}")
        job.site.answers = [new]
        return
    job.set_entries(0, new)
    if new != target:
        job.assume("same remainder of the stride")


def strides_of(opt: Options) -> tuple[int, ...]:
    """Strides of the spatial axes in their order."""
    if isinstance(opt, TransposeConvOptions):
        return opt.stride_h, opt.stride_w
    if isinstance(opt, Conv3DOptions):
        return opt.stride_d, opt.stride_h, opt.stride_w
    return ()


@repair("AVERAGE_POOL_2D", "MAX_POOL_2D", "L2_POOL_2D")
def pooling(job: Job) -> None:
    """A window as large as the stored map is global pooling in disguise."""
    shape, opt = job.shape(0), job.site.opt
    if shape is None or len(shape) != 4 or not isinstance(opt, Pool2DOptions):
        return
    window, strides = (opt.filter_height, opt.filter_width), (opt.stride_h, opt.stride_w)
    stored = [job.sizes.stored(d) for d in shape[1:3]]
    moves = [job.sizes.changes(d) for d in shape[1:3]]
    if any(a == b and c for a, b, c in zip(window, stored, moves, strict=True)):
        if job.settings.global_pool and opt.padding == Padding.VALID:
            job.site.answers = [(shape[0], 1, 1, shape[3])]
            job.set_number("filter_height", shape[1])
            job.set_number("filter_width", shape[2])
            return
        wanted = [job.sizes.wanted(d) for d in shape[1:3]]
        job.blocked(
            f"its window {list(window)} covers the whole stored map, which becomes {wanted}: "
            f"global pooling in disguise; widen it with {wording.flag('global_pool')}"
        )
        return
    bins = [
        n is not None and moves_too and n % w == 0 and w == s > SMALL_WINDOW and n // w <= MAX_BINS
        for n, w, s, moves_too in zip(stored, window, strides, moves, strict=True)
    ]
    if any(bins):
        job.blocked(
            f"its windows {list(window)} divide the stored map {stored} into "
            f"{[(n or 0) // w for n, w in zip(stored, window, strict=True)]} bins; at another size "
            "there may have to be as many bins, or windows as large"
        )


@repair("SPACE_TO_BATCH_ND")
def space_to_batch(job: Job) -> None:
    """Pads follow so that the length divides by the block, as a dilated convolution wrote them."""
    shape, block, pads = job.shape(0), job.frozen(1), job.frozen(2)
    if shape is None or block is None or pads is None or len(pads) != 2 * len(block):
        return
    partner = undoing(job)
    new: list[Dim] = list(pads)
    for k, by in enumerate(block):
        own = shape[1 + k]
        if not isinstance(own, Sym) or job.sizes.stored(own) is None:
            continue
        before, after = pads[2 * k], pads[2 * k + 1]
        extra = partner[2 * k + 1] if partner else 0
        base = after - extra if 0 <= extra < by else after
        padded = own + (before + base)
        new[2 * k + 1] = base + (-1 * padded) % by
    if new != list(pads):
        job.set_entries(2, new)


def undoing(job: Job) -> tuple[int, ...] | None:
    """Stored crops of the BATCH_TO_SPACE_ND that takes back this operator's block."""
    site = job.site
    reached = set(site.op.outputs)
    for op in site.graph.operators[site.op.index + 1 :]:
        if not reached & set(op.inputs):
            continue
        if op.kind == "BATCH_TO_SPACE_ND":
            value = job.engine.value(site.graph, site.frame, op.inputs[2])
            return value.ints() if value.constant else None
        reached |= set(op.outputs)
    return None


@repair("BATCH_TO_SPACE_ND")
def batch_to_space(job: Job) -> None:
    """Crops undo exactly what the pads before added."""
    block, crops = job.frozen(1), job.frozen(2)
    pads = padding_before(job)
    if block is None or crops is None or pads is None:
        return
    new: list[Dim] = list(crops)
    for k in range(len(block)):
        old, now = pads[0][2 * k + 1], pads[1][2 * k + 1]
        if not isinstance(now, int) or now != old:
            new[2 * k + 1] = crops[2 * k + 1] + (now - old)
    if new != list(crops):
        job.set_entries(2, new)


def padding_before(job: Job) -> tuple[tuple[int, ...], tuple[Dim, ...]] | None:
    """(stored, new) pads of the SPACE_TO_BATCH_ND that this operator takes back."""
    site = job.site
    producers = site.graph.producers
    tensor, at = site.op.inputs[0], site.op.index
    while (op := producers.get(tensor)) is not None and op.index < at:
        at = op.index
        if op.kind == "SPACE_TO_BATCH_ND":
            patch = job.ledger.patches.get(((site.graph.index, op.index), 2, ""))
            return (patch.old, patch.new) if patch else None
        data = [t for t in op.inputs if t in producers or t in site.graph.inputs]
        if not data:
            return None
        tensor = data[0]
    return None
