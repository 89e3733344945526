"""Puts names into an order in which each follows the ones it needs."""  # noqa: N999

from __future__ import annotations

from collections.abc import Iterable


class TopologicalSortHelper:
    """A graph of names."""

    def __init__(self, vertices: Iterable[str]) -> None:
        self.after: dict[str, list[str]] = {name: [] for name in vertices}

    def add_edge(self, u: str, v: str) -> None:
        """``u`` comes before ``v``."""
        for name in (u, v):
            if name not in self.after:
                raise KeyError(name)
        self.after[u].append(v)

    def sort(self) -> list[str]:
        """Depth first, every finished name in front: of independent ones the last comes first."""
        finished: list[str] = []
        done: set[str] = set()
        for start in self.after:
            path = [(start, iter(self.after[start]))] if start not in done else []
            done.add(start)
            while path:
                following = next((v for v in path[-1][1] if v not in done), None)
                if following is None:
                    finished.append(path.pop()[0])
                else:
                    done.add(following)
                    path.append((following, iter(self.after[following])))
        return finished[::-1]

    def cycle(self) -> list[str]:
        """Names that wait for each other, the first one again at the end; none if all is well."""
        place = {name: i for i, name in enumerate(self.sort())}
        for u, names in self.after.items():
            for v in names:
                if place[v] <= place[u]:
                    return self.path(v, u)
        return []

    def path(self, start: str, end: str) -> list[str]:
        """A shortest way from ``start`` to ``end`` and back to ``start``."""
        came_from = {start: start}
        reached = [start]
        for name in reached:
            if name == end:
                break
            for v in self.after[name]:
                if v not in came_from:
                    came_from[v] = name
                    reached.append(v)
        if end not in came_from:
            return []
        way = [start, end]
        while way[-1] != start:
            way.append(came_from[way[-1]])
        return way[::-1]
