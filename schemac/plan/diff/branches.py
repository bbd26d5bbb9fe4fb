"""A node in, what its values can be out: branches without unions, each with its gates."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from schemac.plan.diff.formula import all_of, any_of
from schemac.plan.layers import layer
from schemac.plan.nodes import (
    Anything,
    Const,
    ListOf,
    MapOf,
    Record,
    Ref,
    Scalar,
    TupleOf,
    Union,
)
from schemac.plan.sameness import literal_key

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from schemac.plan.diff.formula import Formula
    from schemac.plan.diff.sight import Sight
    from schemac.plan.nodes import NamedType, Node

__all__ = ["Branch", "Key", "branches_of", "covered", "matched"]

Key: TypeAlias = "tuple[object, ...]"


@dataclass(frozen=True, slots=True)
class Branch:
    """One thing that a value can be. `key` finds its like in another plan."""

    key: Key
    label: str
    node: Node
    sight: Formula


def branches_of(node: Node, around: Formula, sight: Sight) -> tuple[Branch, ...]:
    """Give the branches of a node that is seen under `around`, in order, like ones joined."""
    found: dict[Key, Branch] = {}
    entered: set[tuple[Ref, Formula]] = set()
    todo: list[tuple[Node, Formula, NamedType | None]] = [(node, around, None)]
    while todo:
        part, seen, around_it = todo.pop()
        if isinstance(part, Union):
            todo.extend(
                (member.type, all_of((seen, sight.gate(member.gate))), None)
                for member in reversed(part.members)
            )
        elif not isinstance(part, Ref):
            _add(found, _branch(part, all_of((seen, sight.left(part))), around_it))
        elif (part, seen) not in entered:
            entered.add((part, seen))
            named = sight.plan.types[part.target]
            whole = layer(named.body, Ref(part.target, part.constraints, closed=part.closed))
            inner = all_of((seen, sight.gate(named.gate), sight.named(part.target)))
            todo.append((whole, inner, named))
    return tuple(found.values())


def _add(found: dict[Key, Branch], branch: Branch) -> None:
    """Join a branch with its like; containers that differ inside are numbered apart."""
    key, number = branch.key, 1
    while key in found and not _is_one(found[key].node, branch.node):
        number += 1
        key = (*branch.key, number)
    if key in found:
        sight = any_of((found[key].sight, branch.sight))
        found[key] = Branch(key, found[key].label, found[key].node, sight)
    else:
        found[key] = Branch(key, branch.label, branch.node, branch.sight)


def _is_one(known: Node, node: Node) -> bool:
    """Tell whether two branches of one key are one: what is inside must be the very same."""
    return not isinstance(node, ListOf | MapOf | TupleOf | Record) or known is node


def _branch(node: Node, sight: Formula, named: NamedType | None) -> Branch:
    if isinstance(node, Const):
        return Branch(("value", *literal_key(node)), node.text, node, sight)
    if isinstance(node, Scalar):
        return Branch(("scalar", node.kind), node.kind, node, sight)
    if isinstance(node, Record):
        if named is None:
            label = "{" + ", ".join(field.name for field in node.fields) + "}"
            return Branch(("record", label), label, node, sight)
        label = named.name + (f"[{named.arguments}]" if named.arguments else "")
        return Branch(("record", label, named.file, named.owner), label, node, sight)
    words = {ListOf: "list", MapOf: "map", TupleOf: "tuple", Anything: "untyped"}
    word = words.get(type(node), "bot")
    return Branch((word,), word, node, sight)


def covered(branch: Branch, others: Mapping[Key, Branch]) -> Formula:
    """Give when some of the others takes every value of the branch."""
    keys: list[Key] = [branch.key, ("untyped",)]
    if branch.key[0] == "value":
        kind = str(branch.key[1])
        keys.append(("scalar", kind))
        if isinstance(branch.node, Const) and branch.node.kind == "integer":
            keys.append(("scalar", "integer"))
    if branch.key == ("scalar", "integer"):
        keys.append(("scalar", "number"))
    return any_of(others[key].sight for key in keys if key in others)


def matched(
    old: Sequence[Branch], new: Sequence[Branch]
) -> list[tuple[Branch | None, Branch | None]]:
    """Pair the branches: by key, then records by what they hold; the rest stand alone."""
    by_key = {branch.key: branch for branch in old}
    pairs: dict[Key, Branch] = {
        branch.key: by_key.pop(branch.key) for branch in new if branch.key in by_key
    }
    for branch in new:
        if branch.key not in pairs and isinstance(branch.node, Record):
            likest = _likest(branch.node, list(by_key.values()))
            if likest is not None:
                pairs[branch.key] = by_key.pop(likest.key)
    if len(old) == len(new) == 1 and not pairs and not _are_values(old[0], new[0]):
        return [(old[0], new[0])]
    together: list[tuple[Branch | None, Branch | None]] = [
        (pairs.get(branch.key), branch) for branch in new
    ]
    return together + [(branch, None) for branch in by_key.values()]


def _are_values(one: Branch, other: Branch) -> bool:
    return isinstance(one.node, Const) and isinstance(other.node, Const)


def _likest(record: Record, others: Sequence[Branch]) -> Branch | None:
    """Give the record that shares most, half its fields at least, and no other literal."""
    best: Branch | None = None
    most = 0.0
    for other in others:
        if isinstance(other.node, Record):
            likeness = _likeness(record, other.node)
            if likeness > most:
                best, most = other, likeness
    return best


def _likeness(one: Record, other: Record) -> float:
    left, right = ({field.name: field.type for field in part.fields} for part in (one, other))
    shared = left.keys() & right.keys()
    for name in shared:
        ours, theirs = left[name], right[name]
        if isinstance(ours, Const) and isinstance(theirs, Const) and ours.text != theirs.text:
            return 0.0
    if not left and not right:
        return 1.0
    share = len(shared) / len(left.keys() | right.keys())
    return share if share >= _HALF else 0.0


_HALF = 0.5
