"""Tables of data of which several files hold one each."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import TypeAlias

from circle_resizer.lazy_numpy import np
from circle_resizer.tables.compare import Array, Extension
from circle_resizer.tables.fit import by_factors
from circle_resizer.witnesses.weights import close

MODEL = "the model"
"""What the model is called beside other files."""
Axes: TypeAlias = "Mapping[int, Sequence[int]]"
"""By axis, the extents of the sizes that it was merged from, outermost first."""


@dataclass(frozen=True, slots=True)
class Table:
    """The data that a file holds, and what its axes were merged from there."""

    label: str
    array: Array
    axes: Axes

    def fine(self) -> Array:
        """With an axis for each size."""
        pieces = (self.axes.get(a, (n,)) for a, n in enumerate(self.array.shape))
        return self.array.reshape([n for piece in pieces for n in piece])


def decided(
    tables: Sequence[Table], wanted: Axes, extended: Callable[[Axes], Extension | None]
) -> Extension | None:
    """A table at the wanted extents, by what all files hold; the first is that of the model.

    ``extended`` extends the model's table by a rule found in it: if that redraws the other tables
    it is proven. Else a rule found in another table that redraws the model's, or rows that a
    larger table holds.
    """
    others = tables[1:]
    names = " and ".join(f"'{t.label}'" for t in others)
    own = extended(wanted)
    if own is not None and all(redraws(extended(t.axes), t.array) for t in others):
        return replace(own, proven=True, rule=f"{own.rule}; redraws {names}")
    for table in others:
        rest = [t for t in tables if t is not table]
        found = drawn(table, wanted)
        if found is not None and all(redraws(drawn(table, t.axes), t.array) for t in rest):
            return replace(found, proven=True, rule=f"{found.rule}; found in '{table.label}'")
    return cut(tables, wanted)


def drawn(table: Table, axes: Axes) -> Extension | None:
    """A table of other extents, by a rule in it."""
    try:
        factors = {a: list(zip(table.axes[a], axes[a], strict=True)) for a in axes}
    except ValueError:
        return None
    return by_factors(table.array, {a: f for a, f in factors.items() if any(o != n for o, n in f)})


def redraws(extension: Extension | None, array: Array) -> bool:
    """Whether an extension makes what a file holds."""
    if extension is None:
        return False
    made = extension.build()
    return made.shape == array.shape and close(made.reshape(-1), array.reshape(-1))


def cut(tables: Sequence[Table], wanted: Axes) -> Extension | None:
    """The first rows, or the centre, of the largest table, if that is what the others hold."""
    largest = max(tables, key=lambda t: t.array.size)
    whole = largest.fine()
    pieces = [wanted.get(a, (n,)) for a, n in enumerate(largest.array.shape)]
    shape = [n for piece in pieces for n in piece]
    if len(shape) != whole.ndim or any(n > m for n, m in zip(shape, whole.shape, strict=True)):
        return None
    for name, window in (("first rows", front), ("centre", centre)):
        at = window(whole, shape)
        if at is not None and all(holds(whole, t, window) for t in tables):
            part = np.ascontiguousarray(whole[at]).reshape([math.prod(p) for p in pieces])
            rule = f"the {name} of what '{largest.label}' holds, as in all files"
            return Extension(rule, proven=True, build=partial(np.array, part))
    return None


Window: TypeAlias = "Callable[[Array, Sequence[int]], tuple[slice, ...] | None]"


def holds(whole: Array, table: Table, window: Window) -> bool:
    """Whether a table is a window of the largest one."""
    part = table.fine()
    at = window(whole, part.shape) if part.ndim == whole.ndim else None
    return at is not None and close(whole[at].reshape(-1), part.reshape(-1))


def front(_: Array, shape: Sequence[int]) -> tuple[slice, ...] | None:
    """The first rows of every axis."""
    return tuple(slice(0, n) for n in shape)


def centre(whole: Array, shape: Sequence[int]) -> tuple[slice, ...] | None:
    """The rows in the middle of every axis, if there are as many on both sides."""
    gaps = [m - n for m, n in zip(whole.shape, shape, strict=True)]
    if any(gap < 0 or gap % 2 for gap in gaps):
        return None
    return tuple(slice(gap // 2, gap // 2 + n) for gap, n in zip(gaps, shape, strict=True))
