"""What inference knows about one tensor."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NoReturn, TypeAlias

from circle_resizer.errors import RuleError, TooLargeError
from circle_resizer.symbolic.bounds import LARGEST, MAX_DEGREE, MAX_NUMBER, MAX_WHOLE
from circle_resizer.symbolic.dim import Dim, Sym, unknown, weight

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    Elements: TypeAlias = npt.NDArray[np.object_]
else:
    Elements = Any

Shape: TypeAlias = tuple[Dim, ...]
Sizes: TypeAlias = Sequence[Dim | None]
Element: TypeAlias = Dim | float

MAX_ELEMENTS = 64
"""Larger tensors are data, not shape arithmetic: their elements are not worth knowing."""
MAX_RANK = 16
"""More axes than any kernel knows: the file is damaged."""


@dataclass(frozen=True, slots=True)
class Value:
    """A tensor's shape (``None``: unknown rank) and, for small tensors, its elements.

    ``elements`` are in row-major order: sizes, or numbers of shape arithmetic (bool, float).
    ``type`` is the ``TensorType``, ``constant`` says that the file holds the contents.
    """

    name: str
    shape: Shape | None
    elements: tuple[Element, ...] | None = None
    type: int = 0
    constant: bool = False

    def dims(self, rank: int) -> Shape:
        """Exactly ``rank`` sizes; an unknown rank becomes ``rank`` unknown sizes."""
        if self.shape is None:
            return tuple(unknown(f"{self.name}[{axis}]") for axis in range(rank))
        if len(self.shape) != rank:
            raise RuleError(f"'{self.name}' has rank {len(self.shape)}, expected {rank}")
        return self.shape

    def axis(self, index: int) -> int:
        """``index`` as an axis counted from the front; the rank must be known."""
        rank = len(self.shape or ())
        if not -rank <= index < rank:
            raise RuleError(f"axis {index} is outside the rank {rank} of '{self.name}'")
        return index % rank

    def ints(self) -> tuple[int, ...] | None:
        """The elements, when every one of them is a known whole number."""
        if self.elements is None:
            return None
        known = tuple(int(e) for e in self.elements if isinstance(e, int))
        return known if len(known) == len(self.elements) else None

    def sizes(self) -> tuple[Dim, ...] | None:
        """The elements as sizes, known or not; ``None`` when nothing is known or some are real."""
        if self.elements is None or any(isinstance(e, float) for e in self.elements):
            return None
        return tuple(e for e in self.elements if not isinstance(e, float))

    def static_shape(self) -> tuple[int, ...]:
        """The shape of a tensor whose elements are known; such a tensor has no unknown size."""
        return tuple(d for d in self.shape or () if isinstance(d, int))

    def array(self) -> Elements | None:
        """The elements in the tensor's shape, ready for NumPy."""
        if self.elements is None or self.shape is None:
            return None
        import numpy as np  # noqa: PLC0415  (most runs never need it)

        out = np.empty(len(self.elements), dtype=object)
        out[:] = self.elements
        return out.reshape(self.static_shape())

    @classmethod
    def named(cls, name: str, sizes: Sizes | None) -> Value:
        """Build from a rule's answer: each ``None`` becomes the unknown ``name[axis]``."""
        if sizes is None:
            return cls(name, None)
        return cls(name, shape_of(sizes, name))


def shape_of(answer: Sizes, label: str) -> Shape:
    """A rule's answer as a shape: sizes it does not know are named after the tensor."""
    sizes: list[Dim] = []
    for axis, size in enumerate(answer):
        if size is None:
            sizes.append(unknown(f"{label}[{axis}]"))
            continue
        if isinstance(size, int):
            if not 0 <= size <= LARGEST:
                refuse(size, axis)
        elif overgrown(size):
            raise TooLargeError(f"the size of axis {axis} depends on too much")
        sizes.append(size)
    return tuple(sizes)


def overgrown(dim: Sym) -> bool:
    """Whether an operator has made more of a size than is worth going on with."""
    for monomial, number in dim.terms:
        if len(monomial) > MAX_DEGREE or not -MAX_NUMBER < number < MAX_NUMBER:
            return True
    return weight(dim) > MAX_WHOLE


def refuse(size: int, axis: int) -> NoReturn:
    """No file can record it."""
    if size < 0:
        raise RuleError(f"the output's shape has a negative size: {size} on axis {axis}")
    raise RuleError(f"the output would have size {size} on axis {axis}, at most {LARGEST}")


def is_small(answer: Sizes | None) -> bool:
    """True only if an output has few elements; an axis of 0, which may hide a long one, is 1."""
    count = 1
    for size in answer or ():
        if not isinstance(size, int) or not 0 <= size <= MAX_ELEMENTS:
            return False
        count *= size or 1
    return answer is not None and count <= MAX_ELEMENTS


def shown(shape: Sequence[object] | None) -> str:
    """A shape as messages show it: ``[1, B, 3]``; ``[?]`` for an unknown rank."""
    return "[?]" if shape is None else f"[{', '.join(map(format, shape))}]"
