"""One module per kind of frozen constant; importing this package fills the repair table."""

from circle_resizer.repairs import (
    agreement,
    branches,
    channels,
    indices,
    joining,
    loops,
    padding,
    products,
    reshape,
    slicing,
    spatial,
    state,
    targets,
)

__all__ = [
    "agreement",
    "branches",
    "channels",
    "indices",
    "joining",
    "loops",
    "padding",
    "products",
    "reshape",
    "slicing",
    "spatial",
    "state",
    "targets",
]
