"""Which axes of the operands make the axes of a result: the way back through an operator.

The axes of a result that shall follow are given with the (old, new) sizes each was merged from;
so are those of the operands. ``None``: the operator does not say, or could mean several.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeAlias

from circle_resizer.schema.options import ConcatenationOptions, GatherOptions, PackOptions
from circle_resizer.tables.constant_operators import Array, Step
from circle_resizer.tables.constant_twins import BINARY, UNARY
from circle_resizer.tables.fit import Factors, changing
from circle_resizer.tables.quantization import quantization_of

Axes: TypeAlias = Mapping[int, Factors]
Back: TypeAlias = "dict[int, dict[int, Factors]] | None"
Reader: TypeAlias = "Callable[[int], Array | None]"
"""The contents of an operand, read when they are asked for."""
Rule: TypeAlias = Callable[[Step, Axes, Reader], Back]
BACK: dict[str, Rule] = {}


def back(*kinds: str) -> Callable[[Rule], Rule]:
    """Register the way back through operators."""

    def register(rule: Rule) -> Rule:
        BACK.update(dict.fromkeys(kinds, rule))
        return rule

    return register


@back("DEQUANTIZE")
def dequantized(step: Step, axes: Axes, _: Reader) -> Back:
    """Element by element; rows that have a scale each cannot become more."""
    how = quantization_of(step.operands[0]) if step.operands[0] else None
    return None if how and len(how.scales) > 1 and how.axis in axes else {0: dict(axes)}


@back("CAST", *UNARY)
def same(_: Step, axes: Axes, __: Reader) -> Back:
    """Element by element."""
    return {0: dict(axes)}


@back("DIV", "SELECT_V2", *BINARY)
def lined_up(step: Step, axes: Axes, _: Reader) -> Back:
    """Lined up from the last axis; who was broadcast still is."""
    found: dict[int, dict[int, Factors]] = {}
    stored = step.result.shape or ()
    for axis, factors in axes.items():
        if stored[axis] == 1:
            return None
        for k, shape in enumerate(step.stored_shapes):
            own = axis - len(stored) + len(shape)
            if own >= 0 and shape[own] == stored[axis]:
                found.setdefault(k, {})[own] = factors
    return found


@back("TRANSPOSE")
def permuted(_: Step, axes: Axes, read: Reader) -> Back:
    """Axis k of the result is axis perm[k] of the operand."""
    perm = read(1)
    return None if perm is None else {0: {int(perm[axis]): f for axis, f in axes.items()}}


@back("RESHAPE", "EXPAND_DIMS", "SQUEEZE")
def regrouped(step: Step, axes: Axes, _: Reader) -> Back:
    """The operand's axes share out the result's factors in row-major order: [n,4] of [4*n].

    A unit axis that grows has no certain place among the operand's.
    """
    stored = step.result.shape or ()
    if any(stored[axis] == 1 for axis in axes):
        return None
    every = [pair for axis, n in enumerate(stored) for pair in axes.get(axis, [(n, n)])]
    pairs: Factors = [pair for pair in every if pair != (1, 1)]
    found: dict[int, Factors] = {}
    for axis, extent in enumerate(step.stored_shapes[0]):
        taken = leading(pairs, extent)
        if taken is None:
            return None
        found[axis] = taken
        pairs = pairs[len(taken) :]
    return None if pairs else {0: changing(found)}


def leading(pairs: Factors, extent: int) -> Factors | None:
    """The first (old, new) pairs, the old sizes of which make up an extent."""
    count, size = 0, 1
    while size < extent and count < len(pairs):
        size, count = size * pairs[count][0], count + 1
    return pairs[:count] if size == extent else None


@back("GATHER")
def picked(step: Step, axes: Axes, _: Reader) -> Back:
    """Axes of the indices stand where the axis of the table stood.

    A table of just as many rows as are picked is one of that size itself.
    """
    table, indices = step.stored_shapes
    at = step.op.options(GatherOptions).axis % len(table)
    found: dict[int, dict[int, Factors]] = {}
    for axis, factors in axes.items():
        if at <= axis < at + len(indices):
            found.setdefault(1, {})[axis - at] = factors
            if table[at] == indices[axis - at]:
                found.setdefault(0, {})[at] = factors
        else:
            own = axis if axis < at else axis - len(indices) + 1
            found.setdefault(0, {})[own] = factors
    return found


@back("BROADCAST_TO")
def widened(step: Step, axes: Axes, _: Reader) -> Back:
    """An axis of 1 that was widened is widened to another size."""
    stored, shape = step.result.shape or (), step.stored_shapes[0]
    found: dict[int, Factors] = {}
    for axis, factors in axes.items():
        own = axis - len(stored) + len(shape)
        if stored[axis] == 1:
            return None
        if own >= 0 and shape[own] == stored[axis]:
            found[own] = factors
    return {0: found}


@back("TILE")
def copied(step: Step, axes: Axes, _: Reader) -> Back:
    """A single copy follows; of several copies there may be more."""
    stored, shape = step.result.shape or (), step.stored_shapes[0]
    found: dict[int, Factors] = {}
    for axis, factors in axes.items():
        if stored[axis] == 1 or step.shape[axis] % shape[axis]:
            return None
        if shape[axis] == stored[axis]:
            found[axis] = factors
    return {0: found}


@back("CONCATENATION", "PACK")
def beside(step: Step, axes: Axes, _: Reader) -> Back:
    """All operands follow along the axes that are not joined."""
    packs = step.op.kind == "PACK"
    options = step.op.options(PackOptions if packs else ConcatenationOptions)
    joined = vars(options).get("axis", 0) % len(step.result.shape or ())
    if joined in axes:
        return None
    own = {axis - (packs and axis > joined): factors for axis, factors in axes.items()}
    return {k: dict(own) for k in range(len(step.operands))}


@back("STRIDED_SLICE")
def cut(step: Step, axes: Axes, read: Reader) -> Back:
    """The first rows of a table of more rows are other first rows; a whole axis follows."""
    table, stored = step.stored_shapes[0], step.result.shape or ()
    cuts = read(1), read(3)
    if len(table) != len(stored):
        return None
    whole = {axis: f for axis, f in axes.items() if stored[axis] == table[axis]}
    for axis in axes.keys() - whole.keys():
        enough = step.shape[axis] <= table[axis] and len(axes[axis]) == 1
        if not enough or [None if c is None else int(c[axis]) for c in cuts] != [0, 1]:
            return None
    return {0: whole}
