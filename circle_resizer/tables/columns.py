"""Tables whose columns follow different rules: x beside y, sines of the row beside those of x.

Columns belong together if they change along the same axes and hold the same sort of numbers,
whole ones or others; one that does not change is on its own. Every group needs a rule.
"""

from __future__ import annotations

from collections.abc import Callable

from circle_resizer.lazy_numpy import np
from circle_resizer.tables.compare import Array, Extension, Goal, alike, assumed, is_whole, level
from circle_resizer.tables.made_numbers import Moving

MOST_COLUMNS = 4096
Rule = Callable[[Array, Goal, Moving], Extension | None]


def by_columns(array: Array, goal: Goal, sizes: Moving, rule: Rule) -> Extension | None:
    """``rule`` for every group of columns along one of the axes that stay.

    Rows of a table that depends on i - j (a mask of which one axis changes) are no columns: what
    they have in common would be lost.
    """
    others = [
        axis
        for axis in range(array.ndim)
        if axis not in goal
        and 1 < array.shape[axis] <= MOST_COLUMNS
        and not any(slants(array, axis, changing) for changing in goal)
    ]
    answers = (apart(array, goal, axis, (sizes, rule)) for axis in reversed(others))
    return next((answer for answer in answers if answer is not None), None)


def slants(array: Array, one: int, two: int) -> bool:
    """Whether all slices along two axes are the ones before, moved by one."""
    table = np.moveaxis(array, (one, two), (0, 1))
    return alike(table[1:, 1:], table[:-1, :-1])


def apart(array: Array, goal: Goal, axis: int, how: tuple[Moving, Rule]) -> Extension | None:
    """The groups along ``axis`` extended on their own and put together."""
    groups = grouped(array, goal, axis)
    if len(groups) < 2:
        return None
    sizes, rule = how
    found: list[Extension] = []
    for columns in groups:
        answer = rule(np.take(array, columns, axis), goal, sizes)
        if answer is None:
            return None
        found.append(answer)
    order = np.argsort(np.concatenate(groups), kind="stable")
    said = "; ".join(dict.fromkeys(f"{answer.rule}" for answer in found))
    return assumed(
        f"by columns along axis {axis}: {said}",
        lambda: np.take(np.concatenate([one.build() for one in found], axis), order, axis),
    )


def grouped(array: Array, goal: Goal, axis: int) -> list[list[int]]:
    """The columns along ``axis`` that belong together, each group in order."""
    groups: dict[tuple[int | bool, ...], list[int]] = {}
    for column in range(array.shape[axis]):
        part = np.take(array, [column], axis)
        still = level(part, goal)
        key = (*still, is_whole(part), column if len(still) == len(goal) else -1)
        groups.setdefault(key, []).append(column)
    return list(groups.values())
