"""A schema in, what Anthropic's tools take of it out, in general and in strict mode."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from schemac.emit.dialects.circles import endless_definition
from schemac.emit.dialects.model import Loss, Rewritten
from schemac.emit.dialects.origins import before_merging
from schemac.emit.dialects.rebuild import Place, rebuilt, without_dead
from schemac.emit.dialects.rootless import without_root_union
from schemac.emit.dialects.steps import (
    ANY_SCALAR,
    items_for_tuple,
    moved,
    one_type_each,
    without_map,
)
from schemac.emit.dialects.strict import FORMATS, UNSAID, WHY_UNSAID, lose_anything, said_strictly

if TYPE_CHECKING:
    from schemac.emit.dialects.rebuild import Schema
    from schemac.plan.gates import Side

__all__ = ["anthropic", "anthropic_strict"]

_KEY = re.compile(r"[a-zA-Z0-9_.-]{1,64}")
_UNSAID = (
    *UNSAID,
    "pattern",
    "minimum",
    "maximum",
    "exclusiveMinimum",
    "exclusiveMaximum",
    "multipleOf",
    "maxItems",
)
_FORMATS = FORMATS | {"uri"}


def anthropic(schema: dict[str, Any], side: Side) -> Rewritten:  # noqa: ARG001 - a dialect takes it
    """Take the union off the root; all else is taken as it is, names of fields within limits."""
    place = Place()
    rewritten = without_root_union(schema, place).schema
    _check_keys(rewritten, place)
    return Rewritten(rewritten, tuple(place.losses))


def anthropic_strict(schema: dict[str, Any], side: Side) -> Rewritten:
    """Give the subset that strict mode knows: one type each, closed records, few formats.

    It takes no recursion (the vendor's list of limits for structured outputs and strict tools).
    An output stays as it is: it is not for the model, and clients hold results against it.
    """
    if side == "output":
        return Rewritten(schema)
    root, place = Place(), Place()
    merged = without_root_union(schema, root)
    strict = without_dead(rebuilt(merged.schema, place, _rule), place)
    endless = endless_definition(strict)
    if endless is not None:
        reason = f"`{endless}` holds itself, and strict mode takes no recursive schemas"
        return Rewritten(schema, (Loss("", "$ref", reason, "SC501"),))
    _check_keys(strict, place)
    return Rewritten(strict, (*root.losses, *before_merging(place.losses, merged.origins)))


def _rule(schema: Schema, place: Place) -> Schema:
    schema = items_for_tuple(schema, place)
    schema = moved(one_type_each(schema), place, _UNSAID, WHY_UNSAID)
    if "anyOf" in schema:
        schema = {**schema, "anyOf": [_typed(part, place) for part in schema["anyOf"]]}
    return _typed(schema, place)


def _typed(schema: Schema, place: Place) -> Schema:
    """Apply what depends on the one type that a schema now has."""
    if schema.get("minItems", 0) > 1:
        schema = moved(schema, place, ("minItems",), "strict mode takes 0 and 1 only")
    schema = without_map(said_strictly(schema, place, _UNSAID, _FORMATS), place)
    if "enum" in schema or "const" in schema:
        return {key: value for key, value in schema.items() if key != "type"}
    if not any(key in schema for key in ("type", "anyOf", "$ref")):
        lose_anything(place)
        return {**schema, "anyOf": [{"type": name} for name in ANY_SCALAR]}
    return schema


def _check_keys(schema: Schema, place: Place) -> None:
    for name in schema.get("properties", ()):
        if _KEY.fullmatch(name) is None:
            reason = f"the key `{name[:64]}` is none that Anthropic takes"
            place.lose("properties", reason, "SC503")
