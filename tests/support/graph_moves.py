"""The steps that random networks are made of (registered by import)."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from tests.support.graphs import Axis, Node, Size, Twins, axis, fixed, move, small, whole

UNARY = ("RELU", "LOGISTIC", "TANH", "ABS", "NEG", "RELU6")


@move
def unary(t: Twins, x: Node) -> Node | None:
    return t.op(t.pick(*UNARY), [x.index], x.axes)


@move
def scale(t: Twins, x: Node) -> Node | None:
    last = x.dims[-1]
    weight = t.data(last[0]) if fixed(last) else t.data(1)
    return t.op(t.pick("MUL", "ADD", "SUB"), [x.index, weight], x.axes)


@move
def skip(t: Twins, x: Node) -> Node | None:
    """Add whatever has the same axes."""
    same = [n for n in t.nodes if n.dims == x.dims and n.index != x.index]
    return t.op("ADD", [x.index, t.random.choice(same).index], x.axes) if same else None


@move
def join(t: Twins, x: Node) -> Node | None:
    """CONCATENATION with a tensor that differs in one fixed axis at most."""
    at = t.random.randrange(len(x.axes))
    if not fixed(x.dims[at]):
        return None
    rest = x.dims[:at] + x.dims[at + 1 :]
    near = [
        n
        for n in t.nodes
        if len(n.axes) == len(x.axes)
        and n.dims[:at] + n.dims[at + 1 :] == rest
        and fixed(n.dims[at])
    ]
    other = t.random.choice(near)
    axes = list(x.axes)
    axes[at] = axis(x.dims[at][0] + other.dims[at][0])
    if not small(axes):
        return None
    return t.op("CONCATENATION", [x.index, other.index], axes, axis=at)


@move
def token(t: Twins, x: Node) -> Node | None:
    """A learned row, repeated for the batch by BROADCAST_TO, in front of the sequence."""
    if len(x.axes) != 3 or not fixed(x.dims[2]) or not fixed(x.dims[1]):
        return None
    row = (x.axes[0], axis(1), axis(x.dims[2][0]))
    target = t.vector([whole(a) for a in row])
    rows = t.op("BROADCAST_TO", [t.data(1, 1, x.dims[2][0]), target], row, version=3)
    axes = (x.axes[0], axis(x.dims[1][0] + 1), x.axes[2])
    return t.op("CONCATENATION", [rows.index, x.index], axes, axis=1)


@move
def dense(t: Twins, x: Node) -> Node | None:
    """FULLY_CONNECTED that keeps the leading axes."""
    last = x.dims[-1]
    if not fixed(last) or len(x.axes) < 2:
        return None
    out = t.pick(4, 6, 8)
    weights = [t.data(out, last[0]), t.data(out)]
    axes = (*x.axes[:-1], axis(out))
    return t.op("FULLY_CONNECTED", [x.index, *weights], axes, keep_num_dims=True)


@move
def rows(t: Twins, x: Node) -> Node | None:
    """The same with a flatten in front and a split behind."""
    if len(x.axes) < 3 or not fixed(x.dims[-1]):
        return None
    lead = tuple(f for a in x.axes[:-1] for f in a)
    flat = reshaped(t, x, (lead, x.axes[-1]))
    y = dense(t, flat)
    return None if y is None else reshaped(t, y, (*x.axes[:-1], y.axes[-1]))


def reshaped(t: Twins, x: Node, axes: Sequence[Axis]) -> Node:
    """RESHAPE with its target in one of the ways of exporters."""
    target = [whole(a) for a in axes]
    way = t.pick("both", "operand", "option", "rest")
    if way == "option":
        return t.op("RESHAPE", [x.index], axes, {"new_shape": target})
    if way == "rest":
        target[t.random.randrange(len(target))] = (-1, -1)
    pairs = {"new_shape": target} if way == "both" else None
    return t.op("RESHAPE", [x.index, t.vector(target)], axes, pairs)


@move
def regroup(t: Twins, x: Node) -> Node | None:
    """Any row-major regrouping: flatten, heads, windows, and back."""
    factors: list[Size] = []
    for f in (f for a in x.axes for f in a):
        if f[0] % 2 == 0 and f[1] % 2 == 0 and min(f) > 2 and t.random.random() < 0.3:
            factors += [(f[0] // 2, f[1] // 2), (2, 2)]
        else:
            factors.append(f)
    axes: list[Axis] = []
    for f in factors:
        if axes and (len(axes) == 5 or t.random.random() < 0.4):
            axes[-1] = (*axes[-1], f)
        else:
            axes.append((f,))
    return reshaped(t, x, axes)


@move
def back(t: Twins, x: Node) -> Node | None:
    """Undo all merges: each factor its own axis again."""
    factors = [f for a in x.axes for f in a]
    if len(factors) > 5 or len(factors) == len(x.axes):
        return None
    return reshaped(t, x, [(f,) for f in factors])


@move
def transpose(t: Twins, x: Node) -> Node | None:
    order = list(range(len(x.axes)))
    t.random.shuffle(order)
    axes = [x.axes[i] for i in order]
    return t.op("TRANSPOSE", [x.index, t.vector(order)], axes)


@move
def softmax(t: Twins, x: Node) -> Node | None:
    return t.op("SOFTMAX", [x.index], x.axes, beta=1.0)


@move
def attention(t: Twins, x: Node) -> Node | None:
    """Everything of an axis meets everything of it."""
    if len(x.axes) not in {3, 4}:
        return None
    axes = (*x.axes[:-1], x.axes[-2])
    if not small(axes):
        return None
    scores = t.op("BATCH_MATMUL", [x.index, x.index], axes, adjoint_rhs=True)
    weights = t.op("SOFTMAX", [scores.index], axes, beta=0.5)
    return t.op("BATCH_MATMUL", [weights.index, x.index], x.axes)


@move
def mean(t: Twins, x: Node) -> Node | None:
    """An axis away, or to one."""
    if len(x.axes) < 3:
        return None
    at, keep = t.random.randrange(len(x.axes)), t.coin()
    axes = [*x.axes[:at], *([axis(1)] if keep else []), *x.axes[at + 1 :]]
    return t.op(
        t.pick("MEAN", "SUM", "REDUCE_MAX"), [x.index, t.vector([at])], axes, keep_dims=keep
    )


@move
def widen(t: Twins, x: Node) -> Node | None:
    """TILE of a fixed axis, or an axis of one broadcast to several."""
    at = t.random.randrange(len(x.axes))
    if not fixed(x.dims[at]) or x.dims[at][0] > 4:
        return None
    axes = list(x.axes)
    axes[at] = axis(x.dims[at][0] * 2)
    if not small(axes):
        return None
    if x.dims[at][0] == 1 and t.coin():
        return t.op("BROADCAST_TO", [x.index, t.vector([whole(a) for a in axes])], axes, version=3)
    return t.op("TILE", [x.index, t.vector([2 if i == at else 1 for i in range(len(axes))])], axes)


@move
def zeros(t: Twins, x: Node) -> Node | None:
    """A FILL of literals as large as the tensor, with another width, joined to it."""
    if not fixed(x.dims[-1]) or len(x.axes) < 2 or x.dims[-1][0] > 8:
        return None
    row = (*x.axes[:-1], axis(2))
    fill = t.op("FILL", [t.vector([whole(a) for a in row]), t.const([np.float32(0.5)] * 2)], row)
    axes = (*x.axes[:-1], axis(x.dims[-1][0] + 2))
    return t.op("CONCATENATION", [x.index, fill.index], axes, axis=len(axes) - 1)


def even(size: Size) -> bool:
    return all(s % 2 == 0 for s in size)


def times(size: Size, by: int) -> Axis:
    return ((size[0] * by, size[1] * by),)
