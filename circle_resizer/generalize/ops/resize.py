"""RESIZE_BILINEAR and RESIZE_NEAREST_NEIGHBOR: sizes of images that follow the input or not."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from circle_resizer.generalize.context import Context
from circle_resizer.generalize.maps_met import maps_so_far
from circle_resizer.generalize.registry import generalizes
from circle_resizer.refusals import wording
from circle_resizer.symbolic.dim import Dim, Sym

ROW_BY_ROW = {"ADD", "SUB", "MUL", "DIV", "CAST", "QUANTIZE", "DEQUANTIZE", "TRANSPOSE"}
"""Operators that an image goes through before a network begins."""


@generalizes("RESIZE_BILINEAR", "RESIZE_NEAREST_NEIGHBOR")
def resize(ctx: Context) -> None:
    """A size that was a multiple or fraction of the operand's stays that multiple.

    It may as well be the size of a map that came before, to which a result is blown up again; where
    the two part, a consumer has to decide.
    """
    shape, size = ctx.shape(0), ctx.specialised(1)
    if shape is None or len(shape) != 4 or size is None or len(size) != 2:
        return
    own = shape[1:3]
    image = Image(own, [ctx.sizes.stored(d) for d in own], size, maps_of(ctx, size))
    new: list[Dim] = list(size)
    for entry in range(2):
        if isinstance(own[entry], Sym) and image.stored[entry]:
            new[entry] = resized(ctx, image, entry)
    ctx.set_entries(1, new)


@dataclass(frozen=True, slots=True)
class Image:
    """Rows and columns of an image that is resized."""

    own: Sequence[Dim]
    stored: Sequence[int | None]
    size: Sequence[int]
    """What it is resized to."""
    maps: Sequence[Sequence[Dim]]
    """Rows and columns of earlier maps that were as large."""


def resized(ctx: Context, image: Image, entry: int) -> Dim:
    """The rows (entry 0) or columns (1) an image is resized to."""
    goal = image.size[entry]
    candidates, heuristic = scales(ctx, image, entry)
    first = ctx.sizes.wanted(candidates[0])
    rivals = [n for m in image.maps if (n := ctx.sizes.wanted(m[entry])) != first]
    if rivals:
        ambiguity = (
            f"its size {goal} may be that of an earlier map, {rivals[0]}, or stay as it was to "
            f"its input, {first}"
        )
    else:
        ambiguity = (
            why_undecided(ctx, image, entry, first, heuristic) if len(candidates) > 1 else ""
        )
    return ctx.free(1, entry, goal, [] if ambiguity else candidates, heuristic, ambiguity=ambiguity)


def why_undecided(ctx: Context, image: Image, entry: int, first: Dim, heuristic: str) -> str:
    """Why neither a multiple of the input nor the literal is the likelier one; empty: it is."""
    size, stored = image.size, image.stored
    if is_front(ctx) and not ctx.is_bare and not ctx.assumes(heuristic):
        return (
            f"its sizes {list(size)} may be what the network works on, whatever the input, or "
            f"{size[entry]} follows its input of {stored[entry]} and becomes {first} (say "
            f"{wording.assume(heuristic)})"
        )
    if heuristic == "literal size" and all(stretches(size, stored)):
        return f"its sizes {list(size)} are multiples of {list(stored)}, or stay as they are"
    return ""


def is_front(ctx: Context) -> bool:
    """Whether a graph's input is brought to a size before anything else looks at its rows."""
    graph, tensor = ctx.site.graph, ctx.site.op.inputs[0]
    while (op := graph.producers.get(tensor)) is not None and op.kind in ROW_BY_ROW:
        tensor = next((i for i in op.inputs if i in graph.producers or i in graph.inputs), -1)
    return tensor in graph.inputs


def scales(ctx: Context, image: Image, entry: int) -> tuple[list[Dim], str]:
    """Candidates of a size, and the heuristic that ranks them.

    One scale for both axes is what says that it is a scale.
    """
    size, was = image.size, [n or 0 for n in image.stored]
    candidates = [*multiples(ctx, image.own[entry], was[entry], size[entry]), size[entry]]
    if all(was) and size[0] * was[1] == size[1] * was[0]:
        return candidates, "same multiple of its input"
    return candidates[::-1], "literal size"


def stretches(size: Sequence[int], stored: Sequence[int | None]) -> list[bool]:
    """For rows and columns, whether the new size is a whole multiple of the stored one."""
    return [old is not None and new % old == 0 for new, old in zip(size, stored, strict=True)]


def maps_of(ctx: Context, size: Sequence[int]) -> list[Sequence[Dim]]:
    """Rows and columns of the maps computed so far that were as large as ``size`` and move."""
    maps = maps_so_far(ctx).get(tuple(size), ())
    return [rows for rows in maps if any(map(ctx.sizes.moves, rows))]


def multiples(ctx: Context, own: Dim, stored: int, goal: int) -> list[Dim]:
    """``goal / stored`` of ``own``, if that comes out even."""
    if goal == stored:
        return [own]
    if goal % stored == 0:
        return [own * (goal // stored)]
    scaled = own * goal
    wanted = ctx.sizes.wanted_int(scaled)
    even = wanted is not None and wanted % stored == 0
    return [scaled // stored] if even or stored % goal == 0 else []
