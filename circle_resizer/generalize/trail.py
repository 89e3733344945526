"""Containers that can be taken back to an earlier state: the trail of a backtracking search."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TypeVar

Key = TypeVar("Key")
Item = TypeVar("Item")


class Trail:
    """What to do to undo every change since the search began, the latest last."""

    def __init__(self) -> None:
        self._undo: list[Callable[[], object]] = []
        self._marks: list[int] = []

    def log(self, undo: Callable[[], object]) -> None:
        """Note how a change is undone."""
        self._undo.append(undo)

    def mark(self, position: int) -> None:
        """Remember the state before the operator at ``position`` of the main graph."""
        del self._marks[position:]
        self._marks.append(len(self._undo))

    def undo(self, position: int) -> None:
        """Go back to the state before the operator at ``position``; -1: to the very first."""
        if position >= len(self._marks):
            return  # the search has not got there again
        count = self._marks[position] if position >= 0 else 0
        while len(self._undo) > count:
            self._undo.pop()()
        del self._marks[max(position, 0) :]

    def assign(self, items: list[Item], index: int, item: Item) -> None:
        """``items[index] = item``, until it is undone."""
        old = items[index]
        self.log(partial(items.__setitem__, index, old))
        items[index] = item


class TrailedDict(dict[Key, Item]):
    """A dictionary whose assignments are on the trail."""

    def __init__(self, trail: Trail) -> None:
        super().__init__()
        self._trail = trail

    def __setitem__(self, key: Key, item: Item) -> None:
        if key in self:
            self._trail.log(partial(dict.__setitem__, self, key, self[key]))
        else:
            self._trail.log(partial(dict.pop, self, key, None))
        super().__setitem__(key, item)

    def setdefault(self, key: Key, default: Item) -> Item:
        """As that of ``dict``, which would bypass the trail."""
        if key not in self:
            self[key] = default
        return self[key]


class TrailedLog(list[Item]):
    """A long list that only grows, and shrinks again when the search goes back."""

    def __init__(self, trail: Trail) -> None:
        super().__init__()
        self._trail = trail

    def append(self, item: Item) -> None:
        """As that of ``list``."""
        self._trail.log(self.pop)
        super().append(item)


class TrailedList(TrailedLog[Item]):
    """A list that can be cut short as well."""

    def truncate(self, count: int) -> None:
        """Keep the first ``count`` items."""
        if len(self) > count:
            self._trail.log(partial(self.extend, self[count:]))
            super().__delitem__(slice(count, None))
