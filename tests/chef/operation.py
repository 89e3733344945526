"""From an operation of a recipe to the schema's operator and options."""

from __future__ import annotations

from typing import Any

from flatbuffers import flexbuffers

from circle_resizer.schema.types import Padding
from tests.support.opcodes import CODES, option_class, plain

from .fields import OPTION_FIELDS
from .proto import SCHEMA, Message
from .text import RecipeError

BUILTIN = {plain(name): name for name in CODES}
BUILTIN["l2normalize"] = "L2_NORMALIZATION"
_CUSTOM = "AddV2 All BatchMatMulV2 Erf MatMul MatrixBandPart MaxPoolWithArgmax"
CUSTOM = {plain(name): name for name in _CUSTOM.split()}
"""Types that are custom operators even where the recipe does not say so."""
SCHEMA_NAMES = {
    "activation": "fused_activation_function",
    "adj_x": "adjoint_lhs",
    "adj_y": "adjoint_rhs",
    "squeeze_dim": "squeeze_dims",
}


def options_of(operation: Message) -> Message | None:
    """The options message the recipe gives."""
    given = [name for name in operation.given if name in OPTION_FIELDS]
    if len(given) > 1:
        raise RecipeError(operation.lines[given[1]], f"'{given[1]}' besides '{given[0]}'")
    return operation.given[given[0]] if given else None


def values_of(options: Message) -> dict[str, Any]:
    """Options by the recipe's names, defaults included."""
    values = {name: getattr(options, name) for name in SCHEMA[options.of]}
    return {name: value for name, value in values.items() if value is not None}


def custom_code(operation: Message) -> str | None:
    """The code of a custom operator; None for a builtin one."""
    if operation.extype == "Custom" or plain(operation.type) in CUSTOM:
        return str(operation.custom_code or CUSTOM.get(plain(operation.type), operation.type))
    return None


def custom_options(options: Message | None) -> bytes:
    """A FlexBuffer map of the type and the options, as TensorFlow names them."""
    values = {} if options is None else values_of(options)
    if options is not None and options.of == "MaxPoolWithArgmaxOptions":
        values = {
            "ksize": [1, options.filter_height, options.filter_width, 1],
            "strides": [1, options.stride_h, options.stride_w, 1],
            "padding": "SAME" if options.padding == Padding.SAME else "VALID",
            "include_batch_in_index": options.include_batch_in_index,
            "Targmax": options.output_type,
        }
    return bytes(flexbuffers.Dumps({"T": 0, **values}))


def builtin(operation: Message) -> tuple[str, dict[str, Any]]:
    """(operator, options by the schema's names)."""
    name = BUILTIN.get(plain(operation.type or ""))
    if name is None:
        raise RecipeError(operation.line, f"no operator '{operation.type}'")
    options, found = options_of(operation), option_class(name)
    if found is None:
        if options is not None and SCHEMA[options.of]:
            raise RecipeError(options.line, f"{operation.type} has no options")
        return name, {}
    wanted = found[1].__name__
    if options is None:
        return name, {} if wanted not in SCHEMA else renamed(Message(wanted, operation.line))
    if options.of != wanted:
        raise RecipeError(options.line, f"{operation.type} cannot have {options.of}")
    return name, renamed(options)


def renamed(options: Message) -> dict[str, Any]:
    """Options by the schema's names."""
    return {SCHEMA_NAMES.get(name, name): value for name, value in values_of(options).items()}
