"""Operators that only circle has. BCQ: weights as sums of binary codes, clusters [n,2]."""

from circle_resizer.errors import RuleError
from circle_resizer.inference.axis_kinds import (
    Axes,
    Axis,
    AxisKind,
    Target,
    elementwise,
    opaque,
    parameters,
    placed,
    stays,
    vector,
)
from circle_resizer.inference.rules import rule
from circle_resizer.inference.value import Sizes, Value, shown
from circle_resizer.ops.recurrent import expect, memory, steps
from circle_resizer.schema.options import BCQGatherOptions, GRUOptions
from circle_resizer.symbolic.dim import Dim, differ

CODES_PER_WORD = 32


def bcq_fully_connected_axes(x: Value, *weights: Value | None) -> Axes:
    """Columns are apart."""
    return stays(0, x, {0: AxisKind.REDUCED}) | parameters(1, *weights)


@rule("BCQ_FULLY_CONNECTED", axes=bcq_fully_connected_axes)
def bcq_fully_connected(
    x: Value, _scales: Value, _binary: Value, *bias_and_clusters: Value | None
) -> Sizes:
    """[i,n] -> [o,n], o is what the clusters hold together.

    (onert ShapeInference.cc, inferBCQFullyConnectedShape)
    """
    _, columns = x.dims(2)
    clusters = bias_and_clusters[-1] if bias_and_clusters else None
    return None if clusters is None else rows(clusters), columns


def bcq_gather_axes(
    scales: Value, binary: Value, indices: Value, clusters: Value, *, opt: BCQGatherOptions
) -> Axes:
    """A row for each index."""
    axes = range(opt.axis, opt.axis + len(indices.shape or ()))
    weights = parameters(0, scales, binary) | parameters(3, clusters)
    return weights | placed(2, list(axes))


@rule("BCQ_GATHER", axes=bcq_gather_axes)
def bcq_gather(
    _scales: Value, binary: Value, indices: Value, clusters: Value, *, opt: BCQGatherOptions
) -> Sizes | None:
    """A table [rows,hidden] picked by [i..] along the axis, as GATHER.

    Without input_hidden_size the codes tell, 32 in a word (onert ShapeInference.cc,
    inferBCQGatherShape; luci CircleShapeInferenceRule.cpp, infer_bcq_gather).
    """
    if indices.shape is None:
        return None
    hidden = opt.input_hidden_size or binary.dims(2)[1] * CODES_PER_WORD
    table = (rows(clusters), hidden)
    if opt.axis not in {0, 1}:
        raise RuleError(f"axis {opt.axis} is outside the rank 2 of the table")
    return [*table[: opt.axis], *indices.shape, *table[opt.axis + 1 :]]


def rows(clusters: Value) -> Dim | None:
    """Number of rows: the second numbers of all clusters together."""
    count, pair = clusters.dims(2)
    if differ(pair, 2):
        raise RuleError(f"'{clusters.name}' {shown((count, pair))} does not hold pairs")
    numbers = clusters.ints()
    return None if numbers is None else sum(numbers[1::2])


def instance_norm_axes(x: Value, gamma: Value, beta: Value) -> Axes:
    """Over the spatial axes of each image and channel."""
    if x.shape is None:
        return {}
    at = 3 if len(x.shape) == 4 else 1
    special = {i: AxisKind.REDUCED for i in range(1, len(x.shape)) if i != at}
    scale = vector(1, gamma, x.shape[at], at) | vector(2, beta, x.shape[at], at)
    return stays(0, x, special) | scale


@rule("INSTANCE_NORM", axes=instance_norm_axes)
def instance_norm(x: Value, gamma: Value, beta: Value) -> Sizes | None:
    """[n,h,w,c], or [n,c,l], with gamma and beta [c] or [1] (TICO nn.py, _instance_norm)."""
    if x.shape is None:
        return None
    if len(x.shape) not in {3, 4}:
        raise RuleError(f"'{x.name}' has rank {len(x.shape)}, expected 3 or 4")
    channels = x.shape[3 if len(x.shape) == 4 else 1]
    per_channel(gamma, channels)
    per_channel(beta, channels)
    return x.shape


def rms_norm_axes(x: Value, gamma: Value) -> Axes:
    """Over the last axis."""
    if not x.shape:
        return {}
    last = len(x.shape) - 1
    return stays(0, x, {-1: AxisKind.REDUCED}) | vector(1, gamma, x.shape[last], last)


@rule("RMS_NORM", axes=rms_norm_axes)
def rms_norm(x: Value, gamma: Value) -> Sizes | None:
    """Over the last axis, with gamma of its size or 1 (TICO nn.py, _rms_norm)."""
    if x.shape is None:
        return None
    if not x.shape:
        raise RuleError(f"'{x.name}' is a scalar")
    per_channel(gamma, x.shape[-1])
    return x.shape


def per_channel(parameter: Value, channels: Dim) -> None:
    """One number for each channel, or one for all."""
    (count,) = parameter.dims(1)
    if count != 1 and differ(count, channels):
        raise RuleError(f"'{parameter.name}' has {count} numbers for {channels} channels")


def rope_axes(x: Value, sin: Value, cos: Value) -> Axes:
    """Pairs within the last axis are turned; tables stretch to ``x``."""
    found = elementwise(x, sin, cos)
    ends = {(k, len(v.shape) - 1) for k, v in enumerate((x, sin, cos)) if v.shape}
    return {p: Axis(AxisKind.REDUCED, a.into) if p in ends else a for p, a in found.items()}


@rule("ROPE", axes=rope_axes)
def rope(x: Value, sin: Value, cos: Value) -> Sizes | None:
    """[b,heads,s,d] with tables whose last axis is d too (onert RoPELayer.cc, configure)."""
    sizes = x.dims(4)
    for table in (sin, cos):
        if table.shape and differ(table.shape[-1], sizes[3]):
            raise RuleError(f"'{table.name}' {shown(table.shape)} does not turn {sizes[3]} numbers")
    return sizes


@rule("ATTENTION", axes=opaque)
def attention(x: Value, *_others: Value | None) -> Sizes:
    """[b,s,d] projected, attended and projected back (onert AttentionLayer.cc, configure)."""
    return x.dims(3)


def gru_axes(x: Value, *rest: Value, opt: GRUOptions) -> Axes:
    """Rows of the batch are apart."""
    batch = 1 if opt.time_major else 0
    if opt.return_sequences:
        sequence = steps(0, x, time_major=opt.time_major)
    else:
        batch, at = 0, batch
        kinds: list[Target] = [AxisKind.SEQUENTIAL, AxisKind.SEQUENTIAL, AxisKind.REDUCED]
        sequence = placed(0, [0 if i == at else kind for i, kind in enumerate(kinds)])
    return sequence | parameters(1, *rest[:4]) | memory(5, rest[4], batch)


@rule("GRU", axes=gru_axes)
def gru(  # noqa: PLR0917  (operands of the file)
    x: Value,
    hidden: Value,
    hidden_bias: Value,
    feed: Value,
    feed_bias: Value,
    state: Value,
    *,
    opt: GRUOptions,
) -> Sizes:
    """[t,b,i] (or [b,t,i]) with [3u,u] and [3u,i] -> the last [b,u], or all of them.

    (luci-interpreter GRU.cpp, configure)
    """
    first, second, depth = x.dims(3)
    gates, units = hidden.dims(2)
    batch = second if opt.time_major else first
    expect(hidden, 3 * units, units)
    expect(feed, gates, depth)
    expect(hidden_bias, gates)
    expect(feed_bias, gates)
    expect(state, batch, units)
    return (first, second, units) if opt.return_sequences else (batch, units)
