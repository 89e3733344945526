"""What ``resize`` is given, brought into one form or refused."""

from __future__ import annotations

import operator
from collections.abc import Iterable, Mapping
from itertools import islice
from typing import SupportsIndex, TypeVar

from circle_resizer.errors import ArgumentError
from circle_resizer.request.shape_text import Asked
from circle_resizer.symbolic.bounds import LARGEST
from circle_resizer.text import known_as

OPTIONAL = frozenset({"global attention", "same multiple of its input"})
"""Heuristics that were wrong for some network: off unless asked for by name."""
Entry = TypeVar("Entry")
MOST_ITEMS = 1 << 16
"""More inputs, or axes, than anybody means."""


def shapes_given(shapes: object) -> list[Asked] | dict[str, Asked] | None:
    """A shape for every input, some by name, or none; the sizes themselves are checked later."""
    if shapes is None:
        return None
    if isinstance(shapes, Mapping):
        by_name = named("input shapes", shapes)
        return {name: sizes_given(f"input '{name}'", shape) for name, shape in by_name.items()}
    if isinstance(shapes, (str, bytes)) or not isinstance(shapes, Iterable):
        raise ArgumentError(f"input shapes are a list of lists or a mapping, not {shapes!r:.60}")
    return [sizes_given(f"input {i}", shape) for i, shape in enumerate(items("shapes", shapes))]


def dims_given(dims: object) -> dict[str, int]:
    """Numbers for axes that have a name."""
    if not isinstance(dims, Mapping):
        raise ArgumentError(f"dims is a mapping from names of axes to sizes, not {dims!r:.60}")
    for name in dims:
        if not isinstance(name, str):
            raise ArgumentError(f"dims has the key {name!r:.60}, which is no name")
    return {name: whole_size(f"axis '{name}'", size) for name, size in dims.items()}


def batch_given(batch: object) -> int | None:
    """The number of rows that are asked for, if any."""
    return None if batch is None else whole_size("the batch", batch)


def sizes_given(what: str, shape: object) -> tuple[int, ...]:
    """One shape."""
    if isinstance(shape, (str, bytes)) or not isinstance(shape, Iterable):
        raise ArgumentError(f"the shape of {what} is a list of whole numbers, not {shape!r:.60}")
    return items(f"the shape of {what}", shape)


def items(what: str, given: Iterable[int]) -> tuple[int, ...]:
    """What an iterable holds, which need not have an end, or be one at all."""
    try:
        found = tuple(islice(given, MOST_ITEMS + 1))
    except (TypeError, ValueError) as error:
        raise ArgumentError(f"{what} cannot be read: {error}") from error
    if len(found) > MOST_ITEMS:
        raise ArgumentError(f"{what} has more than {MOST_ITEMS} entries")
    return found


def named(what: str, given: Mapping[str, Entry] | None) -> dict[str, Entry]:
    """Something by the name of a tensor, as names are shown."""
    if given is not None and not isinstance(given, Mapping):
        raise ArgumentError(f"{what} is a mapping from tensor names, not {given!r:.60}")
    found: dict[str, Entry] = {}
    for name, entry in (given or {}).items():
        if not isinstance(name, str):
            raise ArgumentError(f"{what} has the key {name!r:.60}, which is no name")
        if (known := known_as(name)) in found:
            raise ArgumentError(f"{what} has two keys for '{known}'")
        found[known] = entry
    return found


def results_given(given: Mapping[str, object] | None) -> dict[str, tuple[int, ...]]:
    """Shapes of results; an operator without a rule tells nothing about a size left open."""
    shapes = named("output_shapes", given).items()
    return {n: tuple(size_given(n, s) for s in sizes_given(f"'{n}'", shape)) for n, shape in shapes}


def heuristics(names: object) -> frozenset[str]:
    """Names of heuristics that are to be used."""
    if isinstance(names, (str, bytes)) or not isinstance(names, Iterable):
        raise ArgumentError(f"assume is a list of names, not {names!r:.60}")
    given = frozenset(names)
    for name in given:
        if name not in OPTIONAL:
            known = ", ".join(f"'{each}'" for each in sorted(OPTIONAL))
            raise ArgumentError(f"no heuristic is named {name!r:.60}; there is {known}")
    return given


def size_given(name: str, size: object) -> int:
    """One size of a result."""
    return whole_size(f"'{name}'", size)


def whole_size(what: str, size: object) -> int:
    """A number that a size can be."""
    if isinstance(size, SupportsIndex) and not isinstance(size, bool):
        number = operator.index(size)
        if 1 <= number <= LARGEST:
            return number
    raise ArgumentError(f"{what} cannot have size {size!r:.60}; a size is 1 to {LARGEST}")
