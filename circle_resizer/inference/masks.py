"""STRIDED_SLICE: what each entry of begin, end and strides does, by the bits of the masks."""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum

from circle_resizer.errors import RuleError
from circle_resizer.schema.options import StridedSliceOptions


def on(mask: int, bit: int) -> bool:
    """Whether ``bit`` is set: bit i of a mask is about entry i."""
    return bool(mask >> bit & 1)


class Role(Enum):
    """What an entry of begin, end and strides does to an axis."""

    NEW = "x[None]: a unit axis appears"
    KEPT = "x[:]: the axis stays as a whole"
    PICKED = "x[i]: the axis disappears"
    CUT = "x[i:j:k]: rows of the axis stay"


def roles(rank: int, count: int, opt: StridedSliceOptions) -> Iterator[tuple[Role, int, int]]:
    """(role, entry, axis of x) for each axis of x and each new one, in order.

    A kept axis, as an ellipsis takes it, has entry -1; a new one names the axis that follows it.
    """
    axis = 0
    for i in spread(rank, count, opt):
        if i is None:
            role = Role.KEPT
        elif on(opt.new_axis_mask, i):
            role = Role.NEW
        else:
            role = Role.PICKED if on(opt.shrink_axis_mask, i) else Role.CUT
        yield role, -1 if i is None else i, axis
        axis += role is not Role.NEW


def spread(rank: int, count: int, opt: StridedSliceOptions) -> list[int | None]:
    """For each axis of x and each new one the entry that cuts it, ``None`` for no cut.

    As in TFLite, an ellipsis takes at least one axis and entries beyond the last axis are ignored
    (TFLite strided_slice.cc, BuildStridedSliceParams).
    """
    entries: list[int | None] = list(range(count))
    new = [i for i in range(count) if on(opt.new_axis_mask & ~opt.ellipsis_mask, i)]
    axes = rank + len(new)
    dots = next((i for i in range(count) if on(opt.ellipsis_mask, i)), None)
    if dots is not None:
        entries[dots : dots + 1] = [None] * max(1, axes - count + 1)
    found = [*entries, *[None] * axes][:axes]
    if any(i not in found for i in new):
        raise RuleError(f"{count} entries are too many for rank {rank}")
    return found
