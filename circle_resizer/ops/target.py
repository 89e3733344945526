"""Shapes that an operator is given as an operand."""

from circle_resizer.errors import RuleError
from circle_resizer.inference.value import MAX_RANK, Sizes, Value, shown
from circle_resizer.symbolic.dim import Dim, never_exceeds


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


def axes_of(vector: Value) -> int | None:
    """How many axes a vector has a number for, if that is known."""
    (count,) = vector.dims(1)
    return ranked(vector.name, count)


def ranked(name: str, count: Dim) -> int | None:
    """A number of axes that a tensor can have, if it is known."""
    if not isinstance(count, int):
        return None
    if count > MAX_RANK:
        raise RuleError(f"'{name}' is about {count} axes, a tensor has at most {MAX_RANK}")
    return count


def any_target(shape: Value) -> Sizes | None:
    """The sizes that ``shape`` lists, however many."""
    count = axes_of(shape)
    return None if count is None else target(shape, count)
