"""A schema in, the same with no union at its root and what stood where out."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

from schemac.emit.canonical import dumps
from schemac.emit.dialects.rebuild import PREFIX, Place, in_order, pointer_to, without_dead

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from schemac.emit.dialects.rebuild import Schema

__all__ = ["Rootless", "without_root_union"]

_UNIONS = ("oneOf", "anyOf")
_CARRIED = frozenset({"$ref", "type", "properties", "required", *_UNIONS})
"""Keywords of a variant that the merged object says, as far as it can."""


@dataclass(frozen=True, slots=True)
class _Met:
    """A schema that was met on the way from the root to the objects that it may be."""

    schema: Schema
    pointer: str
    is_object: bool


@dataclass(frozen=True, slots=True)
class Rootless:
    """A schema without a union at its root, and where the schemas of merged fields stood."""

    schema: Schema
    origins: Mapping[str, str]


def without_root_union(schema: Schema, place: Place) -> Rootless:
    """Merge the variants at the root into one object: all their fields, required where all do.

    A root that no value fits is an object too.
    """
    if "not" in schema:
        place.lose("not", "that no value fits cannot be said; a record without fields is said")
        kept = {key: value for key, value in schema.items() if key != "not"}
        return Rootless(in_order({**kept, "properties": {}}), {})
    word = next((key for key in _UNIONS if key in schema), None)
    if word is None:
        return Rootless(schema, {})
    place.lose(word, "the variants are merged into one object: which fields go together is lost")
    found = _met(schema, place.pointer)
    objects = [each for each in found if each.is_object]
    variants = [each.schema for each in objects]
    is_closed = all(variant.get("additionalProperties") is False for variant in variants)
    _lose_about_variants(found, place, is_closed=is_closed)
    merged: Schema = {key: value for key, value in schema.items() if key not in _UNIONS}
    properties, origins = _properties(objects)
    merged |= {"type": "object", "properties": properties}
    required = _required(properties, variants)
    if required:
        merged["required"] = required
    if is_closed:
        merged["additionalProperties"] = False
    # A definition that was merged goes, and what it said is lost all the same: a ledger apart.
    return Rootless(in_order(without_dead(merged, Place())), origins)


def _met(root: Schema, pointer: str) -> list[_Met]:
    """Give what the root may be, in order, through references and unions in unions.

    What a definition holds is given once, however often it is met: that it is there again
    changes nothing, and with unions of unions the work would double at each.
    """
    definitions = root.get("$defs", {})
    seen: set[str] = set()
    found: list[_Met] = []
    todo = _parts(root, pointer)
    while todo:
        schema, pointer = todo.pop()
        name = schema.get("$ref", "").removeprefix(PREFIX)
        parts = _parts(schema, pointer)
        found.append(_Met(schema, pointer, is_object=not name and not parts))
        todo.extend(parts)
        if name and name not in seen:
            seen.add(name)
            todo.append((definitions[name], pointer_to("", "$defs", name)))
    return found


def _parts(schema: Schema, pointer: str) -> list[tuple[Schema, str]]:
    """Give the members of a union and where they stand, the last one first."""
    parts = [
        (part, pointer_to(pointer, key, index))
        for key in _UNIONS
        for index, part in enumerate(schema.get(key, ()))
    ]
    return parts[::-1]


def _lose_about_variants(found: Sequence[_Met], place: Place, *, is_closed: bool) -> None:
    """Note what was said of single variants, which is true of no merged object."""
    carried = _CARRIED | {"additionalProperties"} if is_closed else _CARRIED
    root = place.pointer
    for each in found:
        place.pointer = each.pointer
        for keyword in each.schema:
            if keyword not in carried:
                place.lose(keyword, "said of one variant, and the variants are merged")
    place.pointer = root


def _required(properties: Schema, variants: Sequence[Schema]) -> list[str]:
    counts = Counter(name for variant in variants for name in variant.get("required", ()))
    return [name for name in properties if counts[name] == len(variants)]


def _properties(objects: Sequence[_Met]) -> tuple[Schema, dict[str, str]]:
    """Give the schemas of all fields, and by the pointers to them where they stood."""
    found: dict[str, dict[str, tuple[Schema, str]]] = {}
    for each in objects:
        for name, part in each.schema.get("properties", {}).items():
            pointer = pointer_to(each.pointer, "properties", name)
            found.setdefault(name, {}).setdefault(dumps(part), (part, pointer))
    fields: Schema = {}
    origins: dict[str, str] = {}
    for name, parts in found.items():
        schemas = [schema for schema, _ in parts.values()]
        pointers = [pointer for _, pointer in parts.values()]
        fields[name] = schemas[0] if len(schemas) == 1 else {"anyOf": schemas}
        place = pointer_to("", "properties", name)
        origins[place] = pointers[0]
        if len(pointers) > 1:
            origins |= {pointer_to(place, "anyOf", at): each for at, each in enumerate(pointers)}
    return fields, origins
