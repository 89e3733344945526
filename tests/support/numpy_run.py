"""What a file of few operators computes, by numpy alone: no runtime, circle and tflite alike.

Every result must have the shape that the file records; anything else is a ``ValueError``.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from circle_resizer.file.model import Model
from circle_resizer.schema import options
from circle_resizer.schema.types import TensorType

Array = np.ndarray[Any, Any]
Kernel = Callable[[list[Array], Any], Any]
"""Operands and options; the results are one array or several."""

TYPES = {
    TensorType.FLOAT32: np.float32, TensorType.INT32: np.int32, TensorType.INT64: np.int64,
    TensorType.BOOL: np.bool_,
}  # fmt: skip
EPSILON = 1e-6


def axes_of(a: Sequence[Array]) -> tuple[int, ...]:
    return tuple(np.atleast_1d(a[1]).tolist())


def softmax(x: Array) -> Array:
    raised = np.exp(x - x.max(-1, keepdims=True))
    return raised / raised.sum(-1, keepdims=True)


def matmul(a: list[Array], o: Any) -> Array:
    left = a[0].swapaxes(-1, -2) if o.adjoint_lhs else a[0]
    return left @ (a[1].swapaxes(-1, -2) if o.adjoint_rhs else a[1])


def dense(a: list[Array], o: Any) -> Array:
    x = a[0] if o.keep_num_dims else a[0].reshape(-1, a[1].shape[-1])
    return x @ a[1].T


def cut(a: list[Array], _: Any) -> Array:
    ends = [s if n < 0 else b + n for b, n, s in zip(a[1], a[2], a[0].shape, strict=True)]
    found = a[0][tuple(slice(b, e) for b, e in zip(a[1], ends, strict=True))]
    if any(n not in {-1, got} for n, got in zip(a[2], found.shape, strict=True)):
        raise ValueError("SLICE outside of its operand")
    return found


def strided(a: list[Array], o: Any) -> Array:
    index: list[Any] = []
    for i, (begin, end, step) in enumerate(zip(*a[1:], strict=True)):
        if o.shrink_axis_mask >> i & 1:
            index.append(int(begin))
            continue
        first = None if o.begin_mask >> i & 1 else int(begin)
        index.append(slice(first, None if o.end_mask >> i & 1 else int(end), int(step)))
    return a[0][tuple(index)]


def cumulative(a: list[Array], o: Any) -> Array:
    x = np.flip(a[0], a[1]) if o.reverse else a[0]
    x = x.cumsum(int(a[1]), dtype=x.dtype)
    return np.flip(x, a[1]) if o.reverse else x


def top(a: list[Array], _: Any) -> list[Array]:
    found = np.argsort(-a[0], -1, kind="stable")[..., : int(a[1])]
    return [np.take_along_axis(a[0], found, -1), found.astype(np.int32)]


def update(a: list[Array], _: Any) -> Array:
    x = a[0].copy()
    x[tuple(slice(b, b + n) for b, n in zip(a[2], a[1].shape, strict=True))] = a[1]
    return x


def scatter(a: list[Array], _: Any) -> Array:
    x = np.zeros(a[2], a[1].dtype)
    np.add.at(x, tuple(np.moveaxis(a[0], -1, 0)), a[1])
    return x


def instance_norm(a: list[Array], _: Any) -> Array:
    x = a[0]
    return (x - x.mean((1, 2), keepdims=True)) / np.sqrt(x.var((1, 2), keepdims=True) + EPSILON)


def nearest(a: list[Array], _: Any) -> Array:
    rows, columns = (np.arange(n) * s // n for n, s in zip(a[1], a[0].shape[1:3], strict=True))
    return a[0][:, rows][:, :, columns]


def pool(a: list[Array], o: Any) -> Array:
    """Windows that lie beside each other."""
    b, h, w, c = a[0].shape
    y, x = o.filter_height, o.filter_width
    if (o.stride_h, o.stride_w) != (y, x) or h % y or w % x:
        raise ValueError("windows that overlap or are cut")
    return a[0].reshape(b, h // y, y, w // x, x, c).mean((2, 4))


KERNELS: dict[str, Kernel] = {
    "ADD": lambda a, _: a[0] + a[1],
    "SUB": lambda a, _: a[0] - a[1],
    "MUL": lambda a, _: a[0] * a[1],
    "DIV": lambda a, _: a[0] / a[1],
    "MAXIMUM": lambda a, _: np.maximum(a[0], a[1]),
    "MINIMUM": lambda a, _: np.minimum(a[0], a[1]),
    "SQUARED_DIFFERENCE": lambda a, _: (a[0] - a[1]) ** 2,
    "GREATER": lambda a, _: a[0] > a[1],
    "EQUAL": lambda a, _: a[0] == a[1],
    "SELECT_V2": lambda a, _: np.where(*a),
    "RELU": lambda a, _: np.maximum(a[0], 0),
    "ABS": lambda a, _: np.abs(a[0]),
    "NEG": lambda a, _: -a[0],
    "TANH": lambda a, _: np.tanh(a[0]),
    "CAST": lambda a, o: a[0].astype(TYPES[o.out_data_type]),
    "RESHAPE": lambda a, o: a[0].reshape(tuple(a[1] if len(a) > 1 else o.new_shape)),
    "SQUEEZE": lambda a, o: a[0].squeeze(tuple(o.squeeze_dims) or None),
    "EXPAND_DIMS": lambda a, _: np.expand_dims(a[0], int(a[1])),
    "TRANSPOSE": lambda a, _: a[0].transpose(a[1]),
    "REVERSE_V2": lambda a, _: np.flip(a[0], axes_of(a)),
    "SOFTMAX": lambda a, _: softmax(a[0]),
    "LOG_SOFTMAX": lambda a, _: np.log(softmax(a[0])),
    "L2_NORMALIZATION": lambda a, _: a[0] / np.sqrt((a[0] ** 2).sum(-1, keepdims=True)),
    "RMS_NORM": lambda a, _: a[0] / np.sqrt((a[0] ** 2).mean(-1, keepdims=True) + EPSILON) * a[1],
    "INSTANCE_NORM": instance_norm,
    "SUM": lambda a, o: a[0].sum(axes_of(a), keepdims=o.keep_dims),
    "MEAN": lambda a, o: a[0].mean(axes_of(a), keepdims=o.keep_dims),
    "REDUCE_MAX": lambda a, o: a[0].max(axes_of(a), keepdims=o.keep_dims),
    "ARG_MAX": lambda a, _: a[0].argmax(int(a[1])).astype(np.int32),
    "CUMSUM": cumulative,
    "TOPK_V2": top,
    "FULLY_CONNECTED": dense,
    "BATCH_MATMUL": matmul,
    "CONCATENATION": lambda a, o: np.concatenate(a, o.axis),
    "PACK": lambda a, o: np.stack(a, o.axis),
    "UNPACK": lambda a, o: list(np.moveaxis(a[0], o.axis, 0)),
    "SPLIT": lambda a, o: np.split(a[1], o.num_splits, int(a[0])),
    "SLICE": cut,
    "STRIDED_SLICE": strided,
    "GATHER": lambda a, o: np.take(a[0], a[1], o.axis),
    "GATHER_ND": lambda a, _: a[0][tuple(np.moveaxis(a[1], -1, 0))],
    "DYNAMIC_UPDATE_SLICE": update,
    "SCATTER_ND": scatter,
    "TILE": lambda a, _: np.tile(a[0], a[1]),
    "BROADCAST_TO": lambda a, _: np.broadcast_to(a[0], a[1]),
    "FILL": lambda a, _: np.full(a[0], a[1]),
    "RANGE": lambda a, _: np.arange(*a).astype(a[0].dtype),
    "SHAPE": lambda a, _: np.array(a[0].shape, np.int32),
    "PAD": lambda a, _: np.pad(a[0], a[1]),
    "RESIZE_NEAREST_NEIGHBOR": nearest,
    "AVERAGE_POOL_2D": pool,
}
NAMES = {"FULLY_CONNECTED": "FullyConnected", "BATCH_MATMUL": "BatchMatMul", "SUM": "Reducer",
         "MEAN": "Reducer", "REDUCE_MAX": "Reducer", "AVERAGE_POOL_2D": "Pool2D"}  # fmt: skip


def run(data: bytes, given: Sequence[Array]) -> list[Array]:
    """The results of a file for its inputs."""
    model = Model(data)
    graph = model.subgraphs[0]
    known: dict[int, Array] = dict(zip(graph.inputs, given, strict=True))
    for tensor in graph.tensors:
        held = model.data(tensor)
        if held is not None:
            known[tensor.index] = np.frombuffer(held, TYPES[tensor.type]).reshape(tensor.dims)
    for op in graph.operators:
        made = KERNELS[op.kind]([known[i] for i in op.inputs if i >= 0], options_of(op))
        results = made if isinstance(made, list) else [made]
        for index, result in zip(op.outputs, results, strict=True):
            recorded = tuple(graph.tensors[index].dims)
            if result.shape != recorded:
                raise ValueError(f"{op.kind} makes {result.shape}, recorded as {recorded}")
            known[index] = result
    return [known[i] for i in graph.outputs]


def options_of(op: Any) -> Any:
    """The option table of an operator; ``None`` if it has none."""
    name = NAMES.get(op.kind) or "".join(part.title() for part in op.kind.split("_"))
    found = getattr(options, f"{name}Options", None)
    return op.options(found) if found else None
