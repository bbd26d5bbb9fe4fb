"""Projectors of items in, projectors of lists, sets and tuples of a result out."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from schemac.enforce.project.reading import items_of, kind_of, stream_of
from schemac.enforce.sets import as_set, compact, identity

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from schemac.enforce.outcomes import Media
    from schemac.enforce.project.places import Place, Unit
    from schemac.enforce.project.walk import Projector, Walk

    Mapper = Callable[[Iterable[Any], Walk], list[Any]]

__all__ = ["list_projector", "tuple_projector"]


LEAST = 2
"""What an item of unknown type and the comma behind it take."""


def list_projector(
    item: Projector,
    place: Place,
    *,
    plain: tuple[type, ...],
    weight: int,
    is_set: bool,
    unit: Unit | None,
    deepest: int,
) -> Projector:
    """Make the projector of a list; `weight` is the least that an item takes in JSON."""
    pointer = place.pointer
    mapper = streamed = _plain_mapper(item, frozenset(plain)) if plain else _mapper(item)
    if unit is not None and not plain:
        mapper = _unit_mapper(unit, place.item(), deepest)
    project_set = _set_projector(item, pointer, frozenset(plain), weight)
    if is_set:
        return project_set

    def project_list(value: object, walk: Walk) -> list[Any]:
        kind = type(value)
        if kind is list or kind is tuple:
            walk.left -= weight * len(value)  # type: ignore[arg-type] # a list or a tuple, by its kind
            if walk.left < 0:
                raise walk.misfit(pointer, "size")
            return mapper(value if plain else list(value), walk)  # type: ignore[call-overload,arg-type] # the same
        if kind_of(value) == "set":
            return project_set(value, walk)
        return streamed(items_of(value, walk, pointer, weight), walk)

    return project_list


def _set_projector(
    item: Projector, pointer: str, plain: frozenset[type], weight: int
) -> Callable[[object, Walk], list[Any]]:
    """Make the projector of a set: items are sorted, and equal ones merged, once projected."""

    def project_set(value: object, walk: Walk) -> list[Any]:
        kind = type(value)
        is_list = kind is list or kind is tuple
        read = list(value if is_list else items_of(value, walk, pointer, 0))  # type: ignore[call-overload] # the same
        if not plain or not plain.issuperset(map(type, read)):
            return _distinct(read, item, walk, pointer, weight)
        out = as_set(read)
        walk.spend(weight * len(out), pointer)
        return out

    return project_set


def _distinct(read: list[Any], item: Projector, walk: Walk, pointer: str, weight: int) -> list[Any]:
    """Project items one by one: what is shown of one, and what it takes, goes where it goes.

    What is spare is lent to each, for it may not come out; a set in a set lends nothing more.
    """
    around, is_lender = walk.media, not walk.is_lent
    found: dict[str, tuple[str, Any, list[Media] | None]] = {}
    for each in read:
        left, entries, lent = walk.left, walk.entries, walk.spare if is_lender else 0
        walk.left, walk.entries, walk.media = left + lent, entries + lent, None
        walk.is_lent = True
        try:
            out = item(each, walk)
        finally:
            walk.is_lent = not is_lender
        text, same = compact(out), identity(out)
        known = found.get(same)
        walk.left, walk.entries = walk.left - lent, walk.entries - lent
        if known is None:
            walk.spend(weight, pointer)
        else:
            walk.skip(left - walk.left + len(text), pointer)
            walk.left, walk.entries = left, entries
        if known is None or text < known[0]:
            found[same] = (text, out, walk.media)
    walk.media = around
    kept = sorted(found.values(), key=lambda each: each[0])
    for _text, _out, shown in kept:
        for media in shown or ():
            walk.show(media)
    return [out for _text, out, _shown in kept]


def _mapper(item: Projector) -> Mapper:
    return lambda items, walk: [item(each, walk) for each in items]


def _plain_mapper(item: Projector, plain: frozenset[type]) -> Mapper:
    """Take a list whole when every item is of a type that needs no work."""

    def project_items(items: Iterable[Any], walk: Walk) -> list[Any]:
        read = list(items)
        if plain.issuperset(map(type, read)):
            return read
        return [item(each, walk) for each in read]

    return project_items


def _unit_mapper(unit: Unit, below: Place, deepest: int) -> Mapper:
    """Step into the named type once for all items of a list: all stand at the same place.

    What is read from a stream on the way would take itself to be there too.
    """
    pointer, down = below.pointer, below.depth - 1

    def project_items(items: Iterable[Any], walk: Walk) -> list[Any]:
        prefix, depth = walk.prefix, walk.depth
        if depth + down + unit.height > deepest:
            if depth + down >= deepest and items:
                raise walk.misfit(pointer, "depth")
            walk.deep = True
        walk.prefix = prefix + pointer
        walk.depth = depth + down
        project = unit.project
        out = [project(each, walk) for each in items]
        walk.prefix, walk.depth = prefix, depth
        return out

    return project_items


def tuple_projector(items: tuple[Projector, ...], place: Place) -> Projector:
    """Make the projector of a list of exactly these items."""
    pointer, count = place.pointer, len(items)

    def project_tuple(value: object, walk: Walk) -> list[Any]:
        kind = type(value)
        read = list(value) if kind is list or kind is tuple else _some(value, walk)  # type: ignore[call-overload] # the same
        if len(read) != count:
            raise walk.misfit(pointer, "minItems" if len(read) < count else "maxItems")
        return [item(each, walk) for item, each in zip(items, read, strict=True)]

    def _some(value: object, walk: Walk) -> list[Any]:
        """Read no more of an endless iterator than shows that it is too long.

        A set has no first item and no second.
        """
        if kind_of(value) == "set":
            raise walk.misfit(pointer, "type")
        if walk.trying:
            return list(items_of(value, walk, pointer, LEAST))
        read: list[Any] = []
        for each in stream_of(value, walk, pointer, LEAST):
            read.append(each)
            if len(read) > count:
                break
        return read

    return project_tuple
