"""Constant rows of EMBEDDING_LOOKUP."""

from __future__ import annotations

from circle_resizer.generalize.constant_axes import given
from circle_resizer.generalize.context import Job
from circle_resizer.generalize.ops.gather import frozen_array, two_readings
from circle_resizer.generalize.registry import repair


@repair("EMBEDDING_LOOKUP")
def embedding_lookup(job: Job) -> None:
    """Constant rows of a table that gets other rows; the first one stays the first."""
    shape, ids = job.shape(1), frozen_array(job, 0)
    if not shape or ids is None or not job.sizes.moves(shape[0]) or given(job, 0):
        return
    listed = sorted(set(ids.tolist()))
    if listed != [0]:
        job.blocked(two_readings(job, listed[:8], 0, shape[0], operand=0))
