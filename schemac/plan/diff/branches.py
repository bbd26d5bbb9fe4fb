"""A node in, what its values can be out: branches without unions, each with its gates."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, TypeAlias

from schemac.plan.diff.formula import all_of, any_of
from schemac.plan.diff.places import words_in
from schemac.plan.gates import Every
from schemac.plan.layers import join_meta, layer
from schemac.plan.nodes import (
    NO_META,
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
    from collections.abc import Sequence

    from schemac.plan.diff.formula import Formula
    from schemac.plan.diff.places import Words
    from schemac.plan.diff.sight import Sight
    from schemac.plan.gates import Gate
    from schemac.plan.nodes import Meta, NamedType, Node

__all__ = ["Branch", "Key", "branches_of", "matched", "received"]

Key: TypeAlias = "tuple[object, ...]"


@dataclass(frozen=True, slots=True)
class Branch:
    """One thing that a value can be. `key` finds its like in another plan.

    `words` are those of the unions around it, then its own.
    """

    key: Key
    label: str
    node: Node
    sight: Formula
    words: tuple[Words, ...] = ()


@dataclass(frozen=True, slots=True)
class _Part:
    """A part of a node: who sees it, the name that leads to it, and the words on the way."""

    node: Node
    sight: Formula
    named: NamedType | None
    words: tuple[Words, ...]
    of_use: Meta


def branches_of(node: Node, around: Formula, sight: Sight) -> tuple[Branch, ...]:
    """Give the branches of a node that is seen under `around`, in order, like ones joined."""
    found: dict[Key, Branch] = {}
    entered: set[tuple[Ref, Formula]] = set()
    todo: list[_Part] = [_Part(node, around, None, (), NO_META)]
    while todo:
        part = todo.pop()
        node, seen = part.node, part.sight
        meta = join_meta(node.meta, part.of_use)
        if isinstance(node, Union):
            words = (*part.words, *words_in(meta))
            todo.extend(
                _Part(member.type, all_of((seen, sight.gate(member.gate))), None, words, NO_META)
                for member in reversed(node.members)
            )
        elif not isinstance(node, Ref):
            words = (*part.words, *words_in(meta))
            _add(found, _branch(node, all_of((seen, sight.left(node))), part.named, words))
        elif (node, seen) not in entered:
            entered.add((node, seen))
            named = sight.plan.types[node.target]
            whole = layer(named.body, Ref(node.target, node.constraints, closed=node.closed))
            inner = all_of((seen, sight.gate(named.gate), sight.named(node.target)))
            todo.append(_Part(whole, inner, named, part.words, meta))
    return tuple(found.values())


def received(node: Node, around: Formula, sight: Sight) -> tuple[Branch, ...]:
    """Give the record that an input is: it stays, without fields, where nothing is left of it.

    So gates on its names hide its fields and not itself.
    """
    gates: list[Gate] = []
    use = Ref(0)
    followed: set[int] = set()
    while isinstance(node, Ref) and node.target not in followed:
        followed.add(node.target)
        named = sight.plan.types[node.target]
        gates += [] if named.gate is None else [named.gate]
        use = Ref(0, closed=use.closed or node.closed, meta=join_meta(node.meta, use.meta))
        node = named.body
    if not isinstance(node, Record):
        return branches_of(node, around, sight)
    record = layer(node, use)
    if gates and isinstance(record, Record):
        fields = tuple(
            replace(field, gate=Every((*gates, *(() if field.gate is None else (field.gate,)))))
            for field in record.fields
        )
        record = replace(record, fields=fields)
    return (Branch(("input",), "input", record, around, words_in(record.meta)),)


def _add(found: dict[Key, Branch], branch: Branch) -> None:
    """Join a branch with its like; containers that differ inside are numbered apart."""
    key, number = branch.key, 1
    while key in found and not _is_one(found[key].node, branch.node):
        number += 1
        key = (*branch.key, number)
    if key in found:
        sight = any_of((found[key].sight, branch.sight))
        found[key] = replace(found[key], sight=sight)
    else:
        found[key] = replace(branch, key=key)


def _is_one(known: Node, node: Node) -> bool:
    """Tell whether two branches of one key are one: what is inside must be the very same."""
    return not isinstance(node, ListOf | MapOf | TupleOf | Record) or known is node


def _branch(
    node: Node, sight: Formula, named: NamedType | None, words: tuple[Words, ...]
) -> Branch:
    key, label = _called(node, named)
    return Branch(key, label, node, sight, words)


def _called(node: Node, named: NamedType | None) -> tuple[Key, str]:
    """Give the key and the label of a branch."""
    if isinstance(node, Const):
        return ("value", *literal_key(node)), node.text
    if isinstance(node, Scalar):
        return ("scalar", node.kind), node.kind
    if isinstance(node, Record):
        if named is None:
            label = "{" + ", ".join(field.name for field in node.fields) + "}"
            return ("record", label), label
        label = named.name + (f"[{named.arguments}]" if named.arguments else "")
        return ("record", label, named.file, named.owner), label
    words = {ListOf: "list", MapOf: "map", TupleOf: "tuple", Anything: "untyped"}
    word = words.get(type(node), "bot")
    return (word,), word


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
