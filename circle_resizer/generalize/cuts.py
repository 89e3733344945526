"""Where a slice of a resized axis begins or ends: at an end, or inside, which is ambiguous."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import accumulate

from circle_resizer.generalize.choices import ancestors
from circle_resizer.generalize.context import Context
from circle_resizer.generalize.registry import LONE
from circle_resizer.schema.options import ConcatenationOptions
from circle_resizer.symbolic.dim import Dim, Sym

PADS = {"PAD", "PADV2"}
JOINERS = {"CONCATENATION", *PADS}
CUT = "a cut inside the axis stays where it is"
SQUARE = "a relative shift keeps as many columns as rows"


@dataclass(frozen=True, slots=True)
class Cut:
    """A slice of one axis that changes."""

    entry: int
    axis: int
    size: Sym
    extent: int
    """The stored size."""
    stride: int = 1
    from_last: bool = False
    """Whether it begins at the last row, to run backward."""


def inside(ctx: Context, operand: int, cut: Cut, at: int) -> Dim:
    """A cut that is at neither end of its axis."""
    boundary = (ctx.site.graph.index, ctx.site.op.inputs[0], cut.axis, at)
    candidates, heuristic = cut_choices(ctx, cut, at), CUT
    if not candidates and (squares := square_cut(ctx, at)):
        candidates, heuristic = squares, SQUARE
    if not candidates and ctx.is_bare:
        candidates, heuristic = [at], LONE
    if not ctx.sizes.moves(cut.size):
        candidates, heuristic = [at], "literal size"
    return ctx.free(operand, cut.entry, at, candidates, heuristic, shared=boundary)


def square_cut(ctx: Context, at: int) -> list[Dim]:
    """Behind a relative shift ``[L, 2 * L - 1]`` is cut to ``[L, L]``."""
    if (ctx.site.graph.index, ctx.site.op.inputs[0]) not in ctx.store.reordered:
        return []
    rows = [d for d in ctx.shape(0) or () if ctx.sizes.changes(d) and ctx.sizes.stored(d) == at]
    return [rows[0], at] if rows else []


def cut_choices(ctx: Context, cut: Cut, at: int) -> list[Dim]:
    """A first row stays one row; any other cut has two candidates, which a consumer decides."""
    seams = seams_of(ctx, cut.axis)
    if seams is not None:
        joined = [seam for seam in seams if ctx.sizes.stored(seam) == at]
    else:
        joined = joint(ctx, at, cut.size)
    if joined:
        return joined
    return [at] if at == 1 and not is_seam(ctx, cut.entry, at) else []


def seams_of(ctx: Context, axis: int) -> list[Dim] | None:
    """Where operands meet along an axis of what a CONCATENATION has just made; else ``None``."""
    graph, frame = ctx.site.graph, ctx.site.frame
    op = graph.producers.get(ctx.site.op.inputs[0])
    if op is None or op.kind != "CONCATENATION":
        return None
    shapes = [ctx.engine.value(graph, frame, i).shape for i in op.inputs]
    rank = len(ctx.shape(0) or ())
    if op.options(ConcatenationOptions).axis % max(rank, 1) != axis:
        return None
    sizes = [shape[axis] for shape in shapes if shape is not None and len(shape) == rank]
    return list(accumulate(sizes))[:-1] if len(sizes) == len(shapes) else None


def joint(ctx: Context, cut: int, size: Sym) -> list[Dim]:
    """Where an axis was joined from a fixed part and one that changes, a cut between the two."""
    fixed = sum(number for monomial, number in size.terms if not monomial)
    if fixed < 1 or (fixed == 1 and not joins_before(ctx)):
        return []
    padded = list(pad_seams(ctx, fixed, size))
    places: list[Dim] = padded[0] if padded else [fixed, size - fixed]
    return found if len(found := [p for p in places if ctx.sizes.stored(p) == cut]) == 1 else []


def pad_seams(ctx: Context, fixed: int, size: Sym) -> Iterator[list[Dim]]:
    """Where a PAD on the way here, of so many rows, has joined them: none for both ends."""
    graph, frame = ctx.site.graph, ctx.site.frame
    before = ancestors(graph.producers, ctx.site.op.inputs)
    operators = [graph.operators[i] for i in sorted(before, reverse=True)]
    for op in operators:
        ends = ctx.engine.value(graph, frame, op.inputs[1]).ints() if op.kind in PADS else None
        for before, behind in zip(*[iter(ends or ())] * 2, strict=True):
            if before + behind == fixed:
                yield [fixed] if not behind else [size - fixed] if not before else []


def joins_before(ctx: Context) -> bool:
    """Whether something is joined on the way here: other operators add 1 to a size as well."""
    operators = ctx.site.graph.operators
    before = ancestors(ctx.site.graph.producers, ctx.site.op.inputs)
    return any(operators[i].kind in JOINERS for i in before)


def is_seam(ctx: Context, entry: int, cut: int) -> bool:
    """Whether slices of one tensor meet at ``cut``: halves, which may grow, or a fixed part."""
    site = ctx.site
    begins, ends = set(), set()
    for op in site.graph.operators:
        if op.kind not in {"SLICE", "STRIDED_SLICE"} or op.inputs[0] != site.op.inputs[0]:
            continue
        values = [ctx.engine.value(site.graph, site.frame, i).ints() for i in op.inputs[1:3]]
        first, last = values[0], values[1]
        if first is None or last is None or entry >= min(len(first), len(last)):
            continue
        begins.add(first[entry])
        ends.add(last[entry] if op.kind == "STRIDED_SLICE" else first[entry] + last[entry])
    return cut in begins and cut in ends
