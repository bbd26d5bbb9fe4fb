"""A node in, what its values can be out: branches without unions, each with its gates."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Literal, TypeAlias

from schemac.plan.diff.booleans import with_booleans
from schemac.plan.diff.formula import OPEN, all_of, any_of
from schemac.plan.diff.places import words_in
from schemac.plan.diff.scalars import to_callers
from schemac.plan.facts import facts
from schemac.plan.gates import Every
from schemac.plan.layers import join_meta, layer
from schemac.plan.nodes import (
    NO_CONSTRAINTS,
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
    from collections.abc import Iterator, Mapping, Sequence

    from schemac.plan.diff.formula import Formula
    from schemac.plan.diff.places import Words
    from schemac.plan.diff.sight import Sight
    from schemac.plan.gates import Gate
    from schemac.plan.nodes import Constraints, Meta, NamedType, Node

__all__ = [
    "NULL",
    "Branch",
    "Groups",
    "Key",
    "branches_of",
    "by_group",
    "has_other_type",
    "received",
    "subject_of",
]

Key: TypeAlias = "tuple[object, ...]"
Groups: TypeAlias = "Mapping[Key, Sequence[Branch]]"

NULL: Key = ("scalar", "null")
"""What null is called."""

_MOST_COMPARED = 100
"""Branches of one group that one more is compared with; beyond them each counts as another."""


@dataclass(frozen=True, slots=True)
class Branch:
    """One thing that a value can be. `group` is what it is called, and finds its like elsewhere.

    `key` is that with a number, where several are called the same. `words` are those of the unions
    around it, then its own; `readers` are those of each. `around` is the union that it is told in,
    flat as callers see it: one that has words or bounds is one of its own, and so is one that
    recurs; `is_bare` where it is a scalar to which nothing is added there.
    """

    group: Key
    key: Key
    label: str
    node: Node
    sight: Formula
    words: tuple[Words, ...] = ()
    readers: tuple[Formula, ...] = ()
    around: object = None
    is_bare: bool = False


@dataclass(frozen=True, slots=True)
class _Part:
    """A part of a node: who sees it, the name that leads to it, and the words on the way.

    `bounds` are those of a use around the union that it is in, `around` is that union, and
    `outer` are the words on it.
    """

    node: Node
    sight: Formula
    named: NamedType | None
    words: tuple[Words, ...]
    readers: tuple[Formula, ...]
    of_use: Meta
    bounds: Constraints = NO_CONSTRAINTS
    around: object = None
    outer: tuple[Words, ...] = ()


def branches_of(node: Node, around: Formula, sight: Sight) -> tuple[Branch, ...]:
    """Give the branches of a node that is seen under `around`, in order, like ones joined.

    A union with nothing left has no null either.
    """
    found = _Found()
    entered: set[tuple[Ref, Formula]] = set()
    todo: list[_Part] = [_Part(node, around, None, (), (), NO_META)]
    while todo:
        part = todo.pop()
        node, seen = part.node, part.sight
        meta = join_meta(node.meta, part.of_use)
        if isinstance(node, Union):
            added = words_in(meta)
            words = (*part.words, *added)
            readers = (*part.readers, *_readers(meta, sight))
            is_bounded = part.named is not None and part.bounds != NO_CONSTRAINTS
            within = object() if added or is_bounded else part.around
            left = seen if part.named is not None else all_of((seen, sight.left(node)))
            todo.extend(
                replace(
                    part,
                    node=member.type,
                    sight=all_of((left, sight.gate(member.gate))),
                    named=None,
                    words=words,
                    readers=readers,
                    of_use=NO_META,
                    around=within,
                    outer=words,
                )
                for member in reversed(node.members)
            )
        elif not isinstance(node, Ref):
            words = (*part.words, *words_in(meta))
            readers = (*part.readers, *_readers(meta, sight))
            if isinstance(node, Scalar):
                part = replace(part, node=to_callers(node, sight.side))
            branch = _branch(part, all_of((seen, sight.left(node))), words)
            found.add(replace(branch, readers=readers))
        elif (node, seen) not in entered:
            entered.add((node, seen))
            named = sight.plan.types[node.target]
            whole = layer(named.body, Ref(node.target, node.constraints, closed=node.closed))
            inner = all_of((seen, sight.gate(named.gate), sight.named(node.target)))
            is_kept = node.target in facts(sight.plan).recursive
            within = object() if is_kept else part.around
            todo.append(
                replace(
                    part,
                    around=within,
                    node=whole,
                    sight=inner,
                    named=named,
                    of_use=meta,
                    bounds=node.constraints,
                )
            )
    return with_booleans(found.branches)


def _readers(meta: Meta, sight: Sight) -> Iterator[Formula]:
    """Give who reads each of the words on a type."""
    if meta != NO_META:
        yield OPEN
    yield from (sight.gate(each.gate) for each in meta.sayings if each.words != NO_META)


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
    words, readers = words_in(record.meta), tuple(_readers(record.meta, sight))
    return (Branch(("input",), ("input",), "input", record, around, words, readers),)


class _Found:
    """Branches by their keys, as they are found; like ones are joined, others numbered apart."""

    def __init__(self) -> None:
        self.branches: dict[Key, Branch] = {}
        self._keys: dict[tuple[object, ...], Key] = {}
        self._counts: dict[Key, int] = {}

    def add(self, branch: Branch) -> None:
        """Join a branch with its like: the same to callers, bounds and words included."""
        like = (branch.group, _content(branch.node), branch.words)
        key = self._keys.get(like) or self._written_again(branch)
        if key is not None:
            known = self.branches[key]
            sight = any_of((known.sight, branch.sight))
            is_one = known.around is branch.around
            around = known.around if is_one else object()
            is_bare = known.is_bare and branch.is_bare and is_one
            readers = tuple(map(any_of, zip(known.readers, branch.readers, strict=True)))
            known = replace(known, readers=readers, around=around, is_bare=is_bare)
            self.branches[key] = replace(known, sight=sight)
            return
        number = self._counts[branch.group] = self._counts.get(branch.group, 0) + 1
        key = branch.group if number == 1 else (*branch.group, number)
        self._keys[like] = key
        self.branches[key] = replace(branch, key=key)

    def _written_again(self, branch: Branch) -> Key | None:
        """Give the key of a branch that is the same to callers, though written in another place."""
        count = min(self._counts.get(branch.group, 0), _MOST_COMPARED)
        for number in range(1, count + 1):
            key = branch.group if number == 1 else (*branch.group, number)
            known = self.branches[key]
            if known.words == branch.words and known.node == branch.node:
                return key
        return None


def _content(node: Node) -> object:
    """Give what tells branches of one group apart: bounds, or of a container which one it is."""
    if isinstance(node, Scalar):
        return node.constraints
    return id(node) if isinstance(node, ListOf | MapOf | TupleOf | Record) else None


def _branch(part: _Part, sight: Formula, words: tuple[Words, ...]) -> Branch:
    key, label = _called(part.node, part.named)
    is_bare = words == part.outer and _is_unbounded(part)
    return Branch(key, key, label, part.node, sight, words, (), part.around, is_bare)


def _is_unbounded(part: _Part) -> bool:
    """Tell whether a scalar has no bounds, but for those of a use of the union that it is in."""
    if not isinstance(part.node, Scalar):
        return False
    bounds = part.node.constraints
    return bounds == NO_CONSTRAINTS or (part.named is None and bounds == part.bounds)


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


def by_group(branches: Sequence[Branch]) -> Groups:
    """Gather branches by what they are called."""
    groups: dict[Key, list[Branch]] = {}
    for branch in branches:
        groups.setdefault(branch.group, []).append(branch)
    return groups


def has_other_type(old: Branch, new: Branch) -> bool:
    """Tell whether two types that stand alone are unlike; two literals are a matter of values."""
    if old.group[0] == "scalar":
        return old.group != new.group
    return old.group[0] != new.group[0]


def subject_of(branch: Branch) -> Literal["value", "variant", "null"]:
    """Say what a member of a union is to people."""
    if branch.group == NULL:
        return "null"
    return "value" if isinstance(branch.node, Const) else "variant"
