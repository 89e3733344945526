"""Operators that answer element by element, in the operand's shape or close to it."""

import operator
from collections.abc import Sequence
from functools import partial
from itertools import accumulate

from circle_resizer.errors import RuleError
from circle_resizer.file.element_types import width
from circle_resizer.inference.axis_kinds import (
    Axes,
    Axis,
    AxisKind,
    elementwise,
    last_reduced,
    parameters,
    placed,
    stays,
)
from circle_resizer.inference.rules import elements, rule
from circle_resizer.inference.value import Element, Elements, Sizes, Value, shown
from circle_resizer.lazy_numpy import np
from circle_resizer.ops.arithmetic import REAL, each
from circle_resizer.ops.broadcast import agree
from circle_resizer.ops.scalar import index
from circle_resizer.schema.options import CumsumOptions, ReverseSequenceOptions
from circle_resizer.schema.types import TensorType
from circle_resizer.symbolic.dim import differ, never_exceeds


@rule(
    "ABS", "BUCKETIZE", "CAST", "CEIL", "COMPLEX_ABS", "COS", "DENSIFY", "DEQUANTIZE", "ELU",
    "EXP", "FAKE_QUANT", "FLOOR", "GELU", "HARD_SWISH", "IMAG", "LEAKY_RELU", "LOG",
    "LOGICAL_NOT", "LOGISTIC", "NEG", "QUANTIZE", "REAL", "RELU", "RELU6", "RELU_0_TO_1",
    "RELU_N1_TO_1", "ROUND", "RSQRT", "SIGN", "SIN", "SQRT", "SQUARE", "TANH", "ZEROS_LIKE",
    axes=elementwise,
)  # fmt: skip
def same_shape(x: Value) -> Sizes | None:
    """Element by element, whatever the type becomes."""
    return x.shape


@elements("ZEROS_LIKE")
def zeros_like_elements(x: Value) -> Elements | None:
    """Zeros, whatever they replace."""
    known = [size for size in x.shape or () if isinstance(size, int)]
    if x.shape is None or len(known) < len(x.shape):
        return None
    zero: Element = 0.0 if x.type in REAL else 0
    return np.full(known, False if x.type == TensorType.BOOL else zero, dtype=object)


@rule("L2_NORMALIZATION", "LOG_SOFTMAX", "SOFTMAX", axes=last_reduced)
def softmax(x: Value) -> Sizes | None:
    """Along the last axis, so there must be one (TFLite activations.cc, SoftmaxPrepare)."""
    if x.shape == ():
        raise RuleError(f"'{x.name}' is a scalar")
    return x.shape


def neighbours(x: Value) -> Axes:
    """Among the channels."""
    return stays(0, x, {3: AxisKind.WINDOWED})


@rule("LOCAL_RESPONSE_NORMALIZATION", axes=neighbours)
def local_response_normalization(x: Value) -> Sizes:
    """[n,h,w,c] -> [n,h,w,c] (TFLite local_response_norm.cc, Prepare)."""
    return x.dims(4)


def cumsum_axes(x: Value, axis: Value) -> Axes:
    """The one that is summed along."""
    at = index(axis)
    found = {} if at is None or x.shape is None else stays(0, x, {at: AxisKind.SEQUENTIAL})
    return found | parameters(1, axis)


@rule("CUMSUM", axes=cumsum_axes)
def cumsum(x: Value, axis: Value, *, opt: CumsumOptions) -> Sizes | None:  # noqa: ARG001  (below)
    """Sums of ever more elements along one axis (TFLite cumsum.cc, Prepare)."""
    at = index(axis)
    if x.shape is not None and at is not None:
        x.axis(at)
    return x.shape


@elements("CUMSUM")
def cumsum_elements(x: Elements, axis: Elements, *, opt: CumsumOptions) -> Elements:
    """Each sum with or without its own element, from the front or from the back."""
    at, way = int(axis.item()), -1 if opt.reverse else 1
    rows = [np.asarray(row, dtype=object) for row in np.moveaxis(x, at, 0)[::way]]
    if not rows:
        return x
    sums = list(accumulate(rows, partial(each, operator.add)))
    if opt.exclusive:
        sums = [each(lambda a: a * 0, *rows[:1]), *sums[:-1]]
    return np.moveaxis(np.stack(sums)[::way], 0, at)


def reverse_axes(x: Value, axis: Value) -> Axes:
    """Those that are turned round."""
    axes = axis.ints()
    found = {} if axes is None else stays(0, x, dict.fromkeys(axes, AxisKind.GATHERED))
    return found | parameters(1, axis)


@rule("REVERSE_V2", axes=reverse_axes)
def reverse_v2(x: Value, axis: Value) -> Sizes | None:
    """Back to front along the axes (TFLite reverse.cc, Prepare)."""
    axis.dims(1)
    if x.shape is not None:
        for at in axis.ints() or ():
            x.axis(at)
    return x.shape


@elements("REVERSE_V2")
def reverse_v2_elements(x: Elements, axis: Elements) -> Elements:
    """All elements, back to front along the axes."""
    return np.flip(x, tuple(axis.tolist()))


def reverse_sequence_axes(x: Value, _lengths: Value, *, opt: ReverseSequenceOptions) -> Axes:
    """The one that is turned round; each row of the batch has a length."""
    if x.shape is None:
        return {}
    rows = placed(1, [x.axis(opt.batch_dim)])
    return stays(0, x, {opt.seq_dim: AxisKind.GATHERED}) | rows


@rule("REVERSE_SEQUENCE", axes=reverse_sequence_axes)
def reverse_sequence(x: Value, lengths: Value, *, opt: ReverseSequenceOptions) -> Sizes | None:
    """One length for each row of the batch axis (TFLite reverse_sequence.cc, Prepare)."""
    (count,) = lengths.dims(1)
    if x.shape is None:
        return None
    seq, batch = x.axis(opt.seq_dim), x.axis(opt.batch_dim)
    if seq == batch:
        raise RuleError(f"the axis to reverse and the batch axis are both {seq}")
    if differ(x.shape[batch], count):
        raise RuleError(f"'{lengths.name}' has {count} lengths for {x.shape[batch]} rows")
    for length in lengths.sizes() or ():
        if never_exceeds(x.shape[seq] + 1, length):
            raise RuleError(
                f"'{lengths.name}' reverses {length} entries, axis {seq} has {x.shape[seq]}"
            )
    return [agree(size, count) if i == batch else size for i, size in enumerate(x.shape)]


def bitcast_axes(x: Value, *, outs: Sequence[Value]) -> Axes:
    """The last axis of narrower numbers becomes one wider number."""
    old, new = width(x.type), width(outs[0].type)
    if x.shape is None or old is None or new is None:
        return {}
    found = stays(0, x)
    if old < new:
        found |= {(0, len(x.shape) - 1): Axis(AxisKind.REDUCED)}
    return found


@rule("BITCAST", axes=bitcast_axes)
def bitcast(x: Value, *, outs: Sequence[Value]) -> Sizes | None:
    """[a] of 4 bytes -> [a,2] of 2 bytes, and back (TFLite bitcast.cc, CalculateShape)."""
    old, new = width(x.type), width(outs[0].type)
    if old is None or new is None:
        raise RuleError(f"cannot reinterpret type {x.type} as type {outs[0].type}")
    if x.shape is None or old == new:
        return x.shape
    if old > new:
        return [*x.shape, old // new]
    if not x.shape or differ(x.shape[-1], new // old):
        raise RuleError(f"the last axis of '{x.name}' {shown(x.shape)} is not {new // old}")
    return x.shape[:-1]
