"""Data tied to a size: a constant whose axis meets a size that changes (design §5)."""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from typing import TypeAlias

from circle_resizer.file.model import Tensor
from circle_resizer.generalize import second_tables
from circle_resizer.generalize.batch_rows import row_of_each
from circle_resizer.generalize.context import Context
from circle_resizer.generalize.joined_sizes import pieces_of
from circle_resizer.inference.graph_paths import Paths
from circle_resizer.inference.stored_values import WHOLE
from circle_resizer.inference.value import Value
from circle_resizer.refusals import wording
from circle_resizer.symbolic.dim import Dim, atoms_of, factors_of
from circle_resizer.tables.constant import given_array, given_data
from circle_resizer.tables.constant_results import constant_results
from circle_resizer.tables.fit import Extension, extension
from circle_resizer.tables.grown_results import Tables

Pairs: TypeAlias = "list[tuple[int, int]]"
INDEX_WAY = {
    "CONCATENATION", "PACK", "RESHAPE", "CAST", "EXPAND_DIMS", "SQUEEZE", "ADD", "MUL",
    "TRANSPOSE", "BROADCAST_TO", "TILE",
}  # fmt: skip
"""Operators by which indices are put together."""


def depend(ctx: Context, operand: int, axis: int, size: Dim) -> None:
    """A constant's axis has to become ``size``: a data dependency, decided together."""
    ctx.pending.setdefault(operand, {})[axis] = size
    ctx.replace_shape(operand, axis, size)
    value = ctx.operands[operand]
    if value is not None:
        ctx.operands[operand] = replace(value, constant=True)


def is_computed(ctx: Context, operand: int) -> bool:
    """Whether operators make an operand of constants alone."""
    index = ctx.site.op.inputs[operand]
    return index in constant_results(ctx.engine.model, ctx.site.graph)


def settle_dependencies(ctx: Context) -> None:
    """Rebuild the tied constants of this operator, or say why their data cannot follow."""
    for operand, tied in ctx.pending.items():
        tensor = ctx.site.graph.tensors[ctx.site.op.inputs[operand]]
        shape = tensor.shape or ()
        extents = {**literal_axes(ctx, operand), **tied}
        pairs = {a: factor_sizes(ctx, d, shape[a]) for a, d in extents.items()}
        found = second_tables.decided(ctx, operand, extents, pairs)
        found = found or grown(ctx, tensor, extents, pairs)
        if found is None or counts_rows(ctx, tensor, pairs):
            found = row_of_each(ctx, operand, extents, tables(ctx).array(tensor.index))
        if found is None:
            of_map = is_map(ctx, extents, pairs)
            way = way_out(ctx, extents, shape, of_map=of_map)
            ctx.conflict(refusal(tensor.name, shape, extents, ctx) + way)
            continue
        ctx.regrow(operand, extents, found)


def grown(
    ctx: Context, tensor: Tensor, extents: Mapping[int, Dim], pairs: Mapping[int, Pairs | None]
) -> Extension | None:
    """A constant with other extents; one whose size is not decided keeps its own if it has to."""
    factors = {axis: found for axis, found in pairs.items() if found is not None}
    if len(factors) == len(pairs):
        parts = [(a, pieces) for a, d in extents.items() if (pieces := joined_from(ctx, d))]
        cut = ctx.settings.cut_tables and not is_map(ctx, extents, pairs)
        constants, known = tables(ctx), ctx.store.extensions
        asked = repr((ctx.site.graph.index, tensor.index, factors, parts, cut, constants.sizes))
        if asked not in known:
            known[asked] = constants.extended(tensor.index, factors, cut=cut, parts=parts)
        return known[asked]
    if is_specific(ctx, tensor.index, extents):
        for axis, size in extents.items():
            ctx.store.equations.pin(size, (tensor.shape or ())[axis])
    return None


def joined_from(ctx: Context, size: Dim) -> list[Pairs]:
    """(old, new) of the factors of each size that a size is the sum of, in order of the data."""
    sizes = pieces_of(ctx, size)
    pairs = [factor_sizes(ctx, d, ctx.sizes.stored(d) or 0) for d in sizes]
    found = [p for p in pairs if p is not None]
    return found if len(sizes) > 1 and len(found) == len(sizes) else []


def literal_axes(ctx: Context, operand: int) -> dict[int, Dim]:
    """Axes of a computed operand that follow a size already, as literals of an operator do."""
    value = ctx.operand(operand)
    shape = value.shape if value is not None else None
    return {axis: size for axis, size in enumerate(shape or ()) if ctx.sizes.changes(size)}


def tables(ctx: Context) -> Tables:
    """The constants of the graph at hand."""
    sizes = ctx.sizes.moving_numbers()
    graph, given = ctx.site.graph, ctx.settings.constants
    return Tables(ctx.engine.model, graph, given, sizes, ctx.store.used)


def counts_rows(ctx: Context, tensor: Tensor, pairs: Mapping[int, Pairs | None]) -> bool:
    """Whether whole numbers of a single row pick rows later: [0] may have begun to count."""
    if tensor.type not in WHOLE or tensor.name in ctx.settings.constants:
        return False
    begins = any(old == 1 != new for found in pairs.values() for old, new in found or ())
    return begins and picks_rows(ctx)


def picks_rows(ctx: Context) -> bool:
    """Whether an operator's result becomes the indices of a GATHER, GATHER_ND or SCATTER_ND."""
    paths = Paths(ctx.site.graph)
    for op in paths.reached(ctx.site.op, INDEX_WAY, forward=True):
        if op.kind in {"GATHER_ND", "GATHER"} and paths.is_fed(op.inputs[0]):
            return True
        if op.kind == "SCATTER_ND":
            return True
    return False


def given(ctx: Context, operand: int) -> bool:
    """Take the user's data for a constant, of whatever extents, if there are any."""
    value, index = ctx.operand(operand), ctx.site.op.inputs[operand]
    tensor, array = ctx.site.graph.tensors[index], tables(ctx).array(index)
    source = ctx.settings.constants.get(tensor.name)
    if source is None or value is None or array is None:
        return False
    new = given_array(tensor.name, source, (None,) * array.ndim, array.dtype)
    ctx.store.used.add(tensor.name)
    ctx.regrow(operand, dict(enumerate(new.shape)), given_data(new))
    ctx.operands[operand] = Value(value.name, new.shape, None, value.type, constant=True)
    return True


def is_specific(ctx: Context, index: int, axes: Collection[int]) -> bool:
    """Whether no rule in the data says how they would go on."""
    array = tables(ctx).array(index)
    return array is None or extension(array, {a: array.shape[a] + 1 for a in axes}) is None


def factor_sizes(ctx: Context, size: Dim, stored: int) -> Pairs | None:
    """(old, new) of the factors an axis was merged from; of itself where they do not tell."""
    new = ctx.sizes.wanted_int(size)
    if new is None:
        return None
    pairs = [(ctx.sizes.stored(f), ctx.sizes.wanted_int(f)) for f in factors_of(size)]
    found = [(a, b) for a, b in pairs if a is not None and b is not None]
    exact = math.prod(a for a, _ in found) == stored and math.prod(b for _, b in found) == new
    return found if exact and len(found) == len(pairs) else [(stored, new)]


def refusal(name: str, shape: tuple[int, ...], extents: dict[int, Dim], ctx: Context) -> str:
    """Tensor, axis, old and new extent, and what to give instead."""
    changes = [f"axis {a} {shape[a]} -> {ctx.sizes.wanted(d)}" for a, d in extents.items()]
    return (
        f"the data of constant '{name}' is tied to the stored size ({', '.join(changes)}) and no "
        f"rule in it says how to go on; give new data with {wording.constant(name)}"
    )


def way_out(ctx: Context, extents: Mapping[int, Dim], shape: Sequence[int], *, of_map: bool) -> str:
    """What else helps a table that gets shorter."""
    wanted = {axis: ctx.sizes.wanted_int(size) for axis, size in extents.items()}
    if any(new is None or new >= shape[axis] for axis, new in wanted.items()):
        return ""
    if of_map:
        return f" ({wording.flag('cut_tables')} cannot know whether the first rows or the centre)"
    return f" or cut it with {wording.flag('cut_tables')}"


def is_map(ctx: Context, extents: Mapping[int, Dim], pairs: Mapping[int, Pairs | None]) -> bool:
    """Whether a table has a row for each place of a map: learned ones are cut at their centre."""
    names = [atoms_of(size) for size in extents.values() if ctx.sizes.changes(size)]
    merged = any(sum(old > 1 for old, _ in found) > 1 for found in pairs.values() if found)
    return merged or len(set().union(*names)) > 1
