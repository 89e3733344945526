"""Constants of few values in a computation, and what sizes they may have been made from."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from struct import pack, unpack

from circle_resizer.file.model import Tensor
from circle_resizer.generalize.store import Ledger
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
    for op in graph.operators:
        if op.kind not in INDEXING | MATCHES or len(op.inputs) != 2:
            continue
        if graph.index != inference.entry and op.kind in COMPARISONS:
            continue  # limits of loops follow the axis that is walked
        values = [
            as_constant(inference.model, graph, i, frame[i]) if i >= 0 else None for i in op.inputs
        ]
        for k, value in enumerate(values):
            other = values[1 - k]
            if value is None or other is None or not value.constant or other.constant:
                continue
            if is_shape(other):
                continue  # follows by itself
            tensor = graph.tensors[op.inputs[k]]
            found = few(value, *((1.0, 0) if value.type in PLAIN else quantised(tensor)))
            if found:
                site = Site(graph, op, op.kind, frame, Options())
                count, rank = len(value.elements or ()), len(other.shape or ())
                whole, slack = value.type in WHOLE, slack_of(op.inputs[k] in graph.producers, found)
                yield Number(paths, site, k, tensor, found, count, rank, whole, slack)


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


def moving(inference: Inference, ledger: Ledger, index: int) -> dict[int, Dim]:
    """Sizes of a graph that change, by their stored number."""
    found: dict[int, Dim] = {}
    for value in inference.frames[index]:
        for size in value.shape if value is not None and value.shape else ():
            stored = ledger.sizes.stored(size) if isinstance(size, Sym) else None
            if stored is not None and stored > 2 and ledger.sizes.changes(size):
                found.setdefault(stored, size)
    return found


def hit_sizes(number: Number, sizes: Collection[int]) -> Iterator[int]:
    """Sizes that a number may have been made from, where it stands."""
    op, values = number.site.op, [abs(v) for v in number.values]
    if len(values) > 1:
        found = [n for n in sizes for v in values if is_extent(v, n, number.slack)]
        if op.kind in SCALES and all(
            any(is_extent(v, n, number.slack) for n in sizes) for v in values
        ):
            yield from found
        if number.whole and 0 in values:  # where the rows of each batch begin
            yield from (n for n in sizes if min(set(values) - {0}) == n > 2)
        return
    (value,) = values
    if not number.whole:
        row = op.kind in SCALES and number.count > 1
        counted = op.kind in SCALES and "CAST" in number.paths.kinds_before(op, {"RESHAPE"})
        bound = op.kind in BOUNDS
        for n in sizes:
            if (row and n > 3 and is_extent(value, n, number.slack)) or (
                bound and n >= SMALL_BOUND <= value + 1
            ):
                yield from [n] if row or value in {n, n - 1} else []
            elif counted and n > 3 and near(value, (n, 1 / n), number.slack):
                yield n
        return
    single = number.rank < 2 and op.kind in MATCHES
    if op.kind in INDEXING or single or number.paths.kinds_before(op, COUNTING | LINEAR) & COUNTING:
        yield from (n for n in sizes if n > 3 and value in ({n} if single else {n, n - 1}))


def is_extent(value: float, n: int, slack: float) -> bool:
    """Whether a number is a size, a last index, or one over either."""
    return near(value, [form(n) for form in COUNTS], slack)


def near(value: float, forms: Sequence[float], slack: float) -> bool:
    """Whether a number is one of these, as its type rounds them."""
    return any(abs(value - form) <= slack * form for form in forms)
