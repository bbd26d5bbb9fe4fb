"""The types of two fields in, whether some caller may see one value that fits both out."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from schemac.plan.nodes import Const, ListOf, MapOf, Nothing, Record, Ref, Scalar, TupleOf, Union
from schemac.plan.sameness import literal_key

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from schemac.plan.nodes import Node
    from schemac.plan.sameness import LiteralKey
    from schemac.planner.table import Entry

__all__ = ["are_apart"]

_JSON = {
    "string": "string",
    "integer": "number",
    "number": "number",
    "boolean": "boolean",
    "null": "null",
}
"""Of scalars whose values are JSON; handlers return Python objects for the others."""


class _Values(NamedTuple):
    """What a field may hold: whole JSON types, and single values with their type.

    `stays` where something of it is visible to everybody.
    """

    kinds: frozenset[str]
    literals: frozenset[LiteralKey]
    stays: bool


def are_apart(one: Node, other: Node, entries: Sequence[Entry]) -> bool:
    """Tell whether no value fits both, and each has one that everybody may see. In doubt, no."""
    left, right = _values(one, entries), _values(other, entries)
    if left is None or right is None or not (left.stays and right.stays):
        return False
    if left.kinds & right.kinds or left.literals & right.literals:
        return False
    return not any(
        kind in a.kinds for a, b in ((left, right), (right, left)) for kind, _ in b.literals
    )


def _values(root: Node, entries: Sequence[Entry]) -> _Values | None:
    """Give what a type consists of, None where that may be anything."""
    kinds: set[str] = set()
    literals: set[LiteralKey] = set()
    stays = False
    for node, is_gated in _alternatives(root, entries):
        match node:
            case Const():
                literals.add(literal_key(node))
                stays = stays or not is_gated
            case Scalar() if node.kind in _JSON:
                kinds.add(_JSON[node.kind])
                stays = stays or (not is_gated and node.kind != "null")
            case ListOf() | TupleOf():
                kinds.add("array")
            case Record() | MapOf():
                kinds.add("object")
            case Nothing():
                pass
            case _:
                return None
    return _Values(frozenset(kinds), frozenset(literals), stays)


def _alternatives(root: Node, entries: Sequence[Entry]) -> Iterator[tuple[Node, bool]]:
    """Give what a type comes apart into, and whether a gate stands on it; of holes the name."""
    seen: set[tuple[int, bool]] = set()
    todo: list[tuple[Node, bool]] = [(root, False)]
    while todo:
        node, is_gated = todo.pop()
        if isinstance(node, Union):
            todo.extend((part.type, is_gated or part.gate is not None) for part in node.members)
            continue
        entry = entries[node.target] if isinstance(node, Ref) else None
        if entry is None or entry.hole or entry.body is None:
            yield node, is_gated
            continue
        use = (id(entry), is_gated or entry.gate is not None)
        if use not in seen:
            seen.add(use)
            todo.append((entry.body, use[1]))
