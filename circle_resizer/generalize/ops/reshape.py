"""RESHAPE targets and SQUEEZE axes (design: same elements, same row-major order)."""

from __future__ import annotations

from collections.abc import Sequence

from circle_resizer.generalize import second_layouts, whole_maps
from circle_resizer.generalize.context import Job
from circle_resizer.generalize.registry import LONE, repair
from circle_resizer.generalize.rivals import untried
from circle_resizer.inference.value import Shape, Value, shown
from circle_resizer.layouts.permutations import Reading
from circle_resizer.schema.options import ReshapeOptions, SqueezeOptions
from circle_resizer.symbolic.dim import Dim, Sym, atoms_of, product

FIRST = "first layout that fits"
REORDERED = "its own sizes in another order"


@repair("RESHAPE")
def reshape(job: Job) -> None:
    """The target follows the operand, factor by factor."""
    shape = job.shape(0)
    target = frozen_target(job)
    if shape is not None and target is None:
        follow_computed(job, shape)
    if shape is None or target is None or not any(isinstance(d, Sym) for d in shape):
        return
    whole = resolved(target, [job.sizes.stored(d) for d in shape])
    if whole is None or stays_true(job, shape, target):
        return
    visible = tuple(
        1 if job.sizes.stored(d) == 1 and not job.sizes.changes(d) else d for d in shape
    )
    readings = job.ledger.regroup(visible, whole)
    exact = [r for r in readings if is_exact(job, shape, r)]
    split = all(r.grows for r in exact)
    if split and still_holds(job, shape, whole) and job.is_bare:
        job.keep(1, list(target), LONE)
        return
    if not exact:
        exact = reordered(job, shape, whole)
    if not exact and (made := second_layouts.made_layout(job)):
        exact = [Reading(made)]
    if not exact:
        job.blocked(refusal(job, shape, target, readings))
        return
    if not (exact := second_layouts.layouts(job, exact)):
        return
    chosen = job.read(exact)
    index = exact.index(chosen)
    later = range(index + 1, len(exact))
    job.ledger.rivals[job.site.key] = [
        k for k in later if not exact[k].moves_unit and not exact[k].same_rows(chosen)
    ]
    apply(job, chosen, target, rivals=untried(job.ledger, job.site.key))


def reordered(job: Job, shape: Shape, target: Sequence[int]) -> list[Reading]:
    """The target with the operand's own sizes in another order: ``[9,5]`` as ``[5,9]``.

    As many elements for all sizes, and what a relative shift does to ``[2 * L - 1, L]``. An axis
    that was 1 stays where it is: ``[8,B,5]`` as ``[B,5,8]`` would mix the batches.
    """
    left, dims = list(shape), list[Dim]()
    for size in target:
        found = [d for d in left if job.sizes.stored(d) == size]
        if not found or any(d != found[0] for d in found):
            return []
        left.remove(found[0])
        dims.append(found[0])
    units = [d for d in shape if job.sizes.stored(d) == 1 != d]
    if left or any(before(shape, d) != before(dims, d) for d in units):
        return []
    return [Reading(tuple(dims), REORDERED)]


def before(shape: Sequence[Dim], size: Dim) -> Dim:
    """How many rows lie in front of an axis: where a batch stands, none of its rows may cross."""
    return product(shape[: list(shape).index(size)])


def follow_computed(job: Job, shape: Shape) -> None:
    """A target that an operator puts together: sizes written out in it have to follow too."""
    value = job.operand(1)
    sizes = value.sizes() if value is not None else None
    known = [job.sizes.stored(d) for d in sizes or ()]
    if not sizes or None in known:
        return
    numbers = [n for n in known if n is not None]
    whole = resolved(numbers, [job.sizes.stored(d) for d in shape])
    free = [k for k, d in enumerate(sizes) if atoms_of(d) & job.ledger.free.keys()]
    if whole is None or not free:
        return
    fitting = [
        r for r in job.ledger.regroup(shape, whole)
        if r.perm is None and len(r.dims) == len(sizes) and is_exact(job, shape, r)
        and all(says(job, d, e) for k, (d, e) in enumerate(zip(sizes, r.dims, strict=True))
                if k not in free)
    ]  # fmt: skip
    if not fitting:
        job.blocked(
            f"the shape it is given was {whole}, and would have to be "
            f"{shown(tuple(job.sizes.wanted(d) for d in shape))} in another order; what is written "
            "out in it cannot follow"
        )
        return
    dims = job.read(fitting).dims
    for k in free:
        if job.agree(sizes[k], dims[k]) is None:
            job.blocked(f"size {k} of the shape it is given would have to be {dims[k]}")
    job.site.answers = [dims]


def says(job: Job, size: Dim, dim: Dim) -> bool:
    """Whether a computed size is what a reading says; a -1 takes whatever is left."""
    return size == -1 or job.sizes.wanted(size) == job.sizes.wanted(dim)


def frozen_target(job: Job) -> tuple[int, ...] | None:
    """The target as the file holds it; ``None`` when an operator computes it."""
    if job.operand(1) is not None:
        return job.frozen(1)
    opt = job.site.opt
    return opt.new_shape if isinstance(opt, ReshapeOptions) else None


def resolved(target: Sequence[int], stored: Sequence[int | None]) -> tuple[int, ...] | None:
    """The target with its -1 replaced; ``None`` when it was not true for the stored sizes."""
    total = 1
    for size in stored:
        if size is None:
            return None
        total *= size
    fixed = 1
    for size in target:
        fixed *= size if size != -1 else 1
    if -1 not in target:
        return tuple(target) if fixed == total else None
    if target.count(-1) > 1 or fixed < 1 or total % fixed:
        return None
    return tuple(total // fixed if size == -1 else size for size in target)


def stays_true(job: Job, shape: Shape, target: Sequence[int]) -> bool:
    """Whether the file was made for any size of what changes, and its -1 takes just that."""
    if -1 not in target or not all(job.sizes.is_dynamic(d) for d in shape):
        return False
    fixed = product(size for size in target if size != -1)
    left = product(shape) // fixed
    return left * fixed == product(shape)


def is_exact(job: Job, shape: Shape, reading: Reading) -> bool:
    """Whether the reading holds just as many elements at the wanted sizes."""
    before, after = product(shape), product(reading.dims)
    if isinstance(job.sizes.wanted(before), int) and isinstance(job.sizes.wanted(after), int):
        return job.sizes.same(before, after)
    return before == after or not reading.grows


def still_holds(job: Job, shape: Shape, target: Sequence[int]) -> bool:
    """Whether the target as it is holds all elements at the wanted sizes too."""
    return job.sizes.wanted_product(shape) == product(target)


def refusal(job: Job, shape: Shape, target: Sequence[int], readings: Sequence[Reading]) -> str:
    """Why no reading will do."""
    operand = job.operands[0]
    name = operand.name if operand else "operand"
    wanted = shown(tuple(job.sizes.wanted(d) for d in shape))
    stored = shown(tuple(job.sizes.stored(d) or 0 for d in shape))
    said = (
        f"target {list(target)} was written for '{name}' of shape {stored}, which becomes {wanted}"
    )
    if readings:
        dims = shown(readings[0].dims)
        return f"{said}; it would have to be {dims}, which does not divide evenly"
    return f"{said}; no order of its axes fits"


def apply(job: Job, reading: Reading, target: Sequence[int], *, rivals: bool) -> None:
    """Put the reading in place of the target; ``rivals``: other layouts were not ruled out."""
    if reading.perm is not None:
        source = reading.split or job.shape(0) or ()
        between = tuple(source[axis] for axis in reading.perm) if reading.merges else None
        job.swap(reading.perm, reading.split, between)
        if not reading.merges:
            remember(job, reading)
            override(job, reading.dims)
            return
    opt = job.site.opt
    job.site.answers = [reading.dims]
    remember(job, reading)
    if job.operand(1) is not None:
        job.set_entries(1, reading.dims)
    if isinstance(opt, ReshapeOptions) and len(opt.new_shape) == len(target) > 0:
        job.set_option("new_shape", reading.dims)
    if rivals or (reading.preference and not job.ledger.refuted.get(job.site.key)):
        job.assume(reading.preference or FIRST)


def remember(job: Job, reading: Reading) -> None:
    """Note what is asked later on about the axes of a result."""
    job.ledger.remember(reading.dims)
    for size in reading.dims:
        whole_maps.remember(job.ledger, size)
        flattens = reading.moves_unit or reading.preference == "flattened rows"
        if flattens and isinstance(size, Sym) and size.parts:
            job.ledger.flattened[size.terms] = True
    if reading.preference == REORDERED:
        job.ledger.reordered[job.site.graph.index, job.site.op.outputs[0]] = True


def override(job: Job, dims: Sequence[Dim]) -> None:
    """Let the rule answer ``dims`` without a change of the constant."""
    value = job.operand(1)
    if value is not None:
        job.operands[1] = Value(value.name, (len(dims),), tuple(dims), value.type, constant=True)
    else:
        job.site.opt = ReshapeOptions(new_shape=tuple(dims))


@repair("SQUEEZE")
def squeeze(job: Job) -> None:
    """An axis that is squeezed by name must stay 1; without names, whatever is 1 goes."""
    shape, opt = job.shape(0), job.site.opt
    if shape is None or not isinstance(opt, SqueezeOptions):
        return
    named = {axis % len(shape) for axis in opt.squeeze_dims} if shape else set()
    for axis, size in enumerate(shape):
        if not named and job.sizes.wanted(size) == 1:
            job.replace_shape(0, axis, 1)
        if axis in named and job.sizes.changes(size):
            job.blocked(
                f"axis {axis} is squeezed away, but its size 1 becomes {job.sizes.wanted(size)}"
            )
            job.replace_shape(0, axis, 1)
