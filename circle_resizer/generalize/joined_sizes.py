"""What a size was joined from: the maps of a detector beside each other, a token before a map."""

from __future__ import annotations

from circle_resizer.file.model import Operator
from circle_resizer.generalize.context import Context
from circle_resizer.inference.value import Shape
from circle_resizer.schema.options import ConcatenationOptions
from circle_resizer.symbolic.dim import Dim


def pieces_of(ctx: Context, size: Dim) -> list[Dim]:
    """The sizes that a CONCATENATION has made a size of, and those that others have made these."""
    if isinstance(size, int) or len(size.terms) < 2:
        return [size]
    for op in reversed(ctx.site.graph.operators[: ctx.site.op.index]):
        pieces = joined(ctx, op, size) if op.kind == "CONCATENATION" else []
        if pieces:
            return [piece for each in pieces for piece in pieces_of(ctx, each)]
    return [size]


def joined(ctx: Context, op: Operator, size: Dim) -> list[Dim]:
    """The operands' sizes, if the operator joins them to this one."""
    shapes = [shape_at(ctx, i) for i in (*op.inputs, *op.outputs)]
    axis, rank = op.options(ConcatenationOptions).axis, len(shapes[-1])
    if not -rank <= axis < rank or any(len(shape) != rank for shape in shapes):
        return []
    *pieces, whole = (shape[axis] for shape in shapes)
    return pieces if whole == size and size not in pieces else []


def shape_at(ctx: Context, index: int) -> Shape:
    """The shape of a tensor that is known already."""
    value = ctx.engine.value(ctx.site.graph, ctx.site.frame, index)
    return value.shape or ()
