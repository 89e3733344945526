"""Rows of a position table that were folded for a position made from a size.

A step of a decoder stands at the position that its cache is long; a rotary or sinusoidal row of
that position is a constant in the file, and says nothing of the cache.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from circle_resizer.constants import array_of
from circle_resizer.dim import Sym
from circle_resizer.infer import Inference, Site
from circle_resizer.job import Settings
from circle_resizer.ledger import Ledger
from circle_resizer.model import Tensor
from circle_resizer.repairs.counts import given, put
from circle_resizer.schema.options import Options

if TYPE_CHECKING:
    import numpy.typing as npt

    Array = npt.NDArray[Any]

MOST_NUMBERS = 1 << 16
BASES = (10000.0, 500000.0, 1000000.0)


def check(inference: Inference, ledger: Ledger, settings: Settings) -> None:
    """Block rows of a position that moves, unless the user gives others."""
    moving = [n for n in sorted(ledger.sizes.moving_numbers()) if n > 1]
    for site, operand, tensor in rows(inference) if moving else ():
        array = array_of(inference.model, tensor)
        place = site.key, operand
        if array is None or place in ledger.regrown:
            continue
        found = next((n for n in moving if is_row(array, n)), None)
        if found is None:
            continue
        if tensor.name in settings.constants:
            put(ledger, operand, site, given(inference, settings, tensor))
            continue
        ledger.block(
            f"{site}: '{tensor.name}' holds sines or cosines of position {found}, which is the "
            f"stored size of an input that changes; give those of the new position with "
            f"--constant '{tensor.name}=FILE.npy'"
        )


def rows(inference: Inference) -> Iterator[tuple[Site, int, Tensor]]:
    """Constants of real numbers that a computed operand is multiplied by or added to."""
    for index, frame in inference.frames.items():
        graph = inference.model.subgraphs[index]
        for op in graph.operators:
            if op.kind not in {"MUL", "ADD"}:
                continue
            for k, i in enumerate(op.inputs):
                value = frame[i] if i >= 0 else None
                shape = value.shape if value is not None and value.constant else None
                if not shape or isinstance(shape[-1], Sym) or shape[-1] % 2:
                    continue
                if 1 < shape[-1] <= MOST_NUMBERS:
                    yield Site(graph, op, op.kind, frame, Options()), k, graph.tensors[i]


def is_row(array: Array, position: int) -> bool:
    """Whether the first row is that of a position, in the usual orders and bases."""
    import numpy as np  # noqa: PLC0415  (only where there are constants to look at)

    width = array.shape[-1]
    if array.dtype.kind != "f" or array.size > MOST_NUMBERS or not array.size:
        return False
    row = array.reshape(-1, width)[0].astype(np.float64)
    slack = 2e-3 if array.dtype.itemsize == 2 else 1e-5
    half = np.arange(width // 2)
    for base in BASES:
        angle = position * base ** (-half / (width // 2))
        sine, cosine = np.sin(angle), np.cos(angle)
        for first in (sine, cosine):
            for second in (sine, cosine):
                halves = np.concatenate([first, second])
                mixed = np.stack([first, second], axis=1).reshape(-1)
                if min(np.abs(row - halves).max(), np.abs(row - mixed).max()) <= slack:
                    return True
    return False
