"""PAD in front of a convolution with a stride: amounts that were computed from the size."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from circle_resizer.file.model import Operator
from circle_resizer.generalize.context import Context
from circle_resizer.generalize.registry import generalizes
from circle_resizer.inference.graph_paths import Paths
from circle_resizer.inference.value import Shape
from circle_resizer.schema.options import Conv2DOptions, DepthwiseConv2DOptions, Pool2DOptions
from circle_resizer.schema.types import Padding
from circle_resizer.symbolic.dim import Dim
from circle_resizer.witnesses.forms import fillers

RANK = 4
"""Of a map that windows slide over."""
ALIGNED = 4
"""The smallest multiple up to which an axis is filled that a row or two may not be there for."""
FILLED = "padding up to a multiple stays as it is"
WHOLE_WINDOWS = "padding fills up whole windows"
STRIDED: dict[str, type[Conv2DOptions | DepthwiseConv2DOptions | Pool2DOptions]] = {
    "CONV_2D": Conv2DOptions,
    "DEPTHWISE_CONV_2D": DepthwiseConv2DOptions,
    "AVERAGE_POOL_2D": Pool2DOptions,
    "MAX_POOL_2D": Pool2DOptions,
}


@generalizes("PAD", "PADV2")
def pad(ctx: Context) -> None:
    """More behind than in front is what SAME padding leaves to a file, and follows the size."""
    shape, pads = ctx.shape(0), ctx.specialised(1)
    if shape is None or pads is None or 2 * len(shape) != len(pads):
        return
    if len(shape) == RANK:
        check_same_padding(ctx, shape, pads)
    fill_up(ctx, shape, pads)


def fill_up(ctx: Context, shape: Shape, pads: Sequence[int]) -> None:
    """Rows behind an axis may fill it up to a multiple: 0 behind 16, to a multiple of 8.

    The number that is there is tried first. A PAD of nothing at all was computed by somebody;
    where one axis is filled up, another may have been full.
    """
    if fill_windows(ctx, shape, pads):
        return
    ways = {
        axis: forms
        for axis, size in enumerate(shape)
        if not pads[2 * axis] and (forms := multiples(ctx, size, pads[2 * axis + 1]))
    }
    if not any(pads) or any(pads[2 * axis + 1] for axis in ways):
        new: list[Dim] = list(pads)
        for axis, forms in ways.items():
            entry, own = 2 * axis + 1, pads[2 * axis + 1]
            new[entry] = ctx.free(1, entry, own, [own, *forms], FILLED)
        ctx.set_entries(1, new)


def fill_windows(ctx: Context, shape: Shape, pads: Sequence[int]) -> bool:
    """A map filled up to whole windows, into which the RESHAPE behind cuts it; whether it is one.

    What both axes lack to a multiple of the window is what they get at another size as well.
    """
    cut = windows_behind(ctx, shape, pads)
    if cut is None:
        return False
    axes, extent = cut
    new: list[Dim] = list(pads)
    for axis in axes:
        entry, size = 2 * axis + 1, shape[axis]
        stored, missing = ctx.sizes.stored(size), (-1 * size) % extent
        whole = ctx.sizes.wanted_int(size + missing)
        if stored is not None and stored + pads[entry] == extent != whole:
            ctx.conflict(
                f"it fills axis {axis} up to one window of {extent}, which becomes several, and "
                "where their number belongs in the RESHAPE behind is not to be seen"
            )
        if ctx.sizes.changes(size):
            new[entry] = ctx.free(1, entry, pads[entry], [missing], WHOLE_WINDOWS)
    ctx.set_entries(1, new)
    return True


def windows_behind(
    ctx: Context, shape: Shape, pads: Sequence[int]
) -> tuple[tuple[int, int], int] | None:
    """Two axes that are padded to a multiple of one window, and its extent.

    The RESHAPE behind has both as number and extent of the windows: the extent twice.
    """
    stored = [ctx.sizes.stored(size) for size in shape]
    extents = list(window_extents(ctx, len(shape)))
    filled = [axis for axis in range(len(shape)) if pads[2 * axis + 1] and not pads[2 * axis]]
    for axes in pairwise(filled):
        sizes = [stored[axis] for axis in axes]
        for e in extents:
            if all(n and -n % e == pads[2 * i + 1] for i, n in zip(axes, sizes, strict=True)):
                return axes, e
    return None


def window_extents(ctx: Context, rank: int) -> Iterator[int]:
    """Numbers that a RESHAPE behind, which splits two axes, has twice; the last one first."""
    graph = ctx.site.graph
    for op in Paths(graph).behind(ctx.site.op):
        target = graph.tensors[op.outputs[0]].shape or ()
        if op.kind == "RESHAPE" and len(target) == rank + 2:
            yield from (e for e in reversed(target) if e > 1 and target.count(e) > 1)


def multiples(ctx: Context, size: Dim, own: int) -> list[Dim]:
    """What is missing to a multiple, by forms that are ``own`` at the stored size.

    A row or two may be there for a kernel: those make a multiple of 4 to be taken for others.
    """
    stored = ctx.sizes.stored(size)
    if not ctx.sizes.moves(size) or stored is None or stored <= ALIGNED:
        return []
    found = [form for form in fillers(size) if ctx.sizes.stored(form) == own]
    return found if not own or (stored + own) % ALIGNED == 0 else []


def check_same_padding(ctx: Context, shape: Shape, pads: Sequence[int]) -> None:
    """Refuse another size than SAME padding was written for."""
    for axis, size in enumerate(shape):
        before, after = pads[2 * axis], pads[2 * axis + 1]
        if after != before + 1 or not ctx.sizes.changes(size):
            continue
        for op in Paths(ctx.site.graph).reached(ctx.site.op, {"TRANSPOSE"}, forward=True):
            check(ctx, axis, size, before + after, op)


def check(ctx: Context, axis: int, size: Dim, total: int, op: Operator) -> None:
    """Whether another size would have been padded otherwise."""
    windows = strided(ctx, op)
    stored, wanted = ctx.sizes.stored(size), ctx.sizes.wanted_int(size)
    for kernel, stride in windows:
        if stride < 2 or stored is None or same(stored, kernel, stride) != total:
            continue
        if wanted is None or same(wanted, kernel, stride) != total:
            to = "?" if wanted is None else same(wanted, kernel, stride)
            ctx.conflict(
                f"it adds {total} to axis {axis} of {stored}, as much as SAME padding in front of "
                f"a window of {kernel} with stride {stride} takes there; at "
                f"{ctx.sizes.wanted(size)} that would be {to}"
            )
            return


def same(size: int, kernel: int, stride: int) -> int:
    """How much SAME padding adds to both sides of an axis (TFLite padding.h)."""
    return max((-(-size // stride) - 1) * stride + kernel - size, 0)


def strided(ctx: Context, op: Operator) -> set[tuple[int, int]]:
    """(window, stride) of an operator that slides without padding of its own."""
    if op.kind not in STRIDED:
        return set()
    opt = op.options(STRIDED[op.kind])
    if opt.padding != Padding.VALID:
        return set()
    strides = opt.stride_h, opt.stride_w
    if isinstance(opt, Pool2DOptions):
        return set(zip((opt.filter_height, opt.filter_width), strides, strict=True))
    weights = ctx.site.graph.tensors[op.inputs[1]].shape or ()
    return set(zip(weights[1:3], strides, strict=False))
