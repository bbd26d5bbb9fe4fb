"""What a caller sees of named types in, the unions that would grow too large in others out."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from schemac.plan.nodes import NO_META, Const, Ref, Scalar, Union

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from schemac.plan.nodes import Node
    from schemac.plan.seen import Seen

__all__ = ["Towers"]

_MOST = 64
"""Unions written out in one another, all places counted: twice in each would double at each."""

_TALLEST = 58
"""Levels of what is written out in one another: each is two of JSON, and readers end at 128."""


class _Part(NamedTuple):
    """A node in a body: how deep it is, and where it stands.

    `is_member` of a union, `is_inside` a record, a list or the like.
    """

    node: Node
    depth: int
    is_member: bool
    is_inside: bool


class Towers:
    """Finds the unions that hold so many others, as members of unions, that they stay names.

    Only what the caller sees is judged: what is hidden decides nothing. `below` are the towers
    among types that these ones use.
    """

    def __init__(self, seen: Seen, below: Towers | None = None) -> None:
        self._seen = seen
        self._below = below
        self._counts: dict[int, int] = {}
        self._heights: dict[int, int] = {}
        self._found: set[int] = set()

    def __contains__(self, target: int) -> bool:
        return target in self._found or (self._below is not None and target in self._below)

    def __bool__(self) -> bool:
        return bool(self._found) or bool(self._below)

    def judge(self, order: Iterable[int], is_recursive: Callable[[int], bool]) -> None:
        """Judge types, inner ones first; recursive ones stay names anyway. Linear."""
        for target in order:
            if not is_recursive(target):
                self._judge(target, is_recursive)

    def _judge(self, target: int, is_recursive: Callable[[int], bool]) -> None:
        count, height = 0, 0
        beside: set[int] = set()
        for part in self._parts(self._seen.types[target].body):
            height = max(height, part.depth)
            use = self._spliced(part, is_recursive)
            if use is None or (not part.is_inside and use in beside):
                # The same members a second time are no more members.
                continue
            inner, inner_height = self._size(use)
            height = max(height, part.depth + inner_height)
            count += inner + part.is_inside
            if not part.is_inside:
                beside.add(use)
        self._counts[target], self._heights[target] = count, height
        if count > _MOST or (count > 0 and height > _TALLEST):
            self._found.add(target)

    def _spliced(self, part: _Part, is_recursive: Callable[[int], bool]) -> int | None:
        """Give the union that is written out at a place, None where there is none."""
        if not isinstance(part.node, Ref) or not part.is_member:
            return None
        use, body = self._seen.followed(part.node)
        if not isinstance(body, Union) or is_recursive(use.target) or use.target in self:
            return None
        is_bare = self._seen.is_bare(use) and self._seen.is_bare(body)
        return use.target if is_bare else None

    def _size(self, target: int) -> tuple[int, int]:
        if target not in self._counts and self._below is not None:
            return self._below._size(target)  # noqa: SLF001 - one of our own kind
        return self._counts.get(target, 0), self._heights.get(target, 0)

    def _parts(self, body: Node) -> Iterator[_Part]:
        """Give the body and what is seen inside it, unions of one member as that member."""
        todo = [_Part(body, 1, is_member=False, is_inside=False)]
        while todo:
            node, depth, is_member, is_inside = todo.pop()
            node, words = self._seen.only(node)
            yield _Part(node, depth, is_member, is_inside)
            if isinstance(node, Scalar | Const | Ref):
                continue
            is_union = isinstance(node, Union)
            is_flat = isinstance(node, Union) and is_member and self._seen.is_bare(node)
            below = depth if is_flat and words == NO_META else depth + 1
            todo.extend(
                _Part(child, below, is_union, is_inside or not is_union)
                for child in self._seen.inside(node)
            )
