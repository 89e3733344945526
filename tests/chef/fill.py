"""Contents of constants: the fillers explicit, constant and gaussian."""

from __future__ import annotations

import random
import zlib
from math import prod

import numpy as np

from tests.support.build import strings

from .proto import Message
from .text import RecipeError

NUMPY = {
    "FLOAT32": np.float32,
    "FLOAT16": np.float16,
    "FLOAT64": np.float64,
    "INT64": np.int64,
    "INT32": np.int32,
    "INT16": np.int16,
    "INT8": np.int8,
    "UINT8": np.uint8,
    "BOOL": np.bool_,
    "INT4": np.int8,
    "UINT4": np.uint8,
}
PACKED = {"INT4", "UINT4"}
TRUTH = {"true": 1, "false": 0}


def number(dtype: str, text: str, line: int) -> float:
    """One argument of a filler."""
    try:
        if dtype.startswith("FLOAT"):
            return float(text.rstrip("fF") if "inf" not in text else text)
        return TRUTH[text] if dtype == "BOOL" and text in TRUTH else int(text, 0)
    except ValueError:
        raise RecipeError(line, f"filler argument '{text}' is no {dtype}") from None


def gaussian(operand: Message, dtype: str, count: int) -> list[float]:
    """Normally distributed numbers that depend on the operand's name only."""
    args = operand.filler.arg
    if len(args) != 2:
        raise RecipeError(operand.filler.line, "gaussian wants two arguments: mean and deviation")
    mean, deviation = (number("FLOAT32", arg, operand.filler.line) for arg in args)
    source = random.Random(zlib.crc32(operand.name.encode()))  # noqa: S311  (weights, not secrets)
    drawn = [source.gauss(mean, deviation) for _ in range(count)]
    if dtype.startswith("FLOAT"):
        return drawn
    limits = np.iinfo(NUMPY[dtype])
    return [min(max(round(value), int(limits.min)), int(limits.max)) for value in drawn]


def fill(operand: Message, dtype: str) -> np.ndarray | bytes:
    """The elements of a constant operand; bytes for text."""
    filler = operand.filler
    sizes = operand.shape.dim if operand.has("shape") else []
    count = prod(sizes) or len(filler.arg)
    if dtype == "STRING":
        return strings([*filler.arg[:count], *[""] * (count - len(filler.arg))])
    if filler.tag == "explicit":
        values = [number(dtype, arg, filler.line) for arg in filler.arg[:count]]
        values += [0] * (count - len(values))
    elif filler.tag == "constant":
        if len(filler.arg) != 1:
            raise RecipeError(filler.line, "constant wants one argument")
        values = [number(dtype, filler.arg[0], filler.line)] * count
    elif filler.tag == "gaussian":
        values = gaussian(operand, dtype, count)
    else:
        raise RecipeError(filler.line, f"no filler '{filler.tag}'")
    return np.array(values, NUMPY[dtype])


def contents(operand: Message, dtype: str) -> bytes:
    """What the buffer holds."""
    values = fill(operand, dtype)
    if isinstance(values, bytes):
        return values
    if dtype in PACKED:
        nibbles = np.append(values.view(np.uint8) & 15, np.zeros(len(values) % 2, np.uint8))
        return (nibbles[0::2] | (nibbles[1::2] << 4)).astype(np.uint8).tobytes()
    if operand.make_sparse:
        return values[values != 0].tobytes()
    return values.tobytes()
