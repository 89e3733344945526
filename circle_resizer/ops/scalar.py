"""Operands of one element: an axis, a depth, a count."""

from circle_resizer.errors import RuleError
from circle_resizer.inference.value import Element, Value
from circle_resizer.symbolic.dim import differ, product


def scalar(operand: Value) -> Element | None:
    """The only element, whatever the rank; ``None`` if it is not known."""
    if operand.shape is not None and differ(product(operand.shape), 1):
        size = product(operand.shape)
        raise RuleError(f"'{operand.name}' has {size} elements, expected 1")
    return operand.elements[0] if operand.elements else None


def index(operand: Value) -> int | None:
    """The only element if it is a known whole number."""
    element = scalar(operand)
    return element if isinstance(element, int) else None
