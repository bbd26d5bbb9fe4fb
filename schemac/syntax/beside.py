"""A block and what was found in, the types that stand nearest to it out."""

from __future__ import annotations

from bisect import bisect_left
from typing import TYPE_CHECKING

from schemac.syntax.around import scope_of
from schemac.syntax.found import Found

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from schemac.syntax.found import Known
    from schemac.syntax.places import Place
    from schemac.syntax.standing import Standing

__all__ = ["beside"]


def beside(standing: Standing, found: Mapping[Place, Found], known: Known) -> Iterator[str]:
    """Give the names of the types of the same scope that stand nearest to a block."""
    scope = scope_of(standing.place)
    if scope.is_class and not scope.classes:
        return  # Nobody else finds its types, and of its own handler nothing is compiled.
    if scope not in known.types:
        here = found.get(scope, Found())
        read = (*here.comments, *here.docstrings)
        known.types[scope] = sorted(
            (each.span.start, each.name) for one in read for each in one.types
        )
    places = known.types[scope]
    at = standing.block.text.span(0, 0).start
    above = bisect_left(places, (at, ""))
    for _, name in places[max(above - 1, 0) : above + 1]:
        yield name
