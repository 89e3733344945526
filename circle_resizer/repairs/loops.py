"""State that is carried: WHILE operands and the variable tensors of recurrent operators."""

from __future__ import annotations

from circle_resizer.dim import Sym
from circle_resizer.job import Job
from circle_resizer.repairs.table import repair
from circle_resizer.repairs.ties import tie
from circle_resizer.schema.options import WhileOptions


@repair("WHILE")
def while_(job: Job) -> None:
    """What goes round the loop has the sizes that the body gives it."""
    opt = job.site.opt
    if not isinstance(opt, WhileOptions) or any(v is None for v in job.operands):
        return
    for _ in range(len(job.operands) + 1):
        state = [v for v in job.operands if v is not None]
        after = job.engine.call(job.site, opt.body_subgraph_index, state)
        changed = False
        for k, (before, now) in enumerate(zip(state, after, strict=True)):
            if before.shape is None or now.shape is None or len(before.shape) != len(now.shape):
                continue
            for axis, (a, b) in enumerate(zip(before.shape, now.shape, strict=True)):
                if isinstance(b, Sym) and a != b and job.sizes.stored(b) == job.sizes.stored(a):
                    if before.constant:
                        tie(job, k, axis, b)
                    elif job.agree(a, b) is None:
                        continue
                    else:
                        job.replace_shape(k, axis, b)
                    changed = True
        if not changed:
            return


@repair(
    "LSTM", "UNIDIRECTIONAL_SEQUENCE_LSTM", "BIDIRECTIONAL_SEQUENCE_LSTM", "RNN",
    "UNIDIRECTIONAL_SEQUENCE_RNN", "BIDIRECTIONAL_SEQUENCE_RNN", "SVDF",
)  # fmt: skip
def recurrent(job: Job) -> None:
    """Variable state tensors belong to the batch."""
    shape = job.shape(0)
    if shape is None or not shape:
        return
    time_major = bool(vars(type(job.site.opt)).get("time_major", False))
    time_major = bool(vars(job.site.opt).get("time_major", time_major))
    batch = shape[1] if time_major and len(shape) == 3 else shape[0]
    stored = job.sizes.stored(batch)
    for k, value in enumerate(job.operands):
        if value is None or not value.shape or not job.is_variable(k):
            continue
        if isinstance(batch, Sym) and (stored is None or value.shape[0] == stored):
            job.follow_variable(k, 0, batch)
