"""Operators that work along an axis: it must not hold rows of several batches.

A batch of one that was joined to its neighbour leaves no trace. A sum, a softmax or a window along
the joined axis would mix what belongs to different batches, so that reading was wrong.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TypeAlias

from circle_resizer.generalize.context import Job
from circle_resizer.inference.masks import on
from circle_resizer.schema.options import (
    BatchMatMulOptions,
    ConcatenationOptions,
    GatherOptions,
    StablehloConcatenateOptions,
    StablehloReduceOptions,
    StridedSliceOptions,
    UnpackOptions,
)

Spots: TypeAlias = "Iterable[tuple[int, int]]"
"""(operand, axis), counted from either end."""
Along: TypeAlias = Callable[[Job], Spots]

ALONG: dict[str, Along] = {}


def along(*operators: str) -> Callable[[Along], Along]:
    """Register what tells the axes along which ``operators`` work."""

    def register(function: Along) -> Along:
        ALONG.update(dict.fromkeys(operators, function))
        return function

    return register


def unmixed(job: Job) -> None:
    """Turn a reading down that joined batches on an axis along which the operator works."""
    function = ALONG.get(job.site.kind)
    for operand, axis in function(job) if function else ():
        shape = job.shape(operand)
        if shape is None or not -len(shape) <= axis < len(shape):
            continue
        index = job.site.op.inputs[operand]
        recorded, asked = job.site.graph.tensors[index].shape, index in job.site.graph.inputs
        if axis >= 0 and recorded and len(recorded) != len(shape) and not asked:
            job.blocked(f"its axis {axis} was one of {len(recorded)}, there are {len(shape)} now")
            continue
        joined = job.sizes.joined_ghosts(shape[axis])
        ghosts = [f for f in joined if not job.sizes.is_inner(f)]
        if ghosts:
            value = job.operand(operand)
            job.blocked(
                f"it works along axis {axis % len(shape)} of '{value.name if value else ''}', and "
                f"would mix the {job.sizes.wanted(ghosts[0])} parts of an axis that was 1"
            )


@along("SOFTMAX", "LOG_SOFTMAX", "L2_NORMALIZATION", "TOPK_V2", "LOCAL_RESPONSE_NORMALIZATION")
def last_axis(_: Job) -> Spots:
    """The last one."""
    return [(0, -1)]


@along(
    "MEAN", "SUM", "REDUCE_MAX", "REDUCE_MIN", "REDUCE_PROD", "REDUCE_ANY", "REDUCE_ALL",
    "ARG_MAX", "ARG_MIN", "CUMSUM", "REVERSE_V2",
)  # fmt: skip
def listed_axes(job: Job) -> Spots:
    """Those that a constant names."""
    return [(0, axis) for axis in job.frozen(1) or ()]


@along(
    "CONV_2D", "DEPTHWISE_CONV_2D", "AVERAGE_POOL_2D", "MAX_POOL_2D", "L2_POOL_2D",
    "RESIZE_BILINEAR", "RESIZE_NEAREST_NEIGHBOR", "SPACE_TO_DEPTH", "DEPTH_TO_SPACE",
)  # fmt: skip
def map_axes(_: Job) -> Spots:
    """Rows, columns and channels."""
    return [(0, 1), (0, 2), (0, 3)]


@along("CONV_3D")
def volume_axes(_: Job) -> Spots:
    """Depth, rows, columns and channels."""
    return [(0, 1), (0, 2), (0, 3), (0, 4)]


@along("CONV_3D_TRANSPOSE")
def transposed_volume_axes(_: Job) -> Spots:
    """The same of the third operand."""
    return [(2, 1), (2, 2), (2, 3), (2, 4)]


@along("TRANSPOSE_CONV")
def transposed_map_axes(_: Job) -> Spots:
    """The same of the third operand."""
    return [(2, 1), (2, 2), (2, 3)]


@along("BATCH_MATMUL")
def summed_axis(job: Job) -> Spots:
    """The one that is summed over."""
    opt = job.site.opt
    return [(0, -2 if isinstance(opt, BatchMatMulOptions) and opt.adjoint_lhs else -1)]


@along("STABLEHLO_REDUCE")
def reduced_axes(job: Job) -> Spots:
    """Those that the options name."""
    opt = job.site.opt
    return [(0, a) for a in opt.dimensions] if isinstance(opt, StablehloReduceOptions) else []


@along("STABLEHLO_CONCATENATE")
def stablehlo_joined_axis(job: Job) -> Spots:
    """The one along which operands are joined."""
    opt = job.site.opt
    axis = opt.dimension if isinstance(opt, StablehloConcatenateOptions) else 0
    return [(k, axis) for k in range(len(job.operands))]


@along("CONCATENATION")
def joined_axis(job: Job) -> Spots:
    """The one along which operands are joined."""
    opt = job.site.opt
    axis = opt.axis if isinstance(opt, ConcatenationOptions) else 0
    return [(k, axis) for k in range(len(job.operands))]


@along("GATHER", "UNPACK")
def picked_axis(job: Job) -> Spots:
    """The one of which rows are picked."""
    opt = job.site.opt
    return [(0, opt.axis)] if isinstance(opt, (GatherOptions, UnpackOptions)) else []


@along("SPLIT")
def split_axis(job: Job) -> Spots:
    """The one that is cut into pieces."""
    return [(0, axis) for axis in job.frozen(0) or ()]


@along("SPLIT_V")
def split_v_axis(job: Job) -> Spots:
    """The same, with sizes of its own for the pieces."""
    return [(0, axis) for axis in job.frozen(2) or ()]


@along("PAD", "PADV2", "MIRROR_PAD")
def padded_axes(job: Job) -> Iterator[tuple[int, int]]:
    """Those that get more rows."""
    pads = job.frozen(1) or ()
    yield from ((0, k // 2) for k, count in enumerate(pads) if count)


@along("SLICE")
def cut_axes(job: Job) -> Iterator[tuple[int, int]]:
    """Those that lose rows."""
    shape, begin, size = job.shape(0) or (), job.frozen(1) or (), job.frozen(2) or ()
    for axis, (extent, low, count) in enumerate(zip(shape, begin, size, strict=False)):
        if low or count not in {-1, job.sizes.stored(extent)}:
            yield 0, axis


@along("STRIDED_SLICE")
def sliced_axes(job: Job) -> Iterator[tuple[int, int]]:
    """The same, where every entry stands for an axis."""
    opt, shape = job.site.opt, job.shape(0) or ()
    if not isinstance(opt, StridedSliceOptions) or opt.new_axis_mask or opt.ellipsis_mask:
        return
    begin, end, strides = (job.frozen(k) or () for k in (1, 2, 3))
    for axis, (low, high, stride) in enumerate(zip(begin, end, strides, strict=False)):
        starts = on(opt.begin_mask, axis) or not low
        extent = job.sizes.stored(shape[axis]) if axis < len(shape) else None
        ends = on(opt.end_mask, axis) or (extent is not None and high >= extent)
        if not (starts and ends and stride == 1) or on(opt.shrink_axis_mask, axis):
            yield 0, axis
