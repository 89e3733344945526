"""Blocks of an image moved to the batch or to the channels, and back."""

from circle_resizer.errors import RuleError
from circle_resizer.inference.axis_kinds import Axes, Axis, AxisKind, parameters, stays
from circle_resizer.inference.rules import rule
from circle_resizer.inference.value import Sizes, Value
from circle_resizer.ops.pad import pairs
from circle_resizer.ops.slicing import positions
from circle_resizer.schema.options import DepthToSpaceOptions, SpaceToDepthOptions
from circle_resizer.symbolic.dim import Dim, differ, merged, never_exceeds


def over(size: Dim, block: Dim, what: str) -> Dim:
    """``size / block``, which must leave nothing."""
    if block == 0 or differ(size % block, 0):
        raise RuleError(f"{what} {size} is not a multiple of the block {block}")
    return size // block


def spatial(x: Value, block: Value, amounts: Value) -> list[tuple[Dim, Dim | None, Dim | None]]:
    """Size, block and total of ``amounts`` of every axis but the first and the last."""
    (count,) = block.dims(1) if x.shape is None else (len(x.shape) - 2,)
    if not isinstance(count, int) or count < 1:
        raise RuleError(f"'{x.name}' has no axis between batch and channels")
    sums = [None if a is None or b is None else a + b for a, b in pairs(amounts, count)]
    sizes = x.dims(count + 2)[1:-1]
    return list(zip(sizes, positions(block, count), sums, strict=True))


def block_axes(x: Value, block: Value, amounts: Value) -> Axes:
    """Pixels go to the batch, or come from there."""
    rank = len(x.shape or ())
    found = stays(0, x, dict.fromkeys(range(1, rank - 1), AxisKind.WINDOWED))
    return found | {(0, 0): Axis(AxisKind.REGROUPED)} | parameters(1, block, amounts)


@rule("SPACE_TO_BATCH_ND", axes=block_axes)
def space_to_batch_nd(x: Value, block: Value, paddings: Value) -> Sizes:
    """[n,h,w,c] -> [bh*bw*n,(h+pad)/bh,(w+pad)/bw,c].

    (TFLite space_to_batch_nd.cc, ResizeOutputTensor)
    """
    axes = spatial(x, block, paddings)
    n, *_, c = x.dims(len(axes) + 2)
    blocks = [by for _, by, _ in axes if by is not None]
    batch = merged([*blocks, n]) if len(blocks) == len(axes) else None
    sizes = [
        None if by is None or padding is None else over(size + padding, by, "padded size")
        for size, by, padding in axes
    ]
    return batch, *sizes, c


@rule("BATCH_TO_SPACE_ND", axes=block_axes)
def batch_to_space_nd(x: Value, block: Value, crops: Value) -> Sizes:
    """[bh*bw*n,h,w,c] -> [n,h*bh-crop,w*bw-crop,c].

    (TFLite batch_to_space_nd.cc, ResizeOutputTensor)
    """
    axes = spatial(x, block, crops)
    batch, *_, c = x.dims(len(axes) + 2)
    known = True
    sizes: list[Dim | None] = []
    for size, by, crop in axes:
        known = known and by is not None
        batch = batch if by is None else over(batch, by, "batch")
        sizes.append(None if by is None or crop is None else size * by - crop)
        if (last := sizes[-1]) is not None and never_exceeds(last, -1):
            raise RuleError(f"crops of {crop} leave nothing of {size} blocks of {by}")
    return batch if known else None, *sizes, c


def depth_axes(x: Value) -> Axes:
    """Pixels go to the channels, or come from there."""
    found = stays(0, x, {1: AxisKind.WINDOWED, 2: AxisKind.WINDOWED})
    return found | {(0, 3): Axis(AxisKind.REGROUPED)}


@rule("SPACE_TO_DEPTH", axes=depth_axes)
def space_to_depth(x: Value, *, opt: SpaceToDepthOptions) -> Sizes:
    """[n,h,w,c] -> [n,h/b,w/b,b*b*c] (TFLite space_to_depth.cc, Prepare)."""
    n, h, w, c = x.dims(4)
    b = opt.block_size
    return n, over(h, b, "height"), over(w, b, "width"), merged((b, b, c))


@rule("DEPTH_TO_SPACE", axes=depth_axes)
def depth_to_space(x: Value, *, opt: DepthToSpaceOptions) -> Sizes:
    """[n,h,w,b*b*c] -> [n,h*b,w*b,c] (TFLite depth_to_space.cc, Prepare)."""
    n, h, w, c = x.dims(4)
    b = opt.block_size
    return n, merged((h, b)), merged((w, b)), over(c, b * b, "channels")
