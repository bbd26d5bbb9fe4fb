"""A schema in, what every known client takes of it out."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from schemac.emit.dialects.inline import inline
from schemac.emit.dialects.model import Rewritten
from schemac.emit.dialects.origins import before_inlining, before_merging
from schemac.emit.dialects.rebuild import Place, rebuilt
from schemac.emit.dialects.rootless import without_root_union
from schemac.emit.dialects.steps import (
    any_of_for_one_of,
    enum_for_const,
    inclusive_bounds,
    items_for_tuple,
    moved,
    one_type_each,
    type_of,
    without_not,
)

if TYPE_CHECKING:
    from schemac.emit.dialects.rebuild import Schema
    from schemac.plan.gates import Side

__all__ = ["LONGEST_DESCRIPTION", "portable"]

LONGEST_DESCRIPTION = 1024
_KEY = re.compile(r"[A-Za-z_][A-Za-z0-9_]{0,63}")
_UNSAID = (
    "propertyNames",
    "dependentRequired",
    "multipleOf",
    "uniqueItems",
    "contentEncoding",
    "contentMediaType",
    "examples",
    "deprecated",
    "readOnly",
    "writeOnly",
    "x-mcp-header",
)
_WHY = "not every client knows this keyword"


def portable(schema: dict[str, Any], side: Side) -> Rewritten:
    """Give the intersection: no references, no root union, one type each, plain keywords."""
    whole = inline(schema, side)
    if whole.refused:
        return whole
    root, place = Place(), Place()
    merged = without_root_union(whole.schema, root)
    rewritten = rebuilt(merged.schema, place, _rule)
    losses = (*root.losses, *before_merging(place.losses, merged.origins))
    return Rewritten(rewritten, before_inlining(losses, schema))


def _rule(schema: Schema, place: Place) -> Schema:
    schema = moved(schema, place, _UNSAID, _WHY)
    schema = inclusive_bounds(items_for_tuple(without_not(schema, place), place), place)
    schema = one_type_each(any_of_for_one_of(enum_for_const(schema)))
    if "anyOf" in schema:
        schema = {**schema, "anyOf": [_texts_only(part, place) for part in schema["anyOf"]]}
    schema = _texts_only(schema, place)
    if schema.get("type") == "object":
        schema = {"properties": {}, **schema}
    _check_names(schema, place)
    return schema


def _texts_only(schema: Schema, place: Place) -> Schema:
    """Keep enums of texts only, null beside them by `anyOf`."""
    if "enum" not in schema:
        return schema
    values = [value for value in schema["enum"] if value is not None]
    if any(type_of(value) != "string" for value in values):
        return moved(schema, place, ("enum",), "some clients take enums of texts only")
    return {**schema, "enum": values}


def _check_names(schema: Schema, place: Place) -> None:
    for name in schema.get("properties", ()):
        if _KEY.fullmatch(name) is None:
            place.lose("properties", f"not every client takes the key `{name[:64]}`", "SC503")
    if len(schema.get("description", "")) > LONGEST_DESCRIPTION:
        reason = f"some clients take {LONGEST_DESCRIPTION} characters at most"
        place.lose("description", reason, "SC504")
