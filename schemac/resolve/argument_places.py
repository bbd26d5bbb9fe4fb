"""An instance of a generic in, the places of its arguments out, each with what may hide it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, TypeAlias

from schemac.ir.types import (
    Group,
    IntersectionType,
    ListType,
    LiteralType,
    MapType,
    NameType,
    OptionalType,
    RecordType,
    Tagged,
    TupleType,
    UnionType,
    Use,
)
from schemac.ir.walk import children
from schemac.resolve.operand_names import hiding_beside, operand
from schemac.resolve.records import EITHER_SIDE, hides, tail_hides
from schemac.resolve.told import one_field
from schemac.resolve.trees import fold, rebuilt

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from schemac.ir.tags import Tag
    from schemac.ir.types import Type
    from schemac.resolve.gated_types import GatedTypes
    from schemac.resolve.instances import Instance
    from schemac.resolve.operand_names import Hiding
    from schemac.resolve.scope import Declared

__all__ = ["Place", "places_in"]

_Parameter: TypeAlias = "tuple[int, int]"
"""The number of an instance, and which of its parameters."""


@dataclass(frozen=True, slots=True)
class Place:
    """A place of a parameter, which is seen where something of all that is `needed` is left.

    It stands in arguments of other instances: `through` those parameters of them, which must be
    seen themselves.
    """

    needed: tuple[Type, ...] = ()
    through: tuple[_Parameter, ...] = ()


@dataclass(frozen=True, slots=True)
class _Step:
    """A node of the generic's body, the same in the instance, and the way to it.

    Where it is part of an operand, `shared` are the fields that another operand has too, with what
    hides them there; None elsewhere. Of a `whole` one all must be left for it to be seen, and that
    is needed already.
    """

    generic: Type
    made: Type
    way: Place
    shared: Mapping[str, Hiding] | None = None
    whole: bool = False


def places_in(
    instance: Instance, types: Sequence[Instance], gated: GatedTypes
) -> Iterator[tuple[int, Place]]:
    """Give the places, each with which parameter stands there."""
    generic, made = instance.declared.body, instance.body
    while isinstance(generic, Tagged | Group) and isinstance(made, Tagged | Group):
        # Whoever sees the type has passed the gates on its declaration.
        generic, made = generic.inner, made.inner
    if generic is None or made is None:
        return
    names = {each.name: at for at, each in enumerate(instance.declared.declaration.parameters)}
    todo = [_Step(generic, made, Place())]
    while todo:
        step = todo.pop()
        node = step.generic
        if not isinstance(node, NameType):
            todo.extend(_inside(step, types, gated))
        elif not _is_told(step, types, gated):
            continue
        elif node.name in names:
            yield names[node.name], step.way
        elif isinstance(step.made, Use):
            todo.extend(_passed(node, step.made.target, step.way, types))


def _is_told(step: _Step, types: Sequence[Instance], gated: GatedTypes) -> bool:
    """Tell whether a name stands alone, or brings fields that no other operand hides."""
    if step.shared is None:
        return True
    brought = operand(step.made, types, gated)
    if brought is None:
        return False
    return all(step.shared.get(name, ()) == () for name in brought.fields)


def _passed(node: NameType, target: int, way: Place, types: Sequence[Instance]) -> Iterator[_Step]:
    """Give the arguments of an instance that the body names, those left to defaults included."""
    used = types[target]
    if used.hollow:
        return
    if _is_gated(used.declared):
        way = replace(way, needed=(*way.needed, Use(target, node.span)))
    pairs = zip(_with_defaults(node, used.declared), used.arguments, strict=False)
    for at, (generic, argument) in enumerate(pairs):
        through = replace(way, through=(*way.through, (target, at)))
        yield _Step(_ungrouped(generic), _ungrouped(argument.type), through)


def _with_defaults(node: NameType, used: Declared) -> list[Type]:
    """Give arguments as they are written, in defaults those before in the place of their names."""
    written = list(node.arguments)
    names = [each.name for each in used.declaration.parameters]
    for default in used.defaults[len(written) :]:
        if default is None:
            break
        known = dict(zip(names, written, strict=False))

        def combine(part: Type, inside: Sequence[Type], known: Mapping[str, Type] = known) -> Type:
            if isinstance(part, NameType) and part.name in known:
                return _placed(known[part.name])
            return rebuilt(part, inside)

        written.append(fold(default, combine))
    return written


def _placed(argument: Type) -> Type:
    """Give an argument as it stands for a parameter, as instances are made."""
    is_loose = isinstance(argument, UnionType | IntersectionType | Tagged)
    return Group(argument, argument.span) if is_loose else argument


def _inside(step: _Step, types: Sequence[Instance], gated: GatedTypes) -> Iterable[_Step]:
    """Give what is inside a node, with what else must be left for it to be seen."""
    match step.generic, step.made:
        case Tagged(inner=generic, tags=tags), Tagged(inner=made):
            return [_Step(generic, made, _gated(step.way, tags), step.shared, step.whole)]
        case Group(inner=generic), Group(inner=made):
            return [_Step(generic, made, step.way, step.shared, step.whole)]
        case (Group(inner=generic), made) if isinstance(generic, NameType):
            return [_Step(generic, made, step.way, step.shared)]
        case UnionType(), UnionType():
            return _parts(step, step.way, step.shared)
        case RecordType(), RecordType():
            return _fields(step)
        case IntersectionType(), IntersectionType():
            return _operands(step, types, gated)
        case OptionalType(), OptionalType():
            return [] if step.shared is not None else _parts(step, step.way, None)
        case ((ListType() | MapType() | TupleType()), _):
            return [] if step.shared is not None else _items(step, gated)
        case _:
            return ()


def _parts(step: _Step, way: Place, shared: Mapping[str, Hiding] | None) -> list[_Step]:
    pairs = zip(children(step.generic), children(step.made), strict=True)
    return [_Step(generic, made, way, shared) for generic, made in pairs]


def _fields(step: _Step) -> Iterator[_Step]:
    if not isinstance(step.generic, RecordType) or not isinstance(step.made, RecordType):
        return
    for field, made in zip(step.generic.fields, step.made.fields, strict=True):
        hiding = () if step.shared is None else step.shared.get(field.name, ())
        if hiding is None:
            continue
        written, way = field.type, _gated(step.way, hiding)
        if tail_hides(written, EITHER_SIDE) and isinstance(written, UnionType):
            last = written.members[-1]
            way = _gated(way, last.tags if isinstance(last, Tagged) else ())
        yield _Step(written, made.type, way)


def _operands(step: _Step, types: Sequence[Instance], gated: GatedTypes) -> list[_Step]:
    """Give the operands, where it can be told what each hides of the others."""
    if step.shared is not None:
        return []
    pairs = _flat(step.generic, step.made)
    written = [made for _, made in pairs]
    known = [operand(each, types, gated) for each in written]
    brought = [each for each in known if each is not None]
    if len(brought) < len(known):
        # What follows from other types is not told where anything in them may be hidden.
        if any(map(gated.holds_gate, written)):
            return []
        return [_Step(generic, made, step.way) for generic, made in pairs]
    unions = tuple(
        _ungated(node, types) for node, each in zip(written, brought, strict=True) if each.is_union
    )
    way = replace(step.way, needed=(*step.way.needed, *unions))
    shared = hiding_beside(brought)
    parts = zip(pairs, shared, strict=True)
    return [_Step(generic, made, way, beside) for (generic, made), beside in parts]


def _ungated(operand: Type, types: Sequence[Instance]) -> Type:
    """Give an operand without gates on all of it: they hide its fields, and not its variants."""
    node = operand
    for _ in range(len(types) + 2):
        match node:
            case Tagged(inner=inner) | Group(inner=inner):
                node = inner
            case Use(target=target) if (body := types[target].body) is not None:
                node = body
            case _:
                break
    return node


def _flat(generic: Type, made: Type) -> list[tuple[Type, Type]]:
    """Give the operands, those of intersections in parentheses in their place."""
    found: list[tuple[Type, Type]] = []
    todo = [(generic, made)]
    while todo:
        pair = todo.pop()
        match pair:
            case IntersectionType(), IntersectionType():
                todo.extend(zip(*(reversed(children(each)) for each in pair), strict=True))
            case Group(inner=IntersectionType() as inside), Group(inner=there):
                todo.append((inside, there))
            case _:
                found.append(pair)
    return found


def _items(step: _Step, gated: GatedTypes) -> list[_Step]:
    """Give what is inside a list, or a tuple or map, which are hidden with any part of them."""
    way, whole = step.way, step.whole
    if isinstance(step.made, TupleType | MapType):
        if not whole and gated.holds_gate(step.made):
            way = replace(way, needed=(*way.needed, step.made))
        whole = True
    pairs = zip(children(step.generic), children(step.made), strict=True)
    return [_Step(generic, made, way, None, whole) for generic, made in pairs]


def _gated(way: Place, tags: Sequence[Tag]) -> Place:
    gates = tuple(tag for tag in tags if hides(tag, EITHER_SIDE))
    if not gates:
        return way
    span = gates[0].span
    opened = LiteralType("boolean", True, span)  # noqa: FBT003 - the literal `true`
    return replace(way, needed=(*way.needed, one_field("gate", Tagged(opened, gates, span))))


def _is_gated(declared: Declared) -> bool:
    """Tell whether gates stand on the declaration itself."""
    node = declared.body
    while isinstance(node, Tagged | Group):
        if isinstance(node, Tagged) and any(hides(tag, EITHER_SIDE) for tag in node.tags):
            return True
        node = node.inner
    return False


def _ungrouped(node: Type) -> Type:
    return node.inner if isinstance(node, Group) else node
