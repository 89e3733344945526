"""The column of batch numbers in the indices of a GATHER_ND.

``x[arange(b), i]`` of one batch is exported as a [0] beside the other index. It has begun to count
where it picks along an axis that is as long as there are rows of indices, one for each.
"""

from __future__ import annotations

from collections.abc import Mapping

from circle_resizer.generalize.context import Context
from circle_resizer.inference.graph_paths import Paths
from circle_resizer.inference.value import Shape
from circle_resizer.lazy_numpy import np
from circle_resizer.schema.options import ConcatenationOptions
from circle_resizer.symbolic.dim import Dim
from circle_resizer.tables.compare import Array, Extension, assumed


def row_of_each(
    ctx: Context, operand: int, extents: Mapping[int, Dim], array: Array | None
) -> Extension | None:
    """A single column [0 .. n - 1] that goes on to count; ``None`` if it may be anything else."""
    new = [ctx.sizes.wanted_int(size) for size in extents.values()]
    if array is None or len(new) != 1 or not is_count(array, min(extents)):
        return None
    column, (size,), (count,) = column_of(ctx, operand), extents.values(), new
    if count is None or column is None or not picks(ctx, column, size):
        return None
    shape = [count if axis in extents else 1 for axis in range(array.ndim)]
    rule = "numbers of the batches, one for each"
    return assumed(rule, lambda: np.arange(count, dtype=array.dtype).reshape(shape))


def is_count(array: Array, axis: int) -> bool:
    """Whether an array counts 0, 1, .. along one axis and has no other."""
    rows = array.shape[axis]
    return array.size == rows and np.array_equal(array.reshape(-1), np.arange(rows))


def column_of(ctx: Context, operand: int) -> int | None:
    """The column that an operand becomes where indices are put side by side."""
    opt, shapes = ctx.site.opt, [ctx.shape(k) or () for k in range(operand + 1)]
    rank = len(shapes[operand])
    if not isinstance(opt, ConcatenationOptions) or not rank or opt.axis % rank != rank - 1:
        return None
    widths = [width for shape in shapes[:operand] for width in shape[-1:]]
    known = [width for width in widths if isinstance(width, int)]
    return sum(known) if len(known) == operand else None


def picks(ctx: Context, column: int, size: Dim) -> bool:
    """Whether all who read the indices pick along an axis of this size by that column."""
    readers = Paths(ctx.site.graph).behind(ctx.site.op)
    shapes = [table_shape(ctx, r.inputs[0]) for r in readers if r.kind == "GATHER_ND"]
    if not shapes or len(shapes) < len(readers):
        return False
    found = [shape[column] for shape in shapes if shape is not None and column < len(shape)]
    agreed = [ctx.agree(own, size) for own in found]
    return len(found) == len(shapes) and None not in agreed


def table_shape(ctx: Context, index: int) -> Shape | None:
    """Shape of the operand of a GATHER that rows are picked from, if it is known already."""
    value = ctx.site.frame[index]
    return value.shape if value is not None else None
