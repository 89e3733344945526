"""RESHAPE targets and SQUEEZE axes (design: same elements, same row-major order)."""

from __future__ import annotations

from collections.abc import Sequence

from circle_resizer.generalize import second_layouts, whole_maps
from circle_resizer.generalize.context import Job
from circle_resizer.generalize.registry import LONE, repair
from circle_resizer.generalize.reshape_targets import (
    REORDERED,
    is_exact,
    reordered,
    resolved,
    stays_true,
    still_holds,
    visible,
)
from circle_resizer.generalize.rivals import untried
from circle_resizer.inference.value import Shape, Value, shown
from circle_resizer.layouts.permutations import Reading
from circle_resizer.schema.options import ReshapeOptions, SqueezeOptions
from circle_resizer.symbolic.dim import Dim, Sym, atoms_of

FIRST = "first layout that fits"


@repair("RESHAPE")
def reshape(job: Job) -> None:
    """The target follows the operand, factor by factor."""
    shape = job.shape(0)
    if shape is None:
        return
    target = frozen_target(job)
    if target is None:
        follow_computed(job, shape)
    elif any(isinstance(d, Sym) for d in shape):
        follow_operand(job, shape, target)


def follow_operand(job: Job, shape: Shape, target: tuple[int, ...]) -> None:
    """A target of the file takes the sizes that its numbers were in the operand."""
    whole = resolved(target, [*map(job.sizes.stored, shape)])
    if whole is None or stays_true(job, shape, target):
        return
    readings = job.store.regroup(visible(job, shape), whole)
    exact = [r for r in readings if is_exact(job, shape, r)]
    if job.is_bare and all(r.grows for r in exact) and still_holds(job, shape, whole):
        job.keep(1, list(target), LONE)
        return
    exact = exact or reordered(job, shape, whole) or second_layouts.made(job)
    if not exact:
        job.blocked(refusal(job, shape, target, readings))
    elif exact := second_layouts.layouts(job, exact):
        choose(job, exact, target)


def choose(job: Job, exact: Sequence[Reading], target: Sequence[int]) -> None:
    """Go on with one of several layouts; those behind it that mean other rows are its rivals."""
    chosen = job.read(exact)
    later = range(exact.index(chosen) + 1, len(exact))
    job.store.rivals[job.site.key] = [
        k for k in later if not exact[k].moves_unit and not exact[k].same_rows(chosen)
    ]
    apply(job, chosen, target, rivals=untried(job.store, job.site.key))


def follow_computed(job: Job, shape: Shape) -> None:
    """A target that an operator puts together: sizes written out in it have to follow too."""
    value = job.operand(1)
    sizes = (value.sizes() if value is not None else None) or ()
    whole = resolved_sizes(job, sizes, shape)
    if whole is None or not any(is_undecided(job, d) for d in sizes):
        return
    readings = job.store.regroup(shape, whole)
    fitting = [r for r in readings if is_exact(job, shape, r) and could_be(job, sizes, r)]
    if not fitting:
        job.blocked(
            f"the shape it is given was {whole}, and would have to be "
            f"{shown(tuple(map(job.sizes.wanted, shape)))} in another order; what is written "
            "out in it cannot follow"
        )
        return
    dims = job.read(fitting).dims
    unify_literals(job, sizes, dims)
    job.site.answers = [dims]


def unify_literals(job: Job, sizes: Sequence[Dim], dims: Shape) -> None:
    """Literals in a computed target are what a layout needs there."""
    for k, size in enumerate(sizes):
        if is_undecided(job, size) and job.agree(size, dims[k]) is None:
            job.blocked(f"size {k} of the shape it is given would have to be {dims[k]}")


def resolved_sizes(job: Job, sizes: Sequence[Dim], shape: Shape) -> tuple[int, ...] | None:
    """The stored numbers of a computed target, its -1 replaced; ``None`` if one is unknown."""
    numbers = [n for d in sizes if (n := job.sizes.stored(d)) is not None]
    if not sizes or len(numbers) < len(sizes):
        return None
    return resolved(numbers, [*map(job.sizes.stored, shape)])


def is_undecided(job: Job, size: Dim) -> bool:
    """Whether a literal that a constraint may still decide is part of a size."""
    return bool(atoms_of(size) & job.store.free.keys())


def could_be(job: Job, sizes: Sequence[Dim], reading: Reading) -> bool:
    """Whether a computed target is what a layout needs, but for literals and its -1."""
    if reading.perm is not None or len(reading.dims) != len(sizes):
        return False
    wanted = job.sizes.wanted
    return all(
        size == -1 or is_undecided(job, size) or wanted(size) == wanted(dim)
        for size, dim in zip(sizes, reading.dims, strict=True)
    )


def frozen_target(job: Job) -> tuple[int, ...] | None:
    """The target as the file holds it; ``None`` when an operator computes it."""
    if job.operand(1) is not None:
        return job.frozen(1)
    opt = job.site.opt
    return opt.new_shape if isinstance(opt, ReshapeOptions) else None


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
    remember(job, reading)
    if reading.perm is not None:
        transpose(job, reading, reading.perm)
    if reading.perm is not None and not reading.merges:
        override(job, reading.dims)
        return
    job.site.answers = [reading.dims]
    set_target(job, reading.dims, target)
    if rivals or (reading.preference and not job.store.refuted.get(job.site.key)):
        job.assume(reading.preference or FIRST)


def transpose(job: Job, reading: Reading, perm: tuple[int, ...]) -> None:
    """Put the TRANSPOSE that a RESHAPE stood for in its place or, if axes merge, before it."""
    source = reading.split or job.shape(0) or ()
    between = tuple(source[axis] for axis in perm) if reading.merges else None
    job.swap(perm, reading.split, between)


def set_target(job: Job, dims: Shape, target: Sequence[int]) -> None:
    """Write a new target wherever the file holds the old one."""
    opt = job.site.opt
    if job.operand(1) is not None:
        job.set_entries(1, dims)
    if isinstance(opt, ReshapeOptions) and len(opt.new_shape) == len(target) > 0:
        job.set_option("new_shape", dims)


def remember(job: Job, reading: Reading) -> None:
    """Note the factors of a result and how they came about, for operators further on."""
    job.store.remember(reading.dims)
    for size in reading.dims:
        whole_maps.remember(job.store, size)
        flattens = reading.moves_unit or reading.preference == "flattened rows"
        if flattens and isinstance(size, Sym) and size.parts:
            job.store.flattened[size.terms] = True
    if reading.preference == REORDERED:
        job.store.reordered[job.site.graph.index, job.site.op.outputs[0]] = True


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
