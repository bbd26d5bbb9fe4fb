"""The branches of two nodes in, records apart by their tags on one side apart on both out.

`{ kind: "a" | "b", … }` is what `{ kind: "a", … } | { kind: "b", … }` is, so where one side has the
literals of a field in several records, a record with more than one of them is as many.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace
from typing import TYPE_CHECKING, TypeAlias

from schemac.plan.nodes import NO_META, Const, Record, Union
from schemac.plan.sameness import literal_key

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from schemac.plan.diff.branches import Branch
    from schemac.plan.nodes import Field, Node
    from schemac.plan.sameness import LiteralKey

    _Tags: TypeAlias = "dict[str, tuple[LiteralKey, ...]]"
    """The literals of each field that is nothing else."""

__all__ = ["split"]

_SEVERAL = 2
_MOST = 50
"""Records of a side, and literals of one, that are looked at."""


def split(
    old: Sequence[Branch], new: Sequence[Branch]
) -> tuple[Sequence[Branch], Sequence[Branch]]:
    """Give the branches of both sides, each record in as many as the other side has of it."""
    tags = [_tagged(side) for side in (old, new)]
    if not all(tags) or max(map(len, tags)) > _MOST:
        return old, new
    return _apart(old, tags[0], tags[1]), _apart(new, tags[1], tags[0])


def _tagged(side: Sequence[Branch]) -> dict[int, _Tags]:
    found: dict[int, _Tags] = {}
    for at, branch in enumerate(side):
        tags = dict(_tags(branch.node)) if isinstance(branch.node, Record) else {}
        if tags:
            found[at] = tags
    return found


def _tags(record: Record) -> Iterator[tuple[str, tuple[LiteralKey, ...]]]:
    """Give the fields that everybody who sees the record sees, with nothing but literals."""
    for field in record.fields:
        parts = _parts(field)
        if field.required and field.gate is None and 0 < len(parts) <= _MOST:
            yield field.name, tuple(literal_key(each) for each in parts)


def _parts(field: Field) -> list[Const]:
    node = field.type
    members = node.members if isinstance(node, Union) else ()
    if any(member.gate is not None for member in members):
        return []
    inner = [member.type for member in members] or [node]
    parts = [each for each in inner if isinstance(each, Const)]
    return parts if len(parts) == len(inner) else []


def _apart(
    side: Sequence[Branch], tags: dict[int, _Tags], others: dict[int, _Tags]
) -> list[Branch]:
    found: list[Branch] = []
    for at, branch in enumerate(side):
        cuts = _cuts(tags.get(at, {}), others)
        if cuts is None or not isinstance(branch.node, Record):
            found.append(branch)
            continue
        name, groups = cuts
        for number, values in enumerate(groups):
            node = _with(branch.node, name, values)
            found.append(replace(branch, node=node, key=(*branch.key, "of", number)))
    return found


def _cuts(tags: _Tags, others: dict[int, _Tags]) -> tuple[str, list[set[LiteralKey]]] | None:
    """Give the field whose literals the other side has in several records, and those of each.

    What it has in none goes with the first: it is a value that came, or went.
    """
    for name, values in tags.items():
        if len(values) < _SEVERAL:
            continue
        alike = {at: each for at, each in others.items() if _may_be_one(tags, each, but=name)}
        groups: dict[tuple[int, ...], set[LiteralKey]] = defaultdict(set)
        for value in values:
            held = tuple(at for at, each in alike.items() if value in each.get(name, ()))
            groups[held].add(value)
        lone = groups.pop((), set())
        if len(groups) >= _SEVERAL:
            next(iter(groups.values())).update(lone)
            return name, list(groups.values())
    return None


def _may_be_one(tags: _Tags, other: _Tags, *, but: str) -> bool:
    """Tell whether two records have literals in common in all other fields of literals."""
    shared = (tags.keys() & other.keys()) - {but}
    return not any({*tags[name]}.isdisjoint(other[name]) for name in shared)


def _with(record: Record, name: str, values: set[LiteralKey]) -> Record:
    """Give a record with a field of these literals only."""
    fields = (
        replace(field, type=_only(field.type, values)) if field.name == name else field
        for field in record.fields
    )
    return replace(record, fields=tuple(fields))


def _only(node: Node, values: set[LiteralKey]) -> Node:
    if not isinstance(node, Union):
        return node
    kept = tuple(
        member
        for member in node.members
        if isinstance(member.type, Const) and literal_key(member.type) in values
    )
    return kept[0].type if len(kept) == 1 and node.meta == NO_META else replace(node, members=kept)
