"""Reductions, numbers out of nothing, and Fourier transforms."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from tests.oracle.kernel import Net, net, op, refused

FLOATS = "MEAN SUM REDUCE_PROD REDUCE_MAX REDUCE_MIN"
FLAGS = "REDUCE_ANY REDUCE_ALL"


def counted(limit: str, step: float) -> Callable[[Net], object]:
    """Numbers up to one that comes in, beside something that changes."""

    def build(n: Net) -> object:
        return n("ABS", "2,3"), n("RANGE", 0 * step, limit, step)

    return build


CASES = [
    *(
        case
        for name in FLOATS.split()
        for case in (
            *op(name, "2,3,4", [1], to=["5,6,7"]),
            *op(name, "2,3,4", [0, -1], to=["5,6,7", "5,6"], keep_dims=True, name=f"{name} kept"),
            *op(name, "2,3,4", 2, to=["5,6,7,8"], name=f"{name} scalar axis"),
        )
    ),
    *(
        case
        for name in FLAGS.split()
        for case in (
            *op(name, "o:2,3,4", [1], to=["5,6,7"]),
            *op(name, "o:2,3,4", [0, 2], to=["5,6,7"], keep_dims=True, name=f"{name} kept"),
        )
    ),
    *op("ARG_MAX", "2,3,4", 1, to=["5,6,7"], output_type=2),
    *op("ARG_MAX", "2,3,4", -1, to=["5,6", "7"], output_type=2, name="ARG_MAX last"),
    *op("ARG_MIN", "2,3,4", 0, to=["5,6,7"], outs="l", output_type=4),
    *op("SHAPE", "2,3", to=["4,5,6", ""], out_type=2),
    *op("SHAPE", "2,3", outs="l", to=["4"], out_type=4, name="SHAPE int64"),
    *op("RANK", "2,3", to=["4,5,6", ""]),
    *net(counted("i:", 2), to=["4;"], feed={1: 9}, unknown={1: (0,)}, name="RANGE"),
    *net(counted("", 0.5), to=["4;"], feed={1: 3.25}, unknown={1: (0,)}, name="RANGE floats"),
    *op("RANDOM_UNIFORM", "i:2", to=["3"], feed={0: [2, 1, 3]}, outs="f", unknown={0: (0, 1, 2)}),
    *op(
        "RANDOM_STANDARD_NORMAL",
        "i:2",
        to=["3"],
        feed={0: [2, 4, 1]},
        outs="f",
        unknown={0: (0, 1, 2)},
    ),
    *op("MULTINOMIAL", "2,3", 4, to=["5,6"], outs="l"),
    *op("RFFT2D", "3,4,8", np.array([4, 8], np.int32), to=["5,4,8"]),
    *op("RFFT2D", "3,4,8", np.array([4, 8], np.int32), to=["2,3,4,8"], name="RFFT2D rank 4"),
    *refused(op("SUM", "2,3,4", [2], to="5,6")),
    *refused(op("ARG_MAX", "2,3,4", 2, to="5,6", output_type=2)),
    *refused(op("MULTINOMIAL", "2,3", 4, to="5", outs="l")),
]
