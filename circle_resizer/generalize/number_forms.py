"""Constants of few values in a computation, and what sizes they may have been made from."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from struct import pack, unpack

from circle_resizer.file.model import Tensor
from circle_resizer.generalize.store import Store
from circle_resizer.inference.engine import Inference, Site
from circle_resizer.inference.graph_paths import Paths
from circle_resizer.inference.value import Value
from circle_resizer.schema.options import Options
from circle_resizer.schema.types import TensorType
from circle_resizer.symbolic.dim import Dim, Sym, atoms_of
from circle_resizer.tables.constant_results import as_constant
from circle_resizer.tables.extent_forms import COUNTS
from circle_resizer.tables.quantization import quantization_of

SCALES = {"MUL", "DIV"}
BOUNDS = {"MINIMUM", "MAXIMUM"}
INDEXING = {
    "ADD", "SUB", "MUL", "DIV", "FLOOR_DIV", "FLOOR_MOD", "MINIMUM", "MAXIMUM",
    "LESS", "LESS_EQUAL", "GREATER", "GREATER_EQUAL",
}  # fmt: skip
MATCHES = {"EQUAL", "NOT_EQUAL"}
COMPARISONS = {"LESS", "LESS_EQUAL", "GREATER", "GREATER_EQUAL", *MATCHES}
COUNTING = {"ARG_MAX", "ARG_MIN", "TOPK_V2", "WHERE", "CUMSUM", "SUM", "RANGE"}
"""Operators whose whole numbers are indices or counts."""
LINEAR = {
    "RESHAPE", "TRANSPOSE", "SQUEEZE", "EXPAND_DIMS", "ADD", "SUB", "MUL", "DIV", "NEG", "ABS",
    "RELU", "SQRT", "SQUARE", "SQUARED_DIFFERENCE", "CAST", "QUANTIZE", "DEQUANTIZE", "SUM",
    "MEAN", "BATCH_MATMUL", "CONCATENATION", "PACK", "GATHER", "SLICE", "STRIDED_SLICE",
}  # fmt: skip
"""Operators behind which a factor is still the same factor."""
WHOLE = {TensorType.INT32, TensorType.INT64}
PLAIN = WHOLE | {TensorType.FLOAT32, TensorType.FLOAT16, TensorType.FLOAT64}
"""Types whose numbers are what they say; a quantised one stands for another."""
HALF = 65504
"""The largest float16."""
MAX_NUMBERS = 8
SMALL_BOUND = 16
"""A bound below this is mostly one of an activation."""


@dataclass(frozen=True, slots=True)
class Number:
    """A constant operand of few values beside a computed one."""

    paths: Paths
    site: Site
    operand: int
    tensor: Tensor
    values: tuple[float, ...]
    count: int
    """How many there are, equal ones too."""
    rank: int
    """That of the computed operand."""
    whole: bool
    slack: float = 2e-6
    """How far the values may be off, by the type that holds them."""

    @property
    def exact(self) -> bool:
        """Whether its bytes are the number itself, and not a quantised one."""
        return self.tensor.type in PLAIN

    @property
    def place(self) -> tuple[tuple[int, int], int]:
        """Where it is read."""
        return self.site.key, self.operand


def numbers(inference: Inference, paths: Paths) -> Iterator[Number]:
    """Every constant of few values that is computed with."""
    graph, frame = paths.graph, inference.frames[paths.graph.index]
    kinds = INDEXING | MATCHES
    if graph.index:
        kinds -= COMPARISONS  # limits of loops follow the axis that is walked
    for op in graph.operators:
        if op.kind not in kinds or len(op.inputs) != 2:
            continue
        values = [
            as_constant(inference.model, graph, i, frame[i]) if i >= 0 else None for i in op.inputs
        ]
        site = Site(graph, op, op.kind, frame, Options())
        found = (number_at(paths, site, k, values) for k in (0, 1))
        yield from (number for number in found if number is not None)


def number_at(
    paths: Paths, site: Site, operand: int, values: Sequence[Value | None]
) -> Number | None:
    """A constant of few values beside a computed operand, which is no shape: that follows anyway.

    ``values`` are both operands of the operator.
    """
    value, other = values[operand], values[1 - operand]
    if value is None or other is None or not value.constant or other.constant or is_shape(other):
        return None
    index = site.op.inputs[operand]
    tensor = site.graph.tensors[index]
    found = few(value, *((1.0, 0) if value.type in PLAIN else quantised(tensor)))
    if not found:
        return None
    count, rank = len(value.elements or ()), len(other.shape or ())
    whole, slack = value.type in WHOLE, slack_of(index in site.graph.producers, found)
    return Number(paths, site, operand, tensor, found, count, rank, whole, slack)


def slack_of(computed: bool, values: Sequence[float]) -> float:  # noqa: FBT001
    """What float32 rounds off; what float16 does where all numbers may come from one."""
    coarse = computed and all(abs(n) < HALF and unpack("<e", pack("<e", n))[0] == n for n in values)
    return 5e-4 if coarse else 2e-6


def is_shape(value: Value) -> bool:
    """Whether the elements are sizes, and no numbers that only a run tells."""
    atoms = {n for e in value.elements or () if isinstance(e, Sym) for n in atoms_of(e)}
    return value.elements is not None and not any(name.startswith("?") for name in atoms)


def quantised(tensor: Tensor) -> tuple[float, int]:
    """(scale, zero point) of a tensor; a scale of 0 where there is not just one."""
    how = quantization_of(tensor)
    return (how.scales[0], how.zeros[0]) if how and len(how.scales) == 1 else (0.0, 0)


def few(value: Value, scale: float, zero: int) -> tuple[float, ...]:
    """The different numbers of a small constant, 0 and 1 apart; none if there are too many."""
    elements = value.elements or ()
    plain = [(e - zero) * scale for e in elements if isinstance(e, (int, float))]
    if (
        len(plain) != len(elements)
        or len(plain) > MAX_NUMBERS
        or not all(map(math.isfinite, plain))
    ):
        return ()
    return tuple(dict.fromkeys(plain)) if {abs(n) for n in plain} - {0.0, 1.0} else ()


def moving(inference: Inference, store: Store, index: int) -> dict[int, Dim]:
    """Sizes of a graph that change, by their stored number."""
    found: dict[int, Dim] = {}
    for value in inference.frames[index]:
        for size in value.shape if value is not None and value.shape else ():
            stored = store.sizes.stored(size) if isinstance(size, Sym) else None
            if stored is not None and stored > 2 and store.sizes.changes(size):
                found.setdefault(stored, size)
    return found


def hit_sizes(number: Number, sizes: Collection[int]) -> Iterator[int]:
    """Sizes that a number may have been made from, where it stands."""
    if len(number.values) > 1:
        return hits_of_several(number, sizes)
    large = [n for n in sizes if n > 3]  # smaller ones are in every file
    return hits_of_whole(number, large) if number.whole else hits_of_real(number, large)


def hits_of_several(number: Number, sizes: Collection[int]) -> Iterator[int]:
    """Sizes that scale boxes or coordinates, or that are the distance between batches."""
    values = [abs(v) for v in number.values]
    if number.site.op.kind in SCALES:
        hits = [[n for n in sizes if is_extent(v, n, number.slack)] for v in values]
        if all(hits):
            found = set(chain.from_iterable(hits))
            yield from (n for n in sizes if n in found)
    if number.whole and 0 in values:  # where the rows of each batch begin
        yield from (n for n in sizes if min(set(values) - {0}) == n > 2)


def hits_of_real(number: Number, sizes: Collection[int]) -> Iterator[int]:
    """Sizes behind a real number: a bound, a row of equal scales, or a factor of counts."""
    op, value, slack = number.site.op, abs(number.values[0]), number.slack
    if op.kind in BOUNDS:
        yield from (n for n in sizes if n >= SMALL_BOUND <= value + 1 and value in {n, n - 1})
    elif op.kind in SCALES and number.count > 1:
        yield from (n for n in sizes if is_extent(value, n, slack))
    elif op.kind in SCALES and "CAST" in number.paths.kinds_before(op, {"RESHAPE"}):
        yield from (n for n in sizes if near(value, (n, 1 / n), slack))


def hits_of_whole(number: Number, sizes: Collection[int]) -> Iterator[int]:
    """Sizes behind a whole number in the arithmetic of indices: n, or the last index n - 1."""
    op, value = number.site.op, abs(number.values[0])
    if number.rank < 2 and op.kind in MATCHES:
        yield from (n for n in sizes if value == n)
    elif op.kind in INDEXING or number.paths.kinds_before(op, COUNTING | LINEAR) & COUNTING:
        yield from (n for n in sizes if value in {n, n - 1})


def is_extent(value: float, n: int, slack: float) -> bool:
    """Whether a number is a size, a last index, or one over either."""
    return near(value, [form(n) for form in COUNTS], slack)


def near(value: float, forms: Sequence[float], slack: float) -> bool:
    """Whether a number is one of these, as its type rounds them."""
    return any(abs(value - form) <= slack * form for form in forms)
