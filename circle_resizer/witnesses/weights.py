"""Whether two files hold the same weights: compared, and never used."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from circle_resizer.file.model import Operator, Subgraph, Tensor
from circle_resizer.inference.stored_values import WHOLE
from circle_resizer.inference.value import shown
from circle_resizer.tables.constant import array_of
from circle_resizer.witnesses.witness import Witness

if TYPE_CHECKING:
    import numpy.typing as npt

    Array = npt.NDArray[Any]

SAMPLE = 1 << 16
"""Elements of a constant that are compared: the first ones."""
ROUNDING = 1e-3
"""What folding a constant in another order, or in float16, makes of its largest number."""
SAME, ROUNDED, OTHER = "same", "rounded", "other"


BROADCASTING = {
    "ADD", "SUB", "MUL", "DIV", "POW", "MAXIMUM", "MINIMUM", "SQUARED_DIFFERENCE", "SELECT_V2",
    "LOGICAL_AND", "LOGICAL_OR", "EQUAL", "NOT_EQUAL", "LESS", "LESS_EQUAL", "GREATER",
    "GREATER_EQUAL", "FLOOR_DIV", "FLOOR_MOD", "BATCH_MATMUL", "BROADCAST_TO",
}  # fmt: skip
"""Operators for which one row and the same row repeated are the same."""


@dataclass(frozen=True, slots=True)
class Pair:
    """A constant of the model and its partner, as one operator reads them."""

    graph: Subgraph
    op: Operator
    operand: int
    mine: Tensor
    theirs: Tensor


def pairs(witness: Witness) -> Iterator[Pair]:
    """Pairs of constants at corresponding operands of both files."""
    for (index, at), partner in witness.alignment.partners.items():
        graph, other = witness.base.subgraphs[index], witness.model.subgraphs[index]
        op = graph.operators[at]
        for k, (one, two) in enumerate(zip(op.inputs, partner.inputs, strict=False)):
            if one < 0 or two < 0 or is_made(graph, one) or is_made(other, two):
                continue
            yield Pair(graph, op, k, graph.tensors[one], other.tensors[two])


def is_made(graph: Subgraph, index: int) -> bool:
    """Whether a tensor is computed or given."""
    return index in graph.producers or index in graph.inputs


def likeness(witness: Witness, pair: Pair) -> str:
    """Whether two constants of one shape are equal up to rounding."""
    mine, theirs = witness.base.data(pair.mine), witness.model.data(pair.theirs)
    if mine is None or theirs is None or mine == theirs:
        return SAME
    one, two = array_of(witness.base, pair.mine), array_of(witness.model, pair.theirs)
    if one is None or two is None or one.dtype != two.dtype:
        return OTHER
    return ROUNDED if close(one.reshape(-1)[:SAMPLE], two.reshape(-1)[:SAMPLE]) else OTHER


def close(one: Array, two: Array) -> bool:
    """Whether two arrays are equal up to rounding."""
    import numpy as np  # noqa: PLC0415  (only where there is a second file)

    if one.shape != two.shape:
        return False
    if one.dtype.kind not in "fc":
        step = (
            1 if one.dtype.itemsize == 1 else 0
        )  # a quantised number may be rounded the other way
        return bool((np.abs(one.astype(np.int64) - two.astype(np.int64)) <= step).all())
    limit = ROUNDING * max(float(np.nanmax(np.abs(two), initial=0)), 1e-30)
    with np.errstate(invalid="ignore", over="ignore"):
        near = np.abs(one.astype(np.float64) - two.astype(np.float64)) <= limit
    return bool((near | (one == two) | (np.isnan(one) & np.isnan(two))).all())


def spread(kind: str, one: Array, two: Array) -> bool:
    """Whether one of two constants is the other, broadcast, for an operator that broadcasts."""
    import numpy as np  # noqa: PLC0415  (only where there is a second file)

    if kind not in BROADCASTING or one.ndim != two.ndim or one.dtype != two.dtype:
        return False
    small, large = sorted((one, two), key=lambda array: array.size)
    if any(n not in {1, m} for n, m in zip(small.shape, large.shape, strict=True)):
        return False
    return close(np.broadcast_to(small, large.shape).reshape(-1), large.reshape(-1))


def compared(witness: Witness) -> dict[str, list[Pair]]:
    """The constants of one shape by how alike they are; whole numbers hold sizes, not weights."""
    found: dict[str, list[Pair]] = {SAME: [], ROUNDED: [], OTHER: []}
    for pair in pairs(witness):
        if pair.mine.shape == pair.theirs.shape and pair.mine.type not in WHOLE:
            found[likeness(witness, pair)].append(pair)
    return found


def are_same(found: dict[str, list[Pair]]) -> bool:
    """Whether two files hold the weights of one network: most of them are alike."""
    return len(found[OTHER]) <= (len(found[SAME]) + len(found[ROUNDED])) // 2


def note(witness: Witness, found: dict[str, list[Pair]]) -> str:
    """What there is to say of weights that differ; empty where they do not."""
    if not are_same(found):
        first = found[OTHER][0].mine
        return (
            f"the weights in '{witness.label}' are others ('{first.name}' {shown(first.shape)} and "
            f"{len(found[OTHER]) - 1} more); those of the model are kept"
        )
    if found[ROUNDED]:
        count = len(found[ROUNDED])
        return (
            f"{count} weights in '{witness.label}' differ by rounding; those of the model are kept"
        )
    return ""
