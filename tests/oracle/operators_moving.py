"""Operators that rearrange, cut, join, pad and resize."""

from __future__ import annotations

import numpy as np

from tests.oracle.kernel import op, refused

I64 = np.int64
IMAGE = "1,4,6,8"

RESHAPING = [
    *op("RESHAPE", "2,3,4", [2, -1], to=["2,5,6", "2,1,1,7"]),
    *op("RESHAPE", "2,3,4", [-1, 4], to=["5,3,4", "2,3,7,4"], name="rows"),
    *op("RESHAPE", "2,3,4", [-1], to=["5,6", ""], name="flat"),
    *op("RESHAPE", "2,3,4", to=["2,6,4"], name="by option", new_shape=[-1, 4]),
    *op("RESHAPE", "1,1", np.zeros(0, np.int32), to=["1,1,1"], name="scalar"),
    *op("RESHAPE", "2,6", "i:2", to=["3,4;2"], feed={1: [2, 6]}, unknown={0: (0, 1)}, name="data"),
    *op("SQUEEZE", "1,3,1,4", to=["1,5,1,6"], name="all"),
    *op("SQUEEZE", "1,3,1,4", to=["5,3,1,4", "1,7,1,2"], squeeze_dims=[2]),
    *op("SQUEEZE", "1,3,1,4", to=["1,7,1,2"], squeeze_dims=[0, -2], name="negative"),
    *op("EXPAND_DIMS", "2,3", 0, to=["4,5", "", "2,3,4"]),
    *op("EXPAND_DIMS", "2,3", -1, to=["4,5", "6"], name="last"),
    *op("TRANSPOSE", "2,3,4", [2, 0, 1], to=["5,6,7"]),
    *op("TRANSPOSE", "2,3,4,5", [0, 3, 1, 2], to=["6,7,8,9"], name="NHWC to NCHW"),
    *op(
        "TRANSPOSE", "2,3", "i:2", to=["4,5;2"], feed={1: [1, 0]}, unknown={0: (0, 1)}, name="data"
    ),
    *op("DEPTH_TO_SPACE", IMAGE, to=["2,5,7,8"], block_size=2),
    *op("SPACE_TO_DEPTH", IMAGE, to=["2,8,10,3"], block_size=2),
    *op("SPACE_TO_BATCH_ND", IMAGE, [2, 2], [[0, 0], [1, 1]], to=["2,8,6,3"]),
    *op("BATCH_TO_SPACE_ND", "4,2,3,8", [2, 2], [[0, 0], [0, 1]], to=["8,5,4,3"]),
    *refused(op("TRANSPOSE", "2,3,4", [2, 0, 1], to="5,6")),
    *refused(op("SQUEEZE", "1,3,1,4", to="1,3,2,4", squeeze_dims=[2])),
    *refused(op("DEPTH_TO_SPACE", IMAGE, to="1,4,6,6", block_size=2)),
    *refused(op("SPACE_TO_DEPTH", IMAGE, to="1,5,6,8", block_size=2)),
]

CUTTING = [
    *op("SLICE", "4,5", [1, 0], [2, -1], to=["4,7", "4,2"]),
    *op("SLICE", "4,5", np.array([1, 0], I64), np.array([-1, 5], I64), to=["6,5"], name="int64"),
    *op("SLICE", "4,5", "i:2", [2, 3], to=["6,7;2"], name="data", feed={1: 1}),
    *op("STRIDED_SLICE", "6,7", [1, 0], [0, 0], [1, 2], to=["8,9"], end_mask=3),
    *op(
        "STRIDED_SLICE",
        "6,7",
        [0, 0],
        [0, 0],
        [-1, 1],
        to=["8,9"],
        begin_mask=3,
        end_mask=3,
        name="reversed",
    ),
    *op("STRIDED_SLICE", "6,7", [-2, 0], [0, 3], [1, 1], to=["8,7"], end_mask=1, name="last two"),
    *op("STRIDED_SLICE", "6,7,8", [1], [2], [1], to=["8,9,5"], shrink_axis_mask=1, name="row"),
    *op(
        "STRIDED_SLICE",
        "6,7",
        [0, 0],
        [0, 0],
        [1, 1],
        to=["8,9"],
        new_axis_mask=1,
        end_mask=3,
        name="new axis",
    ),
    *op("SPLIT", 1, "4,6", to=["5,9"], outs="fff", num_splits=3),
    *op("SPLIT", -2, "4,6", to=["8,5"], outs="ff", num_splits=2, name="negative"),
    *op("SPLIT_V", "4,6", [2, -1, 1], 1, to=["5,9"], outs="fff", num_splits=3),
    *op("UNPACK", "2,3,4", to=["2,5,6"], outs="ff", num=2, axis=0),
    *op("UNPACK", "2,3,4", to=["5,6,4"], outs="ffff", num=4, axis=-1, name="last"),
    *refused(op("SPLIT", 1, "4,6", to="5,8", outs="fff", num_splits=3)),
    *refused(op("UNPACK", "2,3,4", to="3,5,6", outs="ff", num=2, axis=0)),
]

JOINING = [
    *op("CONCATENATION", "2,3", "2,4", to=["5,1;5,7", "1,3;1,3"], axis=1),
    *op("CONCATENATION", "2,3", "2,4", "2,1", to=["5,1;5,7;5,2"], axis=-1, name="three"),
    *op("CONCATENATION", "2,3", [[1.0, 2.0, 3.0]], to=["7,3"], axis=0, name="constant"),
    *op("PACK", "2,3", "2,3", to=["4,5;4,5", ";"], values_count=2, axis=0),
    *op("PACK", "2,3", "2,3", "2,3", to=["4,5;4,5;4,5"], values_count=3, axis=-1, name="last"),
    *op("TILE", "2,3", [1, 4], to=["5,6", "1,1"]),
    *op("TILE", "2,3", [3, 2], to=["5,6"], name="both"),
    *op("BROADCAST_TO", "1,3", [4, 2, 3], to=["2,3", "4,1,1"], version=2),
    *op(
        "BROADCAST_TO",
        "1,3",
        "i:2",
        to=["2,1;2"],
        feed={1: [2, 5]},
        unknown={0: (1,)},
        name="data",
        version=2,
    ),
    *op("BROADCAST_ARGS", "i:2", "i:3", to=["3;1"], feed={0: [4, 1, 3], 1: [1]}),
    *op(
        "FILL",
        "i:2",
        1.5,
        to=["3"],
        feed={0: [2, 1, 3]},
        outs="f",
        unknown={0: (0, 1, 2)},
        name="data",
    ),
    *refused(op("CONCATENATION", "2,3", "2,4", to="5,1;4,7", axis=1)),
    *refused(op("PACK", "2,3", "2,3", to="4,5;4,6", values_count=2, axis=0)),
]

PADDING = [
    *op("PAD", "2,3", [[1, 2], [0, 1]], to=["4,5", "1,1"]),
    *op("PAD", "2,3", np.array([[1, 2], [0, 1]], I64), to=["4,5"], name="int64"),
    *op("PADV2", "2,3", [[1, 2], [0, 1]], 2.5, to=["4,5"]),
    *op("MIRROR_PAD", "4,5", [[1, 2], [0, 1]], to=["5,6", "3,2"], mode=0),
    *op("MIRROR_PAD", "4,5", [[1, 2], [0, 1]], to=["5,6"], mode=1, name="symmetric"),
    *op("PAD", "2,3", "i:2,2", to=["4,5;2,2"], feed={1: 1}, unknown={0: (0, 1)}, name="data"),
    *op("RESIZE_BILINEAR", "1,4,6,3", [8, 12], to=["2,4,6,3"], half_pixel_centers=True),
    *op("RESIZE_NEAREST_NEIGHBOR", "1,4,6,3", [8, 12], to=["2,4,6,5"]),
    *op("DILATE", "2,3", [2, 3], 0.0, to=["4,5"]),
    *refused(op("PAD", "2,3", [[1, 2], [0, 1]], to="4,5,6")),
    *refused(op("MIRROR_PAD", "4,5", [[1, 2], [0, 1]], to="2,5", mode=0)),
]

CASES = [*RESHAPING, *CUTTING, *JOINING, *PADDING]
