"""Numbers that were made from a size and hide in the data: 1/n of a mean, n - 1 of a last index.

Nothing in the shapes tells of them. What does is where they stand: beside a sum over n values, in
the arithmetic of indices, or as a row of sizes that scales boxes.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from circle_resizer.constants import array_of, given_array, given_data
from circle_resizer.data import Extension
from circle_resizer.decisions import Regrow
from circle_resizer.dim import Dim, Sym, atoms_of
from circle_resizer.infer import Inference, Site
from circle_resizer.job import Settings
from circle_resizer.ledger import Ledger
from circle_resizer.model import Operator, Subgraph, Tensor
from circle_resizer.repairs.walks import Walk
from circle_resizer.schema.options import BatchMatMulOptions, Options
from circle_resizer.schema.types import TensorType
from circle_resizer.slices import assumed
from circle_resizer.value import Value

SCALES = {"MUL", "DIV"}
BOUNDS = {"MINIMUM", "MAXIMUM"}
INDEXING = {
    "ADD", "SUB", "MUL", "DIV", "FLOOR_DIV", "FLOOR_MOD", "MINIMUM", "MAXIMUM",
    "LESS", "LESS_EQUAL", "GREATER", "GREATER_EQUAL",
}  # fmt: skip
MATCHES = {"EQUAL", "NOT_EQUAL"}
COUNTING = {"ARG_MAX", "ARG_MIN", "TOPK_V2", "WHERE", "CUMSUM", "SUM", "RANGE"}
"""Operators whose whole numbers are indices or counts."""
SUMS = {"SUM", "MEAN", "REDUCE_MAX", "REDUCE_MIN"}
LINEAR = {
    "RESHAPE", "TRANSPOSE", "SQUEEZE", "EXPAND_DIMS", "ADD", "SUB", "MUL", "DIV", "NEG", "ABS",
    "RELU", "SQRT", "SQUARE", "SQUARED_DIFFERENCE", "CAST", "QUANTIZE", "DEQUANTIZE", "SUM",
    "MEAN", "BATCH_MATMUL", "CONCATENATION", "PACK", "GATHER", "SLICE", "STRIDED_SLICE",
}  # fmt: skip
"""Operators behind which a factor is still the same factor."""
WHOLE = {TensorType.INT32, TensorType.INT64}
MAX_NUMBERS = 8
SUMMED = "number made from the values of a sum"
SMALL_BOUND = 16
"""A bound below this is mostly one of an activation."""


@dataclass(frozen=True, slots=True)
class Number:
    """A constant operand of few values beside a computed one."""

    walk: Walk
    site: Site
    operand: int
    tensor: Tensor
    values: tuple[float, ...]
    whole: bool


def check(inference: Inference, ledger: Ledger, settings: Settings) -> None:
    """Mend or block every number that was made from a size that changes."""
    for index in sorted(inference.frames):
        found = list(numbers(inference, Walk(inference.model.subgraphs[index])))
        sizes = moving(inference, ledger, index) if found else {}
        for number in found if sizes else ():
            news = list(dict.fromkeys(remade(inference, ledger, number)))
            why = SUMMED if news else made_from(ledger, number, sizes)
            if why and number.tensor.name in settings.constants:
                replace(ledger, number, given(inference, settings, number))
            elif len(news) == 1 and news[0] is not None:
                replace(ledger, number, made(inference, number, news[0]))
            elif why:
                ledger.block(
                    f"{number.site}: '{number.tensor.name}' is "
                    f"{', '.join(f'{v:.6g}' for v in number.values)}, {why}; give the new number "
                    f"with --constant '{number.tensor.name}=FILE.npy'"
                )


def remade(inference: Inference, ledger: Ledger, number: Number) -> Iterator[float | None]:
    """What a factor beside a sum becomes, by every form that it may have; ``None``: unknown."""
    if len(number.values) > 1 or number.whole or number.site.op.kind not in SCALES:
        return
    (value,) = number.values
    for count, wanted in summed(inference, ledger, number):
        for form in FORMS if count > 1 else ():
            old = form(count)
            if old and abs(abs(value) - old) <= 2e-6 * old:
                sure = form in FORMS[:PLAIN] or not (value.is_integer() or (1 / value).is_integer())
                known = wanted if isinstance(wanted, int) and wanted > 1 and sure else 0
                yield math.copysign(form(known), value) if known else None


def made(inference: Inference, number: Number, new: float) -> Extension | None:
    """The constant filled with another number."""
    array = array_of(inference.model, number.tensor)
    return None if array is None else assumed(SUMMED, lambda: array * 0 + array.dtype.type(new))


def replace(ledger: Ledger, number: Number, new: Extension | None) -> None:
    """Put other contents of the same shape in the place of a constant."""
    site = number.site
    if new is not None:
        ledger.used.add(number.tensor.name)
        place = site.key, number.operand
        ledger.regrown[place] = Regrow(*place, str(site), number.tensor.index, {}, new)


def numbers(inference: Inference, walk: Walk) -> Iterator[Number]:
    """Every constant of few values that is computed with."""
    graph, frame = walk.graph, inference.frames[walk.graph.index]
    for op in graph.operators:
        if op.kind not in INDEXING | MATCHES or len(op.inputs) != 2:
            continue
        values = [frame[i] if i >= 0 else None for i in op.inputs]
        for k, value in enumerate(values):
            other = values[1 - k]
            if value is None or other is None or not value.constant or other.constant:
                continue
            if is_shape(other):
                continue  # follows by itself
            found = few(value)
            if found:
                site = Site(graph, op, op.kind, frame, Options())
                tensor = graph.tensors[op.inputs[k]]
                yield Number(walk, site, k, tensor, found, value.type in WHOLE)


def is_shape(value: Value) -> bool:
    """Whether the elements are sizes, and no numbers that only a run tells."""
    atoms = {n for e in value.elements or () if isinstance(e, Sym) for n in atoms_of(e)}
    return value.elements is not None and not any(name.startswith("?") for name in atoms)


def few(value: Value) -> tuple[float, ...]:
    """The different numbers of a small constant, 0 and 1 apart; none if there are too many."""
    elements = value.elements or ()
    plain = [float(e) for e in elements if isinstance(e, (int, float))]
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


def made_from(ledger: Ledger, number: Number, sizes: dict[int, Dim]) -> str:
    """Which size a number was made from, in words; empty when it was not."""
    op, values = number.site.op, [abs(v) for v in number.values]
    if len(values) > 1:
        hit = [n for n in sizes for v in values if is_extent(v, n)]
        all_are = all(any(is_extent(v, n) for n in sizes) for v in values)
        return words(ledger, sizes, hit[0]) if all_are and op.kind in SCALES else ""
    (value,) = values
    least = 4 if number.whole else SMALL_BOUND
    hit = [n for n in sizes if n >= least and value in {n, n - 1}]
    if not hit:
        return ""
    if number.whole:
        tells = op.kind in INDEXING or number.walk.kinds_before(op, COUNTING | LINEAR) & COUNTING
        return words(ledger, sizes, hit[0]) if tells else ""
    return words(ledger, sizes, hit[0]) if op.kind in BOUNDS else ""


def words(ledger: Ledger, sizes: dict[int, Dim], stored: int) -> str:
    """For the message."""
    return f"made from a size that changes, {stored} -> {ledger.sizes.wanted(sizes[stored])}"


def is_extent(value: float, n: int) -> bool:
    """Whether a number is a size, a last index, or one over either."""
    return any(abs(value - form) <= 2e-6 * form for form in (n, n - 1, 1 / n, 1 / (n - 1)))


PLAIN = 4
"""The first of them are the likely ones; a whole number is the root of many."""
FORMS: tuple[Callable[[int], float], ...] = (
    lambda n: n, lambda n: 1 / n, lambda n: n - 1, lambda n: 1 / (n - 1),
    lambda n: n**0.5, lambda n: n**-0.5, lambda n: (n - 1) ** 0.5, lambda n: (n - 1) ** -0.5,
    lambda n: n / (n - 1), lambda n: (n - 1) / n,
    math.log, lambda n: 1 / math.log(n),
)  # fmt: skip
"""Factors that are made from a count of 2 or more, and what they divide by."""


def summed(inference: Inference, ledger: Ledger, number: Number) -> Iterator[tuple[int, Dim]]:
    """(stored, wanted) counts of the sums before and behind an operator."""
    for forward in (False, True):
        for op in number.walk.reached(number.site.op, LINEAR, forward=forward):
            gone = summed_sizes(inference, number.walk.graph, op)
            if not any(map(ledger.sizes.moves, gone)):
                continue
            stored = math.prod(ledger.sizes.stored(size) or 1 for size in gone)
            yield stored, ledger.sizes.wanted_product(gone)


def summed_sizes(inference: Inference, graph: Subgraph, op: Operator) -> Sequence[Dim]:
    """The sizes of the axes an operator sums over."""
    frame = inference.frames[graph.index]
    x = frame[op.inputs[0]] if op.inputs and op.inputs[0] >= 0 else None
    if x is None or not x.shape:
        return ()
    if op.kind in SUMS and len(op.inputs) > 1:
        axes = inference.value(graph, frame, op.inputs[1]).ints() or ()
        return [x.shape[axis] for axis in axes if -len(x.shape) <= axis < len(x.shape)]
    if op.kind == "BATCH_MATMUL" and len(x.shape) > 1:
        return [x.shape[-2 if op.options(BatchMatMulOptions).adjoint_lhs else -1]]
    return ()


def given(inference: Inference, settings: Settings, number: Number) -> Extension | None:
    """The user's number."""
    name, array = number.tensor.name, array_of(inference.model, number.tensor)
    if array is None:
        return None
    return given_data(given_array(name, settings.constants[name], array.shape, array.dtype))
