"""Any Python object in, its declared names or its items out, each read once."""

from __future__ import annotations

from collections.abc import Awaitable, Iterable, Mapping, MappingView, Sequence
from collections.abc import Set as AbstractSet
from datetime import date, time, timedelta
from decimal import Decimal
from enum import Enum
from types import MemberDescriptorType, ModuleType
from typing import TYPE_CHECKING, Any, Literal, TypeAlias
from uuid import UUID

from schemac.enforce.foreign import foreign
from schemac.enforce.project.walk import ABSENT, Misfit, Walk

if TYPE_CHECKING:
    from collections.abc import Iterator

    from schemac.enforce.values import Raw

__all__ = ["Kind", "items_of", "kind_of", "pairs_of", "read_names", "stream_of"]

Kind: TypeAlias = Literal["scalar", "mapping", "row", "list", "set", "stream", "record", "refused"]

_SCALARS = (
    str,
    bytes,
    bytearray,
    memoryview,
    int,
    float,
    complex,
    Decimal,
    date,
    time,
    timedelta,
    UUID,
    Enum,
    type(None),
)
_RECORD_MARKS = ("__dataclass_fields__", "__attrs_attrs__", "__pydantic_fields__", "__table__")
_NAMES = -1
_ITEMS = -2
_PAIRS = -3


def kind_of(value: object) -> Kind:
    """Say how a value is read. Its type is asked, never the value: values may lie."""
    kind = type(value)
    if issubclass(kind, _SCALARS):
        return "scalar"
    if issubclass(kind, Mapping):
        return "mapping"
    if issubclass(kind, Sequence):
        return "row" if hasattr(kind, "_fields") else "list"
    if issubclass(kind, set | frozenset):
        return "set"
    if issubclass(kind, type | ModuleType | Awaitable) or _defines(kind, "__call__"):
        return "refused"
    if any(_defines(kind, mark) for mark in _RECORD_MARKS):
        return "record"
    if issubclass(kind, AbstractSet) and not issubclass(kind, MappingView):
        return "set"
    return "stream" if issubclass(kind, Iterable) else "record"


def read_names(value: object, walk: Walk, names: tuple[str, ...], pointer: str) -> dict[str, Any]:
    """Read the declared names of a mapping by key, of any other object by attribute.

    Names that are not there are left out. Raises Misfit for what is no record, and for a record
    that cannot be read.
    """
    kind = kind_of(value)
    if kind in {"scalar", "list", "set", "refused"}:
        raise walk.misfit(pointer, "type")
    known = _remembered(walk, _NAMES, value) if walk.trying else None
    if known is None:
        known = {}
        _remember(walk, _NAMES, value, known)
    reader = _by_key if kind == "mapping" else _by_field if kind == "row" else _by_attribute
    try:
        for name in names:
            if name not in known:
                known[name] = reader(value, name)
        if kind == "mapping":
            _note_rest(value, walk, names, known, pointer)
    except foreign():  # whatever a foreign object raises breaks the contract
        raise walk.misfit(pointer, "read") from None
    return {name: known[name] for name in names if known[name] is not ABSENT}


def _note_rest(
    value: Raw, walk: Walk, names: tuple[str, ...], known: dict[str, Any], pointer: str
) -> None:
    try:
        rest = len(value) - sum(known[name] is not ABSENT for name in names)
    except foreign():  # how much is left is for records only, and decides nothing
        return
    if rest > 0:
        walk.cut(pointer, rest)


def _by_key(value: Raw, name: str) -> object:
    return value.get(name, ABSENT)


def _by_attribute(value: object, name: str) -> object:
    try:
        return getattr(value, name)
    except AttributeError:
        if _computed(type(value), name):
            raise
        return ABSENT


def _by_field(value: Raw, name: str) -> object:
    found = _by_attribute(value, name)
    if found is not ABSENT and name not in value._fields and callable(found):
        return ABSENT
    return found


def _computed(kind: type, name: str) -> bool:
    """Say whether the attribute exists and failed to compute, which is not the same as absent."""
    for base in kind.__mro__:
        if name in base.__dict__:
            return not isinstance(base.__dict__[name], MemberDescriptorType)
    return False


def items_of(value: object, walk: Walk, pointer: str, weight: int) -> Iterable[Any]:
    """Read the items of a list, set or iterator; once for all variants that are tried."""
    if not walk.trying:
        return stream_of(value, walk, pointer, weight)
    known: list[Any] | None = _remembered(walk, _ITEMS, value)
    if known is None:
        known = list(stream_of(value, walk, pointer, weight))
        _remember(walk, _ITEMS, value, known)
    else:
        walk.spend(weight * len(known), pointer)
    return known


def stream_of(value: object, walk: Walk, pointer: str, weight: int) -> Iterator[Any]:
    """Read items one by one, spending `weight` for each, the least that it takes in JSON.

    Without a weight it is not known yet whether an item comes out.
    """
    if kind_of(value) not in {"list", "set", "stream"}:
        raise walk.misfit(pointer, "type")
    try:
        iterator = iter(value)  # type: ignore[call-overload] # its kind can be iterated
    except foreign():  # as above
        raise walk.misfit(pointer, "read") from None
    while True:
        try:
            item = next(iterator)
        except StopIteration:
            return
        except foreign():  # as above
            raise walk.misfit(pointer, "read") from None
        if weight:
            walk.spend(weight + len(item) if type(item) is str else weight, pointer)
        else:
            walk.skip(2, pointer)
        yield item


def pairs_of(value: object, walk: Walk, pointer: str) -> list[tuple[Any, Any]]:
    """Read all keys and values of a mapping."""
    if type(value) is dict:
        return list(value.items())
    if kind_of(value) != "mapping":
        raise walk.misfit(pointer, "type")
    known = _remembered(walk, _PAIRS, value) if walk.trying else None
    if known is None:
        known = _read_pairs(value, walk, pointer)
        _remember(walk, _PAIRS, value, known)
    pairs: list[tuple[Any, Any]] = known
    return pairs


def _read_pairs(value: Raw, walk: Walk, pointer: str) -> list[tuple[Any, Any]]:
    pairs: list[tuple[Any, Any]] = []
    try:
        for key, item in value.items():
            walk.skip(4, pointer)
            pairs.append((key, item))
    except Misfit:
        raise
    except foreign():  # as above
        raise walk.misfit(pointer, "read") from None
    return pairs


def _defines(kind: type, name: str) -> bool:
    return any(name in base.__dict__ for base in kind.__mro__)


def _remembered(walk: Walk, what: int, value: object) -> Raw:
    found = walk.seen.get((what, id(value)))
    return None if found is None else found[1]


def _remember(walk: Walk, what: int, value: object, read: object) -> None:
    """Keep what was read, and the object too: its id must stay its own."""
    if walk.trying:
        walk.seen[what, id(value)] = (value, read)
