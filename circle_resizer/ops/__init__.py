"""One module per operator family; importing this package fills the rule tables."""

from circle_resizer.ops import (
    broadcast,
    circle_only,
    control_flow,
    custom_vision,
    loops,
    lstm,
    recurrent,
    shape,
    stablehlo,
    stablehlo_index,
    stablehlo_window,
    variables,
)

__all__ = [
    "broadcast",
    "circle_only",
    "control_flow",
    "custom_vision",
    "loops",
    "lstm",
    "recurrent",
    "shape",
    "stablehlo",
    "stablehlo_index",
    "stablehlo_window",
    "variables",
]
