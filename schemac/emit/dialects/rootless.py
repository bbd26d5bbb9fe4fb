"""A schema in, the same with no union at its root out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from schemac.emit.dialects.rebuild import PREFIX, in_order, without_dead

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from schemac.emit.dialects.rebuild import Place, Schema

__all__ = ["without_root_union"]

_UNIONS = ("oneOf", "anyOf")


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
    variants = list(_variants(schema, schema.get("$defs", {}), frozenset()))
    merged: Schema = {key: value for key, value in schema.items() if key not in _UNIONS}
    merged |= {"type": "object", "properties": _properties(variants)}
    required = [
        name
        for name in merged["properties"]
        if all(name in variant.get("required", ()) for variant in variants)
    ]
    if required:
        merged["required"] = required
    if all(variant.get("additionalProperties") is False for variant in variants):
        merged["additionalProperties"] = False
    return in_order(without_dead(merged, place))


def _variants(schema: Schema, definitions: Schema, seen: frozenset[str]) -> Iterator[Schema]:
    """Give the objects that the root may be, through references and unions in unions."""
    name = schema.get("$ref", "").removeprefix(PREFIX)
    if name:
        if name not in seen:
            yield from _variants(definitions[name], definitions, seen | {name})
        return
    parts = [part for key in _UNIONS for part in schema.get(key, ())]
    if not parts:
        yield schema
    for part in parts:
        yield from _variants(part, definitions, seen)


def _properties(variants: Sequence[Schema]) -> Schema:
    found: dict[str, list[Schema]] = {}
    for variant in variants:
        for name, part in variant.get("properties", {}).items():
            schemas = found.setdefault(name, [])
            if part not in schemas:
                schemas.append(part)
    return {
        name: schemas[0] if len(schemas) == 1 else {"anyOf": schemas}
        for name, schemas in found.items()
    }
