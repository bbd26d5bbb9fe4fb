"""Named unions in, those of which `untyped` is a member as that out, with all words about it."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, TypeVar

from schemac.plan.layers import describe, join_meta, layer
from schemac.plan.nodes import NO_META, Anything, Ref, Union

if TYPE_CHECKING:
    from collections.abc import Iterator

    from schemac.plan.nodes import Meta, Node
    from schemac.plan.seen import Seen

__all__ = ["Everything"]

_Worded = TypeVar("_Worded", Anything, Ref)


class Everything:
    """Finds what covers all else in a union without cutting it, for one without end cannot be.

    Each name is judged once, names in it first, so there is no frame for each.
    """

    def __init__(self, seen: Seen) -> None:
        self._seen = seen
        self._known: dict[int, Node | None] = {}

    def of(self, target: int) -> Node | None:
        """Give what the named union is where `untyped` is in it, None where it is not."""
        todo = [target]
        entered: set[int] = set()
        while todo:
            at = todo.pop()
            if at in entered:
                self._known[at] = self._first(at)
            elif at not in self._known:
                entered.add(at)
                todo.append(at)
                todo.extend(node.target for node, _ in self._leaves(at) if isinstance(node, Ref))
        return self._known[target]

    def _first(self, target: int) -> Node | None:
        """Give the first of the members, all names among them being known."""
        for node, words in self._leaves(target):
            if isinstance(node, Anything):
                return describe(self._worded(node), words)
            known = self._known.get(node.target) if isinstance(node, Ref) else None
            if known is not None and isinstance(node, Ref):
                return describe(layer(known, self._worded(node)), words)
        return None

    def _leaves(self, target: int) -> Iterator[tuple[Node, Meta]]:
        """Give the open members, and those of unions in them, with the words around each."""
        todo: list[tuple[Node, Meta]] = [(self._seen.types[target].body, NO_META)]
        while todo:
            node, words = todo.pop()
            if isinstance(node, Union):
                whole = join_meta(self._seen.meta(node.meta), words)
                todo.extend(
                    (member.type, whole)
                    for member in reversed(node.members)
                    if self._seen.is_open(member.gate)
                )
            elif not isinstance(node, Ref) or self._seen.is_left(node.target):
                yield node, words

    def _worded(self, node: _Worded) -> _Worded:
        return replace(node, meta=self._seen.meta(node.meta))
