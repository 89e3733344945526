"""Layers with weights: convolution, pooling, matrix products, recurrent nets."""

from __future__ import annotations

from typing import Any

import numpy as np

from tests.oracle.kernel import Case, Net, net, op, refused, state

SAME, VALID = 0, 1


def w(*shape: int) -> np.ndarray:
    """Weights that no two of are alike."""
    return np.linspace(-0.3, 0.4, int(np.prod(shape)), dtype=np.float32).reshape(shape)


def conv(stride: int = 1, padding: int = SAME, **more: Any) -> dict[str, Any]:
    """Options of a convolution."""
    return {"stride_w": stride, "stride_h": stride, "padding": padding, **more}


def conv3d(stride: int = 1, padding: int = SAME, **more: Any) -> dict[str, Any]:
    """Options of a convolution of volumes."""
    return {"stride_d": stride, **conv(stride, padding), **more}


def pool(width: int, height: int, stride: int = 1, padding: int = SAME) -> dict[str, Any]:
    """Options of pooling."""
    return {"filter_width": width, "filter_height": height, **conv(stride, padding)}


def lstm_weights(depth: int, cells: int, outputs: int) -> list[Any]:
    """Weights and biases of one direction, without peepholes."""
    biases = [w(cells)] * 4
    projection = [w(outputs, cells), w(outputs)] if cells != outputs else [None, None]
    return [
        *[w(cells, depth)] * 4,
        *[w(cells, outputs)] * 4,
        None,
        None,
        None,
        *biases,
        *projection,
    ]


PLAIN, PROJECTED = lstm_weights(4, 5, 5), lstm_weights(4, 5, 3)
BACK = lstm_weights(4, 5, 5)
CIFG: list[Any] = [None, *PLAIN[1:4], None, *PLAIN[5:8], *[None] * 4, *PLAIN[12:]]
RNN = (w(5, 4), w(5, 5), w(5))
RNN_BACK = (w(3, 4), w(3, 3), w(3))
TANH = {"fused_activation_function": 4}


def two_states(first: str, second: str, batch: int = 3) -> dict[str, Any]:
    """States of LSTM and what they become."""
    widths = [text.split(",")[1] for text in (first, second)]
    return {"states": {t: f"{batch},{n}" for t, n in zip((first, second), widths, strict=True)}}


def quantized_conv(n: Net) -> Any:
    """Weights of 8 bits."""
    kernel = np.ones((6, 3, 3, 3), np.int8)
    return n("CONV_2D", "c:1,8,8,3", kernel, np.ones(6, np.int32), **conv(2))


def block(n: Net) -> Any:
    """A residual block."""
    x = n.data("1,8,8,4")
    y = n("CONV_2D", x, w(4, 3, 3, 4), w(4), **conv())
    y = n("DEPTHWISE_CONV_2D", y, w(1, 3, 3, 4), w(4), depth_multiplier=1, **conv())
    y = n("ADD", x, y)
    y = n("MAX_POOL_2D", y, **pool(2, 2, 2))
    y = n("MEAN", y, [1, 2])
    return n("FULLY_CONNECTED", y, w(5, 4), w(5))


IMAGES = ["1,16,20,3", "3,9,8,3"]
CONVOLUTIONS = [
    *op("CONV_2D", "1,8,8,3", w(6, 3, 3, 3), w(6), to=IMAGES, **conv()),
    *op("CONV_2D", "1,8,8,3", w(6, 3, 3, 3), w(6), to=IMAGES, name="strided", **conv(2)),
    *op("CONV_2D", "1,8,8,3", w(6, 3, 2, 3), w(6), to=IMAGES, name="valid", **conv(2, VALID)),
    *op(
        "CONV_2D", "1,8,8,3", w(6, 3, 3, 3), w(6), to=IMAGES, name="dilated",
        **conv(1, VALID, dilation_w_factor=2, dilation_h_factor=3),
    ),
    *op("CONV_2D", "1,8,8,6", w(6, 3, 3, 2), w(6), to="2,7,9,6", name="grouped", **conv()),
    *net(quantized_conv, to="2,9,12,3", name="quantized"),
    *op(
        "DEPTHWISE_CONV_2D", "1,8,8,3", w(1, 3, 3, 6), w(6), to=IMAGES,
        depth_multiplier=2, **conv(2),
    ),
    *op(
        "DEPTHWISE_CONV_2D", "1,8,8,3", w(1, 3, 3, 3), w(3), to=IMAGES, name="depthwise valid",
        depth_multiplier=1, **conv(1, VALID, dilation_w_factor=2, dilation_h_factor=2),
    ),
    *op("CONV_3D", "1,5,6,7,2", w(2, 2, 2, 2, 3), w(3), to=["2,6,8,9,2"], **conv3d(2)),
    *op(
        "CONV_3D", "1,5,6,7,2", w(2, 2, 2, 2, 3), to=["2,6,8,9,2"], name="valid",
        **conv3d(1, VALID),
    ),
    *op(
        "TRANSPOSE_CONV", "i:4", w(3, 2, 2, 4), "1,4,4,4", to=["4;2,5,6,4"], outs="f",
        feed={0: [2, 10, 12, 3]}, unknown={0: (0, 1, 2, 3)}, **conv(2),
    ),
    *op(
        "CONV_3D_TRANSPOSE", "i:5", w(2, 2, 2, 3, 4), "1,4,4,4,4", to=["5;2,4,5,6,4"], outs="f",
        feed={0: [2, 8, 10, 12, 3]}, unknown={0: (0, 1, 2, 3, 4)}, **conv3d(2),
    ),
    *op("AVERAGE_POOL_2D", "1,8,8,3", to=IMAGES, **pool(3, 2, 2)),
    *op("AVERAGE_POOL_2D", "1,8,8,3", to=IMAGES, name="valid", **pool(2, 3, 2, VALID)),
    *op("MAX_POOL_2D", "1,8,8,3", to=IMAGES, **pool(3, 3, 2)),
    *op("MAX_POOL_2D", "1,8,8,3", to=IMAGES, name="valid", **pool(2, 2, 1, VALID)),
    *op("L2_POOL_2D", "1,8,8,3", to=IMAGES, **pool(2, 2, 2)),
    *net(block, to=["2,9,12,4", "1,5,8,4"], name="block"),
    *refused(op("CONV_2D", "1,8,8,3", w(6, 3, 3, 3), w(6), to="1,8,8,4", **conv())),
    *refused(op("CONV_2D", "1,8,8,3", w(6, 3, 3, 3), w(6), to="8,8,3", **conv())),
]  # fmt: skip

PRODUCTS = [
    *op("FULLY_CONNECTED", "2,4", w(3, 4), w(3), to=["5,4", "1,4"]),
    *op("FULLY_CONNECTED", "2,4", w(3, 4), None, to=["5,4"], name="no bias"),
    *op("FULLY_CONNECTED", "2,3,4", w(3, 4), w(3), to=["5,2,4"], name="flattens"),
    *op(
        "FULLY_CONNECTED",
        "2,3,4",
        w(5, 4),
        to=["5,2,4", "1,2,3,4"],
        name="keeps",
        keep_num_dims=True,
    ),
    *op("FULLY_CONNECTED", "2,4", "3,4", to=["5,6;7,6"], name="data weights"),
    *op("BATCH_MATMUL", "2,3,4", "2,4,5", to=["3,6,7;3,7,2", "1,6,7;5,7,2", "6,7;5,7,2"]),
    *op("BATCH_MATMUL", "2,3,4", "2,5,4", to=["3,6,7;3,2,7"], name="adjoint y", adjoint_rhs=True),
    *op("BATCH_MATMUL", "2,4,3", "2,4,5", to=["3,7,6;3,7,2"], name="adjoint x", adjoint_lhs=True),
    *op("BATCH_MATMUL", "2,3,4", w(4, 5), to=["3,6,4", "5,2,6,4"], name="weights"),
    *refused(op("BATCH_MATMUL", "2,3,4", "2,4,5", to="3,6,7;3,6,2")),
]

RECURRENT: list[Case] = [
    *op("RNN", "2,4", *RNN, state("2,5"), to="1,4", states={"2,5": "1,5"}, **TANH),
    *op("RNN", "2,4", *RNN, state("2,5"), to="3,4", states={"2,5": "3,5"}, **TANH),
    *op(
        "SVDF", "2,4", w(6, 4), w(6, 5), w(3), state("2,30"), to="1,4", rank=2,
        states={"2,30": "1,30"},
    ),
    *op(
        "SVDF", "2,4", w(6, 4), w(6, 5), None, state("2,30"), to="3,4", rank=1,
        states={"2,30": "3,30"},
    ),
    *op("UNIDIRECTIONAL_SEQUENCE_RNN", "2,3,4", *RNN, state("2,5"), to=["2,7,4"]),
    *op(
        "UNIDIRECTIONAL_SEQUENCE_RNN", "3,2,4", *RNN, state("2,5"), to=["7,3,4"],
        name="time major", time_major=True, states={"2,5": "3,5"},
    ),
    *op(
        "BIDIRECTIONAL_SEQUENCE_RNN", "2,3,4", *RNN, state("2,5"), *RNN_BACK, state("2,3"),
        None, None, None, to=["2,7,4"], outs="ff",
    ),
    *op(
        "BIDIRECTIONAL_SEQUENCE_RNN", "3,2,4", *RNN, state("2,5"), *RNN_BACK, state("2,3"),
        None, None, None, to=["7,2,4"], name="merged", merge_outputs=True, time_major=True,
    ),
    *op(
        "LSTM", "2,4", *PLAIN, state("2,5"), state("2,5"), to=["3,4"], states={"2,5": "3,5"},
        **TANH,
    ),
    *op(
        "LSTM", "2,4", "2,3", w(12, 7), w(12), "2,3", to=["5,4;5,3;5,3"], outs="ffff",
        name="basic", kernel_type=1, **TANH,
    ),
    *op(
        "UNIDIRECTIONAL_SEQUENCE_LSTM", "2,3,4", *PLAIN, state("2,5"), state("2,5"),
        *[None] * 4, to=["2,7,4"], **TANH,
    ),
    *op(
        "UNIDIRECTIONAL_SEQUENCE_LSTM", "3,2,4", *PROJECTED, state("2,3"), state("2,5"),
        *[None] * 4, to=["7,3,4"], name="projected", time_major=True,
        **two_states("2,3", "2,5"), **TANH,
    ),
    *op(
        "BIDIRECTIONAL_SEQUENCE_LSTM", "3,2,4", *PLAIN, *BACK, state("2,5"), state("2,5"),
        state("2,5"), state("2,5"), *[None] * 9, to=["7,2,4"], outs="ff", time_major=True, **TANH,
    ),
    *op(
        "UNIDIRECTIONAL_SEQUENCE_LSTM", "2,3,4", *CIFG, state("2,5"), state("2,5"), None,
        *[w(5)] * 3, to=["2,7,4"], name="coupled gates, layer norm", **TANH,
    ),
    *op(
        "BIDIRECTIONAL_SEQUENCE_LSTM", "3,2,4", *PLAIN, *BACK, *[state("2,5")] * 4, "3,2,6",
        *[w(5, 6)] * 8, to=["7,2,4;7,2,6"], outs="ff", name="auxiliary", time_major=True, **TANH,
    ),
    *op(
        "BIDIRECTIONAL_SEQUENCE_RNN", "2,3,4", *RNN, state("2,5"), *RNN_BACK, state("2,3"),
        "2,3,6", w(5, 6), w(3, 6), to=["2,7,4;2,7,6"], outs="ff", name="auxiliary",
    ),
    *op(
        "BIDIRECTIONAL_SEQUENCE_LSTM", "2,3,4", *PLAIN, *BACK, state("2,5"), state("2,5"),
        state("2,5"), state("2,5"), *[None] * 9, to=["2,7,4"],
        name="BIDIRECTIONAL_SEQUENCE_LSTM merged", time_major=False, merge_outputs=True, **TANH,
    ),
]  # fmt: skip

CASES = [*CONVOLUTIONS, *PRODUCTS, *RECURRENT]
