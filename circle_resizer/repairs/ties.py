"""Data tied to a size: a constant whose axis meets a size that changes (design §5)."""

from __future__ import annotations

from circle_resizer.constants import tied_array
from circle_resizer.dim import Dim
from circle_resizer.job import Job


def tie(job: Job, operand: int, axis: int, size: Dim) -> None:
    """A constant's axis has to become ``size``; ``settle_ties`` decides about all axes at once."""
    job.pending.setdefault(operand, {})[axis] = size
    job.replace_shape(operand, axis, size)


def settle_ties(job: Job) -> None:
    """Rebuild the tied constants of this operator, or say why their data cannot follow."""
    for operand, extents in job.pending.items():
        index = job.site.op.inputs[operand]
        tensor = job.site.graph.tensors[index]
        numbers = {a: job.sizes.wanted_int(d) for a, d in extents.items()}
        wanted = {a: n for a, n in numbers.items() if n is not None}
        found = None
        if len(wanted) == len(numbers):
            found = tied_array(
                job.engine.model, tensor, wanted, job.settings.constants,
                cut=job.settings.cut_tables, sizes=job.sizes.moving_numbers(),
            )  # fmt: skip
        if found is None:
            job.blocked(refusal(tensor.name, tensor.shape or (), extents, job))
            continue
        job.regrow(operand, extents, found)


def refusal(name: str, shape: tuple[int, ...], extents: dict[int, Dim], job: Job) -> str:
    """Tensor, axis, old and new extent, and the way out."""
    changes = [f"axis {a} {shape[a]} -> {job.sizes.wanted(d)}" for a, d in extents.items()]
    shrinks = all(
        isinstance(n := job.sizes.wanted(d), int) and n < shape[a] for a, d in extents.items()
    )
    return (
        f"the data of constant '{name}' is tied to the stored size ({', '.join(changes)}) and no "
        f"rule in it says how to go on; give new data with --constant '{name}=FILE.npy'"
        + (" or cut it with --cut-tables" if shrinks else "")
    )
