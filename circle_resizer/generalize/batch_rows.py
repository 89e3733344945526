"""The column of batch numbers in the indices of a GATHER_ND.

``x[arange(b), i]`` of one batch is exported as a [0] beside the other index. It has begun to count
where it picks along an axis that is as long as there are rows of indices, one for each.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from circle_resizer.generalize.context import Job
from circle_resizer.inference.graph_paths import Paths
from circle_resizer.inference.value import Shape
from circle_resizer.schema.options import ConcatenationOptions
from circle_resizer.symbolic.dim import Dim
from circle_resizer.tables.compare import Array, Extension, assumed


def row_of_each(
    job: Job, operand: int, extents: Mapping[int, Dim], array: Array | None
) -> Extension | None:
    """A single column [0 .. n - 1] that goes on to count; ``None`` if it may be anything else."""
    opt, op = job.site.opt, job.site.op
    if array is None or len(extents) != 1 or not isinstance(opt, ConcatenationOptions):
        return None
    ((axis, size),) = extents.items()
    rows, new = array.shape[axis], job.sizes.wanted_int(size)
    shape = [rows if a == axis else 1 for a in range(array.ndim)]
    counts = array.shape == tuple(shape) and np.array_equal(array.reshape(-1), np.arange(rows))
    if not counts or new is None or opt.axis % array.ndim != array.ndim - 1:
        return None
    widths = [(job.shape(k) or (None,))[-1] for k in range(operand)]
    column = sum(width for width in widths if isinstance(width, int))
    readers = Paths(job.site.graph).behind(op)
    if None in widths or not readers or any(r.kind != "GATHER_ND" for r in readers):
        return None
    for reader in readers:
        data = table_shape(job, reader.inputs[0])
        if data is None or column >= len(data) or job.agree(data[column], size) is None:
            return None
    shape[axis] = -1
    rule = "numbers of the batches, one for each"
    return assumed(rule, lambda: np.arange(new, dtype=array.dtype).reshape(shape))


def table_shape(job: Job, index: int) -> Shape | None:
    """The shape of what is picked from, if it is known already."""
    value = job.site.frame[index]
    return value.shape if value is not None else None
