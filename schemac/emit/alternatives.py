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

__all__ = ["alternatives", "are_disjoint", "bounded_kinds", "json_type"]

_Tags: TypeAlias = "Mapping[str, frozenset[LiteralKey]]"
_Owned: TypeAlias = "tuple[int, Node]"


def alternatives(node: Node, types: Mapping[int, NamedType]) -> list[Node]:
    """Give what a value of the node can be: no unions and no names any more, in order."""
    found: list[Node] = []
    followed: set[int] = set()
    todo = [node]
    while todo:
        current = todo.pop()
        if isinstance(current, Union):
            todo.extend(member.type for member in reversed(current.members))
        elif not isinstance(current, Ref):
            found.append(current)
        elif current.target not in followed:
            followed.add(current.target)
            todo.append(types[current.target].body)
    return found


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


def bounded_kinds(node: Node, types: Mapping[int, NamedType]) -> tuple[Bounded, ...]:
    """Give the kinds of values in the node that can take bounds."""
    kinds: dict[Bounded, None] = {}
    for part in alternatives(node, types):
        if isinstance(part, ListOf):
            kinds["list"] = None
        elif isinstance(part, MapOf):
            kinds["map"] = None
        elif isinstance(part, Scalar):
            found = json_type(part)
            if found in {"string", "number"}:
                kinds["string" if found == "string" else "number"] = None
    return tuple(kinds)


def are_disjoint(members: Sequence[Sequence[Node]], types: Mapping[int, NamedType]) -> bool:
    """Tell whether every two members (each a run of nodes) share no value.

    Told by JSON type, by literals, and by literal fields that both records require.
    """
    by_type: dict[str, list[_Owned]] = {}
    for owner, nodes in enumerate(members):
        for node in nodes:
            for part in alternatives(node, types):
                by_type.setdefault(json_type(part), []).append((owner, part))
    if "any" in by_type and len(members) > 1:
        return False
    by_type.pop("none", None)
    return all(_apart(parts, types) for parts in by_type.values())


def _apart(parts: Sequence[_Owned], types: Mapping[int, NamedType]) -> bool:
    """Tell whether parts of one JSON type that belong to different members share no value."""
    if len({owner for owner, _ in parts}) == 1:
        return True
    if all(isinstance(part, Const) for _, part in parts):
        return _literals_apart(parts)
    if all(isinstance(part, Record) for _, part in parts):
        return _records_apart(
            [(owner, _tags(part, types)) for owner, part in parts if isinstance(part, Record)]
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


def _tags(record: Record, types: Mapping[int, NamedType]) -> _Tags:
    """Give the required fields that hold literals only, with their values."""
    tags: dict[str, frozenset[LiteralKey]] = {}
    for field in record.fields:
        values = _literals(field.type, types) if field.required else None
        if values is not None:
            tags[field.name] = values
    return tags


def _literals(node: Node, types: Mapping[int, NamedType]) -> frozenset[LiteralKey] | None:
    if isinstance(node, Scalar | ListOf | MapOf | TupleOf | Record):
        return None
    values: list[LiteralKey] = []
    for part in alternatives(node, types):
        if isinstance(part, Const):
            values.append(literal_key(part))
        elif isinstance(part, Scalar) and part.kind == "null":
            values.append(("null", None))
        else:
            return None
    return frozenset(values)
