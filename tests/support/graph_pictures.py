"""More steps of random networks: pictures, cuts and pads (registered by import)."""

from __future__ import annotations

import numpy as np

from tests.support.graph_moves import even, times
from tests.support.graphs import BOTH, Axis, Node, Size, Twins, axis, fixed, move, small, whole

SAME = 0


def picture(x: Node) -> bool:
    """Whether it can be read as NHWC with a fixed number of channels."""
    return len(x.axes) == 4 and fixed(x.dims[3]) and min(min(d) for d in x.dims[1:3]) >= 2


@move
def convolve(t: Twins, x: Node) -> Node | None:
    if not picture(x):
        return None
    out, stride = t.pick(4, 6, 8), t.pick(1, 1, 2)
    axes = [x.axes[0], *(strided(a, stride) for a in x.axes[1:3]), axis(out)]
    weights = [t.data(out, 3, 3, x.dims[3][0]), t.data(out)]
    step = {"stride_h": stride, "stride_w": stride}
    unit = {"dilation_h_factor": 1, "dilation_w_factor": 1}
    return t.op("CONV_2D", [x.index, *weights], axes, padding=SAME, **step, **unit)


def strided(old: Axis, stride: int) -> Axis:
    one, two = whole(old)
    return old if stride == 1 else ((-(-one // stride), -(-two // stride)),)


@move
def pool(t: Twins, x: Node) -> Node | None:
    if not picture(x) or not all(even(d) for d in x.dims[1:3]):
        return None
    axes = [x.axes[0], *(strided(a, 2) for a in x.axes[1:3]), x.axes[3]]
    window = {"filter_height": 2, "filter_width": 2, "stride_h": 2, "stride_w": 2}
    return t.op(t.pick("MAX_POOL_2D", "AVERAGE_POOL_2D"), [x.index], axes, padding=SAME, **window)


@move
def enlarge(t: Twins, x: Node) -> Node | None:
    """RESIZE to twice the size, the size frozen."""
    if not picture(x):
        return None
    axes = [x.axes[0], *(times(d, 2) for d in x.dims[1:3]), x.axes[3]]
    if not small(axes):
        return None
    size = t.vector([whole(a) for a in axes[1:3]])
    return t.op(t.pick("RESIZE_BILINEAR", "RESIZE_NEAREST_NEIGHBOR"), [x.index, size], axes)


@move
def deconvolve(t: Twins, x: Node) -> Node | None:
    """TRANSPOSE_CONV, its output shape frozen."""
    if not picture(x):
        return None
    out = t.pick(4, 6)
    axes = [x.axes[0], *(times(d, 2) for d in x.dims[1:3]), axis(out)]
    if not small(axes):
        return None
    kernel = t.data(out, 2, 2, x.dims[3][0])
    operands = [t.vector([whole(a) for a in axes]), kernel, x.index]
    return t.op("TRANSPOSE_CONV", operands, axes, padding=SAME, stride_h=2, stride_w=2)


@move
def dilate(t: Twins, x: Node) -> Node | None:
    """A dilated convolution as TensorFlow writes it: blocks, convolution, and back."""
    if not picture(x):
        return None
    sides = x.dims[1:3]
    ends = [tuple(2 + (s + 4) % 2 for s in side) for side in sides]
    long = [tuple((s + 2 + e) // 2 for s, e in zip(side, end, strict=True))
            for side, end in zip(sides, ends, strict=True)]  # fmt: skip
    crops = [tuple((e - 2) for e in end) for end in ends]
    blocks = ((4, 4), *x.axes[0])
    if not small([blocks, *((side,) for side in long), x.axes[3]]):
        return None
    y = t.op(
        "SPACE_TO_BATCH_ND",
        [x.index, t.vector([2, 2]), grid(t, 2, ends)],
        [blocks, *((side,) for side in long), x.axes[3]],
    )
    weights = [t.data(4, 3, 3, x.dims[3][0]), t.data(4)]
    inner = [((a - 2, b - 2),) for a, b in long]
    unit = {"stride_h": 1, "stride_w": 1, "dilation_h_factor": 1, "dilation_w_factor": 1}
    y = t.op("CONV_2D", [y.index, *weights], [blocks, *inner, axis(4)], padding=1, **unit)
    return t.op(
        "BATCH_TO_SPACE_ND",
        [y.index, t.vector([2, 2]), grid(t, 0, crops)],
        [x.axes[0], x.axes[1], x.axes[2], axis(4)],
    )


def grid(t: Twins, before: int, after: list[Size]) -> int:
    """Paddings or crops, [2, 2]."""
    return t.const([np.array([[before, end[i]] for end in after], np.int32) for i in BOTH])


@move
def cut(t: Twins, x: Node) -> Node | None:
    """STRIDED_SLICE or SLICE: everything but the first, or but the last, of one axis."""
    at, where = t.random.randrange(len(x.axes)), t.pick("first", "last", "none")
    if min(x.dims[at]) < 3:
        return None
    begin = [1 if i == at and where == "first" else 0 for i in range(len(x.axes))]
    lost = 0 if where == "none" else 1
    axes = list(x.axes)
    if lost:
        one, two = x.dims[at]
        axes[at] = ((one - 1, two - 1),)
    sides = [whole(a) for a in axes]
    if t.coin():
        return t.op("SLICE", [x.index, t.vector(begin), t.vector(sides)], axes)
    ends = [(s[0] + b, s[1] + b) for s, b in zip(sides, begin, strict=True)]
    return t.op(
        "STRIDED_SLICE", [x.index, t.vector(begin), t.vector(ends), t.vector([1] * len(ends))], axes
    )


@move
def half(t: Twins, x: Node) -> Node | None:
    """The first or second half of a fixed axis."""
    at = t.random.randrange(len(x.axes))
    if not fixed(x.dims[at]) or not even(x.dims[at]):
        return None
    count = x.dims[at][0] // 2
    begin = [t.pick(0, count) if i == at else 0 for i in range(len(x.axes))]
    axes = list(x.axes)
    axes[at] = axis(count)
    return t.op("SLICE", [x.index, t.vector(begin), t.vector([whole(a) for a in axes])], axes)


@move
def pad(t: Twins, x: Node) -> Node | None:
    """PAD of one axis by one at each end."""
    if len(x.axes) > 4:
        return None
    at = t.random.randrange(len(x.axes))
    axes = list(x.axes)
    axes[at] = ((x.dims[at][0] + 2, x.dims[at][1] + 2),)
    if not small(axes):
        return None
    edges = np.array([[1, 1] if i == at else [0, 0] for i in range(len(axes))], np.int32)
    return t.op("PAD", [x.index, t.const([edges, edges])], axes)


@move
def window(t: Twins, x: Node) -> Node | None:
    """Windows of two by two, more than one each way, reordered, and merged with the batch."""
    if not picture(x) or not all(even(d) and min(d) > 2 for d in x.dims[1:3]):
        return None
    b, c = x.axes[0], x.axes[3]
    rows, columns = (((d[0] // 2, d[1] // 2),) for d in x.dims[1:3])
    # Batch, rows and columns are one axis for a while: [B*h*w, 2*2, C].
    flat = t.op(
        "RESHAPE",
        [x.index, t.vector([whole(a) for a in (b, rows, axis(2), columns, axis(2), c)])],
        [b, rows, axis(2), columns, axis(2), c],
    )
    order = [0, 1, 3, 2, 4, 5]
    axes = [b, rows, columns, axis(2), axis(2), c]
    y = t.op("TRANSPOSE", [flat.index, t.vector(order)], axes)
    axes = [(*b, *rows, *columns), ((2, 2), (2, 2)), c]
    return t.op("RESHAPE", [y.index, t.vector([whole(a) for a in axes])], axes)
