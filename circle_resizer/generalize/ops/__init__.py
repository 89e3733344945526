"""One module per family of operators, as in ``ops``; importing this package fills the registry."""

from circle_resizer.generalize.ops import (
    broadcast,
    concat,
    control_flow,
    convolution,
    fill,
    gather,
    loops,
    matmul,
    pad,
    recurrent,
    reshape,
    resize,
    slicing,
    stablehlo,
    stablehlo_index,
    variables,
)

__all__ = [
    "broadcast",
    "concat",
    "control_flow",
    "convolution",
    "fill",
    "gather",
    "loops",
    "matmul",
    "pad",
    "recurrent",
    "reshape",
    "resize",
    "slicing",
    "stablehlo",
    "stablehlo_index",
    "variables",
]
