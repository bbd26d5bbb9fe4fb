"""The members of a union in, whether no value can fit two of them out."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING, Literal, TypeAlias, assert_never

from schemac.emit.keywords import WIRE
from schemac.plan.nodes import (
    Anything,
    Const,
    ListOf,
    MapOf,
    Nothing,
    Record,
    Ref,
    Scalar,
    TupleOf,
    Union,
)
from schemac.plan.sameness import literal_key

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from schemac.emit.keywords import Bounded
    from schemac.plan.nodes import NamedType, Node
    from schemac.plan.sameness import LiteralKey

__all__ = ["Alternatives", "are_disjoint", "bounded_kinds", "json_type"]

_Tags: TypeAlias = "Mapping[str, frozenset[LiteralKey]]"
_Owned: TypeAlias = "tuple[int, Node]"


class Alternatives:
    """What values of nodes can be: no unions and no names any more, in order.

    Each name is looked through once, so that names of unions in one another take no longer than
    their source. For one thread.
    """

    def __init__(self, types: Mapping[int, NamedType]) -> None:
        self._types = types
        self._known: dict[int, tuple[Node, ...]] = {}

    def of(self, node: Node) -> tuple[Node, ...]:
        """Give the alternatives of a node, equal scalars and literals once."""
        todo = [target for target in reversed(_used(node)) if target not in self._known]
        opened: set[int] = set()
        while todo:
            target = todo.pop()
            if target in self._known:
                continue
            body = self._types[target].body
            below = [] if target in opened else _used(body)
            below = [each for each in below if each not in self._known and each not in opened]
            opened.add(target)  # what leads back to itself adds nothing there
            if below:
                todo.extend((target, *reversed(below)))
            else:
                self._known[target] = self._listed(body)
        return self._listed(node)

    def _listed(self, node: Node) -> tuple[Node, ...]:
        found: dict[object, Node] = {}
        todo = [node]
        while todo:
            current = todo.pop()
            if isinstance(current, Union):
                todo.extend(member.type for member in reversed(current.members))
            elif isinstance(current, Ref):
                for part in self._known.get(current.target, ()):
                    found.setdefault(_key(part), part)
            else:
                found.setdefault(_key(current), current)
        return tuple(found.values())


def _key(node: Node) -> object:
    """Give what equal leaves have in common; others are themselves, as comparing them is long."""
    return node if isinstance(node, Scalar | Const) else id(node)


def _used(node: Node) -> list[int]:
    """Give the names that are alternatives of a node, the first first."""
    found: dict[int, None] = {}
    todo = [node]
    while todo:
        current = todo.pop()
        if isinstance(current, Union):
            todo.extend(member.type for member in reversed(current.members))
        elif isinstance(current, Ref):
            found[current.target] = None
    return list(found)


def json_type(
    node: Node,
) -> Literal["string", "number", "boolean", "null", "object", "array", "any", "none"]:
    """Give the JSON type of an alternative; integers are numbers here."""
    match node:
        case Scalar():
            wire = WIRE[node.kind][0]
            return "number" if wire == "integer" else wire  # type: ignore[return-value] # a table of these words
        case Const():
            return "number" if node.kind == "integer" else node.kind
        case ListOf() | TupleOf():
            return "array"
        case MapOf() | Record():
            return "object"
        case Anything() | Union() | Ref():
            return "any"
        case Nothing():
            return "none"
        case _:
            assert_never(node)


def bounded_kinds(node: Node, alternatives: Alternatives) -> tuple[Bounded, ...]:
    """Give the kinds of values in the node that can take bounds."""
    kinds: dict[Bounded, None] = {}
    for part in alternatives.of(node):
        if isinstance(part, ListOf):
            kinds["list"] = None
        elif isinstance(part, MapOf):
            kinds["map"] = None
        elif isinstance(part, Scalar):
            found = json_type(part)
            if found in {"string", "number"}:
                kinds["string" if found == "string" else "number"] = None
    return tuple(kinds)


def are_disjoint(members: Sequence[Sequence[Node]], alternatives: Alternatives) -> bool:
    """Tell whether every two members (each a run of nodes) share no value.

    Told by JSON type, by literals, and by literal fields that both records require.
    """
    by_type: dict[str, list[_Owned]] = {}
    for owner, nodes in enumerate(members):
        for node in nodes:
            for part in alternatives.of(node):
                by_type.setdefault(json_type(part), []).append((owner, part))
    if "any" in by_type and len(members) > 1:
        return False
    by_type.pop("none", None)
    return all(_apart(parts, alternatives) for parts in by_type.values())


def _apart(parts: Sequence[_Owned], alternatives: Alternatives) -> bool:
    """Tell whether parts of one JSON type that belong to different members share no value."""
    if len({owner for owner, _ in parts}) == 1:
        return True
    if all(isinstance(part, Const) for _, part in parts):
        return _literals_apart(parts)
    if all(isinstance(part, Record) for _, part in parts):
        return _records_apart(
            [
                (owner, _tags(part, alternatives))
                for owner, part in parts
                if isinstance(part, Record)
            ]
        )
    return False


def _literals_apart(parts: Iterable[_Owned]) -> bool:
    owners: dict[LiteralKey, int] = {}
    for owner, part in parts:
        if isinstance(part, Const) and owners.setdefault(literal_key(part), owner) != owner:
            return False
    return True


def _records_apart(records: Sequence[tuple[int, _Tags]]) -> bool:
    """Try one tag for all, which is linear, before trying every pair."""
    shared = set.intersection(*(set(tags) for _, tags in records))
    for name in records[0][1]:
        if name in shared:
            values = [tags[name] for _, tags in records]
            if len(frozenset().union(*values)) == sum(len(part) for part in values):
                return True
    return all(
        one_owner == other_owner or _tags_apart(one, other)
        for (one_owner, one), (other_owner, other) in combinations(records, 2)
    )


def _tags_apart(one: _Tags, other: _Tags) -> bool:
    return any(name in other and not (values & other[name]) for name, values in one.items())


def _tags(record: Record, alternatives: Alternatives) -> _Tags:
    """Give the required fields that hold literals only, with their values."""
    tags: dict[str, frozenset[LiteralKey]] = {}
    for field in record.fields:
        values = _literals(field.type, alternatives) if field.required else None
        if values is not None:
            tags[field.name] = values
    return tags


def _literals(node: Node, alternatives: Alternatives) -> frozenset[LiteralKey] | None:
    if isinstance(node, Scalar | ListOf | MapOf | TupleOf | Record):
        return None
    values: list[LiteralKey] = []
    for part in alternatives.of(node):
        if isinstance(part, Const):
            values.append(literal_key(part))
        elif isinstance(part, Scalar) and part.kind == "null":
            values.append(("null", None))
        else:
            return None
    # `nil` alone is a type and no literal, whatever name it has.
    return None if values == [("null", None)] else frozenset(values)
