"""One module per operator family; importing this package fills the rule tables."""

from circle_resizer.ops import (
    broadcast,
    shape,
)

__all__ = [
    "broadcast",
    "shape",
]
