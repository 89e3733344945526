"""Operands that must agree: broadcasting, concatenation, selection, matrix products.

What was equal stays equal, what was broadcast stays broadcast. A constant that no longer agrees is
data tied to a size (design: repeat, extend by a rule, or refuse).
"""

from __future__ import annotations

from collections.abc import Sequence

from circle_resizer.generalize.constant_axes import depend, is_computed
from circle_resizer.generalize.context import Context
from circle_resizer.generalize.dropped_reshape import restore
from circle_resizer.generalize.operand_axes import Spot, is_fixed, is_table, size_at
from circle_resizer.generalize.registry import generalizes
from circle_resizer.inference.graph_paths import Paths
from circle_resizer.symbolic.dim import Dim, Sym, atoms_of, richer


@generalizes(
    "ADD", "SUB", "MUL", "DIV", "POW", "FLOOR_DIV", "FLOOR_MOD", "MAXIMUM", "MINIMUM",
    "SQUARED_DIFFERENCE", "ATAN2", "BITWISE_XOR", "RIGHT_SHIFT", "LOGICAL_AND", "LOGICAL_OR",
    "SELECT", "PRELU", "ADD_N", "CUSTOM:AddV2",
    "STABLEHLO_ADD", "STABLEHLO_SUBTRACT", "STABLEHLO_MULTIPLY", "STABLEHLO_DIVIDE",
    "STABLEHLO_MAXIMUM", "STABLEHLO_MINIMUM", "STABLEHLO_POWER",
    "STABLEHLO_REMAINDER", "STABLEHLO_AND", "STABLEHLO_OR", "STABLEHLO_COMPARE",
    "STABLEHLO_SELECT", "STABLEHLO_SHIFT_LEFT",
)  # fmt: skip
@generalizes(  # a mask may be made of constants alone, or of positions and one step
    "SELECT_V2", "EQUAL", "NOT_EQUAL", "LESS", "LESS_EQUAL", "GREATER", "GREATER_EQUAL",
    literal=True,
)  # fmt: skip
def broadcast(ctx: Context) -> None:
    """Axes are lined up from the last; a vector of conditions of SELECT picks rows."""
    if any(v is not None and v.shape is None for v in ctx.operands):
        return
    ranks = ranks_of(ctx)
    if ctx.site.kind == "SELECT" and ranks[0] == 1 and ranks[1] > 1:
        settle(ctx, [(0, 0), (1, 0), (2, 0)], ones_too=True)
        ranks[0] = 0
    elif len(set(ranks)) > 1:
        restore(ctx)
        ranks = ranks_of(ctx)
    for back in range(1, max(ranks) + 1):
        settle(ctx, [(k, rank - back) for k, rank in enumerate(ranks) if back <= rank])


def ranks_of(ctx: Context) -> list[int]:
    """The ranks of all operands; 0 for one that is left out."""
    return [len(ctx.shape(k) or ()) for k in range(len(ctx.operands))]


def settle(ctx: Context, spots: Sequence[Spot], *, ones_too: bool = False) -> None:
    """Make the sizes at ``spots`` agree in the roles they had."""
    if all(isinstance(size_at(ctx, s), int) for s in spots):
        loosen(ctx, spots)
        return
    stored = {s: n for s in spots if (n := ctx.sizes.stored(size_at(ctx, s))) is not None}
    if len(stored) < len(set(spots)):
        return
    most = max(stored.values())
    equal = [s for s in spots if stored[s] == most]
    if most == 1 and not ones_too:
        equal = settle_units(ctx, equal)
    common = join(ctx, equal)
    for spot in spots:
        if stored[spot] != most:
            stay_single(ctx, spot, common)


def settle_units(ctx: Context, spots: list[Spot]) -> list[Spot]:
    """Check axes that were 1 in all operands; those that are no plain 1 have to agree."""
    meet_elsewhere(ctx, spots)
    meet_a_row(ctx, spots)
    return [s for s in spots if isinstance(size_at(ctx, s), Sym)]


def loosen(ctx: Context, spots: Sequence[Spot]) -> None:
    """A constant that widens a computed 1 to an old size may be what a consumer demands."""
    fixed = [s for s in spots if is_fixed(ctx, s)]
    if len(fixed) < len(spots) and not any(size_at(ctx, s) == 1 for s in spots if s not in fixed):
        return
    old = ctx.sizes.moving_numbers() | own_extents(ctx)
    found: Dim = 1
    for k, axis in fixed:
        size = size_at(ctx, (k, axis))
        if not isinstance(size, int) or size == 1 or size not in old:
            continue
        if found == 1:
            found = ctx.free(k, axis, size, [size], "literal size")
        widen(ctx, (k, axis), found)


def widen(ctx: Context, spot: Spot, size: Dim) -> None:
    """A constant takes ``size``; a literal that is still undecided does not reach its data."""
    if size == size_at(ctx, spot):
        return
    if atoms_of(size) & ctx.store.free.keys():
        ctx.replace_shape(*spot, size)
    else:
        depend(ctx, *spot, size)


def own_extents(ctx: Context) -> set[int]:
    """Stored sizes of the operands that are resized: a bias over i - j has two axes of one."""
    sizes = [d for v in ctx.operands if v is not None for d in v.shape or () if ctx.sizes.moves(d)]
    return {n for d in sizes if (n := ctx.sizes.stored(d)) is not None and n > 1}


def meet_elsewhere(ctx: Context, spots: Sequence[Spot]) -> None:
    """An axis of stored extent 1 that grows must not widen an operand that has it elsewhere."""
    for spot in spots:
        size = size_at(ctx, spot)
        if not isinstance(size, Sym) or not ctx.sizes.changes(size):
            continue
        for other in spots:
            shape = ctx.shape(other[0])
            if size_at(ctx, other) == 1 and shape is not None and size in shape:
                left, right = ctx.operand(spot[0]), ctx.operand(other[0])
                ctx.conflict(
                    f"axis {spot[1]} of '{left.name if left else ''}' and axis "
                    f"{shape.index(size)} of '{right.name if right else ''}' both become "
                    f"{ctx.sizes.wanted(size)}, but they do not line up"
                )


def meet_a_row(ctx: Context, spots: Sequence[Spot]) -> None:
    """A constant with a single row beside a single step may be one row of a table of steps."""
    steps = [s for s in spots if ctx.sizes.is_inner(size_at(ctx, s)) and size_at(ctx, s) != 1]
    for operand, axis in spots if steps else ():
        value = ctx.operand(operand)
        if value is not None and value.constant and is_table(value.shape or ()):
            ctx.conflict(
                f"'{value.name}' has one row on axis {axis}, as there was one "
                f"step, and there will be {ctx.sizes.wanted(size_at(ctx, steps[0]))}: it may serve "
                "all of them or be the first of a table"
            )


def join(ctx: Context, spots: Sequence[Spot]) -> Dim:
    """One size for all of ``spots``; constants among them are tied to it."""
    moving = [s for s in spots if not is_fixed(ctx, s)]
    common = size_at(ctx, moving[0] if moving else spots[0])
    for spot in moving[1:]:
        agreed = agree_at(ctx, spot, moving[0], common)
        common = richer(common, agreed) if common == agreed else agreed
    for spot in spots:
        if size_at(ctx, spot) is not common:
            take(ctx, spot, common)
    return common


def agree_at(ctx: Context, spot: Spot, first: Spot, common: Dim) -> Dim:
    """The size of a computed operand and of those before it, ``common`` since ``first``."""
    size = size_at(ctx, spot)
    agreed = ctx.agree(common, size)
    if agreed is not None:
        return agreed
    if widens(ctx, first, spot):
        return size
    follows = follow(ctx, spot, common) or follow(ctx, first, size) or widens(ctx, spot, first)
    if not follows:
        disagree(ctx, first, spot)
    return common


def take(ctx: Context, spot: Spot, common: Dim) -> None:
    """An operand takes the size that all agree on; the data of a constant have to follow."""
    sizes, size = ctx.sizes, size_at(ctx, spot)
    other = sizes.wanted(common) != sizes.wanted(size) or sizes.moves(common)
    if is_fixed(ctx, spot) and other:
        depend(ctx, *spot, common)
    else:
        ctx.replace_shape(*spot, common)


def widens(ctx: Context, spot: Spot, other: Spot) -> bool:
    """Whether an input was asked to be 1 on this axis, to be broadcast to what others feed."""
    size = size_at(ctx, spot)
    fed = ctx.site.graph.index == ctx.engine.entry
    asked = fed and isinstance(size, Sym) and str(size) in ctx.sizes.asked
    return (
        asked
        and ctx.sizes.wanted(size) == 1
        and Paths(ctx.site.graph).is_fed(ctx.site.op.inputs[other[0]])
    )


def follow(ctx: Context, spot: Spot, size: Dim) -> bool:
    """Let a variable tensor, or a result of constants alone, take ``size``."""
    if is_computed(ctx, spot[0]):
        depend(ctx, spot[0], spot[1], size)
        return True
    if not ctx.is_variable(spot[0]):
        return False
    ctx.follow_variable(*spot, size)
    return True


def stay_single(ctx: Context, spot: Spot, common: Dim) -> None:
    """A size that was broadcast from 1 may only become the common size."""
    size = size_at(ctx, spot)
    if not isinstance(size, Sym):
        return
    if ctx.sizes.wanted(size) == 1:
        if atoms_of(size) <= ctx.store.free.keys():  # a literal 1 that nothing widens
            ctx.replace_shape(*spot, 1)
        return
    if is_asked_equal(ctx, spot, common):
        return
    if ctx.agree(size, common) is None:
        value = ctx.operand(spot[0])
        ctx.conflict(
            f"axis {spot[1]} of '{value.name if value else ''}' was 1 and broadcast to "
            f"{ctx.sizes.stored(common)}; it becomes {ctx.sizes.wanted(size)}, the other operand "
            f"{ctx.sizes.wanted(common)}",
            follows=True,
        )
    ctx.replace_shape(*spot, common)


def is_asked_equal(ctx: Context, spot: Spot, common: Dim) -> bool:
    """Whether an input was asked to be as large as the other operand, where it was broadcast."""
    graph = ctx.site.graph
    is_input = ctx.site.op.inputs[spot[0]] in graph.inputs and graph.index == ctx.engine.entry
    asked = isinstance(common, Sym) and atoms_of(common) <= ctx.sizes.asked
    return is_input and asked and ctx.sizes.wanted(size_at(ctx, spot)) == ctx.sizes.wanted(common)


def disagree(ctx: Context, left: Spot, right: Spot) -> None:
    """Two computed operands need different sizes."""
    words = []
    for spot in (left, right):
        value, size = ctx.operand(spot[0]), size_at(ctx, spot)
        words.append(
            f"axis {spot[1]} of '{value.name if value else ''}' {ctx.sizes.stored(size)} -> "
            f"{ctx.sizes.wanted(size)}"
        )
    ctx.conflict(f"its operands agreed and no longer do: {words[0]}, but {words[1]}", follows=True)
