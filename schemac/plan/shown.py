"""A named type of a plan in, as callers may read it out."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from schemac.plan.nodes import NamedType

if TYPE_CHECKING:
    from schemac.plan.nodes import Node

__all__ = ["ANONYMOUS", "as_shown", "bracketed", "full_name", "is_anonymous", "shown_name"]

ANONYMOUS: Final = "merged"
"""What callers read of an intersection without a name: its operands may be hidden from them."""


def as_shown(
    named: NamedType, body: Node, told: str | None = None, spelled: str | None = None
) -> NamedType:
    """Give a named type of a view with this body, called as its caller may read it.

    `told` are the arguments of one of which callers read different ones, `spelled` the same with
    files; without them it is called as every caller may read it.
    """
    name, arguments, full = named.name, named.arguments, named.spelled
    if told is not None:
        arguments, full = told, spelled if spelled != told else None
    elif named.shown is not None:
        name, _, rest = named.shown.partition("[")
        arguments = rest.removesuffix("]")
    return NamedType(name, body, arguments, named.file, named.owner, None, named.origin, None, full)


def shown_name(named: NamedType) -> str:
    """Give the name and the arguments that every caller may read."""
    return named.shown or bracketed(named.name, named.arguments)


def full_name(named: NamedType) -> str:
    """Give the same with the file and the class of every name."""
    place = ":".join(part for part in (named.file, named.owner, named.name) if part)
    if named.spelled is not None:
        return bracketed(place, named.spelled)
    whole = shown_name(named)
    return place + whole.removeprefix(named.name) if named.file else whole


def bracketed(name: str, arguments: str) -> str:
    """Write arguments behind a name."""
    return f"{name}[{arguments}]" if arguments else name


def is_anonymous(named: NamedType) -> bool:
    """Tell whether a type is an intersection without a name."""
    place = named.file or named.owner
    return named.shown == ANONYMOUS and named.name != ANONYMOUS and not place
