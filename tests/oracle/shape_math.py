"""Shape arithmetic as exporters write it."""

from __future__ import annotations

from typing import Any

from tests.oracle.kernel import Net, Ref


def size(n: Net, x: Ref, axis: int) -> Ref:
    """One size of x."""
    return n("STRIDED_SLICE", shape(n, x), [axis], [axis + 1], [1], shrink_axis_mask=1)


def shape(n: Net, x: Ref, letter: str = "i") -> Ref:
    """All sizes of x."""
    return n("SHAPE", x, outs=letter, out_type={"i": 2, "l": 4}[letter])


def pack(n: Net, *numbers: Any) -> Ref:
    """Numbers into a vector."""
    return n("PACK", *numbers, values_count=len(numbers), outs="i")


def part(n: Net, x: Ref, start: int, stop: int, step: int = 1) -> Ref:
    """Entries of a vector."""
    return n("STRIDED_SLICE", x, [start], [stop], [step])
