"""A schema in, the same as the strict modes of OpenAI and Anthropic both take it out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from schemac.emit.dialects.steps import any_of_for_one_of, moved, reference_alone, without_not

if TYPE_CHECKING:
    from collections.abc import Collection

    from schemac.emit.dialects.rebuild import Place, Schema

__all__ = ["FORMATS", "UNSAID", "WHY_UNSAID", "lose_anything", "said_strictly"]

UNSAID = (
    "propertyNames",
    "dependentRequired",
    "minLength",
    "maxLength",
    "uniqueItems",
    "minProperties",
    "maxProperties",
    "contentEncoding",
    "contentMediaType",
    "default",
    "examples",
    "deprecated",
    "readOnly",
    "writeOnly",
    "x-mcp-header",
)
"""Keywords that neither knows."""

WHY_UNSAID = "strict mode has no such keyword"

FORMATS = frozenset(
    {"date-time", "time", "date", "duration", "email", "hostname", "ipv4", "ipv6", "uuid"}
)
"""Formats that both know."""


def said_strictly(
    schema: Schema, place: Place, unsaid: tuple[str, ...], formats: Collection[str]
) -> Schema:
    """Move what cannot be said into the description, and say `anyOf` for `oneOf`."""
    schema = moved(schema, place, unsaid, WHY_UNSAID)
    if schema.get("format", "date") not in formats:
        schema = moved(schema, place, ("format",), "strict mode does not know this format")
    return without_not(any_of_for_one_of(reference_alone(schema)), place)


def lose_anything(place: Place) -> None:
    """Note that a scalar of any type stands for a value of any type."""
    place.lose("type", "anything cannot be said; any scalar is said instead")
