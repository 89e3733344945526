"""The models of the benchmarks."""

from __future__ import annotations

import struct
from pathlib import Path

import numpy as np

from circle_resizer.file.model import BUFFER, Model
from tests.support.build import GraphBuilder, ModelBuilder

MARK = b"the weights lie at the end"
PIECE = 1 << 24
WIDTH = 1024
TURNS = [
    ("RESHAPE", [1, 6, 2, 4]),
    ("TRANSPOSE", [1, 2, 6, 4]),
    ("RESHAPE", [1, 12, 4]),
    ("TRANSPOSE", [1, 4, 12]),
]


def moves(count: int, kind: str = "circle") -> bytes:
    """RESHAPE and TRANSPOSE by turns, the batch of 1 in the target of every RESHAPE."""
    model = ModelBuilder(kind)
    graph = model.graph("main")
    x = graph.input([1, 6, 8], name="x")
    swap = {n: graph.const(np.array(p, np.int32)) for n, p in ((3, [0, 2, 1]), (4, [0, 2, 1, 3]))}
    for i in range(count):
        kind, shape = TURNS[i % len(TURNS)]
        if kind == "RESHAPE":
            target = graph.const(np.array(shape, np.int32), name=f"target{i}")
            x = graph.op(kind, [x, target], [shape], name=f"x{i}", new_shape=shape)
        else:
            x = graph.op(kind, [x, swap[len(shape)]], [shape], name=f"x{i}")
    graph.output(x)
    return model.finish()


def products(count: int, kind: str = "circle") -> bytes:
    """MUL by a constant scalar, each its own."""
    model = ModelBuilder(kind)
    graph = model.graph("main")
    x = graph.input([1, 6, 8], name="x")
    for i in range(count):
        factor = graph.const(np.array(1 + i, np.float32), name=f"factor{i}")
        x = graph.op("MUL", [x, factor], [[1, 6, 8]], name=f"x{i}")
    graph.output(x)
    return model.finish()


STEPS, WIDE, HEADS = 5, 8, 2
"""Sizes of the encoder: steps, features of a step, heads."""


def encoder(layers: int, kind: str = "circle") -> bytes:
    """Self-attention over ``[steps, batch, features]``, the batch of 1 merged with the heads.

    Merging it with the steps fits as well, until the sum at the end of a layer contradicts: one
    wrong guess for each of the query, the key and the value of every layer.
    """
    model = ModelBuilder(kind)
    graph = model.graph("main")
    x = graph.input([STEPS, 1, WIDE], name="x")
    for i in range(layers):
        x = attention(graph, x, f"layer{i}/")
    graph.output(x)
    return model.finish()


def attention(graph: GraphBuilder, x: int, name: str) -> int:
    """One layer of the encoder."""
    split, whole = [STEPS, HEADS, WIDE // HEADS], [STEPS, 1, WIDE]
    turned, square = [HEADS, STEPS, WIDE // HEADS], [HEADS, STEPS, STEPS]
    swap = graph.const(np.array([1, 0, 2], np.int32), name=f"{name}swap")
    weights = graph.const(np.ones((WIDE, WIDE), np.float32), name=f"{name}weights")

    def dense(operand: int, label: str) -> int:
        operands = [operand, weights, None]
        return int(
            graph.op("FULLY_CONNECTED", operands, [whole], name=name + label, keep_num_dims=True)
        )

    def reshaped(operand: int, shape: list[int], label: str) -> int:
        target = graph.const(np.array(shape, np.int32), name=f"{name}{label}/target")
        operands = [operand, target]
        return int(graph.op("RESHAPE", operands, [shape], name=name + label, new_shape=shape))

    def heads(label: str) -> int:
        rows = reshaped(dense(x, label), split, f"{label}/split")
        return int(graph.op("TRANSPOSE", [rows, swap], [turned], name=f"{name}{label}/heads"))

    query, key, value = map(heads, ("query", "key", "value"))
    y = graph.op("BATCH_MATMUL", [query, key], [square], name=f"{name}scores", adjoint_rhs=True)
    y = graph.op("SOFTMAX", [y], [square], name=f"{name}weights_of", beta=1.0)
    y = graph.op("BATCH_MATMUL", [y, value], [turned], name=f"{name}mixed")
    y = graph.op("TRANSPOSE", [y, swap], [split], name=f"{name}steps")
    y = dense(reshaped(y, whole, "merged"), "out")
    return int(graph.op("ADD", [x, y], [whole], name=f"{name}sum"))


def write_large(path: Path, count: int) -> None:
    """A dense layer whose weights are ``count`` bytes, and a RESHAPE to repair."""
    rows = count // (4 * WIDTH)
    model = ModelBuilder("circle")
    graph = model.graph("main")
    x = graph.input([1, WIDTH], name="x")
    weights = graph.const(MARK, dtype="FLOAT32", shape=[rows, WIDTH], name="weights")
    x = graph.op("FULLY_CONNECTED", [x, weights, None], [[1, rows]], name="dense")
    target = graph.const(np.array([1, rows // 4, 4], np.int32), name="target")
    x = graph.op("RESHAPE", [x, target], [[1, rows // 4, 4]], name="out")
    graph.output(x)
    data = bytearray(model.finish())
    data += bytes(-(len(data) + 4) % 64)  # so that the weights, behind their length, are aligned
    move_mark(data, len(data))
    piece = np.random.default_rng(0).bytes(PIECE)
    with path.open("wb") as file:
        file.write(data + struct.pack("<I", count))
        for _ in range(0, count, PIECE):
            file.write(piece)


def write_sparse(path: Path, count: int) -> None:
    """The same with weights of zeros outside the FlatBuffer, which takes no room on the disk."""
    rows = count // (4 * WIDTH)
    model = ModelBuilder("circle")
    graph = model.graph("main")
    x = graph.input([1, WIDTH], name="x")
    weights = graph.const(MARK, dtype="FLOAT32", shape=[rows, WIDTH], name="weights", outside=True)
    x = graph.op("FULLY_CONNECTED", [x, weights, None], [[1, rows]], name="dense")
    target = graph.const(np.array([1, rows // 4, 4], np.int32), name="target")
    graph.output(graph.op("RESHAPE", [x, target], [[1, rows // 4, 4]], name="out"))
    data = bytearray(model.finish())
    (buffer,) = [b for b in Model(bytes(data)).buffers if b.integer(BUFFER["size"], "uint64")]
    at = buffer.integer(BUFFER["offset"], "uint64")
    struct.pack_into("<Q", data, buffer.field(BUFFER["size"]), count)
    with path.open("wb") as file:
        file.write(data[:at])
        file.truncate(at + count)


def move_mark(data: bytearray, at: int) -> None:
    """Let the buffer that holds the mark point to the vector at ``at``."""
    vector = data.index(MARK) - 4
    fields = [i for i in range(0, vector, 4) if i + struct.unpack_from("<I", data, i)[0] == vector]
    (field,) = fields
    struct.pack_into("<I", data, field, at - field)
