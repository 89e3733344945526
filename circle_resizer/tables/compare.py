"""Slices of a constant compared bit by bit, and the rule that repeats or cuts equal ones."""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from circle_resizer.lazy_numpy import np, npt
from circle_resizer.tables.made_numbers import FEW, Moving, distinct, fills, images, is_side, scales

Array: TypeAlias = "npt.NDArray[Any]"
Goal: TypeAlias = Mapping[int, int]

BLOCK = 1 << 18


@dataclass(frozen=True, slots=True)
class Extension:
    """How a constant gets its new extents.

    ``rule`` is the evidence in words, for the report. ``proven`` is true only for repeating or
    cutting equal slices; a rule found in the data is assumed. ``build`` makes the new array, of
    the dtype of the old one; without ``changes`` it is the old one. For what an operator computes,
    ``operands`` says how those of its operands are extended that it is made from.
    """

    rule: str
    proven: bool
    build: Callable[[], Array]
    changes: bool = True
    operands: Mapping[int, Extension] = field(default_factory=dict)


def assumed(rule: str, build: Callable[[], Array]) -> Extension:
    """An extension by a rule that was only found in the data."""
    return Extension(rule, proven=False, build=build)


def comparable(dtype: np.dtype[Any]) -> bool:
    """True only if elements are plain bytes that ``bits`` can look at."""
    sizes = {"c": (8, 16)}.get(dtype.kind, (1, 2, 4, 8))
    return dtype.kind in "biufcV" and dtype.itemsize in sizes and not dtype.hasobject


def bits(array: Array) -> list[Array]:
    """The memory as unsigned integers, so that NaN equals NaN and 0.0 differs from -0.0."""
    parts = [array.real, array.imag] if array.dtype.kind == "c" else [array]
    return [part.view(f"u{part.dtype.itemsize}") for part in parts]


def blocks(shape: tuple[int, ...]) -> Iterator[tuple[slice, ...]]:
    """Pieces of at most ``BLOCK`` elements that cover ``shape``, in row-major order."""
    whole = tuple(slice(0, size) for size in shape)
    if math.prod(shape) <= BLOCK:
        yield whole
        return
    rest = math.prod(shape[1:])
    if rest <= BLOCK:
        step = BLOCK // rest
        for start in range(0, shape[0], step):
            yield (slice(start, min(start + step, shape[0])), *whole[1:])
        return
    for row in range(shape[0]):
        for block in blocks(shape[1:]):
            yield (slice(row, row + 1), *block)


def alike(one: Array, two: Array) -> bool:
    """True only if ``one`` has the bits of ``two``, which is broadcast to it."""
    return all(
        bool((a[block] == np.broadcast_to(b, a.shape)[block]).all())
        for a, b in zip(bits(one), bits(two), strict=True)
        for block in blocks(a.shape)
    )


def head(array: Array, axes: Collection[int], count: int = 1) -> Array:
    """The first ``count`` slices along each of ``axes``, as a view."""
    return array[tuple(slice(0, count) if a in axes else slice(None) for a in range(array.ndim))]


def level(array: Array, axes: Collection[int]) -> list[int]:
    """Those of ``axes`` along which all slices are equal; an extent of 1 always is."""
    found: list[int] = []
    for axis in axes:
        if alike(array, head(array, [axis])):
            found.append(axis)
            array = head(array, [axis])
    return found


def is_whole(array: Array) -> bool:
    """Whether all numbers are whole."""
    if array.dtype.kind != "f":
        return True
    with np.errstate(invalid="ignore"):
        return bool((array % 1 == 0).all())


def target(array: Array, goal: Goal) -> tuple[int, ...]:
    """The new shape."""
    return tuple(goal.get(axis, size) for axis, size in enumerate(array.shape))


def listed(axes: Collection[int]) -> str:
    """``axis 1`` or ``axes 0 and 1``."""
    names = [str(axis) for axis in sorted(axes)]
    return (
        f"axis {names[0]}" if len(names) == 1 else f"axes {', '.join(names[:-1])} and {names[-1]}"
    )


def repeated(array: Array, goal: Goal, sizes: Moving) -> Extension | None:
    """Repeat or cut ``array``, whose slices along every axis of ``goal`` are equal.

    A single stored slice is no evidence for whole numbers ([0] may be a count that starts), so
    repeating one of those is assumed. Slices of numbers made from extents (the weights 1/n of a
    mean, width and height beside every box) would become others, and one number along two axes
    that start to grow may be the corner of a mask: ``None``.
    """
    core = head(array, goal)
    single = [axis for axis in goal if array.shape[axis] == 1]
    if measured(core, array.shape, goal, sizes) or is_corner(core, single):
        return None
    many = [axis for axis in goal if array.shape[axis] > 1]
    said = [f"all slices along {listed(many)} are equal"] if many else []
    said += [f"the one slice along {listed(single)} is repeated"] if single else []
    shape = target(array, goal)
    proven = not single or array.dtype.kind not in "iu"
    return Extension("; ".join(said), proven, lambda: np.broadcast_to(core, shape).copy())


def is_corner(core: Array, single: Collection[int]) -> bool:
    """Whether a table over two growing axes has one entry yet (for every head)."""
    last = {core.ndim - 2, core.ndim - 1}
    return len(single) > 1 and (core.size == 1 or last <= set(single))


def beside(core: Array, moving: Collection[int]) -> bool:
    """Whether one of few columns, beside others that vary, is filled with a number made."""
    if not 1 < core.shape[-1] <= FEW or core.shape[-1] == core.size:
        return False
    columns = (distinct(core[..., column]) for column in range(core.shape[-1]))
    filled = [numbers for numbers in columns if numbers is not None and len(numbers) == 1]
    return any(is_side(numbers[0], core.dtype, moving) for numbers in filled)


def measured(core: Array, shape: tuple[int, ...], goal: Collection[int], sizes: Moving) -> bool:
    """Whether the numbers of a slice may have been computed from an extent."""
    extents = [shape[axis] for axis in goal]
    moving = {*extents, math.prod(extents), *(size for size in sizes if size > 2)}
    if beside(core, moving):
        return True
    numbers = distinct(core)
    if not numbers:
        return False
    if len(numbers) > 1:
        return scales(numbers, core.dtype, moving | images(set(sizes)), shape)
    value = numbers[0]
    if core.dtype.kind in "iu" and abs(value) > 1 and sizes.inputs & {abs(value), abs(value) + 1}:
        return True
    return fills(value, core.dtype, moving) or value in images(set(sizes))
