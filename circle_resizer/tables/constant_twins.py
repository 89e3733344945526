"""NumPy twins of the operators that converters leave between a constant and who reads it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from circle_resizer.inference.masks import on
from circle_resizer.lazy_numpy import np
from circle_resizer.schema.options import (
    ConcatenationOptions,
    GatherOptions,
    PackOptions,
    StridedSliceOptions,
)
from circle_resizer.schema.types import TensorType
from circle_resizer.tables.constant_operators import Array, Step, anything, result_type, twin
from circle_resizer.tables.quantization import quantization_of


def is_dequantized(step: Step) -> bool:
    """Whether plain numbers come out."""
    return step.result.type in {TensorType.FLOAT32, TensorType.FLOAT16}


@twin("DEQUANTIZE", check=is_dequantized)
def dequantize(step: Step, x: Array) -> Array:
    """float16 as it is; whole numbers by scale and zero point, as the kernel rounds."""
    how = quantization_of(step.operands[0]) if step.operands[0] else None
    if x.dtype.kind == "f":
        return x.astype(result_type(step))
    if how is None:
        raise ValueError("whole numbers without a scale")
    shape = [-1 if a == how.axis else 1 for a in range(x.ndim)] if len(how.scales) > 1 else [1]
    zeros = np.array(how.zeros, np.int32).reshape(shape)
    scales = np.array(how.scales, np.float64).reshape(shape)
    return np.asarray((x.astype(np.int32) - zeros) * scales).reshape(x.shape)


@twin("CAST")
def cast(step: Step, x: Array) -> Array:
    """Another element type; a number beyond its range is an error."""
    new = result_type(step)
    if x.dtype.kind == "f" and new.kind in "iu":
        info = np.iinfo(new)
        if not (np.isfinite(x).all() and (x >= info.min).all() and (x < float(info.max)).all()):
            raise ValueError("out of range")
    return x.astype(new)


@twin("RESHAPE", "EXPAND_DIMS", "SQUEEZE", check=anything)
def reshaped(step: Step, x: Array, *_: Array) -> Array:
    """All elements in row-major order, in the shape of the result."""
    return x.reshape(step.shape)


@twin("TRANSPOSE", check=anything)
def transposed(_: Step, x: Array, perm: Array) -> Array:
    """Axes in another order."""
    return x.transpose([int(a) for a in perm])


@twin("BROADCAST_TO", check=anything)
def broadcast(step: Step, x: Array, *_: Array) -> Array:
    """Axes of 1 widened."""
    return np.broadcast_to(x, step.shape)


@twin("TILE", check=anything)
def tiled(step: Step, x: Array, _: Array) -> Array:
    """Whole copies beside each other."""
    return np.tile(x, [new // old for new, old in zip(step.shape, x.shape, strict=True)])


def is_plain_gather(step: Step) -> bool:
    """Whether the indices pick rows for all batches alike."""
    return not step.op.options(GatherOptions).batch_dims


@twin("GATHER", check=is_plain_gather)
def gathered(step: Step, x: Array, indices: Array) -> Array:
    """Rows by their numbers; outside of the table there are none."""
    axis = step.op.options(GatherOptions).axis % x.ndim
    if indices.size and not 0 <= int(indices.min()) <= int(indices.max()) < x.shape[axis]:
        raise IndexError("outside of the table")
    return np.take(x, indices.astype(np.intp), axis)


def is_plain_slice(step: Step) -> bool:
    """Whether every entry cuts one axis, counted from its front or back."""
    opt = step.op.options(StridedSliceOptions)
    return not (opt.ellipsis_mask or opt.new_axis_mask or opt.offset)


@twin("STRIDED_SLICE", check=is_plain_slice)
def strided(step: Step, x: Array, begin: Array, end: Array, strides: Array) -> Array:
    """x[begin:end:strides]; the end of an axis that follows is what its shape says."""
    opt = step.op.options(StridedSliceOptions)
    stored = computed_cut(opt, x, (begin, end, strides))
    return stored if stored.shape == step.shape else prefix(step, x, begin, strides)


def computed_cut(opt: StridedSliceOptions, x: Array, cuts: tuple[Array, Array, Array]) -> Array:
    """The slice as it is written."""
    entries: list[slice | int] = []
    for k, (low, high, stride) in enumerate(zip(*(cut.tolist() for cut in cuts), strict=True)):
        if on(opt.shrink_axis_mask, k):
            entries.append(low)
            continue
        first = None if on(opt.begin_mask, k) else low
        last = None if on(opt.end_mask, k) else high
        entries.append(slice(first, last, stride))
    return np.asarray(x[tuple(entries)])


def prefix(step: Step, x: Array, begin: Array, strides: Array) -> Array:
    """The first rows of every axis, as many as the shape says."""
    if begin.any() or (strides != 1).any() or len(step.shape) != x.ndim:
        raise ValueError("cut elsewhere")
    return x[tuple(slice(0, size) for size in step.shape)]


@twin("SLICE", check=anything)
def sliced(step: Step, x: Array, begin: Array, _: Array) -> Array:
    """So many rows from a place on."""
    starts = begin.tolist()
    pairs = zip(starts, step.shape, strict=True)
    return x[tuple(slice(low, low + size) for low, size in pairs)]


@twin("CONCATENATION")
def joined(step: Step, *parts: Array) -> Array:
    """Beside each other along one axis."""
    return np.concatenate(parts, step.op.options(ConcatenationOptions).axis)


@twin("PACK")
def packed(step: Step, *parts: Array) -> Array:
    """Beside each other along a new axis."""
    return np.stack(parts, step.op.options(PackOptions).axis)


@twin("SELECT_V2")
def selected(_: Step, condition: Array, yes: Array, no: Array) -> Array:
    """One or the other, element by element."""
    return np.where(condition, yes, no)


@twin("FILL", check=anything)
def filled(step: Step, _: Array, value: Array) -> Array:
    """One number all over."""
    return np.broadcast_to(value, step.shape)


@twin("DIV")
def divided(_: Step, x: Array, y: Array) -> Array:
    """Whole numbers towards zero, as C does."""
    if x.dtype.kind == "f":
        return np.asarray(x / y)
    if (y == 0).any():
        raise ValueError("division by zero")
    return np.asarray(np.trunc(x.astype(np.float64) / y))


def floored(x: Array, y: Array) -> Array:
    """Towards minus infinity."""
    if x.dtype.kind in "iu" and (y == 0).any():
        raise ValueError("division by zero")
    return np.asarray(np.floor_divide(x, y))


UNARY: dict[str, str | Callable[[Array], Any]] = {
    "ABS": "abs", "NEG": "negative", "EXP": "exp", "LOG": "log", "SIN": "sin", "COS": "cos",
    "SQRT": "sqrt", "RSQRT": lambda x: 1 / np.sqrt(x), "SQUARE": "square", "FLOOR": "floor",
    "CEIL": "ceil", "ROUND": "rint", "SIGN": "sign", "LOGICAL_NOT": "logical_not",
    "TANH": "tanh", "LOGISTIC": lambda x: 1 / (1 + np.exp(-x)), "ZEROS_LIKE": "zeros_like",
    "RELU": lambda x: np.maximum(x, 0), "RELU6": lambda x: np.clip(x, 0, 6),
}  # fmt: skip
BINARY: dict[str, str | Callable[[Array, Array], Any]] = {
    "ADD": "add", "SUB": "subtract", "MUL": "multiply", "POW": "power",
    "MAXIMUM": "maximum", "MINIMUM": "minimum", "FLOOR_DIV": floored, "FLOOR_MOD": "mod",
    "SQUARED_DIFFERENCE": lambda x, y: np.square(x - y), "EQUAL": "equal",
    "NOT_EQUAL": "not_equal", "LESS": "less", "LESS_EQUAL": "less_equal",
    "GREATER": "greater", "GREATER_EQUAL": "greater_equal", "LOGICAL_AND": "logical_and",
    "LOGICAL_OR": "logical_or",
}  # fmt: skip


def function_of(entry: str | Callable[..., Any]) -> Callable[..., Any]:
    """A function, or the one of NumPy that has the name."""
    return getattr(np, entry) if isinstance(entry, str) else entry


@twin(*UNARY)
def elementwise(step: Step, x: Array) -> Array:
    """A function of each element."""
    return np.asarray(function_of(UNARY[step.op.kind])(x))


@twin(*BINARY)
def pairwise(step: Step, x: Array, y: Array) -> Array:
    """A function of each pair of elements."""
    return np.asarray(function_of(BINARY[step.op.kind])(x, y))
