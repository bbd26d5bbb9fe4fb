"""A named type of a plan in, as every caller may read it out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from schemac.plan.nodes import NamedType

if TYPE_CHECKING:
    from schemac.plan.nodes import Node

__all__ = ["as_shown"]


def as_shown(named: NamedType, body: Node) -> NamedType:
    """Give a named type of a view with this body, called as every caller may read it."""
    name, arguments = named.name, named.arguments
    if named.shown is not None:
        name, _, rest = named.shown.partition("[")
        arguments = rest.removesuffix("]")
    place = (named.file, named.owner, None, named.origin, None, named.spelled)
    return NamedType(name, body, arguments, *place)
