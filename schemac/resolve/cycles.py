"""A directed graph in, its cycles out; never recursive."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["components", "cyclic"]


def cyclic(edges: Sequence[Sequence[int]]) -> list[list[int]]:
    """Give each group of nodes that reach each other (or one that reaches itself), ascending."""
    groups = [
        sorted(group)
        for group in components(edges)
        if len(group) > 1 or group[0] in edges[group[0]]
    ]
    return sorted(groups)


def components(edges: Sequence[Sequence[int]]) -> list[list[int]]:
    """Give the strongly connected components, those reached from others first (Tarjan)."""
    search = _Search(edges)
    for node in range(len(edges)):
        if search.order[node] < 0:
            search.visit(node)
    return search.found


class _Search:
    def __init__(self, edges: Sequence[Sequence[int]]) -> None:
        self.edges = edges
        self.order = [-1] * len(edges)
        self.low = [0] * len(edges)
        self.open: list[int] = []
        self.is_open = [False] * len(edges)
        self.count = 0
        self.found: list[list[int]] = []

    def visit(self, start: int) -> None:
        path = [(start, 0)]
        self._enter(start)
        while path:
            node, at = path.pop()
            if at < len(self.edges[node]):
                path.append((node, at + 1))
                target = self.edges[node][at]
                if self.order[target] < 0:
                    self._enter(target)
                    path.append((target, 0))
                elif self.is_open[target]:
                    self.low[node] = min(self.low[node], self.order[target])
                continue
            self._leave(node)
            if path:
                parent = path[-1][0]
                self.low[parent] = min(self.low[parent], self.low[node])

    def _enter(self, node: int) -> None:
        self.order[node] = self.low[node] = self.count
        self.count += 1
        self.open.append(node)
        self.is_open[node] = True

    def _leave(self, node: int) -> None:
        if self.low[node] != self.order[node]:
            return
        group: list[int] = []
        while not group or group[-1] != node:
            group.append(self.open.pop())
            self.is_open[group[-1]] = False
        self.found.append(group)
