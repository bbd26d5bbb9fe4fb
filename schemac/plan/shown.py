"""A named type of a plan in, as one caller may read it out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from schemac.plan.nodes import NamedType
from schemac.plan.spelling import spell

if TYPE_CHECKING:
    from collections.abc import Callable

    from schemac.plan.gates import Gate
    from schemac.plan.nodes import Node

__all__ = ["as_shown"]


def _is_ungated(gate: Gate | None) -> bool:
    return gate is None


def as_shown(
    named: NamedType, body: Node, is_open: Callable[[Gate | None], bool] = _is_ungated
) -> NamedType:
    """Give a named type of a view with this body, called as who passes these gates may read it."""
    name, arguments, full = named.name, named.arguments, named.spelled
    if named.telling:
        arguments, full = spell(named.telling, is_open)
    elif named.shown is not None:
        name, _, rest = named.shown.partition("[")
        arguments = rest.removesuffix("]")
    if full == arguments:
        full = None
    return NamedType(name, body, arguments, named.file, named.owner, None, named.origin, None, full)
