"""The STABLEHLO operators that LiteRT has kernels for, and REDUCE_WINDOW."""

from __future__ import annotations

from typing import Any

import numpy as np

from tests.oracle.kernel import Net, net, op, refused

BINARY = "ADD MULTIPLY MAXIMUM MINIMUM"


def reducer(operator: str) -> Any:
    """Two scalars into one."""

    def build(n: Net) -> Any:
        return n(operator, "", "")

    return build


def window(**options: Any) -> Any:
    """STABLEHLO_REDUCE_WINDOW with a sum."""
    every = {"window_strides": [1, 1], "base_dilations": [1, 1], "window_dilations": [1, 1]}

    def build(n: Net) -> Any:
        x = n.data("6,7")
        body = n.branch(reducer("STABLEHLO_ADD"))
        return n(
            "STABLEHLO_REDUCE_WINDOW", x, 0.0, body_subgraph_index=body,
            **{"window_dimensions": [2, 3], "padding": [0, 0, 0, 0], **every, **options},
        )  # fmt: skip

    return build


def scatter(n: Net) -> Any:
    """Rows written at indices."""
    operands = n.data("5,3"), n.data("i:2,1"), n.data("2,3")
    return n(
        "STABLEHLO_SCATTER", *operands, update_window_dims=[1], inserted_window_dims=[0],
        scatter_dims_to_operand_dims=[0], index_vector_dim=1,
        update_computation_subgraph_index=n.branch(reducer("STABLEHLO_ADD")),
    )  # fmt: skip


def random(n: Net) -> Any:
    """Numbers in the recorded shape, beside something that changes."""
    bits = n("STABLEHLO_RNG_BIT_GENERATOR", "L:2", outs="Ll", record=["2", "3,4"], algorithm=1)
    return *bits, n("ABS", "3")


def rows(**options: Any) -> dict[str, Any]:
    """Gather whole rows."""
    return {
        "offset_dims": [1], "collapsed_slice_dims": [0], "start_index_map": [0],
        "index_vector_dim": 1, "slice_sizes": [1, 3], **options,
    }  # fmt: skip


def wide(*numbers: int) -> np.ndarray:
    """A vector of int64."""
    return np.array(numbers, np.int64)


PAD = {"edge_padding_low": [1, 0], "edge_padding_high": [2, 1]}
CUT = {"edge_padding_low": [-1, 0], "edge_padding_high": [0, -2]}

CASES = [
    *(
        case
        for name in BINARY.split()
        for case in op(f"STABLEHLO_{name}", "2,3", "2,3", to=["4,5,6;4,5,6", ";"])
    ),
    *op("STABLEHLO_ADD", "i:2,3", "i:2,3", to=["4;4"], name="STABLEHLO_ADD i32"),
    *op("STABLEHLO_AND", "o:2,3", "o:2,3", to=["4,1;4,1"]),
    *op("STABLEHLO_SHIFT_LEFT", "i:2,3", "i:2,3", to=["4,1;4,1"]),
    *op("STABLEHLO_PAD", "2,3", 0.0, to=["4,5"], interior_padding=[0, 2], **PAD),
    *op("STABLEHLO_PAD", "2,3", 0.0, to=["4,5"], interior_padding=[0, 0], name="cut", **CUT),
    *op("STABLEHLO_GATHER", "5,3", "i:4,1", to=["6,3;7,1"], record=["4,3"], **rows()),
    *op(
        "STABLEHLO_GATHER", "5,3", "i:4,2,1", to=["6,3;7,3,1"], name="by two", record=["4,2,3"],
        **rows(offset_dims=[2], index_vector_dim=2),
    ),
    *net(window(), to=["8,9", "2,3"], name="window"),
    *net(window(window_strides=[1, 2], padding=[1, 1, 0, 2]), to=["8,9"], name="padded"),
    *net(window(base_dilations=[2, 1], window_dilations=[1, 2]), to=["8,9"], name="dilated"),
    *net(scatter, to=["7,4;3,1;3,4"], name="scatter"),
    *net(random, to=["2;4,3"], name="random"),
    *op(
        "REDUCE_WINDOW", "6,7", 0.0, wide(2, 3), wide(1, 2), wide(1, 1), to=["8,9"],
        reduce_function=1,
    ),
    *op(
        "REDUCE_WINDOW", "1,6,7,2", 0.0, wide(1, 2, 3, 1), wide(1, 2, 2, 1), wide(1, 1, 2, 1),
        to=["2,8,9,3"], reduce_function=1, name="images",
    ),
    *refused(op("STABLEHLO_ADD", "2,3", "2,3", to="4,5;4,6")),
    *refused(op("STABLEHLO_MAXIMUM", "2,3", "2,3", to="4,5;5")),
]  # fmt: skip
