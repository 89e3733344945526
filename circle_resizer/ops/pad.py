"""Entries added around a tensor: PAD, PADV2, MIRROR_PAD."""

from circle_resizer.errors import RuleError
from circle_resizer.inference.axis_kinds import Axes, AxisKind, parameters, stays
from circle_resizer.inference.rules import elements, rule
from circle_resizer.inference.value import Elements, Sizes, Value, shown
from circle_resizer.lazy_numpy import np
from circle_resizer.ops.target import ranked
from circle_resizer.schema.options import MirrorPadOptions
from circle_resizer.schema.types import MirrorPadMode
from circle_resizer.symbolic.dim import Dim, differ, never_exceeds


def pairs(amounts: Value, rank: int) -> list[tuple[Dim | None, Dim | None]]:
    """What to add (or cut) before and after each of ``rank`` axes; ``None`` if not known."""
    count, two = amounts.dims(2)
    if differ(count, rank) or differ(two, 2):
        raise RuleError(f"'{amounts.name}' has shape [{count}, {two}], expected [{rank}, 2]")
    flat = amounts.sizes() or [None] * (2 * rank)
    if any(amount is not None and never_exceeds(amount, -1) for amount in flat):
        raise RuleError(f"'{amounts.name}' {shown(flat)} has a negative amount")
    return list(zip(flat[::2], flat[1::2], strict=True))


def pad_axes(x: Value, amounts: Value, value: Value | None = None) -> Axes:
    """Those that get more rows, or may get some."""
    if x.shape is None:
        return parameters(1, amounts, value)
    widths = enumerate(pairs(amounts, len(x.shape)))
    special = {i: AxisKind.WINDOWED for i, width in widths if width != (0, 0)}
    return stays(0, x, special) | parameters(1, amounts, value)


@rule("PAD", "PADV2", axes=pad_axes)
def pad(x: Value, amounts: Value, _value: Value | None = None) -> Sizes | None:
    """[a,b] -> [a+before+after,..] (TFLite pad.cc, ResizeOutputTensor)."""
    rank = ranked(amounts.name, amounts.dims(2)[0]) if x.shape is None else len(x.shape)
    if rank is None:
        return None
    return [
        None if before is None or after is None else size + before + after
        for size, (before, after) in zip(x.dims(rank), pairs(amounts, rank), strict=True)
    ]


@elements("PAD", "PADV2")
def pad_elements(x: Elements, amounts: Elements, value: Elements | None = None) -> Elements:
    """Zeros all around, or ``value``."""
    fill = 0 if value is None else value.item()
    widths = amounts.astype(np.intp)
    out = np.full(widths.sum(axis=1) + x.shape, fill, dtype=object)
    inside = [slice(start, start + n) for start, n in zip(widths[:, 0], x.shape, strict=True)]
    out[tuple(inside)] = x
    return out


@rule("MIRROR_PAD", axes=pad_axes)
def mirror_pad(x: Value, amounts: Value, *, opt: MirrorPadOptions) -> Sizes | None:
    """As PAD, filled with mirrored entries: at most size - 1 for REFLECT, size for SYMMETRIC.

    (TFLite mirror_pad.cc, GetPaddedOutputShape)
    """
    spare = 1 if opt.mode == MirrorPadMode.REFLECT else 0
    for axis, size in enumerate(x.shape or ()):
        for amount in pairs(amounts, len(x.shape or ()))[axis]:
            if amount is not None and never_exceeds(size - spare + 1, amount):
                raise RuleError(
                    f"{amount} entries cannot be mirrored from the {size} of axis {axis}"
                )
    return pad(x, amounts)


@elements("MIRROR_PAD")
def mirror_pad_elements(x: Elements, amounts: Elements, *, opt: MirrorPadOptions) -> Elements:
    """The entries next to the edge, with or without the edge itself."""
    widths = amounts.astype(np.intp).tolist()
    if opt.mode == MirrorPadMode.REFLECT:
        return np.pad(x, widths, mode="reflect")
    return np.pad(x, widths, mode="symmetric")
