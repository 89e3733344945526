"""Which option table and which union number an operator has."""

from __future__ import annotations

from circle_resizer.schema.operators import BUILTIN_OPERATORS
from circle_resizer.schema.options import BUILTIN_OPTIONS, BUILTIN_OPTIONS_2, Options

CODES: dict[str, int] = {name: code for code, name in BUILTIN_OPERATORS.items()}

IRREGULAR = {
    "AVERAGE_POOL_2D": "Pool2D",
    "CONV_3D_TRANSPOSE": "Conv3D",
    "L2_NORMALIZATION": "L2Norm",
    "L2_POOL_2D": "Pool2D",
    "MAXIMUM": "MaximumMinimum",
    "MAX_POOL_2D": "Pool2D",
    "MEAN": "Reducer",
    "MINIMUM": "MaximumMinimum",
    "MULTINOMIAL": "Random",
    "RANDOM_STANDARD_NORMAL": "Random",
    "RANDOM_UNIFORM": "Random",
    "REDUCE_ALL": "Reducer",
    "REDUCE_ANY": "Reducer",
    "REDUCE_MAX": "Reducer",
    "REDUCE_MIN": "Reducer",
    "REDUCE_PROD": "Reducer",
    "SUM": "Reducer",
    "UNIDIRECTIONAL_SEQUENCE_RNN": "SequenceRNN",
}
"""Operators whose table is not simply named after them."""


def plain(name: str) -> str:
    """``CONV_2D``, ``Conv2D`` and ``Conv2DOptions`` alike: ``conv2d``."""
    return name.replace("_", "").lower().removesuffix("options")


_FIRST = {plain(cls.__name__): (number, cls, 1) for number, cls in BUILTIN_OPTIONS.items()}
_SECOND = {plain(cls.__name__): (number, cls, 2) for number, cls in BUILTIN_OPTIONS_2.items()}


def option_class(operator: str) -> tuple[int, type[Options], int] | None:
    """(number in its union, class, 1 or 2 for which union), or None when it has no options."""
    return (_SECOND | _FIRST).get(plain(IRREGULAR.get(operator, operator)))
