"""A schema in, the same with no union at its root out."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

from schemac.emit.dialects.rebuild import PREFIX, Place, in_order, pointer_to, without_dead
from schemac.emit.dialects.steps import distinct

if TYPE_CHECKING:
    from collections.abc import Sequence

    from schemac.emit.dialects.rebuild import Schema

__all__ = ["without_root_union"]

_UNIONS = ("oneOf", "anyOf")
_CARRIED = frozenset({"$ref", "type", "properties", "required", *_UNIONS})
"""Keywords of a variant that the merged object says, as far as it can."""


@dataclass(frozen=True, slots=True)
class _Met:
    """A schema that was met on the way from the root to the objects that it may be."""

    schema: Schema
    pointer: str
    is_object: bool


def without_root_union(schema: Schema, place: Place) -> Schema:
    """Merge the variants at the root into one object: all their fields, required where all do.

    A root that no value fits is an object too.
    """
    if "not" in schema:
        place.lose("not", "that no value fits cannot be said; a record without fields is said")
        kept = {key: value for key, value in schema.items() if key != "not"}
        return in_order({**kept, "properties": {}})
    word = next((key for key in _UNIONS if key in schema), None)
    if word is None:
        return schema
    place.lose(word, "the variants are merged into one object: which fields go together is lost")
    found = _met(schema, place.pointer)
    variants = [each.schema for each in found if each.is_object]
    is_closed = all(variant.get("additionalProperties") is False for variant in variants)
    _lose_about_variants(found, place, is_closed=is_closed)
    merged: Schema = {key: value for key, value in schema.items() if key not in _UNIONS}
    merged |= {"type": "object", "properties": _properties(variants)}
    required = _required(merged["properties"], variants)
    if required:
        merged["required"] = required
    if is_closed:
        merged["additionalProperties"] = False
    # A definition that was merged goes, and what it said is lost all the same: a ledger apart.
    return in_order(without_dead(merged, Place()))


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


def _properties(variants: Sequence[Schema]) -> Schema:
    found: dict[str, list[Schema]] = {}
    for variant in variants:
        for name, part in variant.get("properties", {}).items():
            found.setdefault(name, []).append(part)
    return {name: _one_of(distinct(schemas)) for name, schemas in found.items()}


def _one_of(schemas: Sequence[Schema]) -> Schema:
    return schemas[0] if len(schemas) == 1 else {"anyOf": schemas}
