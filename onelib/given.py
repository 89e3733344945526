"""What a command line or a cfg gives by name."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Given:
    """Files for constants, shapes of results as text, sizes of axes, and the batch."""

    constants: Mapping[str, str] = field(default_factory=dict)
    output_shapes: Mapping[str, str] = field(default_factory=dict)
    dims: Mapping[str, int] = field(default_factory=dict)
    batch: int | None = None
