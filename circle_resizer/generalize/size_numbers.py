"""Numbers that were made from a size and hide in the data: 1/n of a mean, n - 1 of a last index.

Nothing in the shapes tells of them. What does is where they stand: beside a sum over n values, in
the arithmetic of indices, or as a row of sizes that scales boxes.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain

from circle_resizer.file.model import Operator, Subgraph, Tensor
from circle_resizer.generalize.context import Settings
from circle_resizer.generalize.holes import Regrow
from circle_resizer.generalize.number_forms import (
    LINEAR,
    SCALES,
    Number,
    hit_sizes,
    moving,
    near,
    numbers,
)
from circle_resizer.generalize.second_exports import is_literal
from circle_resizer.generalize.second_numbers import decided
from circle_resizer.generalize.store import Store
from circle_resizer.inference.engine import Inference, Site
from circle_resizer.inference.graph_paths import Paths
from circle_resizer.inference.value import Shape
from circle_resizer.lazy_numpy import np
from circle_resizer.refusals import wording
from circle_resizer.schema.options import BatchMatMulOptions
from circle_resizer.symbolic.dim import Dim
from circle_resizer.tables.compare import assumed
from circle_resizer.tables.constant import given_array, given_data
from circle_resizer.tables.constant_results import array_at
from circle_resizer.tables.extent_forms import COUNTS, ROOTS, VARIANCE, Form
from circle_resizer.tables.fit import Extension

SUMS = {"SUM", "MEAN", "REDUCE_MAX", "REDUCE_MIN"}
ADDING = {"SUM", "BATCH_MATMUL"}
SUMMED = "number made from the values of a sum"


@dataclass(frozen=True, slots=True)
class Total:
    """How many values a sum adds up, and the sizes beside that stay."""

    kind: str
    stored: int
    wanted: Dim
    beside: Sequence[int]
    widths: Collection[int]
    """Sizes that stay of what is summed here and nearby: channels, of which scales are made."""


def check(inference: Inference, store: Store, settings: Settings) -> None:
    """Mend or block every number that was made from a size that changes."""
    for index in sorted(inference.frames):
        found = list(numbers(inference, Paths(inference.model.subgraphs[index])))
        sizes = moving(inference, store, index) if found else {}
        for number in found if sizes else ():
            if number.tensor.name not in settings.constants or number.place not in store.regrown:
                mend(inference, store, settings, number, sizes)


def mend(
    inference: Inference, store: Store, settings: Settings, number: Number, sizes: dict[int, Dim]
) -> None:
    """Replace a number that was made from one of ``sizes``, or report it as a conflict."""
    if is_literal(store, number.site, number.operand):
        return
    if number.place not in store.regrown and (by := decided(store, number, sizes)):
        put(store, number.operand, number.site, by)
        return
    news = list(dict.fromkeys(remade(inference, store, number)))
    why = SUMMED if news else made_from(store, number, sizes)
    if not why:
        return
    new = None
    if number.tensor.name in settings.constants:
        new = given(inference, settings, number.paths.graph, number.tensor)
    elif len(news) == 1 and number.exact and number.place not in store.regrown:
        new = made(inference, number, news[0])
    if new is not None:
        put(store, number.operand, number.site, new)
        return
    store.add_conflict(
        f"{number.site}: '{number.tensor.name}' is "
        f"{', '.join(f'{v:.6g}' for v in number.values)}, {why}; give the new number "
        f"with {wording.constant(number.tensor.name)}"
    )


def remade(inference: Inference, store: Store, number: Number) -> list[float | None]:
    """What a factor beside a sum becomes, by every form that it may have; ``None``: unknown."""
    if len(number.values) > 1 or number.whole:
        return []
    totals = list(summed(inference, store, number))
    sums = [new for t in totals if t.kind in ADDING for new in forms_of(number, t)]
    return sums or [new for t in totals if t.kind not in ADDING for new in forms_of(number, t)]


def forms_of(number: Number, total: Total) -> Iterator[float | None]:
    """What a factor beside one sum becomes, by every form that it may have; ``None``: unknown."""
    (value,), kind = number.values, number.site.op.kind
    if kind in {"ADD", "SUB"} and abs(value) == total.stored > 2:
        yield None
    for form, by in factors(total) if kind in SCALES else ():
        old = form(total.stored) * by
        if old and near(abs(value), [old], number.slack):
            sure = is_sure(form, value, total)
            known = total.wanted if isinstance(total.wanted, int) and sure else 0
            yield math.copysign(form(known) * by, value) if known > 1 else None


def is_sure(form: Form, value: float, total: Total) -> bool:
    """Whether a factor is made from a count, and is no gain or scale of channels that equals it."""
    if total.kind not in ADDING:  # a mean takes no count
        return form in VARIANCE
    scales = [width**power for width in total.widths for power in (0.5, -0.5)]
    if near(abs(value), scales, 2e-6):
        return False
    return form in COUNTS or not (value.is_integer() or (1 / value).is_integer())


def factors(total: Total) -> Iterator[tuple[Form, float]]:
    """Forms of a count, and of a count times a size that stays: a Gram matrix over c * h * w."""
    if total.stored > 1:
        yield from ((form, 1.0) for form in (*COUNTS, *VARIANCE, *ROOTS))
        for size in total.beside:
            yield from ((COUNTS[0], float(size)), (COUNTS[1], 1 / size))


def made(inference: Inference, number: Number, new: float | None) -> Extension | None:
    """The constant filled with another number, if that is known."""
    array = array_at(inference.model, number.paths.graph, number.tensor.index)
    if array is None or new is None:
        return None
    return assumed(SUMMED, lambda: np.full(array.shape, new, array.dtype))


def put(store: Store, operand: int, site: Site, new: Extension) -> None:
    """Replace the data of a constant operand; its shape stays."""
    index = site.op.inputs[operand]
    store.used.add(site.graph.tensors[index].name)
    regrow = Regrow(site.key, operand, str(site), index, {}, new)
    store.regrown[site.key, operand] = regrow


def made_from(store: Store, number: Number, sizes: dict[int, Dim]) -> str:
    """Which size a number was made from, in words; empty when it was not."""
    hits = list(hit_sizes(number, sizes))
    if not hits:
        return ""
    wanted = store.sizes.wanted(sizes[hits[0]])
    return f"made from a size that changes, {hits[0]} -> {wanted}"


def summed(inference: Inference, store: Store, number: Number) -> Iterator[Total]:
    """The sums before and behind an operator."""
    graph = number.paths.graph
    around = [
        op for forward in (False, True)
        for op in number.paths.reached(number.site.op, LINEAR, forward=forward)
    ]  # fmt: skip
    gone_of = {op.index: summed_sizes(inference, graph, op) for op in around}
    widths = fixed(chain.from_iterable(gone_of.values()))
    for op in around:
        gone = gone_of[op.index]
        if any(map(store.sizes.moves, gone)):
            stored = math.prod(store.sizes.stored(size) or 1 for size in gone)
            beside = fixed(summed_shape(inference, graph, op))
            wanted = store.sizes.wanted_product(gone)
            yield Total(op.kind, stored, wanted, sorted(beside), beside | widths)


def fixed(sizes: Iterable[Dim]) -> set[int]:
    """Sizes that stay as they are, unit axes apart."""
    return {d for d in sizes if isinstance(d, int) and d > 1}


def summed_sizes(inference: Inference, graph: Subgraph, op: Operator) -> Sequence[Dim]:
    """The sizes of the axes an operator sums over."""
    shape = summed_shape(inference, graph, op)
    if shape and op.kind in SUMS and len(op.inputs) > 1:
        axes = inference.value(graph, inference.frames[graph.index], op.inputs[1]).ints() or ()
        return [shape[axis] for axis in axes if -len(shape) <= axis < len(shape)]
    if op.kind == "BATCH_MATMUL" and len(shape) > 1:
        return [shape[-2 if op.options(BatchMatMulOptions).adjoint_lhs else -1]]
    return ()


def summed_shape(inference: Inference, graph: Subgraph, op: Operator) -> Shape:
    """The shape of an operator's first operand; empty if there is none or its rank is unknown."""
    x = inference.frames[graph.index][op.inputs[0]] if op.inputs and op.inputs[0] >= 0 else None
    return (x.shape if x is not None else None) or ()


def given(
    inference: Inference, settings: Settings, graph: Subgraph, tensor: Tensor
) -> Extension | None:
    """The user's numbers for a constant."""
    array = array_at(inference.model, graph, tensor.index)
    if array is None:
        return None
    source = settings.constants[tensor.name]
    return given_data(given_array(tensor.name, source, array.shape, array.dtype))
