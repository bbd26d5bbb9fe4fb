"""An instance of a generic in, the places of its arguments out, each with what may hide it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

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
from schemac.resolve.beside import Beside
from schemac.resolve.generic_bodies import arguments_of_use
from schemac.resolve.met_places import Meetings
from schemac.resolve.operand_fields import ungated
from schemac.resolve.place_steps import Step, Way
from schemac.resolve.records import EITHER_SIDE, hides
from schemac.resolve.told import one_field
from schemac.resolve.variants import Part, Variants

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from schemac.ir.tags import Tag
    from schemac.ir.types import Field, Type
    from schemac.resolve.gated_types import GatedTypes
    from schemac.resolve.instances import Instance
    from schemac.resolve.place_steps import Parameter
    from schemac.resolve.scope import Declared
    from schemac.resolve.variants import Work

__all__ = ["Place", "places_in"]


@dataclass(frozen=True, slots=True)
class Place:
    """A place of a parameter, which is seen where something of all that is `needed` is left.

    It stands in arguments of other instances: `through` those parameters of them, which must be
    seen themselves.
    """

    needed: tuple[Type, ...] = ()
    through: tuple[Parameter, ...] = ()


def places_in(
    instance: Instance, types: Sequence[Instance], gated: GatedTypes, work: Work
) -> Iterator[tuple[int, Place]]:
    """Give the places, each with which parameter stands there."""
    generic, made = instance.declared.body, instance.body
    while isinstance(generic, Tagged | Group) and isinstance(made, Tagged | Group):
        # Whoever sees the type has passed the gates on its declaration.
        generic, made = generic.inner, made.inner
    if generic is None or made is None:
        return
    names = {each.name: at for at, each in enumerate(instance.declared.declaration.parameters)}
    variants = Variants(types, names, work)
    meetings = Meetings(variants, Beside(variants, gated), gated)
    opened: dict[tuple[Tag, ...], Type] = {}
    todo = [Step((Part(generic, made),), Way())]
    while todo:
        step = todo.pop()
        if len(step.parts) > 1:
            todo.extend(meetings.inside(step))
            continue
        part = step.parts[0]
        node = part.generic
        if node is None:
            continue
        if not isinstance(node, NameType):
            todo.extend(_inside(step, part, gated))
        elif node.name in names:
            yield names[node.name], _place(step.way, opened)
        elif isinstance(part.made, Use):
            todo.extend(_passed(node, part.made.target, step.way, types))


def _place(way: Way, opened: dict[tuple[Tag, ...], Type]) -> Place:
    """Give the place at the end of a way, the same gates being one type."""
    if not way.gates:
        return Place(way.needed, way.through)
    if way.gates not in opened:
        span = way.gates[0].span
        literal = LiteralType("boolean", True, span)  # noqa: FBT003 - the literal `true`
        opened[way.gates] = one_field("gate", Tagged(literal, way.gates, span))
    return Place((opened[way.gates], *way.needed), way.through)


def _passed(node: NameType, target: int, way: Way, types: Sequence[Instance]) -> Iterator[Step]:
    """Give the arguments of an instance that the body names, those left to defaults included."""
    used = types[target]
    if used.hollow:
        return
    if _is_gated(used.declared):
        way = way.beside(Use(target, node.span))
    pairs = zip(arguments_of_use(node, used.declared), used.arguments, strict=False)
    for at, (generic, argument) in enumerate(pairs):
        through = replace(way, through=(*way.through, (target, at)))
        yield Step((Part(_ungrouped(generic), _ungrouped(argument.type)),), through)


def _inside(step: Step, part: Part, gated: GatedTypes) -> Iterable[Step]:
    """Give what is inside a node, with what else must be left for it to be seen."""
    match part.generic, part.made:
        case Tagged(inner=generic, tags=tags), Tagged(inner=made):
            return [replace(step, parts=(Part(generic, made),), way=step.way.behind(tags))]
        case Group(inner=generic), Group(inner=made):
            return [replace(step, parts=(Part(generic, made),))]
        case (Group(inner=generic), made) if isinstance(generic, NameType):
            return [replace(step, parts=(Part(generic, made),))]
        case RecordType(fields=fields), RecordType(fields=there):
            return _fields(step, fields, there)
        case IntersectionType(), IntersectionType():
            return [replace(step, parts=_flat(part), is_whole=False, is_held=False)]
        case (TupleType() | MapType(), made):
            if not step.is_whole and gated.holds_gate(made):
                step = replace(step, way=step.way.beside(made))
            return _parts(replace(step, is_whole=True), part)
        case ListType(), ListType():
            return _parts(step, part)
        case (UnionType(), UnionType()) | (OptionalType(), OptionalType()):
            return _parts(replace(step, is_whole=False), part)
        case _:
            return ()


def _parts(step: Step, part: Part) -> list[Step]:
    return [replace(step, parts=(each,)) for each in part.inside()]


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


def _fields(step: Step, fields: Sequence[Field], there: Sequence[Field]) -> Iterator[Step]:
    for field, made in zip(fields, there, strict=True):
        gates, written = ungated(made.type)
        part = Part(ungated(field.type)[1], written)
        yield replace(step, parts=(part,), way=step.way.behind(gates), is_whole=False)


def _flat(part: Part) -> tuple[Part, ...]:
    """Give the operands, those of intersections in parentheses in their place."""
    found: list[Part] = []
    todo = [part]
    while todo:
        each = todo.pop()
        match each.generic, each.made:
            case IntersectionType(), IntersectionType():
                todo.extend(reversed(each.inside()))
            case Group(inner=IntersectionType() as inside), Group(inner=there):
                todo.append(Part(inside, there))
            case _:
                found.append(each)
    return tuple(found)
