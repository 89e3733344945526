"""Element by element: one operand, two that stretch, selection, types."""

from __future__ import annotations

import numpy as np

from tests.oracle.kernel import Case, Net, net, op, refused

UNARY = """ABS CEIL COS ELU EXP FLOOR GELU HARD_SWISH LEAKY_RELU LOG LOGISTIC NEG RELU RELU6
RELU_0_TO_1 RELU_N1_TO_1 ROUND RSQRT SIGN SIN SQRT SQUARE TANH ZEROS_LIKE"""
ARITHMETIC = "ADD SUB MUL DIV MAXIMUM MINIMUM SQUARED_DIFFERENCE POW FLOOR_DIV FLOOR_MOD"
COMPARISON = "EQUAL NOT_EQUAL LESS LESS_EQUAL GREATER GREATER_EQUAL"
LOGIC = "LOGICAL_AND LOGICAL_OR"


def twice(operator: str) -> list[Case]:
    """The operator applied to its own result."""

    def build(n: Net) -> object:
        return n(operator, n(operator, "2,3"))

    return net(build, to=["5", "2,1,4"], name=f"{operator} twice")


CASES = [
    *(case for name in UNARY.split() for case in op(name, "2,3", to=["4,5,6", ""])),
    *(case for name in ("RELU", "TANH", "LOGISTIC", "NEG") for case in twice(name)),
    *op("LOGICAL_NOT", "o:2,3", to=["4", "3,1,2"]),
    *op("CAST", "2,3", outs="i", to="4,5,6", in_data_type=0, out_data_type=2),
    *op("CAST", "i:2,3", outs="l", to=["", "7"], in_data_type=2, out_data_type=4),
    *op("BITCAST", "2,3", outs="i", to="4,5"),
    *op("BITCAST", "i:2,3", outs="s", to=["4,5", "6"]),
    *op("BITCAST", "s:4,2", outs="i", to="5,3,2"),
    *op("QUANTIZE", "2,3", outs="c", to="5"),
    *op("DEQUANTIZE", "c:2,3", to="4,5,1"),
    *op("FAKE_QUANT", "2,3", to="4,5", min=-1.0, max=1.0, num_bits=8),
    *op("PRELU", "2,3,4", np.ones(4, np.float32), to=["5,6,4", "1,1,4"]),
    *op("PRELU", "2,3,4", np.ones((1, 4), np.float32), to="7,2,4"),
    *op("SOFTMAX", "2,3", to=["4,5", "2,3,4,5"], beta=1.0),
    *op("LOG_SOFTMAX", "2,3", to=["4,5", "1,2,3,4"]),
    *op("L2_NORMALIZATION", "2,3", to=["4,5", "2,3,4,5"]),
    *op("LOCAL_RESPONSE_NORMALIZATION", "1,2,2,3", to="2,5,4,6", radius=1, alpha=1.0, beta=0.5),
    *op("CUMSUM", "2,3", 1, to=["4,5", "2,3,4"]),
    *op("COMPLEX_ABS", "z:2,3", to="4"),
    *op("REAL", "z:2,3", to="4,1"),
    *op("IMAG", "z:2,3", to=""),
    *op("BUCKETIZE", "2,3", to="4,5", boundaries=[0.0, 1.0]),
    *op("REVERSE_V2", "2,3,4", [1], to="5,6,7"),
    *op("REVERSE_SEQUENCE", "2,3,4", "i:2", to="5,6,4;5", seq_dim=1, batch_dim=0, feed={1: 1}),
    *(
        case
        for name in ARITHMETIC.split()
        for case in op(name, "2,3", "2,3", to=["4,1,3;5,1", ";7", "4,5;4,5"])
    ),
    *(
        case
        for name in ARITHMETIC.split()[:4]
        for case in op(name, "2,1,3", 2.0, to=["4,5", "2,2,2,2,2"], name=f"{name} scalar")
    ),
    *(
        case
        for name in COMPARISON.split()
        for case in op(name, "2,3", "3", to=["4,1;5", "1,2,3,4;"])
    ),
    *(case for name in LOGIC.split() for case in op(name, "o:2,3", "o:3", to=["4,3;1,3", ";2"])),
    *op("BITWISE_XOR", "i:2,3", "i:3", to="4,1;5"),
    *op("RIGHT_SHIFT", "i:2,3", "i:2,3", to=["4,1;1,5", "3;2,3"]),
    *op("ATAN2", "2,3", "2,3", to="4,5;4,5"),
    *op("ADD_N", "2,3", "2,3", "2,3", to="4,5;4,5;4,5"),
    *op("SELECT", "o:2,3", "2,3", "2,3", to="4,5;4,5;4,5"),
    *op("SELECT", "o:2", "2,3", "2,3", to="4;4,5,2;4,5,2", name="SELECT rows"),
    *op("SELECT_V2", "o:2,1", "2,3", "3", to=["4,1;4,5;5", ";2,3;1,1,3", "1,2,1;1;5"]),
    *op("WHERE", "o:2,3", outs="l", to="4,5", unknown={0: (0,)}, feed={0: 1}),
    *refused(op("ADD", "2,3", "2,3", to="2,3;4,5")),
    *refused(op("MUL", "2,3", [1.0, 5.0, 2.0], to="2,4")),
    *refused(op("ATAN2", "2,3", "2,3", to="4,5;5")),
    *refused(op("ADD_N", "2,3", "2,3", to="4,5;1,5")),
    *refused(op("SELECT", "o:2,3", "2,3", "2,3", to="4,1;4,5;4,5")),
    *refused(op("PRELU", "2,3,4", np.array([1, 5, 2, 2], np.float32), to="2,3,5")),
]
