"""Shapes that an operator is given as an operand."""

from circle_resizer.dim import never_exceeds
from circle_resizer.errors import RuleError
from circle_resizer.value import Sizes, Value, shown


def target(shape: Value, rank: int) -> Sizes:
    """The ``rank`` sizes that ``shape`` lists; ``None`` for those it does not tell."""
    (count,) = shape.dims(1)
    if isinstance(count, int) and count != rank:
        raise RuleError(f"'{shape.name}' has {count} elements, expected {rank}")
    sizes = shape.sizes()
    if sizes is None:
        return [None] * rank
    if any(never_exceeds(size, -1) for size in sizes):
        raise RuleError(f"'{shape.name}' {shown(sizes)} has a negative size")
    return sizes


def any_target(shape: Value) -> Sizes | None:
    """The sizes that ``shape`` lists, however many."""
    (count,) = shape.dims(1)
    return target(shape, count) if isinstance(count, int) else None
