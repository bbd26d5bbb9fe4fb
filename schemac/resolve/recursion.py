"""Program types in, those that no finite value fits out (SC205)."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, TypeAlias

from schemac.diagnostics.model import Diagnostic, Label
from schemac.ir.tags import TextArgument
from schemac.ir.types import (
    Anything,
    Group,
    IntersectionType,
    ListType,
    MapType,
    OptionalType,
    RecordType,
    Tagged,
    TupleType,
    UnionType,
    Use,
)
from schemac.ir.walk import bare, children
from schemac.resolve.cycles import cyclic
from schemac.resolve.fixpoint import Equations
from schemac.resolve.trees import fold, nodes

if TYPE_CHECKING:
    from collections.abc import Sequence

    from schemac.ir.tags import Tag
    from schemac.ir.types import Type
    from schemac.resolve.instances import Instance

__all__ = ["mark_endless"]

_GUARDS = (RecordType, ListType, MapType, TupleType)


def mark_endless(types: Sequence[Instance]) -> tuple[Diagnostic, ...]:
    """Report types that are nothing but themselves, or never come to an end; mark them broken."""
    bodies = [_body(instance) for instance in types]
    found = [_circular(types, bodies, group) for group in cyclic(_alias_edges(bodies))]
    finite = _finite([_body(instance) for instance in types])
    endless = [
        [] if finite[at] else [use.target for use in _needed(body) if not finite[use.target]]
        for at, body in enumerate(bodies)
    ]
    groups = [group for group in cyclic(endless) if not any(types[at].hollow for at in group)]
    found += [_endless(types, bodies, group) for group in groups]
    return tuple(dict.fromkeys(found))


def _body(instance: Instance) -> Type:
    if instance.body is None or instance.hollow:
        return Anything(instance.declared.declaration.span)
    return instance.body


def _needed(body: Type) -> list[Use]:
    """Give the uses that every value, or every value of one variant, has inside it."""
    return [node for node in nodes(body, _always_inside) if isinstance(node, Use)]


def _always_inside(node: Type) -> tuple[Type, ...]:
    match node:
        case RecordType(fields=fields):
            return tuple(each.type for each in fields if not each.optional)
        case OptionalType() | ListType() | MapType():
            return ()
        case Tagged(tags=tags) if _filled(tags):
            inner = bare(node)
            return children(inner)[-1:] if isinstance(inner, ListType | MapType) else (inner,)
        case _:
            return children(node)


def _alias_edges(bodies: Sequence[Type]) -> list[list[int]]:
    return [[use.target for use in _unguarded(body)] for body in bodies]


def _unguarded(body: Type) -> list[Use]:
    """Give the uses that no field, item or map value stands around."""
    inside = nodes(body, lambda node: () if isinstance(node, _GUARDS) else children(node))
    return [node for node in inside if isinstance(node, Use)]


def _finite(bodies: Sequence[Type]) -> list[bool]:
    equations = Equations(len(bodies))
    for at, body in enumerate(bodies):
        equations.equate(at, fold(body, lambda node, parts: _equation(equations, node, parts))[0])
    return equations.solve()


_Finite: TypeAlias = tuple[int, int | None]
"""Whether a finite value fits; and whether an item does, where the type is a list or a map."""


def _equation(equations: Equations, node: Type, parts: Sequence[_Finite]) -> _Finite:
    match node:
        case Use(target=target):
            return target, None
        case Group():
            return parts[0]
        case Tagged(tags=tags):
            whole, item = parts[0]
            return (item, item) if item is not None and _filled(tags) else (whole, item)
        case RecordType(fields=fields):
            pairs = zip(fields, parts, strict=True)
            return equations.every(part[0] for each, part in pairs if not each.optional), None
        case TupleType() | IntersectionType():
            return equations.every(part[0] for part in parts), None
        case UnionType():
            return equations.some(part[0] for part in parts), None
        case ListType() | MapType():
            return equations.constant(holds=True), parts[-1][0]
        case _:
            return equations.constant(holds=True), None


def _filled(tags: Sequence[Tag]) -> bool:
    """Whether the tags forbid a list to be empty."""
    for tag in tags:
        if tag.name == "min" and isinstance(tag.argument, TextArgument):
            count = re.fullmatch(r"\+?0*([0-9]{1,18})", tag.argument.text)
            if count is not None and int(count[1]) > 0:
                return True
    return False


def _circular(types: Sequence[Instance], bodies: Sequence[Type], group: list[int]) -> Diagnostic:
    for member in group:
        types[member].broken = types[member].hollow = True
    first = types[group[0]].declared.declaration
    use = next(use for use in _unguarded(bodies[group[0]]) if use.target in group)
    message = f"`{first.name}` is defined by itself alone"
    others = _others(types, group)
    if others:
        message = f"`{first.name}` and {others} are defined by each other alone"
    labels = (Label(use.span, "which leads back here"),)
    hint = "only a field, an item or a map value may lead back to the type"
    return Diagnostic("SC205", message, first.name_span, labels, hint=hint)


def _endless(types: Sequence[Instance], bodies: Sequence[Type], group: list[int]) -> Diagnostic:
    for member in group:
        types[member].broken = True
    first = types[group[0]].declared.declaration
    use = next(use for use in _needed(bodies[group[0]]) if use.target in group)
    message = f"no finite value fits `{first.name}`: each one needs another inside it"
    labels = (Label(use.span, "needed always"),)
    hint = "let it end somewhere: a field that may be absent (`?`), or null, or a list"
    return Diagnostic("SC205", message, first.name_span, labels, hint=hint)


def _others(types: Sequence[Instance], group: list[int]) -> str:
    names = dict.fromkeys(types[member].declared.name for member in group)
    names.pop(types[group[0]].declared.name)
    shown = ", ".join(f"`{name}`" for name in list(names)[:5])
    return shown + (", …" if len(names) > 5 else "")  # noqa: PLR2004 - a line's worth
