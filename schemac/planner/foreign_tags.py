"""The name of a tag in another system in, what says the same here out."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["FOREIGN_TAGS", "OTHER_WAYS", "meant_tag", "other_way"]

_ALIKE: Mapping[str, str] = {
    "min": "ge gte minimum min_length min_items min_properties min_len min_size at_least",
    "max": "le lte maximum max_length max_items max_properties max_len max_size at_most",
    "exclusive_min": "gt exclusive_minimum greater_than",
    "exclusive_max": "lt exclusive_maximum less_than",
    "multiple_of": "step divisible_by",
    "pattern": "regex regexp match matches",
    "unique": "unique_items distinct",
    "closed": "additional_properties forbid_extra",
    "media_type": "content_media_type mime mime_type",
    "encoding": "content_encoding",
    "desc": "description describe doc docs help comment",
    "title": "label",
    "default": "default_value fallback",
    "depends_on": "dependent_required",
}
_WORDS: Mapping[str, str] = {
    "a field without `?` before its key is required": "required mandatory",
    "write `?key: T` for a field that may be absent": "optional not_required",
    "write `T?` for what may be null": "nullable null not_null",
    'write a union of literals: `"a" | "b"`': "enum choices values one_of any_of in",
    'write the literal itself: `"a"` or `1`': "const literal",
    "write `A & B`": "all_of",
    "write `@min(1) @max(9)`, with your bounds": "range between length len size",
    "write `@min(1)`": "non_empty not_empty",
    "write `@exclusive_min(0)`": "positive",
    "write `@min(0)`": "non_negative",
    "write `@format(email)`": "email",
    "write `@format(uri)`": "uri url",
    "put the type behind the colon: `key: T`": "type",
}


def _squeezed(name: str) -> str:
    return name.casefold().replace("_", "")


def _by_name(table: Mapping[str, str]) -> Mapping[str, str]:
    found = {_squeezed(name): here for here, names in table.items() for name in names.split()}
    return MappingProxyType(found)


FOREIGN_TAGS = _by_name(_ALIKE)
"""Names elsewhere, in small letters without `_`: the tag with the same meaning."""

OTHER_WAYS = _by_name(_WORDS)
"""Names elsewhere of what is said here by other means than a tag: how it is said."""


def meant_tag(name: str) -> str | None:
    """Give the tag that means what `name` does elsewhere, however its words are joined."""
    return FOREIGN_TAGS.get(_squeezed(name))


def other_way(name: str) -> str | None:
    """Give a sentence on how to say here what the tag `name` says elsewhere."""
    return OTHER_WAYS.get(_squeezed(name))
