"""Program types in, the gates that stand anywhere in one out, in those that it names included."""

from __future__ import annotations

from typing import TYPE_CHECKING

from schemac.ir.types import Tagged
from schemac.ir.walk import walk
from schemac.plan.left import solve
from schemac.resolve.records import EITHER_SIDE, hides
from schemac.resolve.soundness import uses

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from schemac.ir.tags import Tag
    from schemac.ir.types import Type
    from schemac.resolve.instances import Instance

__all__ = ["GatedTypes"]


_MOST = 30
"""Gates of one type that are told apart."""
_FARTHEST = 300
"""Types that are looked through for them."""


class GatedTypes:
    """Knows the types in reach of a gate; looks for them when it is first asked."""

    def __init__(self, types: Sequence[Instance]) -> None:
        self._types = types
        self._found: set[int] | None = None

    def holds_gate(self, written: Type) -> bool:
        """Tell whether a gate stands anywhere in a type."""
        if self._found is None:
            self._found = self._solved()
        return _has_gate(written) or any(used in self._found for used in uses(written))

    def gates_in(self, written: Iterable[Type]) -> tuple[Tag, ...] | None:
        """Give each gate that stands anywhere in types; None where they are too many."""
        found: dict[Tag, None] = {}
        met: set[int] = set()
        todo = [each for each in written if self.holds_gate(each)]
        while todo:
            node = todo.pop()
            found.update(dict.fromkeys(_gates(node)))
            for used in uses(node):
                body = self._types[used].body
                if used not in met and body is not None and self.holds_gate(body):
                    met.add(used)
                    todo.append(body)
            if len(found) > _MOST or len(met) > _FARTHEST:
                return None
        return tuple(found)

    def _solved(self) -> set[int]:
        bodies = [each.body for each in self._types]
        edges = [() if body is None else tuple(uses(body)) for body in bodies]
        own = [body is not None and _has_gate(body) for body in bodies]
        return solve(
            range(len(edges)),
            dict(enumerate(edges)),
            lambda at, found: own[at] or any(used in found for used in edges[at]),
        )


def _has_gate(written: Type) -> bool:
    return any(True for _ in _gates(written))


def _gates(written: Type) -> Iterator[Tag]:
    for node in walk(written):
        if isinstance(node, Tagged):
            yield from (tag for tag in node.tags if hides(tag, EITHER_SIDE))
