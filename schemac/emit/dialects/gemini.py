"""A schema in, the subset of it that Gemini's function declarations know out."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from schemac.emit.dialects.inline import inline
from schemac.emit.dialects.model import Rewritten
from schemac.emit.dialects.origins import before_inlining
from schemac.emit.dialects.rebuild import Place, rebuilt
from schemac.emit.dialects.steps import (
    any_of_for_one_of,
    enum_for_const,
    inclusive_bounds,
    items_for_tuple,
    moved,
    one_type_each,
    type_of,
)

if TYPE_CHECKING:
    from schemac.emit.dialects.rebuild import Schema
    from schemac.plan.gates import Side

__all__ = ["gemini"]

_KEY = re.compile(r"[A-Za-z_][A-Za-z0-9_]{0,63}")
_UNSAID = (
    "propertyNames",
    "dependentRequired",
    "multipleOf",
    "uniqueItems",
    "contentMediaType",
    "deprecated",
    "readOnly",
    "writeOnly",
    "x-mcp-header",
    "not",
)
_WHY = "Gemini has no such keyword"


def gemini(schema: dict[str, Any], side: Side) -> Rewritten:
    """Inline references, say null by `nullable`, and leave out what Gemini does not know.

    An output stays as it is: `nullable` and enums as texts would be no JSON Schema for the results
    that clients hold against it.
    """
    if side == "output":
        return Rewritten(schema)
    whole = inline(schema, side)
    if whole.refused:
        return whole
    place = Place()
    rewritten = rebuilt(whole.schema, place, _rule)
    for name in rewritten.get("properties", ()):
        if _KEY.fullmatch(name) is None:
            place.lose("properties", f"the key `{name[:64]}` is none that Gemini takes", "SC503")
    return Rewritten(rewritten, before_inlining(place.losses, schema))


def _rule(schema: Schema, place: Place) -> Schema:
    schema = moved(_one_example(schema, place), place, _UNSAID, _WHY)
    schema = inclusive_bounds(items_for_tuple(schema, place), place)
    schema = one_type_each(any_of_for_one_of(enum_for_const(schema)))
    if "anyOf" in schema:
        parts = [_texts_only(_bytes(part), place) for part in schema["anyOf"]]
        schema = _nullable({**schema, "anyOf": parts})
    return _texts_only(_bytes(schema), place)


def _one_example(schema: Schema, place: Place) -> Schema:
    """Say the first example; Gemini takes one."""
    if "examples" not in schema:
        return schema
    first, *others = schema["examples"]
    if others:
        place.lose("examples", "only the first example can be said")
    kept = {key: value for key, value in schema.items() if key != "examples"}
    return {**kept, "example": first}


def _bytes(schema: Schema) -> Schema:
    """Say base64 by the format that Gemini has for it, where no other is asked for."""
    if schema.get("contentEncoding") != "base64" or "format" in schema:
        return schema
    kept = {key: value for key, value in schema.items() if key != "contentEncoding"}
    return {"format": "byte", **kept}


def _nullable(schema: Schema) -> Schema:
    """Say `nullable` for a member null that says nothing else, and one member for a union of one.

    Where that member and the union both say something it stays a member, so that both are said.
    """
    others = [part for part in schema["anyOf"] if part != {"type": "null"}]
    if len(others) == len(schema["anyOf"]) or not others:
        return schema
    kept = {key: value for key, value in schema.items() if key != "anyOf"}
    if len(others) > 1 or (kept.keys() & others[0].keys()) - {"description"}:
        return {**kept, "anyOf": others, "nullable": True}
    only = others[0]
    if "description" in kept and "description" in only:
        kept["description"] = f"{kept['description']}\n\n{only['description']}"
    return {**only, **kept, "nullable": True}


def _texts_only(schema: Schema, place: Place) -> Schema:
    """Keep enums of texts; of integers as texts, which Gemini asks for; no others."""
    schema = moved(schema, place, ("contentEncoding",), _WHY)
    if "enum" not in schema:
        return schema
    values = [value for value in schema["enum"] if value is not None]
    kept = dict(schema)
    if len(values) < len(schema["enum"]):
        kept["nullable"] = True
    kinds = {type_of(value) for value in values}
    if kinds == {"string"}:
        return {**kept, "enum": values}
    if schema.get("type") == "integer":
        return {**kept, "enum": [str(value) for value in values], "format": "enum"}
    return moved(kept, place, ("enum",), "Gemini takes enums of texts only")
