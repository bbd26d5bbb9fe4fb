"""What was found at the places of a module in, the places that annotations stand in out."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

    from schemac.syntax.found import Found
    from schemac.syntax.places import Place

__all__ = ["holding", "imports_for_others"]


def holding(found: Mapping[Place, Found]) -> frozenset[Place]:
    """Give the places that hold annotations, however far inside; `import x` alone may be prose.

    A class around a method holds what is inside of the method: its types are looked up from there.
    """
    holders: set[Place] = set()
    for start, held in found.items():
        if held.broken or held.holds_signature or held.holds_more_than_imports:
            place: Place | None = start
            while place is not None and place not in holders:
                holders.add(place)
                place = place.parent
    return frozenset(holders)


def imports_for_others(found: Mapping[Place, Found], module: Place) -> bool:
    """Whether the margin imports for what is annotated further in: then that is no prose."""
    held = found.get(module)
    if held is None or not any(each.imports for each in (*held.comments, *held.docstrings)):
        return False
    return bool(holding(found) - {module})
