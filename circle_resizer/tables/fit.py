"""Whether a constant tied to a size can be rebuilt for another size, and the rebuilt constant."""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace
from typing import TypeAlias

from circle_resizer.lazy_numpy import np
from circle_resizer.tables.arithmetic import counted
from circle_resizer.tables.border import marked
from circle_resizer.tables.columns import by_columns
from circle_resizer.tables.compare import (
    Array,
    Extension,
    Goal,
    alike,
    assumed,
    comparable,
    head,
    level,
    listed,
    repeated,
    target,
)
from circle_resizer.tables.made_numbers import Moving, products
from circle_resizer.tables.normalised_waves import spread_waves
from circle_resizer.tables.separable import crossed
from circle_resizer.tables.sinusoidal import waving
from circle_resizer.tables.toeplitz import diagonal

__all__ = ["Extension", "Factors", "by_factors", "changing", "extension"]

Factors: TypeAlias = "Sequence[tuple[int, int]]"
Rule: TypeAlias = Callable[[Array, Goal, Moving], Extension | None]

RULES: tuple[Rule, ...] = (counted, diagonal, waving, spread_waves, crossed, marked)


def extension(
    array: Array,
    extents: Mapping[int, int],
    *,
    cut: bool = False,
    sizes: Collection[int] = (),
    parts: Collection[int] = (),
) -> Extension | None:
    """How ``array`` gets the new ``extents`` (axis to size); ``None`` when nothing proves it.

    ``cut`` allows the first rows of any table when every size shrinks. ``sizes`` are the stored
    extents that change elsewhere in the model: a number in the data equal to one of them may
    have been computed from it, so it is no evidence for a rule. ``parts`` are further stored
    sizes that change, of which axes are merged.

    An axis of extent 1 has equal slices by definition; whether the one slice stands for many is
    for the caller to know (a class token: yes; a count that has only just begun: no).
    """
    goal = {axis % array.ndim: new for axis, new in extents.items()}
    goal = {axis: new for axis, new in goal.items() if array.shape[axis] != new}
    if not comparable(array.dtype) or 0 in array.shape or any(new < 1 for new in goal.values()):
        return None
    moving = Moving(frozenset(sizes), frozenset(parts))
    if (found := explained(array, goal, moving)) is not None:
        return found
    return first_rows(array, goal) if cut else None


def changing(factors: Mapping[int, Factors]) -> dict[int, Factors]:
    """The axes of which a factor changes."""
    return {axis: f for axis, f in factors.items() if any(a != b for a, b in f)}


def by_factors(
    array: Array, factors: Mapping[int, Factors], *, cut: bool = False, sizes: Collection[int] = ()
) -> Extension | None:
    """``extension`` of an array with axes that are merged of several: [24,8] of [6,4,8].

    ``factors`` holds, by axis, the (old, new) sizes it was merged from, outermost first: a table
    over rows and columns in one axis follows each of the two. An axis may also follow a rule as a
    whole; where both explain it they must agree.
    """
    pairs = [p for a, n in enumerate(array.shape) for p in factors.get(a, ((n, n),))]
    merged = {axis: math.prod(new for _, new in found) for axis, found in factors.items()}
    if len(pairs) == array.ndim:
        return extension(array, merged, cut=cut, sizes=sizes)
    split = array.reshape([old for old, _ in pairs])
    moving = Moving(frozenset(sizes), products(pairs))
    fine = extension(split, changed(pairs), cut=cut, sizes=sizes, parts=moving.parts)
    whole = None
    if target(array, merged) != array.shape:  # 4 x 6 is no 6 x 4
        cut_whole = cut and fine is None
        whole = extension(array, merged, cut=cut_whole, sizes=sizes, parts=moving.parts)
    if fine is None:
        return unless_proven(whole)
    return agreed((array, whole), (split, fine), target(array, merged), moving)


def changed(pairs: Factors) -> dict[int, int]:
    """The new sizes of the axes that change, of the (old, new) sizes of all."""
    return {axis: new for axis, (old, new) in enumerate(pairs) if old != new}


def unless_proven(whole: Extension | None) -> Extension | None:
    """An extension of merged axes; not by equal slices, which are refused in parts as well."""
    return None if whole is None or whole.proven else whole


def agreed(
    merged: tuple[Array, Extension | None],
    split: tuple[Array, Extension],
    shape: tuple[int, ...],
    moving: Moving,
) -> Extension | None:
    """The extension in parts, unless that of the merged axes says something else as well."""
    (array, whole), (parts, fine) = merged, split
    found = replace(fine, build=lambda: fine.build().reshape(shape))
    if whole is None or alike(found.build(), whole.build()):
        return found
    return found if once(array, whole, moving) and not once(parts, fine, moving) else None


def once(array: Array, found: Extension, sizes: Moving) -> bool:
    """Whether an extension fits one way only: its result does not lead back."""
    new = found.build()
    sides = zip(array.shape, new.shape, strict=True)
    back = explained(new, {a: old for a, (old, now) in enumerate(sides) if old != now}, sizes)
    return back is None or not alike(back.build(), array)


def explained(array: Array, goal: Goal, sizes: Moving) -> Extension | None:
    """By equal slices where there are any, by a rule found in the data along the other axes."""
    flat = level(array, goal)
    rest = {axis: new for axis, new in goal.items() if axis not in flat}
    if not rest:
        return repeated(array, goal, sizes)
    found = generated(array, flat, rest, sizes)
    if found is None:
        return None
    rule = f"{found.rule}; all slices along {listed(flat)} are equal" if flat else found.rule
    shape = target(array, goal)
    return assumed(rule, lambda: np.broadcast_to(found.build(), shape).copy())


def generated(array: Array, flat: Collection[int], rest: Goal, sizes: Moving) -> Extension | None:
    """The first rule that explains the axes of ``rest``; equal slices are left out on the way."""
    sizes = sizes.beside(array.shape[axis] for axis in flat if array.shape[axis] > 2)
    core = head(array, flat)
    core = head(core, level(core, [axis for axis in range(core.ndim) if axis not in rest]))
    answers = (rule(core, rest, sizes) for rule in RULES)
    found = next((answer for answer in answers if answer is not None), None)
    return by_columns(core, rest, sizes, explained) if found is None else found


def first_rows(array: Array, goal: Goal) -> Extension | None:
    """A prefix, because the user asked for it; never when a size grows."""
    if any(new > array.shape[axis] for axis, new in goal.items()):
        return None
    part = array[tuple(slice(0, size) for size in target(array, goal))]
    said = ", ".join(
        f"{new} of {array.shape[axis]} along axis {axis}" for axis, new in sorted(goal.items())
    )
    return assumed(f"cut to its first rows on request ({said})", part.copy)
