"""What was read, written or repeated whole is so for every batch; loops are in tests/loops."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from circle_resizer import ResizeError, resize
from tests.support.build_graph import GraphBuilder
from tests.support.rows import row_difference
from tests.support.two_sizes import KINDS, built, floats, integer, ints

Read = Callable[[GraphBuilder, int, int], int]
"""Of ``x`` [n,5,4]; what is written down is true for a batch of 1."""
SHAPE = [1, 5, 4]
MIXED = "would mix the 3 parts of an axis that was 1"


def whole_slice(g: GraphBuilder, x: int, _: int) -> int:
    return int(g.op("SLICE", [x, ints(g, 0, 0, 0), ints(g, *SHAPE)], [SHAPE]))


def row_slice(g: GraphBuilder, x: int, _: int) -> int:
    return int(g.op("SLICE", [x, ints(g, 0, 2, 0), ints(g, 1, 1, 4)], [[1, 1, 4]]))


def whole_strides(g: GraphBuilder, x: int, _: int) -> int:
    cuts = [ints(g, 0, 0, 0), ints(g, *SHAPE), ints(g, 1, 1, 1)]
    return int(g.op("STRIDED_SLICE", [x, *cuts], [SHAPE]))


def split_once(g: GraphBuilder, x: int, _: int) -> int:
    return int(g.op("SPLIT", [integer(g, 0), x], [SHAPE], num_splits=1))


def twice(g: GraphBuilder, x: int, _: int) -> int:
    return int(g.op("TILE", [x, ints(g, 2, 1, 1)], [[2, 5, 4]]))


def widened(g: GraphBuilder, x: int, _: int) -> int:
    row = row_slice(g, x, 1)
    return int(g.op("BROADCAST_TO", [row, ints(g, *SHAPE)], [SHAPE], version=3))


def constant_update(g: GraphBuilder, x: int, _: int) -> int:
    operands = [x, floats(g, 1, 1, 4), ints(g, 0, 2, 0)]
    return int(g.op("DYNAMIC_UPDATE_SLICE", operands, [SHAPE]))


def own_update(g: GraphBuilder, x: int, _: int) -> int:
    operands = [x, row_slice(g, x, 1), ints(g, 0, 4, 0)]
    return int(g.op("DYNAMIC_UPDATE_SLICE", operands, [SHAPE]))


def picked_by_coordinates(g: GraphBuilder, x: int, _: int) -> int:
    place = g.const(np.array([[0, 3]], np.int32))
    return int(g.op("GATHER_ND", [x, place], [[1, 4]]))


def masked(g: GraphBuilder, x: int, _: int) -> int:
    mask = g.const(np.array([[[1], [0], [1], [0], [1]]], bool))
    return int(g.op("SELECT_V2", [mask, x, floats(g, *SHAPE)], [SHAPE]))


def regrouped(name: str, axis: int | None = None) -> Read:
    """Worked on as [4,5], where nothing is left of the batch."""

    def read(g: GraphBuilder, x: int, _: int) -> int:
        y = g.op("RESHAPE", [x, ints(g, 4, 5)], [[4, 5]])
        if axis is None:
            y = g.op(name, [y, floats(g, 4, 1)], [[4, 5]])
        else:
            second = ints(g, axis) if name == "REVERSE_V2" else integer(g, axis)
            y = g.op(name, [y, second], [[4, 5]])
        return int(g.op("RESHAPE", [y, ints(g, 1, 20)], [[1, 20]]))

    return read


RIGHT = [
    whole_slice, row_slice, whole_strides, split_once, twice, widened, constant_update, own_update,
    picked_by_coordinates, masked, regrouped("ADD"), regrouped("MUL"), regrouped("CUMSUM", 1),
    regrouped("REVERSE_V2", 1),
]  # fmt: skip


def file_of(read: Read, kind: str = "tflite") -> bytes:
    """The read in the midst of a network, for a batch of 1."""

    def net(g: GraphBuilder, n: int) -> int:
        x = g.op("TANH", [g.input(SHAPE, name="x")], [SHAPE])
        return read(g, x, n)

    return built(net, 1, kind)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("read", RIGHT)
def test_every_batch_is_read(read: Read, kind: str) -> None:
    one = file_of(read, kind)
    for count in (3, 4, 5):  # among them as many as there are rows, or numbers in one
        assert row_difference(one, resize(one, [[count, 5, 4]]).data) == "", count


def row_of_batches(g: GraphBuilder, x: int, _: int) -> int:
    return int(g.op("GATHER", [x, ints(g, 0)], [SHAPE], axis=0))


def only_batch(g: GraphBuilder, x: int, _: int) -> int:
    return int(g.op("GATHER", [x, integer(g, 0)], [[5, 4]], axis=0))


def only_batch_by_strides(g: GraphBuilder, x: int, _: int) -> int:
    cuts = [ints(g, 0, 0, 0), ints(g, *SHAPE), ints(g, 1, 1, 1)]
    return int(g.op("STRIDED_SLICE", [x, *cuts], [[5, 4]], shrink_axis_mask=1))


def unpacked(g: GraphBuilder, x: int, _: int) -> int:
    return int(g.op("UNPACK", [x], [[5, 4]], num=1, axis=0))


def squeezed(g: GraphBuilder, x: int, _: int) -> int:
    return int(g.op("SQUEEZE", [x], [[5, 4]], squeeze_dims=[0]))


def into_one(g: GraphBuilder, x: int, _: int) -> int:
    zeros = g.op("FILL", [ints(g, 1, 9, 4), g.const(np.float32(0))], [[1, 9, 4]])
    return int(g.op("DYNAMIC_UPDATE_SLICE", [zeros, x, ints(g, 0, 2, 0)], [[1, 9, 4]]))


def scattered(g: GraphBuilder, x: int, _: int) -> int:
    place = g.const(np.array([[2]], np.int32))
    return int(g.op("SCATTER_ND", [place, x, ints(g, 4, 5, 4)], [[4, 5, 4]]))


def halves_of_rows(g: GraphBuilder, x: int, _: int) -> int:
    y = g.op("RESHAPE", [x, ints(g, 2, 10)], [[2, 10]])
    one, two = g.op("SPLIT", [integer(g, 0), y], [[1, 10]] * 2, num_splits=2)
    return int(g.op("MUL", [one, two], [[1, 10]]))


def products_of_rows(g: GraphBuilder, x: int, _: int) -> int:
    y = g.op("RESHAPE", [x, ints(g, 2, 10)], [[2, 10]])
    return int(g.op("BATCH_MATMUL", [y, y], [[2, 2]], adjoint_rhs=True))


def product_with_one_row(g: GraphBuilder, x: int, _: int) -> int:
    y = g.op("RESHAPE", [x, ints(g, 1, 20)], [[1, 20]])
    return int(g.op("BATCH_MATMUL", [floats(g, 3, 1), y], [[3, 20]]))


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(
    ("read", "words"),
    [
        (row_of_batches, ("GATHER", "picks rows [0] of axis 0, 1 -> 3")),
        (only_batch, ("GATHER", "picks rows [0] of axis 0, 1 -> 3")),
        (only_batch_by_strides, ("STRIDED_SLICE", "row 0 is picked from axis 0")),
        (unpacked, ("UNPACK", "has 3 entries for 1 outputs")),
        (squeezed, ("SQUEEZE", "its size 1 becomes 3")),
        (into_one, ("DYNAMIC_UPDATE_SLICE", "[3, 5, 4] is larger than", "[1, 9, 4]")),
        (scattered, ("SCATTER_ND", "[3, 5, 4], expected [1, 5, 4]")),
        (regrouped("CUMSUM", 0), ("CUMSUM", MIXED)),
        (regrouped("REVERSE_V2", 0), ("REVERSE_V2", MIXED)),
        (halves_of_rows, ("SPLIT", "its 2 rows, which become 6")),
        (products_of_rows, ("BATCH_MATMUL", MIXED)),
        (product_with_one_row, ("BATCH_MATMUL", "sums over the batch")),
    ],
)
def test_one_batch_of_several_is_refused(read: Read, words: tuple[str, ...], kind: str) -> None:
    with pytest.raises(ResizeError) as error:
        resize(file_of(read, kind), [[3, 5, 4]])
    assert [w for w in words if w not in str(error.value)] == []
