"""What a verification has found, or why there was none."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np

from circle_resizer.errors import RefusedError

Array: TypeAlias = "np.ndarray[Any, Any]"


@dataclass(frozen=True, slots=True)
class Verification:
    """What was compared, and by which runtime."""

    runtime: str
    """Such as ``ai-edge-litert 2.3.0``; empty if the models were not run."""
    lines: tuple[str, ...]
    """What was compared, or why nothing was, a sentence each."""
    largest: float | None = None
    """The largest difference of all outputs that were compared; ``None`` if none was."""


def all_finite(arrays: Sequence[Array]) -> bool:
    """Whether there are plain numbers everywhere."""
    return all(bool(np.isfinite(a).all()) for a in arrays if a.dtype.kind in "fc")


def unverified(reasons: Sequence[str], *, required: bool) -> Verification:
    """The models were not run."""
    if required:
        raise RefusedError("\n".join(f"verify: required, and {reason}" for reason in reasons))
    return Verification("", tuple(f"not verified: {reason}" for reason in reasons))
