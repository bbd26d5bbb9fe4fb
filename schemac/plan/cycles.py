"""A graph in, its strongly connected components out, those that others lead to first."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

__all__ = ["circular", "components"]


def circular(roots: Iterable[int], edges: Mapping[int, Sequence[int]]) -> frozenset[int]:
    """Give all that the roots reach that can reach itself."""
    return frozenset(
        node
        for component in components(roots, edges)
        if len(component) > 1 or component[0] in edges[component[0]]
        for node in component
    )


def components(roots: Iterable[int], edges: Mapping[int, Sequence[int]]) -> list[tuple[int, ...]]:
    """Give the components that the roots reach, by Tarjan's algorithm without recursion."""
    found: list[tuple[int, ...]] = []
    index: dict[int, int] = {}
    low: dict[int, int] = {}
    open_ones: dict[int, None] = {}
    for root in roots:
        path: list[tuple[int, Iterator[int]]] = []
        if root not in index:
            _enter(root, index, low, open_ones)
            path.append((root, iter(edges[root])))
        while path:
            node, rest = path[-1]
            following = next(rest, None)
            if following is None:
                path.pop()
                if path:
                    low[path[-1][0]] = min(low[path[-1][0]], low[node])
                if low[node] == index[node]:
                    found.append(_leave(node, open_ones))
            elif following not in index:
                _enter(following, index, low, open_ones)
                path.append((following, iter(edges[following])))
            elif following in open_ones:
                low[node] = min(low[node], index[following])
    return found


def _enter(
    node: int, index: dict[int, int], low: dict[int, int], open_ones: dict[int, None]
) -> None:
    index[node] = low[node] = len(index)
    open_ones[node] = None


def _leave(node: int, open_ones: dict[int, None]) -> tuple[int, ...]:
    """Take the component of its first node off the open ones, which end with it."""
    component: list[int] = []
    while not component or component[-1] != node:
        component.append(open_ones.popitem()[0])
    return tuple(component)
