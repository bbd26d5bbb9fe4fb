"""A union of records, lists and maps in, its part out: who clashes with whom is known before."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from schemac.emit.alternatives import are_disjoint, json_type
from schemac.emit.canonical import dumps
from schemac.emit.templates.apartness import are_apart, are_distinct
from schemac.emit.templates.gating import doors_of
from schemac.emit.templates.parts import Chain, Choice, Inline, Option, Rows, UnfitError, Use
from schemac.emit.templates.words import words_of
from schemac.emit.unions import NULL, grouped, literals_schema, union_schema
from schemac.plan.layers import describe
from schemac.plan.nodes import NO_META, ListOf, MapOf, Record, Ref, Union

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from schemac.emit.keywords import Schema
    from schemac.emit.templates.compiling import Compiler
    from schemac.emit.templates.gating import Doors
    from schemac.emit.templates.parts import Part
    from schemac.plan.gates import Gate
    from schemac.plan.nodes import Meta, Node

    _Gates: TypeAlias = tuple[Gate | None, ...]

__all__ = ["choice", "is_of_objects", "settled_union"]

_OBJECT = '"type":"object",'
_CERTAIN = 2
"""As many members that everybody sees keep a union a union."""


class _Member(NamedTuple):
    """A member and its doors; `whole` is the named union that it is a member of, if any."""

    node: Node
    doors: Doors
    whole: int | None


def settled_union(compiler: Compiler, node: Union) -> Part:
    """Give a union that is the same for everybody, without braces and words."""
    groups = grouped(node)
    disjoint = are_disjoint(
        [(member.type,) for member in node.members], compiler.leaves.alternatives
    )
    bare = Union(node.members, NO_META)
    ((word, made),) = union_schema(bare, [{} for _ in groups], disjoint=disjoint).items()
    parts: list[Part] = [f'"{word}":[']
    for index, group in enumerate(groups):
        if index:
            parts.append(",")
        if isinstance(group, tuple):
            parts.append(dumps(literals_schema(group)))
        else:
            part = compiler.whole(group, {}, settled=True)
            if part is None:
                raise UnfitError
            parts.append(part)
    parts.append(',{"type":"null"}]' if len(made) > len(groups) else "]")
    return Chain(tuple(parts))


def is_of_objects(compiler: Compiler, node: Node) -> bool:
    """Tell whether a settled node admits objects only, as the root of a schema must say."""
    kinds = {json_type(part) for part in compiler.leaves.alternatives.of(node)}
    return kinds <= {"object", "none"}


def choice(
    compiler: Compiler,
    node: Union,
    meta: Meta,
    extras: Schema,
    *,
    is_core: bool = False,
    is_root: bool = False,
) -> Part | None:
    """Give a union that is not the same for everybody; `is_core` leaves braces and words out.

    Raises UnfitError for members of other kinds, and where two might turn out to be one.
    """
    null, members = _members(compiler, node)
    options: list[Option] = []
    shown: list[_Member] = []
    for member in members:
        among = compiler.whole(member.node, {})
        if among is not None:
            alone = _alone(compiler, member.node, meta, extras, is_root=is_root)
            options.append(Option(member.doors, among, alone))
            shown.append(member)
    _check_distinct(compiler, shown)
    _check_never_alone(compiler, shown, options)
    if is_core and not _stays_union(compiler, options):
        raise UnfitError
    if not options:
        return None
    if is_root and (null is not None or any(isinstance(each.node, ListOf) for each in shown)):
        raise UnfitError
    words = words_of(meta, extras)
    before = f"{'' if is_core else '{'}{words.before}{_OBJECT if is_root else ''}"
    after = f"{words.behind}{'' if is_core else '}'}"
    return Choice(before, tuple(options), null, _clashes(compiler, shown), after)


def _alone(compiler: Compiler, node: Node, meta: Meta, extras: Schema, *, is_root: bool) -> Part:
    words_of(meta, {})
    found = compiler.whole(describe(node, meta), extras)
    if found is None:
        raise UnfitError
    return Inline(found) if is_root and isinstance(found, Use) else found


def _members(compiler: Compiler, node: Union) -> tuple[Doors | None, list[_Member]]:
    """Give the doors of null, None without one, and the other members that may be open."""
    null: Doors | None = None
    members: list[_Member] = []
    nulls = 0
    for part, gates, whole in _flat(compiler, node, (), is_top=True):
        doors = doors_of(gates, compiler.side)
        if part == NULL:
            nulls += 1
            null = doors
        elif doors is not None:
            members.append(_Member(part, doors, whole))
    if nulls > 1:
        raise UnfitError
    return null, members


def _flat(
    compiler: Compiler, node: Union, around: _Gates, *, is_top: bool
) -> Iterator[tuple[Node, _Gates, int | None]]:
    """Give the members of a union and of the bare ones in it, each with its gates."""
    for member in node.members:
        part = member.type
        gates = (*around, member.gate)
        if isinstance(part, Ref):
            yield from _named(compiler, part, gates)
        elif isinstance(part, Union) and part.meta == NO_META:
            yield from _flat(compiler, part, gates, is_top=False)
        elif isinstance(part, Record | ListOf | MapOf) or (is_top and part == NULL):
            yield part, gates, None
        else:
            raise UnfitError


def _named(
    compiler: Compiler, ref: Ref, gates: _Gates
) -> Iterator[tuple[Node, _Gates, int | None]]:
    """Give a name, or the names in a union of names and no more: those are written out."""
    target, passed = compiler.followed(ref)
    body = compiler.plan_body(target)
    if isinstance(body, Record | ListOf | MapOf):
        yield Ref(target, meta=ref.meta), (*gates, *passed), None
        return
    if not isinstance(body, Union) or body.meta != NO_META or ref.meta != NO_META:
        raise UnfitError
    around = (*gates, *passed, compiler.gate_of(target))
    for member in body.members:
        if not isinstance(member.type, Ref):
            raise UnfitError
        inner, inner_gates = compiler.followed(member.type)
        if not isinstance(compiler.plan_body(inner), Record):
            raise UnfitError
        use = Ref(inner, meta=member.type.meta)
        yield use, (*around, member.gate, *inner_gates), target


def _check_never_alone(
    compiler: Compiler, members: Sequence[_Member], options: Sequence[Option]
) -> None:
    """Refuse a named union that may be all that is left, for then it stays a name."""
    for whole in {member.whole for member in members if member.whole is not None}:
        others = [each for each, of in zip(options, members, strict=True) if of.whole != whole]
        if not any(not each.doors and _is_certain(compiler, each.among) for each in others):
            raise UnfitError


def _stays_union(compiler: Compiler, options: Sequence[Option]) -> bool:
    certain = [each for each in options if not each.doors and _is_certain(compiler, each.among)]
    return len(certain) >= _CERTAIN


def _is_certain(compiler: Compiler, part: Part) -> bool:
    """Tell whether something of a part is left for everybody."""
    match part:
        case str():
            return True
        case Use():
            template = compiler.type(part.target)
            is_open = not part.doors and not template.doors
            return is_open and template.core is not None and _is_certain(compiler, template.core)
        case Rows():
            return any(
                not row.doors and (row.inner is None or _is_certain(compiler, row.inner))
                for row in part.rows
            )
        case Chain():
            return all(_is_certain(compiler, inner) for inner in part.parts)
        case _:
            return False


def _check_distinct(compiler: Compiler, members: Sequence[_Member]) -> None:
    for one, other in combinations([member.node for member in members], 2):
        if not are_distinct(compiler, one, other):
            raise UnfitError


def _clashes(compiler: Compiler, members: Sequence[_Member]) -> frozenset[tuple[int, int]]:
    return frozenset(
        (one, other)
        for one, other in combinations(range(len(members)), 2)
        if not are_apart(compiler, members[one].node, members[other].node)
    )
