"""Rows looked up in tables, hashes, and n-grams of words."""

from circle_resizer.errors import RuleError
from circle_resizer.inference.axis_kinds import Axes, AxisKind, opaque, placed
from circle_resizer.inference.rules import elements, rule
from circle_resizer.inference.value import Elements, Sizes, Value
from circle_resizer.lazy_numpy import np
from circle_resizer.ops.gather import within
from circle_resizer.ops.target import target
from circle_resizer.schema.options import LSHProjectionOptions
from circle_resizer.symbolic.dim import differ, merged

SPARSE, DENSE = 1, 2
"""LSHProjectionType: one number for each hash function, or one for each of its bits."""


def embedding_lookup_axes(_ids: Value, table: Value) -> Axes:
    """A row for each id."""
    kept = range(1, len(table.shape or ()))
    return placed(0, [0]) | (placed(1, [AxisKind.GATHERED, *kept]) if table.shape else {})


@rule("EMBEDDING_LOOKUP", axes=embedding_lookup_axes)
def embedding_lookup(ids: Value, table: Value) -> Sizes | None:
    """[n] into [rows,b..] -> [n,b..] (TFLite embedding_lookup.cc, Prepare)."""
    (n,) = ids.dims(1)
    if table.shape is None:
        return None
    if len(table.shape) < 2:
        raise RuleError(f"'{table.name}' has rank {len(table.shape)}, expected at least 2")
    return n, *table.shape[1:]


@elements("EMBEDDING_LOOKUP")
def embedding_lookup_elements(ids: Elements, table: Elements) -> Elements:
    """The rows."""
    rows = ids.astype(np.intp)
    within(rows, table.shape[0])
    return np.take(table, rows, 0)


@rule("EMBEDDING_LOOKUP_SPARSE", axes=opaque)
def embedding_lookup_sparse(
    ids: Value, indices: Value, shape: Value, weights: Value, table: Value
) -> Sizes | None:
    """A sparse tensor of ``shape`` [a..,k] of row numbers -> [a..,b..], the k summed up.

    (TFLite embedding_lookup_sparse.cc, Eval)
    """
    (n,) = ids.dims(1)
    count, rank = indices.dims(2)
    for what, size in (("positions", count), ("weights", weights.dims(1)[0])):
        if differ(size, n):
            raise RuleError(f"{size} {what} for {n} ids")
    if table.shape is None or not isinstance(rank, int):
        return None
    return *target(shape, rank)[:-1], *table.shape[1:]


@rule("LSH_PROJECTION", axes=opaque)
def lsh_projection(
    seeds: Value, x: Value, weights: Value | None = None, *, opt: LSHProjectionOptions
) -> Sizes:
    """[hashes,bits] seeds -> [hashes] or [hashes*bits] (TFLite lsh_projection.cc, Resize)."""
    hashes, bits = seeds.dims(2)
    for first in weights.dims(1) if weights is not None else ():
        if x.shape is not None and (not x.shape or differ(x.shape[0], first)):
            raise RuleError(f"'{x.name}' does not have one entry for each of {first} weights")
    if opt.type not in (SPARSE, DENSE):
        raise RuleError(f"hash type {opt.type} is not known")
    return [hashes if opt.type == SPARSE else merged((hashes, bits))]


@rule("SKIP_GRAM", axes=opaque)
def skip_gram(_text: Value) -> Sizes:
    """A text -> as many n-grams as its words give (TFLite skip_gram.cc, Eval)."""
    return [None]
