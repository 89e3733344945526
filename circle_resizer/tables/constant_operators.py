"""Operators over constants: what one needs to be computed, and the table of those that can be.

A twin computes one result from arrays. It is registered with the test that tells whether the
operator at hand is one it can compute (no fused activation, no quantised numbers).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from circle_resizer.file.element_types import FORMATS
from circle_resizer.file.model import Operator, Tensor
from circle_resizer.lazy_numpy import np, npt
from circle_resizer.schema.options import (
    AddOptions,
    ConcatenationOptions,
    DivOptions,
    MulOptions,
    Options,
    SubOptions,
)
from circle_resizer.tables.quantization import quantization_of

Array: TypeAlias = "npt.NDArray[Any]"


@dataclass(frozen=True, slots=True)
class Step:
    """One operator over constants: its operands and result, and the shape the result takes."""

    op: Operator
    operands: Sequence[Tensor | None]
    result: Tensor
    shape: tuple[int, ...]

    @property
    def stored_shapes(self) -> list[tuple[int, ...]]:
        """Shapes of the operands in the file."""
        return [t.shape or () if t is not None else () for t in self.operands]


Twin: TypeAlias = Callable[..., Array]
Check: TypeAlias = Callable[[Step], bool]
TWINS: dict[str, tuple[Twin, Check]] = {}
FUSED: dict[str, type[Options]] = {
    "ADD": AddOptions, "SUB": SubOptions, "MUL": MulOptions, "DIV": DivOptions,
    "CONCATENATION": ConcatenationOptions,
}  # fmt: skip


def is_plain(step: Step) -> bool:
    """Whether no operand is quantised and no activation follows."""
    tensors = [t for t in (*step.operands, step.result) if t is not None]
    options = FUSED.get(step.op.kind)
    fused = options and vars(step.op.options(options)).get("fused_activation_function", 0)
    return not fused and all(quantization_of(t) is None for t in tensors)


def anything(_: Step) -> bool:
    """Whether numbers are only moved, whatever they stand for."""
    return True


def twin(*kinds: str, check: Check = is_plain) -> Callable[[Twin], Twin]:
    """Register a function of (step, *arrays) for operators."""

    def register(function: Twin) -> Twin:
        TWINS.update(dict.fromkeys(kinds, (function, check)))
        return function

    return register


def result_type(step: Step) -> np.dtype[Any]:
    """The type of the result's elements."""
    return np.dtype(f"<{FORMATS[step.result.type]}")


def computed(step: Step, arrays: Sequence[Array | None]) -> Array | None:
    """The result of an operator over constants; ``None`` if it cannot be computed."""
    function, _ = TWINS[step.op.kind]
    if not arrays or arrays[0] is None:  # none of them does without its first operand
        return None
    with np.errstate(all="ignore"):
        try:
            found = np.asarray(function(step, *arrays))
        except (ValueError, IndexError, TypeError, ArithmeticError):
            return None
    if found.shape != step.shape:
        return None
    return found.astype(result_type(step), copy=False)


def is_computable(step: Step) -> bool:
    """Whether there is a twin for just this operator."""
    entry = TWINS.get(step.op.kind)
    if entry is None or len(step.op.outputs) != 1 or step.result.type not in FORMATS:
        return False
    return entry[1](step)
