"""RESHAPE targets and SQUEEZE axes (design: same elements, same row-major order)."""

from __future__ import annotations

from collections.abc import Sequence

from circle_resizer.generalize import second_layouts, whole_maps
from circle_resizer.generalize.context import Context
from circle_resizer.generalize.registry import LONE, generalizes
from circle_resizer.generalize.reshape_targets import (
    REORDERED,
    as_written,
    is_exact,
    reordered,
    resolved,
    stays_true,
    still_holds,
    visible,
)
from circle_resizer.generalize.rivals import untried
from circle_resizer.inference.value import Shape, Value, shown
from circle_resizer.layouts.permutations import Interpretation
from circle_resizer.schema.options import ReshapeOptions, SqueezeOptions
from circle_resizer.symbolic.dim import Dim, Sym, atoms_of

FIRST = "first layout that fits"


@generalizes("RESHAPE")
def reshape(ctx: Context) -> None:
    """The target follows the operand, factor by factor."""
    shape = ctx.shape(0)
    if shape is None:
        return
    target = specialised_target(ctx)
    if target is None:
        follow_computed(ctx, shape)
    elif any(isinstance(d, Sym) for d in shape):
        follow_operand(ctx, shape, target)


def follow_operand(ctx: Context, shape: Shape, target: tuple[int, ...]) -> None:
    """A target of the file takes the sizes that its numbers were in the operand."""
    whole = resolved(target, [*map(ctx.sizes.stored, shape)])
    if whole is None or stays_true(ctx, shape, target):
        return
    seen = visible(ctx, shape)
    interpretations = ctx.store.interpretations_of(seen, whole)
    exact = [r for r in interpretations if is_exact(ctx, seen, r)]
    if ctx.is_bare and all(r.grows for r in exact) and still_holds(ctx, shape, whole):
        ctx.keep(1, list(target), LONE)
        return
    exact = exact or reordered(ctx, shape, whole) or second_layouts.made(ctx)
    if not exact:
        ctx.conflict(refusal(ctx, shape, target, interpretations))
    elif exact := second_layouts.layouts(ctx, exact):
        written = [r for r in as_written(ctx, seen, target) if is_exact(ctx, seen, r)]
        choose(ctx, exact, target, written)


def choose(
    ctx: Context, exact: Sequence[Interpretation], target: Sequence[int],
    written: Sequence[Interpretation],
) -> None:  # fmt: skip
    """Go on with one of several layouts; those behind it that mean other rows are its rivals.

    So is the target as it is written, if it can stay.
    """
    known = {r.dims for r in exact}
    everything = [*exact, *(r for r in written if r.dims not in known)]
    chosen = ctx.read(exact, everything[len(exact) :])
    later = range(everything.index(chosen) + 1, len(everything))
    ctx.store.rivals[ctx.site.key] = [
        k for k in later if not everything[k].moves_unit and not everything[k].same_rows(chosen)
    ]
    apply(ctx, chosen, target, rivals=untried(ctx.store, ctx.site.key))


def follow_computed(ctx: Context, shape: Shape) -> None:
    """A target that an operator puts together: sizes written out in it have to follow too."""
    value = ctx.operand(1)
    sizes = (value.sizes() if value is not None else None) or ()
    whole = resolved_sizes(ctx, sizes, shape)
    if whole is None or not any(is_undecided(ctx, d) for d in sizes):
        return
    interpretations = ctx.store.interpretations_of(shape, whole)
    fitting = [r for r in interpretations if is_exact(ctx, shape, r) and could_be(ctx, sizes, r)]
    if not fitting:
        ctx.conflict(
            f"the shape it is given was {whole}, and would have to be "
            f"{shown(tuple(map(ctx.sizes.wanted, shape)))} in another order; what is written "
            "out in it cannot follow"
        )
        return
    dims = ctx.read(fitting).dims
    unify_literals(ctx, sizes, dims)
    ctx.site.answers = [dims]


def unify_literals(ctx: Context, sizes: Sequence[Dim], dims: Shape) -> None:
    """Literals in a computed target are what a layout needs there."""
    for k, size in enumerate(sizes):
        if is_undecided(ctx, size) and ctx.agree(size, dims[k]) is None:
            ctx.conflict(f"size {k} of the shape it is given would have to be {dims[k]}")


def resolved_sizes(ctx: Context, sizes: Sequence[Dim], shape: Shape) -> tuple[int, ...] | None:
    """The stored numbers of a computed target, its -1 replaced; ``None`` if one is unknown."""
    numbers = [n for d in sizes if (n := ctx.sizes.stored(d)) is not None]
    if not sizes or len(numbers) < len(sizes):
        return None
    return resolved(numbers, [*map(ctx.sizes.stored, shape)])


def is_undecided(ctx: Context, size: Dim) -> bool:
    """Whether a literal that a constraint may still decide is part of a size."""
    return bool(atoms_of(size) & ctx.store.free.keys())


def could_be(ctx: Context, sizes: Sequence[Dim], interpretation: Interpretation) -> bool:
    """Whether a computed target is what a layout needs, but for literals and its -1."""
    if interpretation.perm is not None or len(interpretation.dims) != len(sizes):
        return False
    wanted = ctx.sizes.wanted
    return all(
        size == -1 or is_undecided(ctx, size) or wanted(size) == wanted(dim)
        for size, dim in zip(sizes, interpretation.dims, strict=True)
    )


def specialised_target(ctx: Context) -> tuple[int, ...] | None:
    """The target as the file holds it; ``None`` when an operator computes it."""
    if ctx.operand(1) is not None:
        return ctx.specialised(1)
    opt = ctx.site.opt
    return opt.new_shape if isinstance(opt, ReshapeOptions) else None


def refusal(
    ctx: Context, shape: Shape, target: Sequence[int], interpretations: Sequence[Interpretation]
) -> str:
    """Why no interpretation will do."""
    operand = ctx.operands[0]
    name = operand.name if operand else "operand"
    wanted = shown(tuple(ctx.sizes.wanted(d) for d in shape))
    stored = shown(tuple(ctx.sizes.stored(d) or 0 for d in shape))
    message = (
        f"target {list(target)} was written for '{name}' of shape {stored}, which becomes {wanted}"
    )
    if interpretations:
        dims = shown(interpretations[0].dims)
        return f"{message}; it would have to be {dims}, which does not divide evenly"
    return f"{message}; no order of its axes fits"


def apply(
    ctx: Context, interpretation: Interpretation, target: Sequence[int], *, rivals: bool
) -> None:
    """Write the target of an interpretation; ``rivals``: other layouts were not ruled out."""
    remember(ctx, interpretation)
    if interpretation.perm is not None:
        transpose(ctx, interpretation, interpretation.perm)
    if interpretation.perm is not None and not interpretation.merges:
        override(ctx, interpretation.dims)
        return
    ctx.site.answers = [interpretation.dims]
    set_target(ctx, interpretation.dims, target)
    if rivals or (interpretation.heuristic and not ctx.store.refuted.get(ctx.site.key)):
        ctx.assume(interpretation.heuristic or FIRST)


def transpose(ctx: Context, interpretation: Interpretation, perm: tuple[int, ...]) -> None:
    """Put the TRANSPOSE that a RESHAPE stood for in its place or, if axes merge, before it."""
    source = interpretation.split or ctx.shape(0) or ()
    between = tuple(source[axis] for axis in perm) if interpretation.merges else None
    ctx.swap(perm, interpretation.split, between)


def set_target(ctx: Context, dims: Shape, target: Sequence[int]) -> None:
    """Write a new target wherever the file holds the old one."""
    opt = ctx.site.opt
    if ctx.operand(1) is not None:
        ctx.set_entries(1, dims)
    if isinstance(opt, ReshapeOptions) and len(opt.new_shape) == len(target) > 0:
        ctx.set_option("new_shape", dims)


def remember(ctx: Context, interpretation: Interpretation) -> None:
    """Note the factors of a result and how they came about, for operators further on."""
    ctx.store.remember(interpretation.dims)
    for size in interpretation.dims:
        whole_maps.remember(ctx.store, size)
        flattens = interpretation.moves_unit or interpretation.heuristic == "flattened rows"
        if flattens and isinstance(size, Sym) and size.parts:
            ctx.store.flattened[size.terms] = True
    if interpretation.heuristic == REORDERED:
        ctx.store.reordered[ctx.site.graph.index, ctx.site.op.outputs[0]] = True


def override(ctx: Context, dims: Sequence[Dim]) -> None:
    """Let the rule answer ``dims`` without a change of the constant."""
    value = ctx.operand(1)
    if value is not None:
        ctx.operands[1] = Value(value.name, (len(dims),), tuple(dims), value.type, constant=True)
    else:
        ctx.site.opt = ReshapeOptions(new_shape=tuple(dims))


@generalizes("SQUEEZE")
def squeeze(ctx: Context) -> None:
    """An axis that is squeezed by name must stay 1; without names, whatever is 1 goes."""
    shape, opt = ctx.shape(0), ctx.site.opt
    if shape is None or not isinstance(opt, SqueezeOptions):
        return
    named = {axis % len(shape) for axis in opt.squeeze_dims} if shape else set()
    for axis, size in enumerate(shape):
        if not named and ctx.sizes.wanted(size) == 1:
            ctx.replace_shape(0, axis, 1)
        if axis in named and ctx.sizes.changes(size):
            ctx.conflict(
                f"axis {axis} is squeezed away, but its size 1 becomes {ctx.sizes.wanted(size)}"
            )
            ctx.replace_shape(0, axis, 1)
