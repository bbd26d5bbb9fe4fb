"""Instances of generics in, those whose arguments every caller reads whole out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from schemac.ir.types import IntersectionType, Tagged, Use
from schemac.resolve.occurrences import Occurrences
from schemac.resolve.records import EITHER_SIDE, hides
from schemac.resolve.soundness import uses
from schemac.resolve.trees import nodes
from schemac.resolve.visibility import always_visible

if TYPE_CHECKING:
    from collections.abc import Sequence

    from schemac.ir.types import Type
    from schemac.resolve.instances import Instance

__all__ = ["whole_arguments"]

_QUOTING = frozenset({"default", "example"})


def whole_arguments(types: Sequence[Instance]) -> list[bool]:
    """Say of each type whether nothing of its arguments is hidden from anybody, on either side.

    Where that cannot be told easily, it is not so: then what each caller reads is worked out.
    """
    if not any(each.arguments for each in types):
        return [True] * len(types)
    written = [argument.type for each in types for argument in each.arguments]
    inside = {target: Use(target, part.span) for part in written for target in uses(part)}
    visible = always_visible(types, list(inside.values()), EITHER_SIDE)
    hidden = {at for at, is_seen in zip(inside, visible, strict=True) if not is_seen}
    occurrences = Occurrences(types)
    marks: list[bool] = []
    for each in types:
        # What stands in an argument was numbered before what it is an argument of.
        marks.append(
            all(
                occurrences.has(each.declared, at)
                and not any(target in hidden or not marks[target] for target in uses(argument.type))
                and not any(map(_may_hide, nodes(argument.type)))
                for at, argument in enumerate(each.arguments)
            )
        )
    return marks


def _may_hide(node: Type) -> bool:
    """Tell whether something that stands in a node may be hidden by it, or by what it names."""
    if isinstance(node, IntersectionType):
        return any(uses(operand) for operand in node.operands)
    if not isinstance(node, Tagged):
        return False
    if any(hides(tag, EITHER_SIDE) for tag in node.tags):
        return True
    return any(tag.name in _QUOTING for tag in node.tags) and bool(uses(node.inner))
