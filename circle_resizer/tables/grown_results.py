"""How a constant, or what operators make of constants, takes other extents.

A result is followed back to the constants it is made of, and computed again from those at their
new extents: a float16 table behind a DEQUANTIZE, positions 0..5 that pick rows of a longer table.
Where that is not certain, the values of the result are looked at as if the file held them.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TypeAlias

from circle_resizer.errors import RefusedError
from circle_resizer.file.element_types import FORMATS
from circle_resizer.file.model import Model, Subgraph
from circle_resizer.lazy_numpy import np
from circle_resizer.tables.compare import Array, Extension
from circle_resizer.tables.constant import given_array, given_data, resized, tied_array
from circle_resizer.tables.constant_operators import Step, computed
from circle_resizer.tables.constant_results import array_at, constant_results, step_of
from circle_resizer.tables.constant_twins import BINARY
from circle_resizer.tables.fit import Factors, changing
from circle_resizer.tables.made_numbers import distinct, fills
from circle_resizer.tables.operand_axes import BACK
from circle_resizer.tables.segments import by_segments

ARITHMETIC = {"DIV", "SELECT_V2", *BINARY}
FAITHFUL = {
    "DEQUANTIZE", "NEG", "RESHAPE", "EXPAND_DIMS", "SQUEEZE", "TRANSPOSE", "BROADCAST_TO", "TILE",
    "GATHER", "CONCATENATION", "PACK", "SLICE", "STRIDED_SLICE", "FILL",
}  # fmt: skip
"""Operators that never make different numbers equal."""
Parts: TypeAlias = "Sequence[tuple[int, Sequence[Factors]]]"


def is_half(array: Array) -> bool:
    """Whether float32 numbers are those of a float16 constant."""
    if array.dtype != np.float32:
        return False
    with np.errstate(over="ignore"):
        return bool((array.astype(np.float16).astype(np.float32) == array).all())


def as_single(extension: Extension) -> Extension:
    """The extension's numbers as float32."""
    return replace(extension, build=lambda: extension.build().astype(np.float32))


def extents_of(factors: Mapping[int, Factors]) -> set[int]:
    """Stored sizes of the axes that follow, and of what they were merged from."""
    return {n for f in factors.values() for n in (math.prod(o for o, _ in f), *(o for o, _ in f))}


@dataclass(frozen=True, slots=True)
class Tables:
    """The constants of one graph under new sizes.

    ``given`` are the user's data by name, ``sizes`` stored sizes that change anywhere, ``used``
    collects the names of the data that were taken.
    """

    model: Model
    graph: Subgraph
    given: Mapping[str, object] = field(default_factory=dict)
    sizes: Collection[int] = ()
    used: set[str] = field(default_factory=set)

    def array(self, index: int) -> Array | None:
        """The contents of a tensor."""
        return array_at(self.model, self.graph, index)

    def dtype(self, index: int) -> np.dtype[np.generic]:
        """The type of a tensor's elements."""
        return np.dtype(f"<{FORMATS[self.graph.tensors[index].type]}")

    def extended(
        self, index: int, factors: Mapping[int, Factors], *, cut: bool = False, parts: Parts = ()
    ) -> Extension | None:
        """A tensor with other extents: the user's data, or computed anew, or by its values.

        ``parts``: (axis, the factors of each of several pieces that it is joined from).
        """
        changed, tensor = changing(factors), self.graph.tensors[index]
        if tensor.name in self.given:
            return self._given(index, changed)
        if changed and self._is_made(index, extents_of(factors) | set(self.sizes)):
            return None
        found = self._computed(index, changed) if changed else None
        if found is None and self._shows_all(index, changed):
            found = self._by_values(index, factors, parts)
        array = self.array(index) if found is None and cut else None
        if array is None:
            return found
        return tied_array(array, tensor.name, factors, cut=True, sizes=self.sizes)

    def _given(self, index: int, changed: Mapping[int, Factors]) -> Extension | None:
        """The user's data for a tensor."""
        tensor, array = self.graph.tensors[index], self.array(index)
        if array is None:
            return None
        self.used.add(tensor.name)
        shape = resized(array.shape, changed)
        return given_data(given_array(tensor.name, self.given[tensor.name], shape, array.dtype))

    def _shows_all(self, index: int, factors: Mapping[int, Factors]) -> bool:
        """Whether slices of a result are equal only if those beneath are: |-1| is |1|.

        Where the axes that follow were 1 there is nothing that could have been unlike.
        """
        if index not in constant_results(self.model, self.graph):
            return True
        if all(old == 1 for f in factors.values() for old, new in f if old != new):
            return True
        op = self.graph.producers[index]
        return op.kind in FAITHFUL and all(self._shows_all(i, factors) for i in op.inputs if i >= 0)

    def _by_values(
        self, index: int, factors: Mapping[int, Factors], parts: Parts
    ) -> Extension | None:
        """Data that go on by a rule; those of a float16 constant in their own precision first."""
        array, name = self.array(index), self.graph.tensors[index].name
        found = None
        if array is not None and index in self.graph.producers and is_half(array):
            half = self._by_rule(array.astype(np.float16), name, factors, parts)
            found = as_single(half) if half is not None else None
        if array is None or found is not None:
            return found
        return self._by_rule(array, name, factors, parts)

    def _by_rule(
        self, array: Array, name: str, factors: Mapping[int, Factors], parts: Parts
    ) -> Extension | None:
        """As a whole or piece by piece."""
        found = tied_array(array, name, factors, cut=False, sizes=self.sizes)
        for axis, pieces in parts if found is None else ():
            others = {a: f for a, f in factors.items() if a != axis}
            found = found or by_segments(array, axis, pieces, others, self.sizes)
        return found

    def _computed(self, index: int, changed: Mapping[int, Factors]) -> Extension | None:
        """A result made from operands that have other extents themselves."""
        if index not in constant_results(self.model, self.graph):
            return None
        stored = step_of(self.graph, self.graph.producers[index])
        step = replace(stored, shape=resized(stored.shape, changed))
        rule = BACK.get(step.op.kind)
        axes = rule(step, changed, lambda k: self._operand(step, k)) if rule else None
        if axes is None or self._stays_made(step, axes, extents_of(changed) | set(self.sizes)):
            return None
        followed = {k: own for k, own in axes.items() if own}
        answers = {k: self.extended(step.op.inputs[k], own) for k, own in followed.items()}
        parts = {k: answer for k, answer in answers.items() if answer is not None}
        if len(parts) < len(answers) or not self._is_inside(step, parts):
            return None
        return self._through(step, parts)

    def _through(self, step: Step, parts: Mapping[int, Extension]) -> Extension:
        """The extension of a result by those of its operands."""
        rules = "; ".join(dict.fromkeys(part.rule for part in parts.values()))
        said = f"{rules}, behind {step.op.kind}" if rules else f"{step.op.kind} of other extents"
        proven = bool(parts) and all(part.proven for part in parts.values())
        return Extension(said, proven, self._builder(step, parts), operands=parts)

    def _builder(self, step: Step, parts: Mapping[int, Extension]) -> Callable[[], Array]:
        def build() -> Array:
            arrays = [
                parts[k].build() if k in parts else self._operand(step, k)
                for k in range(len(step.op.inputs))
            ]
            found = computed(step, arrays)
            if found is None:
                raise RefusedError(
                    f"'{step.result.name}' cannot be computed from its constants at shape "
                    f"{list(step.shape)}; export the network at that size"
                )
            return found

        return build

    def _operand(self, step: Step, k: int) -> Array | None:
        index = step.op.inputs[k]
        return self.array(index) if index >= 0 else None

    def _is_made(self, index: int, extents: Collection[int]) -> bool:
        """Whether a number beneath a result may be made from an extent: positions times 1 / n."""
        if index not in constant_results(self.model, self.graph):
            return False
        step = step_of(self.graph, self.graph.producers[index])
        for operand in step.op.inputs if step.op.kind in ARITHMETIC else ():
            array = self.array(operand)
            numbers = distinct(array) if array is not None else None
            if array is None or numbers is None or len(numbers) != 1:
                continue
            if fills(numbers[0], array.dtype, extents):
                return True
        return any(self._is_made(i, extents) for i in step.op.inputs if i >= 0)

    def _stays_made(self, step: Step, axes: Mapping[int, object], extents: Collection[int]) -> bool:
        """Whether an operand that stays holds such a number beside others."""
        for k in range(len(step.op.inputs) if step.op.kind in ARITHMETIC else 0):
            array = None if axes.get(k) else self._operand(step, k)
            numbers = distinct(array) if array is not None else None
            if array is not None and any(fills(n, array.dtype, extents) for n in numbers or ()):
                return True
        return False

    def _is_inside(self, step: Step, parts: Mapping[int, Extension]) -> bool:
        """Whether the rows that a GATHER picks are rows of the table."""
        if step.op.kind != "GATHER":
            return True
        table = parts[0].build() if 0 in parts else self._operand(step, 0)
        indices = parts[1].build() if 1 in parts else self._operand(step, 1)
        return table is not None and computed(step, [table, indices]) is not None
