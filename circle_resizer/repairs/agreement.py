"""Operands that must agree: broadcasting, concatenation, selection, matrix products.

What was equal stays equal, what was broadcast stays broadcast. A constant that no longer agrees is
data tied to a size (design: repeat, extend by a rule, or refuse).
"""

from __future__ import annotations

from collections.abc import Sequence

from circle_resizer.dim import Dim, Sym, atoms_of, factors_of, product
from circle_resizer.job import Job, longest
from circle_resizer.repairs.table import repair
from circle_resizer.repairs.ties import tie
from circle_resizer.schema.options import (
    BatchMatMulOptions,
    ConcatenationOptions,
    FullyConnectedOptions,
)

Spot = tuple[int, int]
"""(operand, axis)."""


@repair(
    "ADD", "SUB", "MUL", "DIV", "POW", "FLOOR_DIV", "FLOOR_MOD", "MAXIMUM", "MINIMUM",
    "SQUARED_DIFFERENCE", "ATAN2", "BITWISE_XOR", "RIGHT_SHIFT", "LOGICAL_AND", "LOGICAL_OR",
    "EQUAL", "NOT_EQUAL", "LESS", "LESS_EQUAL", "GREATER", "GREATER_EQUAL", "SELECT_V2", "SELECT",
    "PRELU", "ADD_N", "CUSTOM:AddV2", "STABLEHLO_ADD", "STABLEHLO_SUBTRACT", "STABLEHLO_MULTIPLY",
    "STABLEHLO_DIVIDE", "STABLEHLO_MAXIMUM", "STABLEHLO_MINIMUM", "STABLEHLO_POWER",
    "STABLEHLO_REMAINDER", "STABLEHLO_AND", "STABLEHLO_OR", "STABLEHLO_COMPARE",
    "STABLEHLO_SELECT", "STABLEHLO_SHIFT_LEFT",
)  # fmt: skip
def broadcast(job: Job) -> None:
    """Axes are lined up from the last; a vector of conditions of SELECT picks rows."""
    ranks = [len(job.shape(k) or ()) for k in range(len(job.operands))]
    if any(v is not None and v.shape is None for v in job.operands):
        return
    if job.site.kind == "SELECT" and ranks[0] == 1 and ranks[1] > 1:
        settle(job, [(0, 0), (1, 0), (2, 0)], ones_too=True)
        ranks[0] = 0
    averages(job)
    for back in range(1, max(ranks) + 1):
        settle(job, [(k, rank - back) for k, rank in enumerate(ranks) if back <= rank])


def averages(job: Job) -> None:
    """A sum over an axis that changes, times one over its stored extent, is a mean in disguise."""
    if job.site.kind not in {"MUL", "DIV"}:
        return
    made = {t: op for op in job.site.graph.operators for t in op.outputs}
    for k, value in enumerate(job.operands):
        op = made.get(job.site.op.inputs[k])
        factor = job.operand(1 - k)
        if op is None or op.kind != "SUM" or factor is None or not factor.constant:
            continue
        summed = job.engine.value(job.site.graph, job.site.frame, op.inputs[0]).shape or ()
        kept = job.engine.value(job.site.graph, job.site.frame, op.outputs[0]).shape or ()
        gone = [d for d in summed if isinstance(d, Sym) and d not in kept]
        moved = [d for d in gone if job.sizes.changes(d)]
        numbers = [e for e in factor.elements or () if isinstance(e, float)]
        count = 1
        for size in summed:
            count *= job.sizes.stored(size) or 1
        for size in kept:
            count //= max(job.sizes.stored(size) or 1, 1)
        if moved and len(numbers) == 1 and is_count(numbers[0], count):
            job.blocked(
                f"'{factor.name}' is {numbers[0]:.6g}, one over the {count} summed values of "
                f"'{value.name if value else ''}', whose number changes"
            )


def is_count(number: float, count: int) -> bool:
    """Whether a factor is a count or one over it, to float32 accuracy."""
    scaled = number if number > 1 else 1 / number if number else 0.0
    return count > 1 and abs(scaled - count) < 1e-5 * count


def settle(job: Job, spots: Sequence[Spot], *, ones_too: bool = False) -> None:
    """Make the sizes at ``spots`` agree in the roles they had."""
    if all(isinstance(size_at(job, s), int) for s in spots):
        return
    stored = {s: job.sizes.stored(size_at(job, s)) for s in spots}
    if any(number is None for number in stored.values()):
        return
    most = max(number or 1 for number in stored.values())
    equal = [s for s in spots if stored[s] == most]
    single = [s for s in spots if stored[s] != most]
    if most == 1 and not ones_too:
        meet_elsewhere(job, equal)
        equal = [s for s in equal if isinstance(size_at(job, s), Sym)]
    common = join(job, equal)
    for spot in single:
        stay_single(job, spot, common)


def meet_elsewhere(job: Job, spots: Sequence[Spot]) -> None:
    """An axis of stored extent 1 that grows must not widen an operand that has it elsewhere."""
    for spot in spots:
        size = size_at(job, spot)
        if not isinstance(size, Sym) or not job.sizes.changes(size):
            continue
        for other in spots:
            shape = job.shape(other[0])
            if size_at(job, other) == 1 and shape is not None and size in shape:
                left, right = job.operand(spot[0]), job.operand(other[0])
                job.blocked(
                    f"axis {spot[1]} of '{left.name if left else ''}' and axis "
                    f"{shape.index(size)} of '{right.name if right else ''}' both become "
                    f"{job.sizes.wanted(size)}, but they do not line up"
                )


def size_at(job: Job, spot: Spot) -> Dim:
    """The size of an operand's axis."""
    shape = job.shape(spot[0])
    return shape[spot[1]] if shape is not None else 1


def join(job: Job, spots: Sequence[Spot]) -> Dim:
    """One size for all of ``spots``; constants among them are tied to it."""
    moving = [s for s in spots if not is_fixed(job, s)]
    common = size_at(job, moving[0] if moving else spots[0])
    for spot in moving[1:]:
        size = size_at(job, spot)
        agreed = job.agree(common, size)
        if agreed is None:
            if widens(job, moving[0], spot):
                agreed = size
            elif (
                follow(job, spot, common)
                or follow(job, moving[0], size)
                or widens(job, spot, moving[0])
            ):
                agreed = common
            else:
                disagree(job, moving[0], spot)
                agreed = common
        common = longest(common, agreed) if common == agreed else agreed
    for spot in spots:
        size = size_at(job, spot)
        if size is common:
            continue
        if is_fixed(job, spot) and job.agree(common, size) is None:
            tie(job, spot[0], spot[1], common)
        else:
            job.replace_shape(spot[0], spot[1], common)
    return common


def widens(job: Job, spot: Spot, other: Spot) -> bool:
    """Whether an input was asked to be 1 on this axis, to be broadcast to what others feed."""
    size = size_at(job, spot)
    asked = isinstance(size, Sym) and atoms_of(size) <= job.sizes.asked and str(size) in job.sizes.asked
    return asked and job.sizes.wanted(size) == 1 and feeds(job, other[0])


def feeds(job: Job, operand: int) -> bool:
    """Whether an operand depends on an input of the graph."""
    site = job.site
    made = {t: op for op in site.graph.operators[: site.op.index] for t in op.outputs}
    todo, seen = [site.op.inputs[operand]], set[int]()
    while todo:
        tensor = todo.pop()
        if tensor in site.graph.inputs:
            return True
        if tensor in made and tensor not in seen:
            seen.add(tensor)
            todo.extend(made[tensor].inputs)
    return False


def is_fixed(job: Job, spot: Spot) -> bool:
    """Whether the operand is a constant of the file."""
    value = job.operand(spot[0])
    return value is not None and value.constant


def follow(job: Job, spot: Spot, size: Dim) -> bool:
    """Let a variable tensor take ``size``."""
    if not job.is_variable(spot[0]):
        return False
    job.follow_variable(*spot, size)
    return True


def stay_single(job: Job, spot: Spot, common: Dim) -> None:
    """A size that was broadcast from 1 may only become the common size."""
    size = size_at(job, spot)
    if not isinstance(size, Sym) or job.sizes.wanted(size) == 1:
        return
    if job.agree(size, common) is None:
        value = job.operand(spot[0])
        job.blocked(
            f"axis {spot[1]} of '{value.name if value else ''}' was 1 and broadcast to "
            f"{job.sizes.stored(common)}; it becomes {job.sizes.wanted(size)}, the other operand "
            f"{job.sizes.wanted(common)}"
        )
    job.replace_shape(*spot, common)


def disagree(job: Job, left: Spot, right: Spot) -> None:
    """Two computed operands need different sizes."""
    words = []
    for spot in (left, right):
        value, size = job.operand(spot[0]), size_at(job, spot)
        words.append(
            f"axis {spot[1]} of '{value.name if value else ''}' {job.sizes.stored(size)} -> "
            f"{job.sizes.wanted(size)}"
        )
    job.blocked(f"its operands agreed and no longer do: {words[0]}, but {words[1]}")


@repair("CONCATENATION")
def concatenation(job: Job) -> None:
    """All axes but the joined one agree."""
    opt = job.site.opt
    shapes = [job.shape(k) for k in range(len(job.operands))]
    if not isinstance(opt, ConcatenationOptions) or any(s is None for s in shapes):
        return
    rank = len(shapes[0] or ())
    if any(len(s or ()) != rank for s in shapes):
        return
    for axis in range(rank):
        if axis != opt.axis % rank:
            settle(job, [(k, axis) for k in range(len(shapes))], ones_too=True)


@repair("PACK")
def pack(job: Job) -> None:
    """All operands have one shape."""
    shapes = [job.shape(k) for k in range(len(job.operands))]
    if any(s is None or len(s) != len(shapes[0] or ()) for s in shapes):
        return
    for axis in range(len(shapes[0] or ())):
        settle(job, [(k, axis) for k in range(len(shapes))], ones_too=True)


@repair("BATCH_MATMUL")
def batch_matmul(job: Job) -> None:
    """Batch axes broadcast; the summed axis is one size."""
    opt, x, y = job.site.opt, job.shape(0), job.shape(1)
    if x is None or y is None or len(x) < 2 or len(y) < 2:
        return
    adj_x = isinstance(opt, BatchMatMulOptions) and opt.adjoint_lhs
    adj_y = isinstance(opt, BatchMatMulOptions) and opt.adjoint_rhs
    inner = [(0, len(x) - (2 if adj_x else 1)), (1, len(y) - (1 if adj_y else 2))]
    settle(job, inner, ones_too=True)
    square_with(job, inner)
    unmixed(job, *inner[0])
    for back in range(3, max(len(x), len(y)) + 1):
        spots = [(k, len(s) - back) for k, s in enumerate((x, y)) if back <= len(s)]
        settle(job, spots)


def square_with(job: Job, inner: Sequence[Spot]) -> None:
    """A constant matrix that was as wide as high, both the moving extent, stays square."""
    for operand, axis in inner:
        value = job.operand(operand)
        pending = job.pending.get(operand)
        if value is None or value.shape is None or not pending or axis not in pending:
            continue
        stored = job.site.graph.tensors[job.site.op.inputs[operand]].shape or ()
        rank = len(stored)
        other = 2 * rank - 3 - axis
        if stored[other] == stored[axis]:
            tie(job, operand, other, pending[axis])


@repair("SOFTMAX", "LOG_SOFTMAX")
def softmax(job: Job) -> None:
    """Rows that are normalised together must not be of different batches."""
    shape = job.shape(0)
    if shape:
        unmixed(job, 0, len(shape) - 1)


def unmixed(job: Job, operand: int, axis: int) -> None:
    """An axis that is summed over must not hold one of extent 1 that was joined to it and grows."""
    shape = job.shape(operand)
    if shape is None:
        return
    factors = [f for f in factors_of(shape[axis]) if f != 1]
    ghosts = [f for f in factors if job.sizes.stored(f) == 1 and job.sizes.changes(f)]
    if ghosts and len(factors) > len(ghosts):
        value = job.operand(operand)
        job.blocked(
            f"axis {axis} of '{value.name if value else ''}' is summed over, and would mix the "
            f"{job.sizes.wanted(ghosts[0])} parts of an axis that was 1"
        )


@repair("FULLY_CONNECTED")
def fully_connected(job: Job) -> None:
    """The weights fix how many values make a row; none of them may come from what changes."""
    x, weights = job.shape(0), job.shape(1)
    if not x or weights is None or len(weights) != 2:
        return
    stored = [job.sizes.stored(d) for d in x]
    if None in stored:
        return
    if not is_fixed(job, (1, 1)):
        settle(job, [(0, len(x) - 1), (1, 1)], ones_too=True)
        return
    opt = job.site.opt
    keep = isinstance(opt, FullyConnectedOptions) and opt.keep_num_dims
    width = 1
    for axis in range(len(x) - 1, -1, -1):
        width *= stored[axis] or 0
        if job.sizes.changes(x[axis]):
            cannot_follow(job, axis, weights[1])
        if keep or width == weights[1]:
            return


def cannot_follow(job: Job, axis: int, width: Dim) -> None:
    """The rows that weights take have changed."""
    x, weights = job.operand(0), job.operand(1)
    if x is None or x.shape is None or weights is None:
        return
    row = job.sizes.wanted(product(x.shape[axis:]))
    job.blocked(
        f"the weights '{weights.name}' take rows of {width}, those of '{x.name}' become {row}: "
        "weights cannot follow"
    )
    job.replace_shape(0, axis, job.sizes.stored(x.shape[axis]) or 1)
