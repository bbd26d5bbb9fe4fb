"""A view in, the same with named types that only what is hidden tells apart made one out."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from schemac.plan.flat import union_of
from schemac.plan.model import Shape
from schemac.plan.nodes import ListOf, MapOf, Record, Ref, TupleOf, Union
from schemac.plan.sameness import field_key, same
from schemac.plan.shown import ANONYMOUS
from schemac.plan.walk import references, walk

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from schemac.plan.nodes import Field, NamedType, Node

__all__ = ["twin_key", "without_twins"]


def without_twins(
    shape: Shape, defaults: Mapping[Field, str] | None = None
) -> tuple[Shape, Mapping[Field, str]]:
    """Make the instances of a generic that are alike in this view one; `defaults` go along.

    Arguments that differ in hidden parts make two types of one name: for this caller they are one,
    as they would be if nothing had been hidden, and so are variants that name them. Intersections
    inside them, which have no names, stay apart: those written at one place are compared.
    """
    types = shape.types
    alike: dict[tuple[str, str, str, str], list[int]] = {}
    for target, named in types.items():
        if named.file or named.owner:
            alike.setdefault(twin_key(named), []).append(target)
    groups = [group for group in alike.values() if len(group) > 1]
    names: dict[int, object] = {
        target: named.origin
        for target, named in types.items()
        if named.name == ANONYMOUS and not named.file and named.origin is not None
    }
    names.update((target, number) for number, group in enumerate(groups) for target in group)
    ends = _ends(types) if groups else {}
    names.update((target, names.get(end, end)) for target, end in ends.items())
    firsts: dict[int, int] = {}
    for group in groups:
        firsts.update(_twins(group, types, names, ends))
    given = defaults or {}
    if not firsts:
        return shape, given
    bodies = {target: _with_firsts(named.body, firsts) for target, named in types.items()}
    made = {target: replace(named, body=bodies[target]) for target, named in types.items()}
    for target, first in firsts.items():
        made[target] = replace(types[target], body=Ref(first))
    kept = {_field(each, _with_firsts(each.type, firsts)): text for each, text in given.items()}
    return Shape(_with_firsts(shape.root, firsts), made), kept


def _ends(types: Mapping[int, NamedType]) -> dict[int, int]:
    """Give of each intersection that came to a type by itself which one that is."""
    found: dict[int, int] = {}
    for target in types:
        end, met = target, {target}
        while types[end].name == ANONYMOUS and not types[end].file:
            body = types[end].body
            if not isinstance(body, Ref) or body != Ref(body.target) or body.target in met:
                break
            end = body.target
            met.add(end)
        if end != target:
            found[target] = end
    return found


def _with_firsts(node: Node, firsts: Mapping[int, int]) -> Node:
    """Name the first of types that are one, and put each variant of a union once."""
    if firsts.keys().isdisjoint(references(node)):
        return node

    def inside(part: Node) -> Node:
        return _with_firsts(part, firsts)

    match node:
        case Ref(target=target):
            return replace(node, target=firsts[target])
        case ListOf(item=item):
            return replace(node, item=inside(item))
        case MapOf(key=key, value=value):
            return replace(node, key=inside(key), value=inside(value))
        case TupleOf(items=items):
            return replace(node, items=tuple(map(inside, items)))
        case Record(fields=fields):
            return replace(node, fields=tuple(_field(each, inside(each.type)) for each in fields))
        case Union(members=members):
            return union_of([inside(member.type) for member in members], node.meta)
        case _:
            return node


def _field(field: Field, inner: Node) -> Field:
    return field if inner is field.type else replace(field, type=inner)


def twin_key(named: NamedType) -> tuple[str, str, str, str]:
    """Give what types have in common that may be one for some caller."""
    return (named.file, named.owner, named.name, named.spelled or named.arguments)


def _twins(
    group: Sequence[int],
    types: Mapping[int, NamedType],
    names: Mapping[int, object],
    ends: Mapping[int, int],
) -> dict[int, int]:
    """Give for each type of a group the first that is the same, where that is another one."""
    firsts: dict[tuple[object, ...], list[int]] = {}
    found: dict[int, int] = {}
    for target in group:
        # Nearly all that differ do so at a glance: a large group is not compared pair by pair.
        known = firsts.setdefault(_parts(types[target].body, names), [])
        twin = next(
            (first for first in known if _are_twins(first, target, types, names, ends)), None
        )
        if twin is None:
            known.append(target)
        else:
            found[target] = twin
    return found


def _parts(body: Node, names: Mapping[int, object]) -> tuple[object, ...]:
    """Give what stands in a body in order, alike for all that may be the same."""
    parts: list[object] = []
    for node in walk(body):
        match node:
            case Ref(target=target):
                parts.append((names.get(target, target), node.constraints, node.closed, node.meta))
            case Record(fields=fields):
                parts.append((tuple(map(field_key, fields)), node.closed, node.meta))
            case ListOf() | MapOf() | TupleOf() | Union():
                parts.append((type(node), node.meta))
            case _:
                parts.append(node)
    return tuple(parts)


def _are_twins(
    one: int,
    other: int,
    types: Mapping[int, NamedType],
    names: Mapping[int, object],
    ends: Mapping[int, int],
) -> bool:
    """Compare bodies; that two names are the same is assumed while what they hold is compared."""
    met = {(one, other)}
    todo = [(one, other)]

    def same_uses(left: Ref, right: Ref) -> bool:
        if left == right:
            return True
        pair = (ends.get(left.target, left.target), ends.get(right.target, right.target))
        if replace(left, target=right.target) != right:
            return False
        if pair[0] == pair[1]:
            return True
        number = names.get(pair[0])
        if number is None or names.get(pair[1]) != number:
            return False
        if pair not in met:
            met.add(pair)
            todo.append(pair)
        return True

    while todo:
        left, right = todo.pop()
        if not same(types[left].body, types[right].body, same_uses):
            return False
    return True
