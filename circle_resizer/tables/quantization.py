"""What the whole numbers of a quantised tensor stand for."""

from __future__ import annotations

from dataclasses import dataclass

from circle_resizer.file.model import TENSOR, Tensor, slots

FIELDS = slots("QuantizationParameters")


@dataclass(frozen=True, slots=True)
class Quantization:
    """``(number - zero) * scale``; one scale and zero, or one for each row of ``axis``."""

    scales: tuple[float, ...]
    zeros: tuple[int, ...]
    axis: int


def quantization_of(tensor: Tensor) -> Quantization | None:
    """How a tensor is quantised; ``None`` if its numbers are what they say."""
    table = tensor.child(TENSOR["quantization"])
    scales = table.numbers(FIELDS["scale"], "float32") if table else None
    if table is None or not scales:
        return None
    zeros = table.integers(FIELDS["zero_point"], "int64") or (0,) * len(scales)
    axis = table.integer(FIELDS["quantized_dimension"], "int32")
    return Quantization(tuple(map(float, scales)), tuple(zeros), axis)
