"""Operators that pick, place, sort and look up."""

from __future__ import annotations

import numpy as np

from tests.oracle.kernel import op, refused

TABLE = np.arange(20, dtype=np.float32).reshape(5, 4)

CASES = [
    *op("GATHER", "5,4", "i:3", to=["6,7;2", "6;2,3", "6,7;"], axis=0),
    *op("GATHER", "5,4", [0, 2], to=["6,7"], axis=1, name="columns"),
    *op("GATHER", "5,4,3", "i:2", to=["6,7,3;4"], axis=-1, name="negative"),
    *op("GATHER", "2,4,3", "i:2,5", to=["3,6,2;3,4"], axis=1, batch_dims=1, name="batched"),
    *op("GATHER", TABLE, "i:3", to=["7", "2,6"], name="table"),
    *op("GATHER_ND", "5,4", "i:3,1", to=["6,7;2,1", "6,7,2;3,2,2"]),
    *op("GATHER_ND", "5,4,3", [[0, 1], [1, 1]], to=["6,7,2"], name="constant"),
    *op("SCATTER_ND", "i:3,1", "3,4", [6, 4], to=["5,1;5,4"], outs="f"),
    *op(
        "SCATTER_ND",
        "i:3,1",
        "3",
        "i:1",
        to=["4,1;4;1"],
        outs="f",
        feed={2: [9]},
        unknown={0: (0,)},
        name="data",
    ),
    *op("SPARSE_TO_DENSE", "i:3", [8], "3", 0.0, to=["5;5"], outs="f"),
    *op("ONE_HOT", "i:3", 6, 1.0, 0.0, to=["5", "2,4", ""], axis=-1),
    *op("ONE_HOT", "i:3", 6, 1.0, 0.0, to=["2,4"], axis=0, name="first"),
    *op("EMBEDDING_LOOKUP", "i:3", TABLE, to=["7"], outs="f"),
    *op("EMBEDDING_LOOKUP", "i:3", "5,4,2", to=["7;6,3,2"], outs="f", name="data"),
    *op("HASHTABLE_LOOKUP", "i:3", [0, 1, 4, 6, 8], TABLE, to=["7"], outs="fu"),
    *op("LSH_PROJECTION", np.ones((3, 2), np.float32), "4,5", to=["6,2"], outs="i", type=1),
    *op(
        "LSH_PROJECTION",
        np.ones((3, 2), np.float32),
        "4,5",
        "4",
        to=["6,2;6"],
        outs="i",
        type=2,
        name="dense",
    ),
    *op("DYNAMIC_UPDATE_SLICE", "5,4", "2,3", [1, 1], to=["7,6;3,2"]),
    *op("TOPK_V2", "3,6", 2, to=["4,7", "5"], outs="fi"),
    *op(
        "TOPK_V2",
        "3,6",
        "i:",
        to=["4,7;"],
        outs="fi",
        feed={1: 3},
        unknown={0: (1,), 1: (1,)},
        name="data",
    ),
    *op("UNIQUE", "i:4", to=["6"], outs="ii", idx_out_type=2, unknown={0: (0,)}),
    *op("MATRIX_DIAG", "2,3", to=["4,5", "6"]),
    *op("MATRIX_SET_DIAG", "2,3,4", "2,3", to=["5,6,2;5,2"]),
    *op("SEGMENT_SUM", "4,3", [0, 0, 1, 1], to=["4,5"]),
    *op("SEGMENT_SUM", "4,3", "i:4", to=["5,2;5"], unknown={0: (0,)}, name="data"),
    *(
        case
        for name in ["SUM", "MAX", "MIN", "PROD"]
        for case in op(f"UNSORTED_SEGMENT_{name}", "4,3", "i:4", 2, to=["5,6;5"])
    ),
    *op("NON_MAX_SUPPRESSION_V4", "6,4", "6", 3, 0.5, 0.1, to=["8,4;8"], outs="ii"),
    *op("NON_MAX_SUPPRESSION_V5", "6,4", "6", 3, 0.5, 0.1, 0.0, to=["8,4;8"], outs="ifi"),
    *op(
        "NON_MAX_SUPPRESSION_V4",
        "6,4",
        "6",
        "i:",
        0.5,
        0.1,
        to=["8,4;8;"],
        outs="ii",
        feed={2: 5},
        unknown={0: (0,)},
        name="NON_MAX_SUPPRESSION_V4 data",
    ),
    *refused(op("EMBEDDING_LOOKUP", "i:3", TABLE, to="7,1", outs="f")),
    *refused(op("GATHER", "2,4,3", "i:2,5", to="3,6,2;2,4", axis=1, batch_dims=1)),
    *refused(op("SCATTER_ND", "i:3,1", "3,4", [6, 4], to="5,1;4,4", outs="f")),
    *refused(op("DYNAMIC_UPDATE_SLICE", "5,4", "2,3", [1, 1], to="7,6;3")),
]
