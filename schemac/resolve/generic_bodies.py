"""A use of a generic in another one's body in, what that brings in terms of the other one out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from schemac.ir.types import Group, IntersectionType, NameType, Tagged, UnionType
from schemac.resolve.trees import fold, rebuilt

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from schemac.ir.types import Type
    from schemac.resolve.scope import Declared

__all__ = ["arguments_of_use", "body_of_use"]


def arguments_of_use(node: NameType, used: Declared) -> list[Type]:
    """Give arguments as they are written, in defaults those before in the place of their names."""
    written = list(node.arguments)
    names = [each.name for each in used.declaration.parameters]
    for default in used.defaults[len(written) :]:
        if default is None:
            break
        written.append(_with(default, dict(zip(names, written, strict=False))))
    return written


def body_of_use(node: NameType, used: Declared) -> Type | None:
    """Give the body of the generic, the arguments of the use in the place of its parameters."""
    if used.body is None:
        return None
    names = [each.name for each in used.declaration.parameters]
    return _with(used.body, dict(zip(names, arguments_of_use(node, used), strict=False)))


def _with(written: Type, known: Mapping[str, Type]) -> Type:
    def combine(part: Type, inside: Sequence[Type]) -> Type:
        if not isinstance(part, NameType):
            return rebuilt(part, inside)
        if part.name in known:
            return _placed(known[part.name])
        # Another generic may have a parameter of the name that this type has in its own scope.
        return NameType("", tuple(inside), part.span, part.name_span)

    return fold(written, combine)


def _placed(argument: Type) -> Type:
    """Give an argument as it stands for a parameter, as instances are made."""
    is_loose = isinstance(argument, UnionType | IntersectionType | Tagged)
    return Group(argument, argument.span) if is_loose else argument
