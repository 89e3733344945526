"""Random numbers for the inputs of a network, and how far two answers may be apart."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, TypeAlias

import numpy as np

from circle_resizer.file.element_types import FORMATS
from circle_resizer.file.model import Model, Tensor
from circle_resizer.schema.types import TensorType
from circle_resizer.tables.quantization import quantization_of
from circle_resizer.verifying.runtimes import NoRunError

Array: TypeAlias = "np.ndarray[Any, Any]"
RELATIVE, ABSOLUTE = 1e-3, 1e-5
"""A difference may be as large as ABSOLUTE + RELATIVE * the largest number of the output.

Kernels add in another order at another size. What that costs was 1e-4 at most for networks of two
hundred operators; a wrong row is another number altogether.
"""
HYBRID = 0.1
"""RELATIVE where activations are quantised as the network runs: their scale depends on all rows."""
STEPS = 1
"""How many steps an output of quantised numbers may be off."""
QUANTISED = frozenset({TensorType.INT8, TensorType.UINT8, TensorType.INT16})
DRAWS: Sequence[tuple[float, float, int]] = ((-1, 1, 1), (0.1, 1, 1), (0.1, 1, 0))
"""Smallest and largest float, and largest integer, for each attempt.

A logarithm wants positive numbers, an index into a table of one row wants a zero.
"""


def drawn(
    tensors: Sequence[Tensor], shapes: Sequence[tuple[int, ...]], attempt: int
) -> list[Array]:
    """Random numbers for inputs of these shapes, the same for every attempt of this number."""
    source, draw = np.random.default_rng(attempt), DRAWS[attempt]
    pairs = zip(tensors, shapes, strict=True)
    return [numbers(tensor, shape, source, draw) for tensor, shape in pairs]


def numbers(
    tensor: Tensor,
    shape: tuple[int, ...],
    source: np.random.Generator,
    draw: tuple[float, float, int],
) -> Array:
    """Random numbers for one input: small integers, for they may be indices; masks of both."""
    low, high, most = draw
    form = FORMATS.get(tensor.type, "V")
    kind = np.dtype(f"<{form}") if form[0] != "V" else None
    if kind is None:
        raise NoRunError(f"input '{tensor.name}' has a type that no numbers are made for")
    if form[0] == "c":
        return (source.uniform(low, high, shape) + 1j * source.uniform(low, high, shape)).astype(
            kind
        )
    if form[0] == "f":
        return source.uniform(low, high, shape).astype(kind)
    if tensor.type in QUANTISED and quantization_of(tensor):
        limits = np.iinfo(kind)
        return source.integers(limits.min, limits.max + 1, shape).astype(kind)
    return source.integers(0, (1 if form[0] == "b" else most) + 1, shape).astype(kind)


def is_hybrid(model: Model) -> bool:
    """Whether an operator has floats beside weights that are quantised."""
    for graph in model.subgraphs:
        for op in graph.operators:
            types = [graph.tensors[i].type for i in op.inputs if i >= 0]
            if types[:1] == [TensorType.FLOAT32] and set(types[1:]) & {
                TensorType.INT8, TensorType.UINT8, TensorType.INT4,
            }:  # fmt: skip
                return True
    return False


def gap(wanted: Array, found: Array) -> float:
    """The largest difference; infinite where one is finite and the other is not."""
    if wanted.dtype.kind == "b":
        return float((wanted != found).any())
    a, b = (x.astype(complex if x.dtype.kind == "c" else float) for x in (wanted, found))
    same = (a == b) | (np.isnan(a) & np.isnan(b))
    with np.errstate(invalid="ignore"):
        apart = np.where(same, 0, np.abs(a - b))
    largest = float(apart.max(initial=0))
    return largest if math.isfinite(largest) else math.inf


def allowed(wanted: Array, tensor: Tensor, *, hybrid: bool) -> float:
    """How large the difference may be."""
    if wanted.dtype.kind in "fc":
        finite = np.abs(wanted[np.isfinite(wanted)])
        largest = float(finite.max(initial=0))
        return ABSOLUTE + (HYBRID if hybrid else RELATIVE) * largest
    return STEPS if tensor.type in QUANTISED and quantization_of(tensor) else 0
